import { deploymentsOf } from "@/lib/adapters/chain/chains";
import { walletConnectors } from "@/lib/adapters/env/wallet-settings";
import type { PayerWallets } from "@/lib/contract/subscriptions/payer-home";
import { type Mode, modes } from "@/lib/core/modes";
import { networkOf } from "@/lib/domain/merchants/network-of";
import type { Context } from "@/lib/domain/platform/context";

/** A mode that payers subscribe in here. */
export interface OfferedMode {
  readonly mode: Mode;
  readonly wallets: PayerWallets;
}

/**
 * The mode whose subscriptions are shown, and the other one where there is one: live unless asked otherwise, since the
 * two never mix.
 */
export function findModes(
  { chains, config }: Pick<Context, "chains" | "config">,
  { asked }: { asked: string | undefined },
): { shown: OfferedMode; other: Mode | null } {
  const offered = modes.filter((mode) =>
    deploymentsOf(chains, mode).some(({ contracts }) => contracts.subscriptions),
  );
  const fallback: Mode = offered.includes("live") ? "live" : "test";
  const mode = offered.find((one) => one === asked) ?? fallback;
  const deployments = deploymentsOf(chains, mode);
  const local = deployments.find(({ chain }) => chain.local);
  const usable = deployments.filter(({ contracts }) => contracts.subscriptions);
  const networks = new Map(usable.map(({ chain }) => [chain.id, networkOf(chain)]));
  const wallets: PayerWallets = {
    testChainId: config.FAUCET_PRIVATE_KEY.length > 0 ? (local?.chainId ?? null) : null,
    connectors: walletConnectors(config),
    networks: [...networks.values()],
  };
  return { shown: { mode, wallets }, other: offered.find((one) => one !== mode) ?? null };
}
