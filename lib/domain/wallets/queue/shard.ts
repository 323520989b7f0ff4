import type { Address } from "@/lib/core/chain/hex";

/** A wallet's share of a chain's submissions: what it may take, and the wallets beside it. */
export interface Shard {
  readonly chainId: number;
  readonly wallet: Address;
  /** All wallets that are configured: submissions of wallets that are no longer configured may be taken by any wallet. */
  readonly wallets: readonly Address[];
  /** It relays payers with code, or those without; null both, where it is the only wallet. */
  readonly coded: boolean | null;
  /** The wallets that relay the same payers, this one included. */
  readonly peers: readonly Address[];
}

/**
 * Who relays for whom: the last of several wallets takes the payers with code, whose own code could
 * hold up the others.
 */
export function shardOf(chainId: number, wallet: Address, wallets: readonly Address[]): Shard {
  const last = wallets.at(-1);
  if (wallets.length === 1) return { chainId, wallet, wallets, coded: null, peers: wallets };
  const coded = wallet === last;
  const peers = coded ? [wallet] : wallets.filter((other) => other !== last);
  return { chainId, wallet, wallets, coded, peers };
}
