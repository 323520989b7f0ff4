import { z } from "zod";
import { type Address, addressPattern, lowerHex } from "@/lib/core/chain/hex";
import { type Mode, modes } from "@/lib/core/modes";

/** How one chain of a mode is reached, and when it is final; what is not said follows from the chain. */
export interface ChainSettings {
  readonly rpcUrls: readonly string[];
  readonly publicRpcUrls: readonly string[];
  readonly finalityDepth: number | undefined;
  /** Blocks until `safe`, where blocks are counted until final. */
  readonly safeDepth: number | undefined;
  /** The contracts that the relay lets create payers' wallets (ERC-6492). */
  readonly walletFactories: readonly Address[] | undefined;
}

const depth = z.coerce.number().int().positive().optional();

const parts = (text: string) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

/** Texts, separated by commas. */
export const list = z.string().transform(parts);

/** URLs of JSON-RPC nodes, separated by commas; none where nothing is set. */
const urls = z
  .string()
  .optional()
  .transform((text) => parts(text ?? ""))
  .pipe(z.array(z.url({ protocol: /^https?$/ })));

/** Contracts, separated by commas; `none` for no one. */
const addresses = z
  .string()
  .transform((text) => (text.trim() === "none" ? [] : parts(text)))
  .pipe(
    z.array(
      z
        .string()
        .regex(addressPattern)
        .transform((text) => lowerHex(text) as Address),
    ),
  )
  .optional();

/** The settings of a mode's only chain, `TEST_RPC_URLS`; with a chain's id, `TEST_RPC_URLS_84532`, of that one. */
const schemas = {
  RPC_URLS: urls,
  PUBLIC_RPC_URLS: urls,
  FINALITY_DEPTH: depth,
  SAFE_DEPTH: depth,
  WALLET_FACTORIES: addresses,
} as const;

/** Every setting of chains that stands in the schema by its own name. */
export const chainSettingsSchema = {
  TEST_CHAIN: list.default(["local"]),
  TEST_RPC_URLS: urls,
  TEST_PUBLIC_RPC_URLS: urls,
  TEST_DEPLOYMENT: list.pipe(z.array(z.string()).min(1)),
  TEST_FINALITY_DEPTH: depth,
  TEST_SAFE_DEPTH: depth,
  TEST_WALLET_FACTORIES: addresses,
  LIVE_CHAIN: list.default(["local"]),
  LIVE_RPC_URLS: urls,
  LIVE_PUBLIC_RPC_URLS: urls,
  LIVE_DEPLOYMENT: list.optional(),
  LIVE_FINALITY_DEPTH: depth,
  LIVE_SAFE_DEPTH: depth,
  LIVE_WALLET_FACTORIES: addresses,
};

const namePattern =
  /^(TEST|LIVE)_(RPC_URLS|PUBLIC_RPC_URLS|FINALITY_DEPTH|SAFE_DEPTH|WALLET_FACTORIES)_([1-9][0-9]*)$/;

/** The names in an environment that are settings of a chain by its id, with how each is read. */
export function namedChainSettings(source: object): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.keys(source).flatMap((name) => {
      const [, , setting] = namePattern.exec(name) ?? [];
      return setting ? [[name, schemas[setting as keyof typeof schemas]]] : [];
    }),
  );
}

/** By mode and chain id. */
export type NamedChains = Readonly<Record<Mode, ReadonlyMap<number, ChainSettings>>>;

const unset: ChainSettings = {
  rpcUrls: [],
  publicRpcUrls: [],
  finalityDepth: undefined,
  safeDepth: undefined,
  walletFactories: undefined,
};
const fields = {
  RPC_URLS: "rpcUrls",
  PUBLIC_RPC_URLS: "publicRpcUrls",
  FINALITY_DEPTH: "finalityDepth",
  SAFE_DEPTH: "safeDepth",
  WALLET_FACTORIES: "walletFactories",
} as const;

/** What an environment that was read says of chains by their id. */
export function chainsNamedIn(read: Readonly<Record<string, unknown>>): NamedChains {
  const found = { test: new Map<number, ChainSettings>(), live: new Map<number, ChainSettings>() };
  for (const [name, value] of Object.entries(read)) {
    const [, prefix, setting, id] = namePattern.exec(name) ?? [];
    const mode = modes.find((one) => one.toUpperCase() === prefix);
    if (!mode || !setting) continue;
    const settings = found[mode].get(Number(id)) ?? unset;
    const field = fields[setting as keyof typeof fields];
    found[mode].set(Number(id), { ...settings, [field]: value });
  }
  return found;
}
