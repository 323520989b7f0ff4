import type {
  DirectRequest,
  MandateRequest,
  SubscribePage,
} from "@/lib/contract/subscriptions/hosted-subscribe";
import { isSubscriptionAsAgreed, isTermsAsAgreed } from "@/sdk/src/payer/is-subscription-as-agreed";
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
  return isSubscriptionAsAgreed(shownOf(plan, account, request.committed, now), request);
}

/** The same of what the wallet sends by itself: no permit has a deadline then. */
export function isDirectAsShown(
  plan: SubscribePage,
  account: string,
  { terms, committed }: DirectRequest,
  now: number,
): boolean {
  return (
    terms.permitDeadline === "0" && isTermsAsAgreed(shownOf(plan, account, committed, now), terms)
  );
}

function shownOf(plan: SubscribePage, account: string, committed: string, now: number) {
  return {
    chainId: plan.network.chainId,
    manager: plan.subscriptionsAddress,
    payer: account,
    registry: plan.registryAddress,
    merchantId: plan.merchantId,
    token: plan.tokenAddress,
    amount: plan.amount,
    interval: String(plan.intervalSeconds),
    cycles: plan.cycles,
    permitValue: BigInt(committed) + BigInt(plan.cap),
    ref: refOf(plan.planId),
    latestStart:
      now + START_LEEWAY_SECONDS + Math.max(plan.trialDays * DAY_SECONDS, SUCCESSOR_SECONDS),
  };
}
