import type { Mode } from "@/lib/core/modes";
import type { Context } from "@/lib/domain/platform/context";
import { type KeySummary, summaryColumns } from "./key-summary";

/** How many are listed at most. */
export const maxListedKeys = 200;

/**
 * The newest API keys, of every merchant and mode or of one: for those who run Stipend. Of a key's text
 * they tell its first and last characters.
 * @returns at most `maxListedKeys`, and whether there are more
 */
export async function listKeys(
  { db }: Pick<Context, "db">,
  { merchantId, mode }: { merchantId?: string | undefined; mode?: Mode | undefined },
): Promise<{ keys: KeySummary[]; hasMore: boolean }> {
  const keys = await db<KeySummary[]>`
    select ${db(summaryColumns)} from api_keys
    where (${merchantId ?? null}::text is null or merchant_id = ${merchantId ?? null})
      and (${mode ?? null}::text is null or mode = ${mode ?? null})
    order by created_at desc, id desc limit ${maxListedKeys + 1}`;
  return { keys: keys.slice(0, maxListedKeys), hasMore: keys.length > maxListedKeys };
}
