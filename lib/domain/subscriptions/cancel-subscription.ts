import { type TransactionSql, transaction } from "@/db/client";
import { stateList } from "@/db/state-list";
import type { InputOf } from "@/lib/contract/endpoint";
import type { cancelSubscription as declaration } from "@/lib/contract/subscriptions/subscriptions";
import {
  liveSubscriptionStatuses,
  sourcesOf,
  subscriptionTransitions,
  unsignedSubmissionStates,
} from "@/lib/core/states";
import type { Canceller } from "@/lib/core/subscriptions/subscription-kinds";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { queueOnchainCancel } from "./queue-onchain-cancel";
import { successorsOf } from "./reminders/has-successor";
import {
  isTold,
  lockOwnSubscription,
  readSubscription,
  refuseCancelled,
  type SubscriptionRow,
} from "./subscription-rows";
import { tellSubscription } from "./tell-subscription";
import { type SubscriptionView, viewSubscription } from "./view";

/**
 * Cancels one of the merchant's subscriptions, suspended or not. One whose enrolment is still on its way stays
 * cancelled, and is ended on the chain once it is final there. One that has lapsed or is completed keeps its end. The
 * payer's next term of the same plan is cancelled with it.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state` with `subscription_ended`
 */
export async function cancelSubscription(
  ctx: Context<MerchantActor>,
  { id, reason = null }: Omit<InputOf<typeof declaration>, "reason"> & { reason?: string | null },
): Promise<SubscriptionView> {
  return transaction(ctx.db, async (tx) => {
    const row = await lockOwnSubscription(tx, ctx.actor, id);
    return viewSubscription(await cancelLocked(ctx, tx, row, { reason, by: "merchant" }));
  });
}

interface Cancellation {
  readonly reason: string | null;
  readonly by: Canceller;
}

/**
 * Cancels a locked subscription and asks the chain to end it.
 * @returns the subscription after it
 * @throws Refusal `session_invalid_state` with `subscription_ended`: it is cancelled already
 */
export async function cancelLocked(
  ctx: Pick<Context, "log">,
  tx: TransactionSql,
  row: SubscriptionRow,
  given: Cancellation,
): Promise<SubscriptionRow> {
  refuseCancelled(row);
  await endCancelled(ctx, tx, row, { ...given, at: null });
  if (row.status === "pending") await closeUnsigned(tx, row);
  await queueOnchainCancel(ctx, tx, row);
  return readSubscription(tx, row.id);
}

/** An enrolment that the relay has never signed for goes nowhere; one that it is signing now may still land. */
async function closeUnsigned(tx: TransactionSql, { id }: SubscriptionRow): Promise<void> {
  await tx`
    update relay_submissions set state = 'rejected', failure_code = 'subscription_closed',
      next_check_at = null, closed_at = clock_now(), updated_at = clock_now()
    where id in (
      select id from relay_submissions
      where subscription_id = ${id}
        and state in (${stateList(tx, unsignedSubmissionStates)}) and tx_hash is null
      for no key update skip locked
    ) and state in (${stateList(tx, unsignedSubmissionStates)}) and tx_hash is null`;
}

/**
 * Ends a locked subscription as cancelled: no charge of it is claimed any more, and a recovery that ran is over. It says
 * so with `subscription.cancelled`. What was paid for stays paid. Of one that had lapsed or was completed, time and kind
 * of that end are kept. When its payer or merchant cancels it before its end, the next term is cancelled with it.
 * @param given.at null for now
 * @returns false where it was cancelled before
 */
export async function endCancelled(
  ctx: Pick<Context, "log">,
  tx: TransactionSql,
  row: SubscriptionRow,
  { reason, by, at }: Cancellation & { at: Date | null },
): Promise<boolean> {
  const { count } = await tx`
    update subscriptions set status = 'cancelled', cancel_reason = ${reason}, cancelled_by = ${by},
      cancelled_at = coalesce(${at}::timestamptz, clock_now()),
      closed_at = coalesce(closed_at, clock_now()),
      ended_as = case when status in ('lapsed', 'completed') then status end,
      next_charge_at = null, attempt_at = null, past_due_since = null, grace_ends_at = null,
      failure_code = null
    where id = ${row.id} and status in ${tx(sourcesOf(subscriptionTransitions, "cancelled"))}`;
  if (count === 0) return false;
  // Before anything is told, so that no mail names a term that ends with it.
  if (by !== "operator") await cancelNextTerm(ctx, tx, row, { reason, by });
  if (!isTold(row)) return true;
  const after = await readSubscription(tx, row.id);
  await tellSubscription(tx, "subscription.cancelled", after);
  if (row.status === "past_due") {
    await tellSubscription(tx, "subscription.recovery_outcome", after);
  }
  return true;
}

/**
 * Cancels what the payer of a subscription that was live has agreed to for the time after its end, which is still ahead.
 * What began after such an end is another subscription, and stays.
 */
async function cancelNextTerm(
  ctx: Pick<Context, "log">,
  tx: TransactionSql,
  { id, status }: SubscriptionRow,
  given: Cancellation,
): Promise<void> {
  if (!liveSubscriptionStatuses.includes(status)) return;
  const found = await tx<{ id: string }[]>`
    select n.id from (select * from subscriptions where id = ${id} limit 1) s
    cross join lateral (select n.id ${successorsOf(tx)}) n
    where s.end_at > clock_now() order by n.id`;
  for (const next of found) {
    await tx`select from subscriptions where id = ${next.id} for no key update`;
    const row = await readSubscription(tx, next.id);
    if (liveSubscriptionStatuses.includes(row.status)) await cancelLocked(ctx, tx, row, given);
  }
}
