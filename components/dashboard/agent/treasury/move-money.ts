import { type StepWallet, sendFrom } from "@/components/dashboard/wallet-step/step-wallet";
import { type WalletCall, WalletMismatch, waitForReceipt } from "@/lib/client/wallet/send-call";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";

interface Progress {
  network: PayNetwork;
  tell(text: string): void;
  /** A block has it. */
  onMined(): void;
  /** The wallet has sent it, and shows no block that has it. */
  onUnseen(): void;
}

/**
 * Has the wallet send a transfer, and waits for its block. A transfer that the wallet has sent ends the step, also where
 * the wallet shows no receipt: sent again, it would move the money twice.
 * @throws WalletMismatch `account`, `network` or `reverted`
 * @throws the wallet's refusal; see `walletErrorKind`
 */
export async function moveMoney(
  wallet: StepWallet,
  call: WalletCall,
  { network, tell, onMined, onUnseen }: Progress,
): Promise<void> {
  const hash = await sendFrom(wallet, call, network);
  tell("Sent. Waiting for confirmation…");
  try {
    await waitForReceipt(wallet.provider, call, hash);
  } catch (error) {
    if (error instanceof WalletMismatch && error.kind === "reverted") throw error;
    return onUnseen();
  }
  onMined();
}
