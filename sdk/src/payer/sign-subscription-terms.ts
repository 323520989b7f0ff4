import {
  permitMessage,
  type SubscriptionTerms,
  subscriptionIntentMessage,
} from "./subscription-messages";
import type { Hex, TokenDomain, TypedDataSigner } from "./typed-data";

/** A signed subscription as `relay.subscribe` takes it. */
export interface SignedSubscription {
  readonly merchantId: string;
  readonly token: string;
  readonly amount: string;
  readonly interval: number;
  readonly startAt: string;
  readonly endAt: string;
  readonly permitData: {
    readonly owner: string;
    readonly value: string;
    readonly deadline: string;
  };
  readonly permitSignature: Hex;
  readonly intentSignature: Hex;
}

/** Signs the permit of a subscription, and then its terms. */
export async function signSubscriptionTerms(
  signer: TypedDataSigner,
  token: TokenDomain,
  terms: SubscriptionTerms,
): Promise<SignedSubscription> {
  const permitSignature = await signer.signTypedData(permitMessage(token, terms));
  const intentSignature = await signer.signTypedData(subscriptionIntentMessage(terms));
  const { payer, permitValue, permitDeadline } = terms;
  return {
    merchantId: String(terms.merchantId),
    token: terms.token,
    amount: String(terms.amount),
    interval: Number(terms.interval),
    startAt: String(terms.startAt),
    endAt: String(terms.endAt),
    permitData: { owner: payer, value: String(permitValue), deadline: String(permitDeadline) },
    permitSignature,
    intentSignature,
  };
}
