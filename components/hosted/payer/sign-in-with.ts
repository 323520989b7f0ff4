import { askServer } from "@/components/hosted/pay/ask-server";
import { connectWallet } from "@/lib/client/wallet/connect-wallet";
import type { FoundWallet } from "@/lib/client/wallet/provider";
import { signMessage } from "@/lib/client/wallet/sign-message";
import type { PayerHomeActions } from "@/lib/contract/subscriptions/payer-home";
import type { Mode } from "@/lib/core/modes";
import { type ProblemKey, wordOfRefusal } from "./use-ask";
import { wordOfWalletError } from "./wallet-words";

interface SignIn {
  mode: Mode;
  actions: Pick<PayerHomeActions, "beginSignIn" | "completeSignIn">;
  /** Aborted once the wallet is waited for no longer: it is asked for nothing more, and a signature is not sent. */
  signal: AbortSignal;
}

/**
 * Has a wallet sign the message of this browser's sign-in.
 * @returns the word for why it did not work; null where the payer is signed in
 */
export async function signInWith(
  { provider }: FoundWallet,
  { mode, actions, signal }: SignIn,
): Promise<ProblemKey | null> {
  try {
    const { account, chainId } = await connectWallet(provider);
    signal.throwIfAborted();
    const begun = await askServer(actions.beginSignIn({ mode, payer: account, chainId }));
    signal.throwIfAborted();
    // The mode has no chain with subscriptions: no session of the payer's has ended.
    if (!begun.ok) return begun.reason === "resource_missing" ? "failed" : wordOfRefusal(begun);
    const signature = await signMessage(provider, account, begun.value.message);
    signal.throwIfAborted();
    const done = await askServer(actions.completeSignIn({ payer: account, signature }));
    return done.ok ? null : wordOfRefusal(done);
  } catch (error) {
    return wordOfWalletError(error);
  }
}
