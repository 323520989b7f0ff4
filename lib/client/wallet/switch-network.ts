import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import { readChainId } from "./connect-wallet";
import type { WalletProvider } from "./provider";
import { walletErrorKind } from "./wallet-error";

/**
 * Asks the wallet to go to a chain (EIP-3326), adding it (EIP-3085) first where the wallet does not know it.
 * @returns the chain that the wallet is on afterwards
 * @throws the wallet's refusal; see `walletErrorKind`
 */
export async function switchNetwork(
  provider: WalletProvider,
  network: PayNetwork,
): Promise<number> {
  const chainId = `0x${network.chainId.toString(16)}`;
  const change = () =>
    provider.request({ method: "wallet_switchEthereumChain", params: [{ chainId }] });
  try {
    await change();
  } catch (error) {
    if (walletErrorKind(error) !== "unknown_chain") throw error;
    await provider.request({
      method: "wallet_addEthereumChain",
      params: [
        {
          chainId,
          chainName: network.label,
          rpcUrls: network.rpcUrls,
          nativeCurrency: network.nativeCurrency,
          ...(network.explorer ? { blockExplorerUrls: [network.explorer] } : {}),
        },
      ],
    });
    // Adding a chain need not move the wallet there.
    if ((await readChainId(provider)) !== network.chainId) await change();
  }
  return readChainId(provider);
}
