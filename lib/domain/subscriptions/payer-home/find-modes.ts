import { deploymentsOf } from "@/lib/adapters/chain/chains";
import { type Mode, modes } from "@/lib/core/modes";
import type { Context } from "@/lib/domain/platform/context";

/** A mode that payers subscribe in here. */
export interface OfferedMode {
  readonly mode: Mode;
  /** The chain that the test wallet is for, where there is one. */
  readonly testChainId: number | null;
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
  const local = deploymentsOf(chains, mode).find(({ chain }) => chain.local);
  const testChainId = config.FAUCET_PRIVATE_KEY.length > 0 ? (local?.chainId ?? null) : null;
  return { shown: { mode, testChainId }, other: offered.find((one) => one !== mode) ?? null };
}
