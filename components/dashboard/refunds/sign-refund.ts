import type { StepWallet } from "@/components/dashboard/wallet-step/step-wallet";
import type { RefundSending } from "@/lib/contract/refunds/refund-sender";
import type { Refund } from "./refund-state";
import type { Instructions, Order } from "./send-steps";
import { goToNetwork, openSender, signMessage, WalletTrouble } from "./send-transaction";

/** Whether a signature is taken in place of the steps: the relay sends nothing of less than its minimum. */
export function canSign(
  { amount }: Pick<Refund, "amount">,
  { authorizations }: Pick<Instructions, "authorizations">,
  { relayMinimum }: Pick<RefundSending, "relayMinimum">,
): boolean {
  return authorizations.length > 0 && BigInt(amount) >= BigInt(relayMinimum);
}

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
