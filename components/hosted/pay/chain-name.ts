const names: Record<number, string> = {
  1: "Ethereum",
  10: "OP Mainnet",
  56: "BNB Smart Chain",
  100: "Gnosis",
  137: "Polygon",
  5042: "Arc",
  8453: "Base",
  42161: "Arbitrum One",
  43114: "Avalanche",
  59144: "Linea",
  84532: "Base Sepolia",
  5042002: "Arc Testnet",
  11155111: "Sepolia",
};

/** What people call a chain, so that a payer recognises where the wallet is; null for others. */
export function chainName(chainId: number): string | null {
  return names[chainId] ?? null;
}
