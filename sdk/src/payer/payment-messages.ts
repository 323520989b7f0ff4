import { type Hex, type TokenDomain, type TypedData, tokenDomain, type Whole } from "./typed-data";

/** A payment as the payer and the merchant agree on it. */
export interface AgreedPayment {
  readonly chainId: number;
  /** The payment processor's address. */
  readonly processor: string;
  readonly payer: string;
  /** The registry's address: what is signed for one registry pays no merchant of another. */
  readonly registry: string;
  /** The merchant's id in the registry. */
  readonly merchantId: Whole;
  /** The token's address. */
  readonly token: string;
  /** Gross, in the token's smallest unit. */
  readonly amount: Whole;
  /** keccak-256 of the payment session's id. */
  readonly ref: string;
}

/** A payment with one signature. */
export interface SaltedPayment extends AgreedPayment {
  /** Below 2^96; tells apart payments that are equal otherwise. */
  readonly salt: Whole;
}

/** A payment with the nonce of its authorization (EIP-3009). */
export interface NoncedPayment extends AgreedPayment {
  /** 32 bytes: `termsNonce` with one signature, random with two. */
  readonly nonce: Hex;
}

/** What the authorization says of a payment. */
export type Authorization = Pick<NoncedPayment, "payer" | "processor" | "amount" | "nonce"> &
  Validity;

/** When an authorization can be executed, in Unix seconds. */
export interface Validity {
  /** Valid strictly after it; 0 by default. */
  readonly validAfter?: Whole;
  /** Valid strictly before it. */
  readonly validBefore: Whole;
}

const agreedFields = [
  { name: "payer", type: "address" },
  { name: "registry", type: "address" },
  { name: "merchantId", type: "uint256" },
  { name: "token", type: "address" },
  { name: "amount", type: "uint256" },
  { name: "ref", type: "bytes32" },
];

function agreedMessage({ payer, registry, merchantId, token, amount, ref }: AgreedPayment) {
  return { payer, registry, merchantId: String(merchantId), token, amount: String(amount), ref };
}

function processorDomain({ chainId, processor }: AgreedPayment) {
  return { name: "Stipend Payments", version: "1", chainId, verifyingContract: processor };
}

/** The terms whose digest (EIP-712) is the nonce of a payment with one signature. No wallet is asked to sign them. */
export function termsMessage(payment: SaltedPayment): TypedData {
  return {
    domain: processorDomain(payment),
    types: { PaymentTerms: [...agreedFields, { name: "salt", type: "uint96" }] },
    primaryType: "PaymentTerms",
    message: { ...agreedMessage(payment), salt: String(payment.salt) },
  };
}

/** The second message of a payment with two signatures: it binds the authorization to merchant and session. */
export function paymentIntentMessage(payment: NoncedPayment): TypedData {
  return {
    domain: processorDomain(payment),
    types: { PaymentIntent: [...agreedFields, { name: "nonce", type: "bytes32" }] },
    primaryType: "PaymentIntent",
    message: { ...agreedMessage(payment), nonce: payment.nonce },
  };
}

/** The token's `ReceiveWithAuthorization` (EIP-3009): the processor alone may take the amount, once. */
export function authorizationMessage(
  token: TokenDomain,
  { payer, processor, amount, nonce, validAfter = "0", validBefore }: Authorization,
): TypedData {
  return {
    domain: tokenDomain(token),
    types: {
      ReceiveWithAuthorization: [
        { name: "from", type: "address" },
        { name: "to", type: "address" },
        { name: "value", type: "uint256" },
        { name: "validAfter", type: "uint256" },
        { name: "validBefore", type: "uint256" },
        { name: "nonce", type: "bytes32" },
      ],
    },
    primaryType: "ReceiveWithAuthorization",
    message: {
      from: payer,
      to: processor,
      value: String(amount),
      validAfter: String(validAfter),
      validBefore: String(validBefore),
      nonce,
    },
  };
}

/** The token's `CancelAuthorization` (EIP-3009): an authorization that was not used yet never will be. */
export function cancelAuthorizationMessage(
  token: TokenDomain,
  { payer, nonce }: Pick<NoncedPayment, "payer" | "nonce">,
): TypedData {
  return {
    domain: tokenDomain(token),
    types: {
      CancelAuthorization: [
        { name: "authorizer", type: "address" },
        { name: "nonce", type: "bytes32" },
      ],
    },
    primaryType: "CancelAuthorization",
    message: { authorizer: payer, nonce },
  };
}
