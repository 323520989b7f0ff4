import type { TransactionSql } from "@/db/client";
import { digits } from "@/lib/core/amounts/money";
import { zeroBytes32 } from "@/lib/core/chain/hex";
import type { Mode } from "@/lib/core/modes";
import { liveSubscriptionStatuses } from "@/lib/core/states";
import { daySeconds, startLeewaySeconds } from "@/lib/core/subscriptions/subscription-horizon";
import type { EnrolmentEvent } from "./subscription-event";

/** Who a registry's id is of. */
export interface RegisteredMerchant {
  readonly merchantId: string;
  readonly mode: Mode;
}

interface Plan {
  id: string;
  trialDays: number;
  maxCycles: number | null;
  archivedAt: Date | null;
}

/**
 * The plan whose terms an enrolment has that no relay was given: its merchant's, with the plan's token, amount and
 * interval, that begins no later than the trial allows or where the live one ends, and ends where the plan's cycles do.
 * @returns null where there is none: the merchant has no plan that charges those terms
 */
export async function findLinkedPlan(
  tx: TransactionSql,
  { merchantId, mode }: RegisteredMerchant,
  event: EnrolmentEvent,
): Promise<string | null> {
  if (event.ref === zeroBytes32) return null;
  const [plan] = await tx<Plan[]>`
    select id, trial_days, max_cycles, archived_at from subscription_plans
    where ref = ${event.ref} and merchant_id = ${merchantId} and mode = ${mode}
      and deployment_id = ${event.deploymentId} and token_address = ${event.token}
      and amount = ${digits(event.amount)}::numeric and interval_seconds = ${event.interval}`;
  if (!plan || !fitsCycles(plan, event)) return null;
  if (plan.archivedAt !== null && plan.archivedAt <= event.blockTimestamp) return null;
  return (await startsInTime(tx, plan, event)) ? plan.id : null;
}

/** A plan without cycles takes any end. */
function fitsCycles({ maxCycles }: Plan, { startAt, endAt, interval }: EnrolmentEvent): boolean {
  if (maxCycles === null) return true;
  if (endAt === 0n) return false;
  return (endAt - startAt + interval - 1n) / interval === BigInt(maxCycles);
}

/** A payer has one trial of a plan. What has ended since the block was live then. */
async function startsInTime(
  tx: TransactionSql,
  { id, trialDays }: Plan,
  { payer, deploymentId, startAt, blockTimestamp }: EnrolmentEvent,
): Promise<boolean> {
  const [earlier] = await tx<{ liveUntil: Date | null; had: boolean }[]>`
    select max(end_at) filter (where status in ${tx(liveSubscriptionStatuses)}
        or coalesce(case when ended_as is null then cancelled_at end, closed_at) > ${blockTimestamp}
      ) as live_until,
      count(*) > 0 as had
    from subscriptions
    where payer = ${payer} and deployment_id = ${deploymentId} and plan_id = ${id}
      and enrolled_at is not null`;
  const seconds = (at: Date) => BigInt(Math.floor(at.getTime() / 1_000));
  const trial = earlier?.had ? 0n : BigInt(trialDays) * daySeconds;
  const latest = seconds(blockTimestamp) + trial + startLeewaySeconds;
  if (startAt <= latest) return true;
  return earlier?.liveUntil != null && startAt <= seconds(earlier.liveUntil);
}
