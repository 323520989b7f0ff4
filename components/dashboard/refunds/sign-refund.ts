import type { StepWallet } from "@/components/dashboard/wallet-step/step-wallet";
import type { Order } from "./send-steps";
import { goToNetwork, openSender, signMessage, WalletTrouble } from "./send-transaction";

/**
 * Has the wallet sign a refund, which is then sent for it: the wallet pays no network fee.
 * @returns the signature
 * @throws WalletTrouble
 */
export async function signRefund(
  wallet: StepWallet,
  { instructions, network, tell }: Pick<Order, "instructions" | "network" | "tell">,
): Promise<string> {
  const { account, chainId } = await openSender(wallet, instructions);
  const message = instructions.authorizations.find(
    ({ from }) => from.toLowerCase() === account.toLowerCase(),
  );
  if (!message) throw new WalletTrouble("This account can't sign the refund. Send it.", true);
  if (chainId !== network.chainId) await goToNetwork(wallet, network);
  tell({ type: "sign", at: 0 });
  return signMessage(wallet, { account, network }, message);
}
