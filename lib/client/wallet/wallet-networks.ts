const ETHEREUM = 1;
const BASE = 8453;
const POLYGON = 137;
const SEPOLIA = 11155111;
const BASE_SEPOLIA = 84532;

/** OP Mainnet, BNB Smart Chain, Gnosis, Arbitrum One and Avalanche. */
const others = [10, 56, 100, 42161, 43114];

/**
 * Wallets that know these chains and take no other (EIP-3085); every other wallet can be told of a chain.
 * As their makers' documentation says.
 */
const closedWallets = {
  phantom: new Set([ETHEREUM, BASE, POLYGON, SEPOLIA, BASE_SEPOLIA]),
  base: new Set([ETHEREUM, BASE, POLYGON, SEPOLIA, BASE_SEPOLIA, ...others]),
} as const;

/** By the name with which they announce themselves (EIP-6963), or that an injected one is given. */
const announcedAs: Record<string, keyof typeof closedWallets> = {
  "app.phantom": "phantom",
  "injected:phantom": "phantom",
};

/** Whether a wallet whose chains are known can pay on a chain. */
export function knowsChain(wallet: keyof typeof closedWallets, chainId: number): boolean {
  return closedWallets[wallet].has(chainId);
}

/** Whether a wallet that this browser has is worth offering for a chain. @param id as discovery found it */
export function isOffered(id: string, chainId: number): boolean {
  const known = announcedAs[id];
  return known === undefined || knowsChain(known, chainId);
}
