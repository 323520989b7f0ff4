import { type TransactionSql, transaction } from "@/db/client";
import { type SubscriptionStatus, sourcesOf, subscriptionTransitions } from "@/lib/core/states";
import type { ChargeFailure } from "@/lib/core/subscriptions/subscription-kinds";
import type { Context } from "@/lib/domain/platform/context";
import { readSubscription } from "@/lib/domain/subscriptions/subscription-rows";
import { tellSubscription } from "@/lib/domain/subscriptions/tell-subscription";
import { type ClaimedSubscription, lockClaimed } from "./claim-renewals";
import { closeLapsed } from "./close-subscription";
import type { StoredSubscription } from "./due-renewals";
import { findGracePauses } from "./find-grace-pauses";
import { type Failure, planRecovery, type Recovery } from "./plan-recovery";
import { readRecoverySettings } from "./recovery-settings";
import { tellTry } from "./tell-try";

/** A charge that the payer's side keeps from being made. */
export interface RenewalFailure extends Failure {
  readonly claimed: ClaimedSubscription;
  readonly code: ChargeFailure;
  /** By how much balance or allowance falls short, smallest unit; null where neither does. */
  readonly missing: bigint | null;
}

/**
 * Writes down that a charge cannot be made, and tells of it: the first time of a period, and with each try. When its
 * grace is over it lapses. Nothing is done where the subscription has changed since it was claimed.
 */
export async function failRenewal(
  ctx: Pick<Context, "db" | "log" | "modules">,
  failure: RenewalFailure,
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const row = await lockClaimed(tx, failure.claimed);
    if (!row) return;
    const settings = await readRecoverySettings(tx, row);
    const pauses = await findGracePauses(tx, row);
    const recovery = planRecovery({ ...row, pauses }, settings, failure);
    await writeFailure(tx, row, failure, recovery);
    const told = await readSubscription(tx, row.id);
    const { missing, code } = failure;
    const { notificationTemplate: template } = settings;
    if (recovery.isNews)
      await tellSubscription(tx, "subscription.charge_failed", told, { missing, template });
    const { tries } = recovery;
    if (recovery.isTry)
      await tellTry(ctx, tx, row.id, { settings, tries, failure: code, txHash: null });
    if (recovery.lapses) await closeLapsed(ctx, tx, row);
  });
}

const failing: SubscriptionStatus[] = [
  ...sourcesOf(subscriptionTransitions, "past_due"),
  "past_due",
];

async function writeFailure(
  tx: TransactionSql,
  { id, status }: StoredSubscription,
  { code, period, periodStart }: RenewalFailure,
  { grace, tries, nextLook }: Recovery,
): Promise<void> {
  const { count } = await tx`
    update subscriptions set status = 'past_due', failure_code = ${code},
      past_due_since = ${grace.since}, grace_ends_at = ${grace.until},
      failed_period = greatest(failed_period, ${period}), recovery_tries = ${tries},
      next_charge_at = ${periodStart}, attempt_at = ${nextLook}
    where id = ${id} and status = ${status}
      and status in ${tx(failing)}`;
  if (count !== 1) throw new Error("the subscription was locked, and changed");
}
