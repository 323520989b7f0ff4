import { deploymentsOf } from "@/lib/adapters/chain/chains";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import type { Mode } from "@/lib/core/modes";
import type { Context } from "@/lib/domain/platform/context";
import { networkOf } from "./network-of";

/** The chain that new payments of a mode are settled on, as a merchant's wallet is told of it. */
export interface NetworkOfMode {
  readonly network: PayNetwork;
  /** The local chain's id, where it is that. */
  readonly localChainId: number | null;
}

/** The chains on which a mode has contracts, the one for new payments first. */
export function networksOfMode({ chains }: Pick<Context, "chains">, mode: Mode): PayNetwork[] {
  const used = new Set(deploymentsOf(chains, mode).map(({ chain }) => chain));
  return [...used].map(networkOf);
}

/** @returns null where the mode has no contracts */
export function networkOfMode(
  { chains }: Pick<Context, "chains">,
  mode: Mode,
): NetworkOfMode | null {
  const [deployment] = deploymentsOf(chains, mode);
  if (!deployment) return null;
  const { chain, chainId } = deployment;
  return { network: networkOf(chain), localChainId: chain.local ? chainId : null };
}
