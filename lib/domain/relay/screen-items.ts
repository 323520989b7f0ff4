import { transaction } from "@/db/client";
import type { Deployment } from "@/lib/adapters/chain/chains";
import { currentListVersion, screenAddress } from "@/lib/adapters/screening/screen-address";
import { recordScreening } from "@/lib/domain/compliance/record-screening";
import type { Context } from "@/lib/domain/context";
import type { SubmissionRow } from "./submission-rows";

/** Older answers do not count. */
const FRESH_SECONDS = 600;

/** What may be signed for, and what may not. */
export interface ScreenedItems {
  readonly clear: readonly SubmissionRow[];
  /** A list names the payer. */
  readonly blocked: readonly SubmissionRow[];
  /** A list did not answer. */
  readonly unavailable: readonly SubmissionRow[];
}

/** Screens payers again whose last answer is older than ten minutes, or came from another list. */
export async function screenItems(
  ctx: Pick<Context, "db" | "config">,
  { chain }: Deployment,
  rows: readonly SubmissionRow[],
): Promise<ScreenedItems> {
  const { db, config } = ctx;
  const fresh = await freshlyCleared(ctx, rows);
  const results = await Promise.all(
    rows.map(async (row) => {
      if (fresh.has(row.id)) return "clear";
      const screening = await screenAddress({ config, chain, address: row.payer });
      const action = { clear: "allowed", blocked: "refused", unavailable: "held" } as const;
      await transaction(db, (tx) =>
        recordScreening(tx, {
          merchantId: row.merchantId,
          mode: row.mode,
          subject: row.payer,
          trigger: "relay",
          action: action[screening.result],
          resourceId: row.id,
          screening,
        }),
      );
      return screening.result;
    }),
  );
  const having = (result: string) => rows.filter((_, index) => results[index] === result);
  return {
    clear: having("clear"),
    blocked: having("blocked"),
    unavailable: having("unavailable"),
  };
}

async function freshlyCleared(
  { db, config }: Pick<Context, "db" | "config">,
  rows: readonly SubmissionRow[],
): Promise<ReadonlySet<string>> {
  const version = await currentListVersion(config);
  const fresh = await db<{ id: string }[]>`
    select s.id from relay_submissions s
    join compliance_screenings c on c.resource_id = s.id and c.subject = s.payer
    where s.id = any (${rows.map(({ id }) => id)}::text[]) and c.list_version = ${version}
      and c.result = 'clear' and c.created_at > now() - ${FRESH_SECONDS} * interval '1 second'`;
  return new Set(fresh.map(({ id }) => id));
}
