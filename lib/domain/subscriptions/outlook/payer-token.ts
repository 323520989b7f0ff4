import type { Address } from "@/lib/core/chain/hex";

/** A payer in a token, of one contract: one balance and one allowance serve all of its subscriptions. */
export interface PayerToken {
  readonly deploymentId: string;
  readonly payer: Address;
  readonly tokenAddress: Address;
}

/** More subscriptions of a payer in a token are not looked at: nothing is said of any of them. */
export const MOST_SUBSCRIPTIONS = 200;

export const payerTokenKey = ({ deploymentId, payer, tokenAddress }: PayerToken): string =>
  `${deploymentId} ${payer} ${tokenAddress}`;
