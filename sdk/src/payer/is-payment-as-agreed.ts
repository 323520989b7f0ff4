import { hasFields, isMessageFor } from "./compare-messages";
import type { AgreedPayment } from "./payment-messages";
import { termsNonce } from "./terms-nonce";
import type { TypedData } from "./typed-data";

/** What a payer is asked to sign for a payment, and what it is said to mean. */
export type PaymentRequest = {
  readonly authorization: TypedData;
  readonly signed: Readonly<
    Record<
      "payer" | "registry" | "merchantId" | "token" | "amount" | "ref" | "nonce" | "validBefore",
      string
    >
  >;
} & (
  | { readonly signatures: 1; readonly salt: string }
  | { readonly signatures: 2; readonly intent: TypedData }
);

/**
 * Whether messages that another program has worded are for exactly the agreed payment: this amount of this token, from
 * this payer, by this processor, for this merchant and session. With one signature the nonce is computed again.
 */
export function isPaymentAsAgreed(
  { chainId, processor, ...terms }: AgreedPayment,
  request: PaymentRequest,
): boolean {
  const { authorization, signed } = request;
  const nonce =
    request.signatures === 1
      ? termsNonce({ chainId, processor, ...terms, salt: request.salt })
      : signed.nonce;
  const transfer = {
    from: terms.payer,
    to: processor,
    value: terms.amount,
    validAfter: "0",
    validBefore: signed.validBefore,
    nonce,
  };
  return (
    isMessageFor(authorization, "ReceiveWithAuthorization", chainId, terms.token) &&
    hasFields(authorization.message, transfer) &&
    hasFields(signed, { ...terms, nonce, validBefore: signed.validBefore }) &&
    (request.signatures === 1 ||
      (isMessageFor(request.intent, "PaymentIntent", chainId, processor) &&
        hasFields(request.intent.message, { ...terms, nonce })))
  );
}
