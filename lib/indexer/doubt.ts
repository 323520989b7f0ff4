import type { Db } from "@/db/client";
import type { chainCursors } from "@/db/schema/chain";
import type { Context } from "@/lib/domain/platform/context";

/** What a chain's cursor says about doubt. */
export type DoubtRow = Pick<typeof chainCursors.$inferSelect, "doubtSince" | "haltedReason">;

/** Seconds between two looks that count. */
export const lookSeconds = 30;
/** After so many looks without the block its loss is certain: three minutes at the least. */
const LOOKS = 7;

/** Takes the next look for this process. @returns false while the last one is too recent */
export async function claimLook(db: Db, chainId: number): Promise<boolean> {
  const { count } = await db`
    update chain_cursors set doubt_looked_at = now()
    where chain_id = ${chainId} and (
      doubt_looked_at is null or doubt_looked_at <= now() - ${lookSeconds} * interval '1 second'
    )`;
  return count === 1;
}

/** Counts a look at which the finalised block was gone; the last one halts the chain with `reason`. */
export async function recordLoss(
  { db, log }: Pick<Context, "db" | "log">,
  chainId: number,
  reason: string,
): Promise<DoubtRow | undefined> {
  const [row] = await db<(DoubtRow & { doubtLooks: number })[]>`
    update chain_cursors set doubt_since = coalesce(doubt_since, now()),
      doubt_looks = doubt_looks + 1, updated_at = now(),
      halted_reason = case when doubt_looks + 1 >= ${LOOKS} then coalesce(halted_reason, ${reason})
        else halted_reason end
    where chain_id = ${chainId}
    returning doubt_since, doubt_looks, halted_reason`;
  if (row?.doubtLooks === LOOKS) {
    log.error({ chainId, reason }, "indexing stops: a finalised block was lost");
  } else if (row?.haltedReason === null) {
    const fields = { chainId, reason, look: row.doubtLooks, of: LOOKS };
    log.warn(fields, "nothing is confirmed: a finalised block seems to be lost");
  }
  return row;
}

/** Ends a doubt or a halt, because the finalised block is there. */
export async function dismissDoubt(
  { db, log }: Pick<Context, "db" | "log">,
  chainId: number,
): Promise<void> {
  const [ended] = await db<DoubtRow[]>`
    with before as (
      select doubt_since, halted_reason from chain_cursors where chain_id = ${chainId} for update
    )
    update chain_cursors set doubt_since = null, doubt_looks = 0, doubt_looked_at = null,
      halted_reason = null, updated_at = now()
    from before where chain_id = ${chainId}
    returning before.doubt_since, before.halted_reason`;
  if (!ended?.doubtSince && !ended?.haltedReason) return;
  const fields = { chainId, since: ended.doubtSince, haltedReason: ended.haltedReason };
  log.warn(fields, "the finalised block is there again: indexing goes on");
}
