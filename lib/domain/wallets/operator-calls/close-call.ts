import type { Db } from "@/db/client";
import type { Context } from "@/lib/domain/platform/context";
import type { CallFailure } from "./call-plan";
import type { OperatorCallRow } from "./wanted-call";

/** What waits is looked at again after this. */
const AGAIN_SECONDS = 3;

/**
 * Ends a call that waited to be signed. A subscription that turned out to need none has none any more, so that its payer
 * can subscribe again.
 */
export async function closeCall(
  { db, log }: Pick<Context, "db" | "log">,
  { id, kind }: OperatorCallRow,
  state: "done" | "refused" | "failed",
  failure: CallFailure | null,
): Promise<void> {
  const closed = await db`
    with closed as (
      update operator_calls set state = ${state}, failure = ${failure}, next_check_at = null,
        closed_at = clock_now(), updated_at = clock_now()
      where id = ${id} and state = 'queued' returning subscription_id
    ), spared as (
      update subscriptions s set onchain_cancel = 'none' from closed c
      where s.id = c.subscription_id and s.onchain_cancel = 'queued' and ${state === "done"}
    )
    select from closed`;
  if (closed.length > 0)
    log.info({ callId: id, kind, state, failure }, "an operator's call has ended");
}

/** Ends a call that can never be made: one of which nothing was signed is refused, any other has failed. */
export function refuseCall(
  ctx: Pick<Context, "db" | "log">,
  row: OperatorCallRow,
  failure: CallFailure,
): Promise<void> {
  return closeCall(ctx, row, row.rounds > 0 ? "failed" : "refused", failure);
}

/** Leaves a call in the queue, and notes what it waits for. */
export async function postponeCall(
  db: Db,
  { id }: OperatorCallRow,
  failure: CallFailure | null,
): Promise<void> {
  await db`
    update operator_calls set failure = ${failure}, updated_at = clock_now(),
      next_check_at = clock_now() + ${AGAIN_SECONDS} * interval '1 second'
    where id = ${id} and state = 'queued'`;
}
