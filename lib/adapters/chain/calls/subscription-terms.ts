import { domainSeparator } from "viem";
import { concat, hexToBigInt, keccak256, numberToHex, pad, slice, toHex } from "viem/utils";
import { addressOf, type Deployment, type Token } from "@/lib/adapters/chain/chains";
import { type Address, type Bytes32, type Hex, lowerHex } from "@/lib/core/chain/hex";
import { tokenDomain } from "./payments";

/** What a payer agrees to with a subscription: the fields of `SubscriptionIntent`, in its order. */
export interface SubscriptionTerms {
  readonly payer: Address;
  readonly registry: Address;
  /** The merchant's id in the registry. */
  readonly merchantId: bigint;
  readonly token: Address;
  /** The most for one period, smallest unit of the token. */
  readonly amount: bigint;
  /** Seconds between periods. */
  readonly interval: bigint;
  /** Unix seconds. */
  readonly startAt: bigint;
  /** Unix seconds; nothing is charged from here on. 0 is without end. */
  readonly endAt: bigint;
  /** The permit's value, smallest unit. */
  readonly permitValue: bigint;
  /** Unix seconds. */
  readonly permitDeadline: bigint;
  readonly permitNonce: bigint;
  readonly ref: Bytes32;
}

/** What a payer's permit (EIP-2612) to the contract for subscriptions says. */
export type PermitTerms = Pick<
  SubscriptionTerms,
  "payer" | "permitValue" | "permitNonce" | "permitDeadline"
>;

type Contracts = Pick<Deployment, "chainId" | "contracts">;

/** EIP-712 types of what payers sign. */
const subscriptionTypes = {
  SubscriptionIntent: [
    { name: "payer", type: "address" },
    { name: "registry", type: "address" },
    { name: "merchantId", type: "uint256" },
    { name: "token", type: "address" },
    { name: "amount", type: "uint256" },
    { name: "interval", type: "uint256" },
    { name: "startAt", type: "uint256" },
    { name: "endAt", type: "uint256" },
    { name: "permitValue", type: "uint256" },
    { name: "permitDeadline", type: "uint256" },
    { name: "permitNonce", type: "uint256" },
    { name: "ref", type: "bytes32" },
  ],
  Permit: [
    { name: "owner", type: "address" },
    { name: "spender", type: "address" },
    { name: "value", type: "uint256" },
    { name: "nonce", type: "uint256" },
    { name: "deadline", type: "uint256" },
  ],
} as const;

const typeHash = (name: keyof typeof subscriptionTypes): Bytes32 => {
  const fields = subscriptionTypes[name].map((field) => `${field.type} ${field.name}`).join(",");
  return keccak256(toHex(`${name}(${fields})`));
};
const intentTypeHash = typeHash("SubscriptionIntent");
const permitTypeHash = typeHash("Permit");
const separators = new WeakMap<Contracts, Bytes32>();

/** The EIP-712 domain of the contract for subscriptions. */
function subscriptionDomain(deployment: Contracts) {
  const { chainId } = deployment;
  const verifyingContract = addressOf(deployment, "subscriptions");
  return { name: "Stipend Subscriptions", version: "1", chainId, verifyingContract } as const;
}

/** The intent as typed data (EIP-712), for a wallet to sign. */
export function subscriptionIntentMessage(deployment: Contracts, terms: SubscriptionTerms) {
  return {
    domain: subscriptionDomain(deployment),
    types: { SubscriptionIntent: subscriptionTypes.SubscriptionIntent },
    primaryType: "SubscriptionIntent",
    message: { ...terms },
  } as const;
}

/** The token's `Permit` (EIP-2612) to the contract for subscriptions as typed data, for a wallet to sign. */
export function permitMessage(deployment: Contracts, token: Token, terms: PermitTerms) {
  return {
    domain: tokenDomain(token),
    types: { Permit: subscriptionTypes.Permit },
    primaryType: "Permit",
    message: {
      owner: terms.payer,
      spender: addressOf(deployment, "subscriptions"),
      value: terms.permitValue,
      nonce: terms.permitNonce,
      deadline: terms.permitDeadline,
    },
  } as const;
}

/** The digest (EIP-712) of the intent: the subscription's id, as the contract computes it. */
export function subscriptionIdOf(deployment: Contracts, terms: SubscriptionTerms): Bytes32 {
  return digest(separatorOf(deployment), [intentTypeHash, termsWords(terms)]);
}

/** Terms as the contract is given them: a word for each field. */
export function termsWords(terms: SubscriptionTerms): Hex {
  const { payer, registry, merchantId, token, amount, interval, startAt, endAt } = terms;
  const { permitValue, permitDeadline, permitNonce, ref } = terms;
  return concat([
    word(payer),
    word(registry),
    word(merchantId),
    word(token),
    word(amount),
    word(interval),
    word(startAt),
    word(endAt),
    word(permitValue),
    word(permitDeadline),
    word(permitNonce),
    ref,
  ]);
}

/** Reads terms from the words that the contract is given. */
export function termsFromWords(words: Hex): SubscriptionTerms {
  const wordAt = (index: number) => slice(words, index * 32, index * 32 + 32);
  const numberAt = (index: number) => hexToBigInt(wordAt(index));
  const addressAt = (index: number) => slice(wordAt(index), 12);
  return {
    payer: addressAt(0),
    registry: addressAt(1),
    merchantId: numberAt(2),
    token: addressAt(3),
    amount: numberAt(4),
    interval: numberAt(5),
    startAt: numberAt(6),
    endAt: numberAt(7),
    permitValue: numberAt(8),
    permitDeadline: numberAt(9),
    permitNonce: numberAt(10),
    ref: wordAt(11),
  };
}

/** The digest (EIP-712) of the token's permit. */
export function permitDigest(
  deployment: Contracts,
  token: Token,
  { payer, permitValue, permitNonce, permitDeadline }: PermitTerms,
): Bytes32 {
  return digest(token.domainSeparator, [
    permitTypeHash,
    word(payer),
    word(addressOf(deployment, "subscriptions")),
    word(permitValue),
    word(permitNonce),
    word(permitDeadline),
  ]);
}

/**
 * What a subscription may charge altogether, as the contract computes it: with an end the lower of the permit's value
 * and the amount of all periods, otherwise the permit's value; at most 2^96 − 1.
 * @param startAt unix seconds; the later of the signed one and the enrolment's block
 */
export function capOf(
  {
    amount,
    interval,
    endAt,
    permitValue,
  }: Pick<SubscriptionTerms, "amount" | "interval" | "endAt" | "permitValue">,
  startAt: bigint,
): bigint {
  const most = permitValue < MAX_CAP ? permitValue : MAX_CAP;
  if (endAt === 0n) return most;
  const periods = endAt > startAt ? (endAt - startAt + interval - 1n) / interval : 0n;
  const all = amount * periods;
  return all < most ? all : most;
}

const MAX_CAP = 2n ** 96n - 1n;

function separatorOf(deployment: Contracts): Bytes32 {
  const known = separators.get(deployment);
  if (known) return known;
  const separator = domainSeparator({ domain: subscriptionDomain(deployment) });
  separators.set(deployment, separator);
  return separator;
}

function digest(separator: Bytes32, words: readonly Hex[]): Bytes32 {
  return keccak256(concat(["0x1901", separator, keccak256(concat(words))]));
}

function word(value: bigint | Address): Hex {
  return typeof value === "bigint" ? numberToHex(value, { size: 32 }) : pad(lowerHex(value));
}
