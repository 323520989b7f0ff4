import type { TransactionSql } from "@/db/client";
import { sourcesOf, subscriptionTransitions } from "@/lib/core/states";
import { isTold, readSubscription, type SubscriptionRow } from "./subscription-rows";
import { tellSubscription } from "./tell-subscription";

/**
 * Ends a locked subscription as cancelled: no charge of it is claimed any more, and a recovery that ran is over. It says
 * so with `subscription.cancelled`. What was paid for stays paid.
 * @param given.at null for now
 * @returns false where it had ended before
 */
export async function endCancelled(
  tx: TransactionSql,
  row: SubscriptionRow,
  { reason, at }: { reason: string | null; at: Date | null },
): Promise<boolean> {
  const { count } = await tx`
    update subscriptions set status = 'cancelled', cancel_reason = ${reason},
      cancelled_at = coalesce(${at}::timestamptz, clock_now()), closed_at = clock_now(),
      next_charge_at = null, attempt_at = null, past_due_since = null, grace_ends_at = null,
      failure_code = null
    where id = ${row.id} and status in ${tx(sourcesOf(subscriptionTransitions, "cancelled"))}`;
  if (count === 0) return false;
  if (!isTold(row)) return true;
  const after = await readSubscription(tx, row.id);
  await tellSubscription(tx, "subscription.cancelled", after);
  if (row.status === "past_due") {
    await tellSubscription(tx, "subscription.recovery_outcome", after);
  }
  return true;
}
