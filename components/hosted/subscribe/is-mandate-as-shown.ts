import { keccak256, stringToHex } from "viem/utils";
import type { TypedData } from "@/lib/contract/payments/hosted-pay";
import type { MandateRequest, SubscribePage } from "@/lib/contract/subscriptions/hosted-subscribe";

/** An hour more than a plan's trial: a page may have been open for a while. */
const START_LEEWAY_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
/** One that follows another begins up to this much later. */
const SUCCESSOR_SECONDS = 30 * DAY_SECONDS;

/**
 * Whether a request is for exactly what the page shows: this price and interval of this token, from this account, by
 * the contract for subscriptions, for this merchant and plan, as many charges as are shown, and no allowance beyond
 * that and the wallet's other subscriptions.
 * @param now the server's clock in Unix seconds
 */
export function isMandateAsShown(
  plan: SubscribePage,
  account: string,
  request: MandateRequest,
  now: number,
): boolean {
  const { permit, intent, signed, committed } = request;
  const { chainId } = plan.network;
  const span = BigInt(plan.cycles) * BigInt(plan.intervalSeconds);
  const expected = {
    payer: account,
    merchantId: plan.merchantId,
    token: plan.tokenAddress,
    amount: plan.amount,
    interval: String(plan.intervalSeconds),
    startAt: signed.startAt,
    endAt: String(BigInt(signed.startAt) + span),
    permitValue: String(BigInt(committed) + BigInt(plan.cap)),
    permitDeadline: signed.permitDeadline,
    permitNonce: signed.permitNonce,
    ref: keccak256(stringToHex(plan.planId)),
  };
  const latest =
    now + START_LEEWAY_SECONDS + Math.max(plan.trialDays * DAY_SECONDS, SUCCESSOR_SECONDS);
  return (
    says(permit, "Permit", chainId, plan.tokenAddress) &&
    isSame(permit.message, {
      owner: account,
      spender: plan.subscriptionsAddress,
      value: expected.permitValue,
      nonce: signed.permitNonce,
      deadline: signed.permitDeadline,
    }) &&
    says(intent, "SubscriptionIntent", chainId, plan.subscriptionsAddress) &&
    isSame(intent.message, expected) &&
    isSame(signed, expected) &&
    Number(signed.startAt) <= latest
  );
}

function says(
  { domain, primaryType }: TypedData,
  type: string,
  chainId: number,
  verifyingContract: string,
): boolean {
  return (
    primaryType === type &&
    domain.chainId === chainId &&
    String(domain.verifyingContract).toLowerCase() === verifyingContract.toLowerCase()
  );
}

/** Addresses are written in any case. */
function isSame(given: Record<string, string>, expected: Record<string, string>): boolean {
  const names = Object.keys(expected);
  return (
    Object.keys(given).length === names.length &&
    names.every((name) => given[name]?.toLowerCase() === expected[name]?.toLowerCase())
  );
}
