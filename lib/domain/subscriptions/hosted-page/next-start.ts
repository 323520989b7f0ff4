import type { Deployment } from "@/lib/adapters/chain/chains";
import type { Address } from "@/lib/core/chain/hex";
import { daySeconds, successorAheadSeconds } from "@/lib/core/subscriptions/subscription-horizon";
import type { Context } from "@/lib/domain/platform/context";
import { liveOne, standsInTheWay } from "@/lib/domain/subscriptions/enrolments/check-enrolment";
import { findEarlier } from "@/lib/domain/subscriptions/enrolments/find-enrolment";
import type { PlanRow } from "@/lib/domain/subscriptions/plans/plan-rows";

/** When a payer's next subscription of a plan begins. */
export interface NextStart {
  /** Unix seconds. */
  readonly startAt: bigint;
  /** It goes on where the payer's current one ends. */
  readonly follows: boolean;
}

/**
 * When a payer who signs now is charged first: at once, after the plan's trial, which a wallet has once, or where its
 * current subscription ends, if that is near and nothing follows it yet.
 * @param now the newest block's time in Unix seconds
 */
export async function nextStart(
  { db }: Pick<Context, "db">,
  { deployment, plan, payer }: { deployment: Deployment; plan: PlanRow; payer: Address },
  now: bigint,
): Promise<NextStart> {
  const { merchantId, mode } = plan;
  const earlier = await findEarlier(db, { merchantId, mode, deployment, payer, plan });
  const endAt = liveOne({ earlier })?.endAt;
  const end = endAt ? BigInt(Math.floor(endAt.getTime() / 1_000)) : null;
  const isOnly = earlier.filter(standsInTheWay).length === 1;
  if (end !== null && isOnly && end > now && end <= now + successorAheadSeconds) {
    return { startAt: end, follows: true };
  }
  const hadTrial = earlier.some(({ enrolled }) => enrolled);
  const trial = hadTrial ? 0n : BigInt(plan.trialDays) * daySeconds;
  return { startAt: now + trial, follows: false };
}
