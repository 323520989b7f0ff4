import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { getPlanSubscription as declaration } from "@/lib/contract/payments/checkout";
import { liveSubscriptionStatuses, type SubscriptionStatus } from "@/lib/core/states";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { isCreating } from "@/lib/domain/subscriptions/enrolments/is-creating";
import { findPublicPlan } from "./plan-rows";

interface SubscriptionMatch {
  id: string;
  status: SubscriptionStatus;
  nextChargeAt: Date | null;
  paidUntil: Date | null;
  live: boolean;
}

/**
 * Whether a wallet subscribes to a plan; its subscriptions to others are none of it. What it shows, the chain shows too. Of
 * several that have not ended, the one that runs goes before one that begins later, and before one whose enrolment failed.
 * @throws Refusal `not_found`
 */
export async function getPlanSubscription(
  { db }: Context<PublicActor>,
  { id, payer }: InputOf<typeof declaration>,
): Promise<OutputOf<typeof declaration>> {
  const plan = await findPublicPlan(db, id);
  const [found] = await db<SubscriptionMatch[]>`
    select s.id, s.status, s.next_charge_at, s.paid_until,
      s.status in ${db(liveSubscriptionStatuses)} as live
    from subscriptions s
    where s.payer = ${payer} and s.deployment_id = ${plan.deploymentId} and s.plan_id = ${plan.id}
      and s.merchant_id = ${plan.merchantId} and s.mode = ${plan.mode}
    order by live desc, s.status = 'pending' and not ${isCreating(db, db`s`)},
      coalesce(s.end_at <= clock_now(), false), s.status in ('pending', 'trialing'), s.created_at desc
    limit 1`;
  if (!found) return { object: "plan_subscription", subscribed: false, subscription: null };
  const { live, ...subscription } = found;
  return { object: "plan_subscription", subscribed: live, subscription };
}
