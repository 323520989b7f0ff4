import { askServer } from "@/components/hosted/pay/ask-server";
import { connectWallet } from "@/lib/client/wallet/connect-wallet";
import type { FoundWallet, WalletProvider } from "@/lib/client/wallet/provider";
import { switchNetwork } from "@/lib/client/wallet/switch-network";
import { walletErrorKind } from "@/lib/client/wallet/wallet-error";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import type {
  Allowance,
  PayerHomeActions,
  PermitProgress,
} from "@/lib/contract/subscriptions/payer-home";
import { signTypedData } from "@/sdk/src/payer/sign-typed-data";
import { type ProblemKey, wordOfRefusal } from "./use-ask";
import { wordOfWalletError } from "./wallet-words";

interface Limit {
  /** The address that is signed in. */
  payer: string;
  allowance: Pick<Allowance, "token" | "spender" | "chainId">;
  /** The chains that a wallet may be asked to go to. */
  networks: readonly PayNetwork[];
  actions: Pick<PayerHomeActions, "buildPermit" | "relayPermit">;
  /** Aborted once the wallet is waited for no longer: it is asked for nothing more, and a signature is not sent. */
  signal: AbortSignal;
}

/**
 * Has a wallet sign what may be charged, on the token's chain, and has it carried to the token.
 * @returns the word for why it did not work, or how far the permit is
 */
export async function signLimit(
  { provider }: FoundWallet,
  { payer, allowance, networks, actions, signal }: Limit,
): Promise<ProblemKey | PermitProgress> {
  const { token, spender, chainId } = allowance;
  try {
    const wallet = await connectWallet(provider);
    signal.throwIfAborted();
    if (wallet.account.toLowerCase() !== payer.toLowerCase()) return "otherAccount";
    const network = networks.find((one) => one.chainId === chainId);
    const isThere = wallet.chainId === chainId || (await goTo(provider, network));
    if (!isThere) return "otherNetwork";
    const built = await askServer(actions.buildPermit({ token, spender }));
    signal.throwIfAborted();
    if (!built.ok) return wordOfRefusal(built);
    const { message, value, nonce, deadline } = built.value;
    const signature = await signTypedData(provider, wallet.account, message);
    signal.throwIfAborted();
    const sent = await askServer(
      actions.relayPermit({ token, spender, value, nonce, deadline, signature }),
    );
    return sent.ok ? sent.value : wordOfRefusal(sent);
  } catch (error) {
    const word = wordOfWalletError(error);
    return word === "rejected" ? "permitDeclined" : word;
  }
}

/**
 * Asks the wallet to go to a chain.
 * @returns whether it is there
 * @throws the wallet's refusal where its owner declined, or has a request to answer first
 */
async function goTo(provider: WalletProvider, network: PayNetwork | undefined): Promise<boolean> {
  if (!network) return false;
  try {
    return (await switchNetwork(provider, network)) === network.chainId;
  } catch (error) {
    const kind = walletErrorKind(error);
    if (kind === "rejected" || kind === "already_open") throw error;
    return false;
  }
}
