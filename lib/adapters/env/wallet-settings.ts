import { z } from "zod";
import { publicRelay, type WalletConnectors } from "@/lib/core/wallets/wallet-connectors";

const localRelay = /^ws:\/\/127\.0\.0\.1(?::\d+)?\/?$/;

/** Which wallets pages reach besides those of the browser. */
export const walletSettings = {
  WALLETCONNECT_PROJECT_ID: z
    .string()
    .regex(/^[\w-]{1,64}$/, "the id of a project at the relay")
    .optional(),
  WALLETCONNECT_RELAY_URL: z
    .url({ protocol: /^wss?$/ })
    .refine((text) => text.startsWith("wss://") || localRelay.test(text), "wss://")
    .transform((text) => text.replace(/\/$/, ""))
    .optional(),
  BASE_ACCOUNT_URL: z.url({ protocol: /^https$/, error: "https://" }).optional(),
};

const count = (fallback: number) => z.coerce.number().int().nonnegative().default(fallback);

/** How many payers' wallets the relay creates in a day (ERC-6492). */
export const walletLimits = {
  RELAY_DAILY_WALLETS_PER_MERCHANT: count(1_000),
  RELAY_DAILY_WALLETS_PER_PAYER: count(2),
  RELAY_DAILY_WALLETS_PER_ADDRESS: count(50),
};

type Settings = z.output<z.ZodObject<typeof walletSettings>>;

/** The ways to wallets that the settings have; null for none. */
export function walletConnectors({
  WALLETCONNECT_PROJECT_ID: projectId,
  WALLETCONNECT_RELAY_URL: relayUrl,
  BASE_ACCOUNT_URL: baseAccountUrl = "",
}: Settings): WalletConnectors | null {
  if (projectId === undefined && !baseAccountUrl) return null;
  const walletConnect = projectId ? { projectId, relayUrl: relayUrl ?? null } : null;
  return { walletConnect, baseAccountUrl: baseAccountUrl || null };
}

/** @throws Error when a relay is named for no project */
export function checkWallets(settings: Settings): void {
  if (settings.WALLETCONNECT_RELAY_URL === undefined) return;
  if (settings.WALLETCONNECT_PROJECT_ID !== undefined) return;
  throw new Error("WALLETCONNECT_RELAY_URL needs WALLETCONNECT_PROJECT_ID");
}

/** Origins that a page must reach for its wallets, as sources of a content security policy. */
export function walletOrigins(connectors: WalletConnectors | null): {
  readonly connections: readonly string[];
  readonly frames: readonly string[];
} {
  const relay = connectors?.walletConnect;
  if (!relay) return { connections: [], frames: [] };
  // Another relay attests nothing.
  if (relay.relayUrl) return { connections: [new URL(relay.relayUrl).origin], frames: [] };
  return { connections: [publicRelay.url], frames: [publicRelay.verify] };
}
