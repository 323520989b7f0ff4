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

/** What a payer is asked to sign for a subscription, and what it is said to mean. */
export interface SubscriptionRequest {
  readonly permit: TypedData;
  readonly intent: TypedData;
  readonly signed: Readonly<
    Record<Exclude<keyof SubscriptionTerms, "chainId" | "manager">, string>
  >;
}

/**
 * Whether messages that another program has worded are for exactly the agreed subscription: this price and interval
 * of this token, from this payer, by this contract, for this merchant and plan, so many charges, and this allowance.
 */
export function isSubscriptionAsAgreed(
  { chainId, manager, cycles, latestStart, ...agreed }: AgreedSubscription,
  { permit, intent, signed }: SubscriptionRequest,
): boolean {
  const { startAt, permitNonce, permitDeadline } = signed;
  const endAt = BigInt(startAt) + BigInt(cycles) * BigInt(agreed.interval);
  const expected = { ...agreed, startAt, endAt, permitNonce, permitDeadline };
  return (
    isMessageFor(permit, "Permit", chainId, agreed.token) &&
    hasFields(permit.message, {
      owner: agreed.payer,
      spender: manager,
      value: agreed.permitValue,
      nonce: permitNonce,
      deadline: permitDeadline,
    }) &&
    isMessageFor(intent, "SubscriptionIntent", chainId, manager) &&
    hasFields(intent.message, expected) &&
    hasFields(signed, expected) &&
    Number(startAt) <= latestStart
  );
}
