import type { Chain } from "@/lib/adapters/chain/chains";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";

/** A chain as a payer's wallet is told of it. */
export function networkOf({ id, preset, publicRpcUrls }: Chain): PayNetwork {
  const { label, explorer, nativeCurrency } = preset;
  return { chainId: id, label, rpcUrls: publicRpcUrls, explorer, nativeCurrency };
}
