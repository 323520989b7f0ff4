import {
  type SubscriptionTerms,
  subscriptionIdOf,
  termsFromWords,
} from "@/lib/adapters/chain/calls/subscription-terms";
import type { Deployment } from "@/lib/adapters/chain/chains";
import type { Bytes32, Hex } from "@/lib/core/chain/hex";
import type { PaymentProof } from "./payment-proof";

/** Which charge of which subscription: a refund of it brings this to the contract. */
export interface ChargeProof {
  /** What the payer agreed to; their digest is the subscription's id. */
  readonly terms: SubscriptionTerms;
  readonly period: bigint;
  readonly number: bigint;
}

/** What a refund brings to the contract of what it is of. */
export type RefundProof = PaymentProof | ChargeProof;

export const isChargeProof = (proof: RefundProof): proof is ChargeProof => "terms" in proof;

/** The kind of the contract that returns what a proof is of. */
export const refundingKind = (proof: RefundProof) =>
  isChargeProof(proof) ? "chargeRefunds" : "refunds";

/** The stored terms of a subscription; null where they are not there, or are not this subscription's. */
export function storedTerms(
  deployment: Deployment,
  { onchainId, signedTerms }: { onchainId: Bytes32; signedTerms: Hex | null },
): SubscriptionTerms | null {
  if (!signedTerms || !deployment.contracts.subscriptions) return null;
  const terms = termsFromWords(signedTerms);
  return subscriptionIdOf(deployment, terms) === onchainId ? terms : null;
}
