import type { SubscriptionTerms } from "@/lib/adapters/chain/calls/subscription-terms";
import type { MandateRequest } from "@/lib/contract/subscriptions/hosted-subscribe";
import { digits } from "@/lib/core/amounts/money";
import { checksumAddress } from "@/lib/core/chain/hex";

/** Terms as they cross to the browser and back. */
export function shownTerms(terms: SubscriptionTerms): MandateRequest["signed"] {
  const { payer, registry, token, ref, ...numbers } = terms;
  return {
    payer: checksumAddress(payer),
    registry: checksumAddress(registry),
    merchantId: digits(numbers.merchantId),
    token: checksumAddress(token),
    amount: digits(numbers.amount),
    interval: digits(numbers.interval),
    startAt: digits(numbers.startAt),
    endAt: digits(numbers.endAt),
    permitValue: digits(numbers.permitValue),
    permitDeadline: digits(numbers.permitDeadline),
    permitNonce: digits(numbers.permitNonce),
    ref,
  };
}
