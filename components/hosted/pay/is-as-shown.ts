import { termsNonce } from "@/lib/client/terms-nonce";
import type { PayPage, SigningRequest, TypedData } from "@/lib/contract/payments/hosted-pay";
import { shownTerms } from "./shown-terms";

/**
 * Whether a request is for exactly what the page shows: this amount of this token, from this account, by
 * the processor, for this merchant and order. With one signature the nonce is recomputed from that.
 */
export function isAsShown(page: PayPage, account: string, request: SigningRequest): boolean {
  const { authorization, signed } = request;
  const { tokenAddress, processorAddress, amount } = page;
  const salted = shownTerms(page, account, request.signatures === 1 ? request.salt : "0");
  const { chainId, payer, merchantId, token, ref } = salted;
  const terms = { payer, merchantId, token, amount, ref };
  const nonce = request.signatures === 1 ? termsNonce(salted) : signed.nonce;
  const transfer = {
    from: account,
    to: processorAddress,
    value: amount,
    validAfter: "0",
    validBefore: signed.validBefore,
    nonce,
  };
  return (
    says(authorization, "ReceiveWithAuthorization", { chainId, verifyingContract: tokenAddress }) &&
    isSame(authorization.message, transfer) &&
    isSame(signed, { ...terms, nonce, validBefore: signed.validBefore }) &&
    (request.signatures === 1 ||
      (says(request.intent, "PaymentIntent", { chainId, verifyingContract: processorAddress }) &&
        isSame(request.intent.message, { ...terms, nonce })))
  );
}

function says(
  { domain, primaryType }: TypedData,
  type: string,
  { chainId, verifyingContract }: { chainId: number; verifyingContract: string },
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
