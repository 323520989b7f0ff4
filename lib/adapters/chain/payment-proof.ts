import type { Address, Bytes32, Hex } from "@/lib/core/hex";
import type { Deployment } from "./chains";
import { intentIdOf, termsNonce } from "./payments";

interface AgreedPayment {
  /** The merchant's id in the deployment's registry. */
  readonly merchantId: bigint;
  readonly token: Address;
  readonly payer: Address;
  /** Gross, in the token's smallest unit. */
  readonly amount: bigint;
  readonly ref: Bytes32;
}

/** The payer's signature of the intent, with the nonce that the intent names. */
export interface IntentProof extends AgreedPayment {
  readonly signatures: 2;
  readonly nonce: Bytes32;
  readonly intentSignature: Hex;
}

/** Terms whose digest is a nonce of the payer's, which is used. */
export interface TermsProof extends AgreedPayment {
  readonly signatures: 1;
  readonly salt: bigint;
}

/** What the payer of a payment agreed to, and what shows it: a refund brings it to the contract. */
export type PaymentProof = IntentProof | TermsProof;

/** The id of the payment that a proof is of. */
export function provenId(deployment: Deployment, proof: PaymentProof): Bytes32 {
  return proof.signatures === 1 ? termsNonce(deployment, proof) : intentIdOf(deployment, proof);
}
