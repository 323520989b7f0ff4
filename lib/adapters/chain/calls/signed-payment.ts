import type { Deployment } from "@/lib/adapters/chain/chains";
import type { Bytes32, Hex } from "@/lib/core/chain/hex";
import { intentIdOf, type PaymentTerms } from "./payments";

/** Terms that bind the nonce of the payer's authorization, which is all that it signs. */
export interface TermsPayment extends PaymentTerms {
  readonly signatures: 1;
  readonly authSignature: Hex;
  readonly salt: bigint;
}

/** Terms with the payer's signatures of the authorization and of the intent. */
export interface IntentPayment extends PaymentTerms {
  readonly signatures: 2;
  readonly authSignature: Hex;
  readonly intentSignature: Hex;
}

/** A payment as its payer signed it; signatures are bytes. */
export type SignedPayment = TermsPayment | IntentPayment;

/** The payment's id, which its settlement's event carries. */
export function paymentIdOf(deployment: Deployment, payment: SignedPayment): Bytes32 {
  return payment.signatures === 1 ? payment.nonce : intentIdOf(deployment, payment);
}
