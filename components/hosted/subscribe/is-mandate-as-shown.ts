import type { MandateRequest, SubscribePage } from "@/lib/contract/subscriptions/hosted-subscribe";
import { isSubscriptionAsAgreed } from "@/sdk/src/payer/is-subscription-as-agreed";
import { refOf } from "@/sdk/src/payer/ref-of";

/** An hour more than a plan's trial: a page may have been open for a while. */
const START_LEEWAY_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
/** One that follows another begins up to this much later. */
const SUCCESSOR_SECONDS = 30 * DAY_SECONDS;

/**
 * Whether a request is for exactly what the page shows, with no allowance beyond that and the wallet's other
 * subscriptions.
 * @param now the server's clock in Unix seconds
 */
export function isMandateAsShown(
  plan: SubscribePage,
  account: string,
  request: MandateRequest,
  now: number,
): boolean {
  const shown = {
    chainId: plan.network.chainId,
    manager: plan.subscriptionsAddress,
    payer: account,
    registry: plan.registryAddress,
    merchantId: plan.merchantId,
    token: plan.tokenAddress,
    amount: plan.amount,
    interval: String(plan.intervalSeconds),
    cycles: plan.cycles,
    permitValue: BigInt(request.committed) + BigInt(plan.cap),
    ref: refOf(plan.planId),
    latestStart:
      now + START_LEEWAY_SECONDS + Math.max(plan.trialDays * DAY_SECONDS, SUCCESSOR_SECONDS),
  };
  return isSubscriptionAsAgreed(shown, request);
}
