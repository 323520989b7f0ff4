import { domainSeparator } from "viem";
import { concat, keccak256, numberToHex, pad, toHex } from "viem/utils";
import { addressOf, type Deployment, type Token } from "@/lib/adapters/chain/chains";
import { type Address, type Bytes32, type Hex, lowerHex } from "@/lib/core/chain/hex";

/** What a payer agrees to, whether with one signature or two. */
export interface PaymentTerms {
  /** The merchant's id in the deployment's registry. */
  readonly merchantId: bigint;
  readonly token: Address;
  readonly payer: Address;
  /** Gross, in the token's smallest unit. */
  readonly amount: bigint;
  /** Unix seconds; valid strictly after it. */
  readonly validAfter: bigint;
  /** Unix seconds; valid strictly before it. */
  readonly validBefore: bigint;
  /** The authorization's nonce (EIP-3009): with two signatures free, and repeated by the intent. */
  readonly nonce: Bytes32;
  readonly ref: Bytes32;
}

/** What the nonce of a payment with one signature is the digest of. */
export interface SaltedTerms
  extends Pick<PaymentTerms, "payer" | "merchantId" | "token" | "amount" | "ref"> {
  /** Below 2^96; tells payments apart that are equal otherwise. */
  readonly salt: bigint;
}

/** EIP-712 types of what payers sign, and of what the nonce of a payment with one signature is the digest of. */
export const paymentTypes = {
  PaymentTerms: [
    { name: "payer", type: "address" },
    { name: "registry", type: "address" },
    { name: "merchantId", type: "uint256" },
    { name: "token", type: "address" },
    { name: "amount", type: "uint256" },
    { name: "ref", type: "bytes32" },
    { name: "salt", type: "uint96" },
  ],
  PaymentIntent: [
    { name: "payer", type: "address" },
    { name: "registry", type: "address" },
    { name: "merchantId", type: "uint256" },
    { name: "token", type: "address" },
    { name: "amount", type: "uint256" },
    { name: "ref", type: "bytes32" },
    { name: "nonce", type: "bytes32" },
  ],
  ReceiveWithAuthorization: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" },
  ],
} as const;

const typeHash = (name: keyof typeof paymentTypes): Bytes32 => {
  const fields = paymentTypes[name].map((field) => `${field.type} ${field.name}`).join(",");
  return keccak256(toHex(`${name}(${fields})`));
};
const termsTypeHash = typeHash("PaymentTerms");
const intentTypeHash = typeHash("PaymentIntent");
const receiveTypeHash = typeHash("ReceiveWithAuthorization");
const processorSeparators = new WeakMap<Deployment, Bytes32>();

/** How many bytes the processor takes for a signature that a payer's code verifies. */
export const LONGEST_SIGNATURE = 2_048;

/** The payment processor's EIP-712 domain. */
function paymentDomain(deployment: Pick<Deployment, "chainId" | "contracts">) {
  const { chainId } = deployment;
  const verifyingContract = addressOf(deployment, "processor");
  return { name: "Stipend Payments", version: "1", chainId, verifyingContract } as const;
}

/** The token's EIP-712 domain. */
export function tokenDomain({ name, version, chainId, address }: Token) {
  return { name, version, chainId, verifyingContract: address } as const;
}

/** The payment intent as typed data (EIP-712), for a wallet to sign. */
export function paymentIntentMessage(deployment: Deployment, terms: PaymentTerms) {
  const { payer, merchantId, token, amount, ref, nonce } = terms;
  return {
    domain: paymentDomain(deployment),
    types: { PaymentIntent: paymentTypes.PaymentIntent },
    primaryType: "PaymentIntent",
    message: {
      payer,
      registry: addressOf(deployment, "registry"),
      merchantId,
      token,
      amount,
      ref,
      nonce,
    },
  } as const;
}

/**
 * The terms of a payment with one signature as typed data (EIP-712). No wallet is asked to sign them: their
 * digest is the nonce of the authorization that is signed.
 */
export function termsMessage(deployment: Deployment, terms: SaltedTerms) {
  const { payer, merchantId, token, amount, ref, salt } = terms;
  return {
    domain: paymentDomain(deployment),
    types: { PaymentTerms: paymentTypes.PaymentTerms },
    primaryType: "PaymentTerms",
    message: {
      payer,
      registry: addressOf(deployment, "registry"),
      merchantId,
      token,
      amount,
      ref,
      salt,
    },
  } as const;
}

/**
 * The digest of `termsMessage`: the nonce of the authorization of a payment with one signature, which is
 * also the payment's id.
 */
export function termsNonce(deployment: Deployment, terms: SaltedTerms): Bytes32 {
  const { payer, merchantId, token, amount, ref, salt } = terms;
  return digest(processorSeparator(deployment), [
    termsTypeHash,
    word(payer),
    word(addressOf(deployment, "registry")),
    word(merchantId),
    word(token),
    word(amount),
    ref,
    word(salt),
  ]);
}

/** The token's `ReceiveWithAuthorization` (EIP-3009) to the processor as typed data, for a wallet to sign. */
export function authorizationMessage(deployment: Deployment, token: Token, terms: PaymentTerms) {
  const { payer, amount, validAfter, validBefore, nonce } = terms;
  return {
    domain: tokenDomain(token),
    types: { ReceiveWithAuthorization: paymentTypes.ReceiveWithAuthorization },
    primaryType: "ReceiveWithAuthorization",
    message: {
      from: payer,
      to: addressOf(deployment, "processor"),
      value: amount,
      validAfter,
      validBefore,
      nonce,
    },
  } as const;
}

/**
 * The id of a payment with two signatures: the digest of its intent (EIP-712), as the processor computes it
 * and its events carry it.
 */
export function intentIdOf(
  deployment: Deployment,
  terms: Omit<PaymentTerms, "validAfter" | "validBefore">,
): Bytes32 {
  const { payer, merchantId, token, amount, ref, nonce } = terms;
  return digest(processorSeparator(deployment), [
    intentTypeHash,
    word(payer),
    word(addressOf(deployment, "registry")),
    word(merchantId),
    word(token),
    word(amount),
    ref,
    nonce,
  ]);
}

/** The digest (EIP-712) of the token's `ReceiveWithAuthorization` to the processor. */
export function authorizationDigest(
  deployment: Deployment,
  token: Token,
  { payer, amount, validAfter, validBefore, nonce }: PaymentTerms,
): Bytes32 {
  return digest(token.domainSeparator, [
    receiveTypeHash,
    word(payer),
    word(addressOf(deployment, "processor")),
    word(amount),
    word(validAfter),
    word(validBefore),
    nonce,
  ]);
}

function processorSeparator(deployment: Deployment): Bytes32 {
  const known = processorSeparators.get(deployment);
  if (known) return known;
  const separator = domainSeparator({ domain: paymentDomain(deployment) });
  processorSeparators.set(deployment, separator);
  return separator;
}

function digest(separator: Bytes32, words: readonly Hex[]): Bytes32 {
  return keccak256(concat(["0x1901", separator, keccak256(concat(words))]));
}

function word(value: bigint | Address): Hex {
  return typeof value === "bigint" ? numberToHex(value, { size: 32 }) : pad(lowerHex(value));
}
