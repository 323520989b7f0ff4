import { addressOf } from "@/lib/adapters/chain/chains";
import { type Address, lowerHex } from "@/lib/core/hex";
import type { World } from "./world";

/** How many there are of each on a busy site. */
export const busy = {
  payers: 20_000,
  merchants: 200,
  endpoints: 50,
  /** Submissions in a transaction. */
  batch: 50,
} as const;

/** Rows by their numbers, both included. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** What rows are written for: a merchant, the test deployment, and the relay's wallets. */
export interface Site {
  readonly merchantId: string;
  readonly deploymentId: string;
  readonly chainId: number;
  readonly processor: Address;
  readonly usdc: Address;
  readonly wallets: readonly Address[];
}

/** A world's own site. */
export function siteOf({ merchant, chain, deployment }: World): Site {
  const { id: deploymentId, chainId, usdc } = deployment();
  const processor = addressOf(deployment(), "processor");
  const wallets = chain.relayers.map(({ address }) => lowerHex(address));
  return { merchantId: merchant.id, deploymentId, chainId, processor, usdc, wallets };
}
