import { hasFields, isMessageFor } from "./compare-messages";
import type { SubscriptionTerms } from "./subscription-messages";
import type { TypedData } from "./typed-data";

/** A subscription as its payer agrees to it; when it starts is the server's to say, within `latestStart`. */
export type AgreedSubscription = Omit<
  SubscriptionTerms,
  "startAt" | "endAt" | "permitDeadline" | "permitNonce"
> & {
  /** How many charges. */
  readonly cycles: number;
  /** Unix seconds. */
  readonly latestStart: number;
};

/** The fields of the intent, as text. */
type Terms = Readonly<Record<Exclude<keyof SubscriptionTerms, "chainId" | "manager">, string>>;

/** What a payer is asked to sign for a subscription, and what it is said to mean. */
export interface SubscriptionRequest {
  readonly permit: TypedData;
  readonly intent: TypedData;
  readonly signed: Terms;
}

/**
 * Whether messages that another program has worded are for exactly the agreed subscription: this price and interval
 * of this token, from this payer, by this contract, for this merchant and plan, so many charges, and this allowance.
 */
export function isSubscriptionAsAgreed(
  agreed: AgreedSubscription,
  { permit, intent, signed }: SubscriptionRequest,
): boolean {
  const { chainId, manager } = agreed;
  return (
    isMessageFor(permit, "Permit", chainId, agreed.token) &&
    hasFields(permit.message, {
      owner: agreed.payer,
      spender: manager,
      value: agreed.permitValue,
      nonce: signed.permitNonce,
      deadline: signed.permitDeadline,
    }) &&
    isMessageFor(intent, "SubscriptionIntent", chainId, manager) &&
    hasFields(intent.message, expectedOf(agreed, signed)) &&
    isTermsAsAgreed(agreed, signed)
  );
}

/** The same of terms alone, which a payer's own wallet sends. */
export function isTermsAsAgreed(agreed: AgreedSubscription, terms: Terms): boolean {
  return hasFields(terms, expectedOf(agreed, terms)) && Number(terms.startAt) <= agreed.latestStart;
}

function expectedOf(
  {
    chainId: _chain,
    manager: _manager,
    cycles,
    latestStart: _latest,
    ...agreed
  }: AgreedSubscription,
  { startAt, permitNonce, permitDeadline }: Terms,
) {
  const endAt = BigInt(startAt) + BigInt(cycles) * BigInt(agreed.interval);
  return { ...agreed, startAt, endAt, permitNonce, permitDeadline };
}
