import { type TokenDomain, type TypedData, tokenDomain, type Whole } from "./typed-data";

/** What a payer agrees to with a subscription: a permit, and the intent that names it. */
export interface SubscriptionTerms {
  readonly chainId: number;
  /** The address of the contract for subscriptions. */
  readonly manager: string;
  readonly payer: string;
  /** The registry's address: what is signed for one registry pays no merchant of another. */
  readonly registry: string;
  /** The merchant's id in the registry. */
  readonly merchantId: Whole;
  /** The token's address. */
  readonly token: string;
  /** The most for one period, in the token's smallest unit. */
  readonly amount: Whole;
  /** Seconds between two charges. */
  readonly interval: Whole;
  /** Unix seconds. */
  readonly startAt: Whole;
  /** Unix seconds; nothing is charged from then on. 0 is without end. */
  readonly endAt: Whole;
  /** The token's allowance after the permit, in its smallest unit. */
  readonly permitValue: Whole;
  /** Unix seconds. */
  readonly permitDeadline: Whole;
  /** The token's current one, from `tokens.getPermitNonce`. */
  readonly permitNonce: Whole;
  /** keccak-256 of the plan's id. */
  readonly ref: string;
}

/** The token's `Permit` (EIP-2612) to the contract for subscriptions. */
export function permitMessage(token: TokenDomain, terms: SubscriptionTerms): TypedData {
  return {
    domain: tokenDomain(token),
    types: {
      Permit: [
        { name: "owner", type: "address" },
        { name: "spender", type: "address" },
        { name: "value", type: "uint256" },
        { name: "nonce", type: "uint256" },
        { name: "deadline", type: "uint256" },
      ],
    },
    primaryType: "Permit",
    message: {
      owner: terms.payer,
      spender: terms.manager,
      value: String(terms.permitValue),
      nonce: String(terms.permitNonce),
      deadline: String(terms.permitDeadline),
    },
  };
}

const intentFields = [
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
] as const;

/** The terms of the subscription, in the domain of its contract. */
export function subscriptionIntentMessage(terms: SubscriptionTerms): TypedData {
  const { chainId, manager } = terms;
  return {
    domain: { name: "Stipend Subscriptions", version: "1", chainId, verifyingContract: manager },
    types: { SubscriptionIntent: intentFields },
    primaryType: "SubscriptionIntent",
    message: Object.fromEntries(intentFields.map(({ name }) => [name, String(terms[name])])),
  };
}
