import {
  authorizationMessage,
  type NoncedPayment,
  paymentIntentMessage,
  type SaltedPayment,
  type Validity,
} from "./payment-messages";
import { termsNonce } from "./terms-nonce";
import type { Hex, TokenDomain, TypedDataSigner } from "./typed-data";

/** A signed authorization (EIP-3009) as `relay.pay` takes it. */
export interface SignedAuthorization {
  readonly merchantId: string;
  readonly token: string;
  readonly auth: {
    readonly from: string;
    readonly amount: string;
    readonly validAfter: string;
    readonly validBefore: string;
    readonly nonce: Hex;
  };
  readonly ref: string;
  readonly authSignature: Hex;
}

/** Signs a payment once: the authorization's nonce is the digest of its terms. */
export async function signTermsOnce(
  signer: TypedDataSigner,
  token: TokenDomain,
  payment: SaltedPayment & Validity,
): Promise<SignedAuthorization & { readonly salt: string }> {
  const nonce = termsNonce(payment);
  return {
    ...(await signAuthorization(signer, token, { ...payment, nonce })),
    salt: String(payment.salt),
  };
}

/** Signs a payment twice: the authorization, whose nonce is free, and the intent that binds it. */
export async function signTermsTwice(
  signer: TypedDataSigner,
  token: TokenDomain,
  payment: NoncedPayment & Validity,
): Promise<SignedAuthorization & { readonly intentSignature: Hex }> {
  const authorization = await signAuthorization(signer, token, payment);
  const intentSignature = await signer.signTypedData(paymentIntentMessage(payment));
  return { ...authorization, intentSignature };
}

/** Signs the authorization alone, with the nonce that is given. */
export async function signAuthorization(
  signer: TypedDataSigner,
  token: TokenDomain,
  payment: NoncedPayment & Validity,
): Promise<SignedAuthorization> {
  const { payer, merchantId, amount, ref, nonce, validAfter = "0", validBefore } = payment;
  return {
    merchantId: String(merchantId),
    token: payment.token,
    auth: {
      from: payer,
      amount: String(amount),
      validAfter: String(validAfter),
      validBefore: String(validBefore),
      nonce,
    },
    ref,
    authSignature: await signer.signTypedData(authorizationMessage(token, payment)),
  };
}
