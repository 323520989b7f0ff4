import { knownChain } from "@/lib/adapters/chain/chains";
import { networkOf } from "@/lib/domain/merchants/network-of";
import type { NetworkOfMode } from "@/lib/domain/merchants/network-of-mode";
import type { Context } from "@/lib/domain/platform/context";

/** The chain that a refund is sent on, as the merchant's wallet is told of it. */
export function refundNetwork(
  { chains }: Pick<Context, "chains">,
  { chainId }: { chainId: number },
): NetworkOfMode {
  const chain = knownChain(chains, chainId);
  return { network: networkOf(chain), localChainId: chain.local ? chainId : null };
}
