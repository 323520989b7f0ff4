/**
 * When a block counts as irreversible: at once, when the node names it, or under so many blocks; there it may
 * count as safe under fewer.
 */
export type Finality =
  | { kind: "instant" }
  | { kind: "tag" }
  | { kind: "depth"; depth: number; safe?: number };

export interface ChainPreset {
  name: string;
  label: string;
  chainId: number;
  finality: Finality;
  /** Seconds from mined to final, as told to payers. */
  expectedFinalSeconds: number;
  blockSeconds: number;
  rpcUrls: readonly string[];
  explorer: string | null;
  nativeCurrency: { name: string; symbol: string; decimals: number };
  /** Chainalysis' sanctions oracle, where there is one. */
  sanctionsOracle: `0x${string}` | null;
}

const ether = { name: "Ether", symbol: "ETH", decimals: 18 };
const oracle = "0x40c57923924b5c5c5455c48d93317139addac8fb";

/** The id of the local development chain; every other one is production. */
export const localChainId = 31337;

const preset = (
  chain: Omit<ChainPreset, "nativeCurrency" | "sanctionsOracle"> & Partial<ChainPreset>,
): ChainPreset => ({
  nativeCurrency: ether,
  sanctionsOracle: null,
  ...chain,
});

const usdcGas = { name: "USDC", symbol: "USDC", decimals: 18 };

/** The chains that are known by name. */
const presets: readonly ChainPreset[] = [
  preset({
    name: "local",
    label: "Local chain",
    chainId: localChainId,
    finality: { kind: "depth", depth: 2 },
    expectedFinalSeconds: 3,
    blockSeconds: 1,
    rpcUrls: ["http://127.0.0.1:8545"],
    explorer: null,
  }),
  preset({
    name: "arc",
    label: "Arc",
    chainId: 5042,
    finality: { kind: "instant" },
    expectedFinalSeconds: 1,
    blockSeconds: 0.5,
    rpcUrls: ["https://rpc.mainnet.arc.io"],
    explorer: "https://arcscan.app",
    nativeCurrency: usdcGas,
  }),
  preset({
    name: "arc-testnet",
    label: "Arc Testnet",
    chainId: 5042002,
    finality: { kind: "instant" },
    expectedFinalSeconds: 1,
    blockSeconds: 0.5,
    rpcUrls: ["https://rpc.testnet.arc.network"],
    explorer: "https://testnet.arcscan.app",
    nativeCurrency: usdcGas,
  }),
  preset({
    name: "base",
    label: "Base",
    chainId: 8453,
    finality: { kind: "tag" },
    expectedFinalSeconds: 1200,
    blockSeconds: 2,
    rpcUrls: ["https://mainnet.base.org"],
    explorer: "https://basescan.org",
    sanctionsOracle: "0x3a91a31cb3dc49b4db9ce721f50a9d076c8d739b",
  }),
  preset({
    name: "base-sepolia",
    label: "Base Sepolia",
    chainId: 84532,
    finality: { kind: "tag" },
    expectedFinalSeconds: 1200,
    blockSeconds: 2,
    rpcUrls: ["https://sepolia.base.org"],
    explorer: "https://sepolia.basescan.org",
  }),
  preset({
    name: "ethereum",
    label: "Ethereum",
    chainId: 1,
    finality: { kind: "tag" },
    expectedFinalSeconds: 900,
    blockSeconds: 12,
    rpcUrls: [],
    explorer: "https://etherscan.io",
    sanctionsOracle: oracle,
  }),
  preset({
    name: "sepolia",
    label: "Sepolia",
    chainId: 11155111,
    finality: { kind: "tag" },
    expectedFinalSeconds: 900,
    blockSeconds: 12,
    rpcUrls: [],
    explorer: "https://sepolia.etherscan.io",
  }),
  preset({
    name: "polygon",
    label: "Polygon",
    chainId: 137,
    finality: { kind: "tag" },
    expectedFinalSeconds: 10,
    blockSeconds: 2,
    rpcUrls: ["https://polygon-rpc.com"],
    explorer: "https://polygonscan.com",
    nativeCurrency: { name: "POL", symbol: "POL", decimals: 18 },
    sanctionsOracle: oracle,
  }),
  preset({
    name: "avalanche",
    label: "Avalanche",
    chainId: 43114,
    finality: { kind: "tag" },
    expectedFinalSeconds: 2,
    blockSeconds: 2,
    rpcUrls: ["https://api.avax.network/ext/bc/C/rpc"],
    explorer: "https://snowtrace.io",
    nativeCurrency: { name: "Avalanche", symbol: "AVAX", decimals: 18 },
    sanctionsOracle: oracle,
  }),
  preset({
    name: "optimism",
    label: "OP Mainnet",
    chainId: 10,
    finality: { kind: "tag" },
    expectedFinalSeconds: 1200,
    blockSeconds: 2,
    rpcUrls: ["https://mainnet.optimism.io"],
    explorer: "https://optimistic.etherscan.io",
    sanctionsOracle: oracle,
  }),
  preset({
    name: "arbitrum",
    label: "Arbitrum One",
    chainId: 42161,
    finality: { kind: "tag" },
    expectedFinalSeconds: 900,
    blockSeconds: 0.25,
    rpcUrls: ["https://arb1.arbitrum.io/rpc"],
    explorer: "https://arbiscan.io",
    sanctionsOracle: oracle,
  }),
];

/** The preset of that name, if there is one. */
export function findPreset(name: string): ChainPreset | undefined {
  return presets.find((preset) => preset.name === name);
}

/** How a chain is asked for that has no name here: it works with RPC URLs and a deployment file. */
export const customChain = "custom";

/** What is taken for granted of a chain that has no name here: its nodes know the tag `finalized`. */
export function customPreset(chainId: number): ChainPreset {
  return preset({
    name: customChain,
    label: `Chain ${chainId}`,
    chainId,
    finality: { kind: "tag" },
    expectedFinalSeconds: 900,
    blockSeconds: 2,
    rpcUrls: [],
    explorer: null,
  });
}

/** The preset of a chain, with or without a name here. */
export const presetById = (chainId: number): ChainPreset =>
  presets.find((known) => known.chainId === chainId) ?? customPreset(chainId);
