import { toFunctionSelector } from "viem";
import { getAbiItem, size, slice } from "viem/utils";
import { subscriptionManagerAbi as abi } from "@/lib/adapters/chain/abi/subscription-manager";
import {
  type SubscriptionTerms,
  subscriptionIdOf,
  termsFromWords,
  termsWords,
} from "@/lib/adapters/chain/calls/subscription-terms";
import type { Deployment } from "@/lib/adapters/chain/chains";
import type { Bytes32, Hex } from "@/lib/core/chain/hex";
import { callsIn, type PaymentProof, readCallData } from "./payment-proof";

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

const names = ["subscribe", "subscribeSigned", "subscribeDirect"] as const;
/** Without 0x. */
const selectors = names.map((name) => toFunctionSelector(getAbiItem({ abi, name })).slice(2));
const SELECTOR_BYTES = 4;
const TERMS_BYTES = 352;

/** The stored terms of a subscription; null where they are not there, or are not this subscription's. */
export function storedTerms(
  deployment: Deployment,
  { onchainId, signedTerms }: { onchainId: Bytes32; signedTerms: Hex | null },
): SubscriptionTerms | null {
  if (!signedTerms || !deployment.contracts.subscriptions) return null;
  const terms = termsFromWords(signedTerms);
  return subscriptionIdOf(deployment, terms) === onchainId ? terms : null;
}

/**
 * Reads the terms with which a payer enrolled from the transaction that did it. What is found is checked by the
 * subscription's id.
 * @returns as the contract is given them; null when the node does not know the transaction, or nothing in it enrolled
 * this subscription
 * @throws RpcError, RpcUnavailable
 */
export async function readSignedTerms(
  deployment: Deployment,
  { txHash, onchainId }: { txHash: Bytes32; onchainId: Bytes32 },
): Promise<Hex | null> {
  const data = await readCallData(deployment.chain.rpc, txHash);
  return data && findSignedTerms(deployment, data, onchainId);
}

/** Finds the terms of a subscription in the data of a call: with every function they are the first argument. */
export function findSignedTerms(deployment: Deployment, data: Hex, onchainId: Bytes32): Hex | null {
  for (const call of callsIn(data, selectors)) {
    if (size(call) < SELECTOR_BYTES + TERMS_BYTES) continue;
    const signedTerms = slice(call, SELECTOR_BYTES, SELECTOR_BYTES + TERMS_BYTES);
    const terms = storedTerms(deployment, { onchainId, signedTerms });
    if (terms) return termsWords(terms);
  }
  return null;
}
