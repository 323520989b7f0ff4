import { connect, sendTransaction, switchChain } from "wagmi/actions";
import { type StepWallet, stepWallet } from "@/components/dashboard/wallet-step/step-wallet";
import {
  connectorOf,
  createWalletConfig,
  offerWallets,
} from "@/components/dashboard/wallet-step/wallet-config";
import type { WalletProvider } from "@/lib/client/wallet/provider";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";

/** A wallet as a dialog of the dashboard has it, around a test's provider and without a page. */
export function stepWalletOf(provider: WalletProvider, network: PayNetwork): Promise<StepWallet> {
  const config = createWalletConfig(network);
  offerWallets(config, [{ id: "test", name: "Test", icon: null, provider }], network);
  return stepWallet(config, connectorOf(config, "test"), {
    connect: (input) => connect(config, input),
    switchChain: (input) => switchChain(config, input),
    sendTransaction: (input) => sendTransaction(config, input),
  });
}
