import type { Db } from "@/db/client";
import { invalidRequest } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/modes";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import type { EventRow } from "./event-rows";
import { waitForPosition } from "./watch-positions";

/**
 * The events `e` of a merchant's mode, found by the index of positions. What its hash leaves to compare stands in
 * a case, so that the planner neither looks for another index for it nor believes that it leaves next to nothing.
 */
export const inStream = (db: Db, owner: { readonly merchantId: string; readonly mode: Mode }) => db`
  event_stream(e.merchant_id, e.mode) = event_stream(${owner.merchantId}, ${owner.mode})
  and case when ${ownedBy(db, owner, "e")} then true end`;

/** A stretch of a merchant's events, oldest first. */
interface Stretch {
  /** The position before the first; null for the oldest that is there. */
  readonly after: number | null;
  readonly limit: number;
}

/**
 * Reads the events behind a position, in the order of their positions and without a gap.
 * @throws Refusal `invalid_request`: some of them have been removed (`position_expired`)
 */
export async function listInOrder(
  db: Db,
  actor: MerchantActor,
  { after, limit }: Stretch,
): Promise<EventRow[]> {
  const from = after ?? (await removedPosition(db, actor));
  const rows = await db<EventRow[]>`
    select e.* from events e
    where ${inStream(db, actor)} and e.position > ${from}
    order by e.position limit ${limit}`;
  // Asked afterwards: what is not removed by now was there when the rows were read.
  const removed = await removedPosition(db, actor);
  if (from >= removed) return rows;
  if (after === null) return listInOrder(db, actor, { after, limit });
  const oldestPosition = removed + 1;
  const message = `Events up to position ${removed} have been removed: begin after it, at ${oldestPosition}.`;
  throw invalidRequest("after", message, { reason: "position_expired", oldestPosition });
}

/** The highest position whose event has been removed; 0 when none has. */
async function removedPosition(db: Db, actor: MerchantActor): Promise<number> {
  const [row] = await db<{ removedPosition: bigint }[]>`
    select removed_position from event_horizons where ${ownedBy(db, actor)}`;
  return Number(row?.removedPosition ?? 0n);
}

/**
 * The same; where there is none it waits for one, until `waitMs` have passed or the process is to end. The
 * caller's key is looked at again after each wait.
 */
export async function awaitInOrder(
  { db, actor, stopping, recheck }: Context<MerchantActor>,
  stretch: Stretch,
  waitMs: number,
): Promise<EventRow[]> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const rows = await listInOrder(db, actor, stretch);
    const leftMs = deadline - performance.now();
    if (rows.length > 0 || leftMs <= 0 || stopping?.aborted) return rows;
    const after = stretch.after ?? (await removedPosition(db, actor));
    await waitForPosition(db, actor, after, { ms: leftMs, signal: stopping });
    await recheck?.();
  }
}
