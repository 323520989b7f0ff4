"use client";

import { useMemo, useState } from "react";
import { askServer } from "@/components/hosted/pay/ask-server";
import type {
  HomeKey,
  HomeWords,
  SubscriptionsEnglish,
} from "@/components/hosted/words/payer/payer-words";
import { Notice } from "@/components/ui/notice";
import { connectWallet } from "@/lib/client/wallet/connect-wallet";
import type { FoundWallet } from "@/lib/client/wallet/provider";
import { signMessage } from "@/lib/client/wallet/sign-message";
import type { PayerHomeActions } from "@/lib/contract/subscriptions/payer-home";
import type { Mode } from "@/lib/core/modes";
import { sayIn } from "@/lib/core/text/say";
import { type ProblemKey, reload, wordOfRefusal } from "./use-ask";
import { useWallets } from "./use-wallets";
import { WalletButtons } from "./wallet-buttons";
import { wordOfWalletError } from "./wallet-words";

interface Props {
  mode: Mode;
  /** The local chain's id, where there is its test wallet. */
  testChainId: number | null;
  actions: Pick<PayerHomeActions, "beginSignIn" | "completeSignIn">;
  words: HomeWords;
}

interface Attempt {
  wallet: string;
  /** Null while the wallet is open. */
  problem: ProblemKey | null;
}

/** The wallets of this browser, to sign in with. */
export function SignIn({ mode, testChainId, actions, words }: Props) {
  const say = useMemo(() => sayIn<SubscriptionsEnglish, HomeKey>(words), [words]);
  const { wallets, settled } = useWallets(testChainId, words.testWallet);
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const waiting = attempt !== null && attempt.problem === null;
  const start = async (wallet: FoundWallet) => {
    setAttempt({ wallet: wallet.name, problem: null });
    const problem = await signIn(wallet, mode, actions);
    if (problem) setAttempt({ wallet: wallet.name, problem });
    else reload();
  };
  return (
    <div className="grid gap-2.5 noscript:hidden">
      <WalletButtons
        found={{ wallets, settled }}
        waitingFor={waiting ? attempt.wallet : null}
        label={(wallet) => say("signInWith", { wallet })}
        words={words}
        onChoose={(wallet) => void start(wallet)}
      />
      <div role="status" className="empty:absolute">
        {waiting && <Notice>{say("waiting", { wallet: attempt.wallet })}</Notice>}
        {attempt?.problem && (
          <Notice tone="wait">{say(attempt.problem, { wallet: attempt.wallet })}</Notice>
        )}
      </div>
    </div>
  );
}

/** @returns the word for why it did not work; null where the payer is signed in */
async function signIn(
  { provider }: FoundWallet,
  mode: Mode,
  { beginSignIn, completeSignIn }: Props["actions"],
): Promise<ProblemKey | null> {
  try {
    const { account, chainId } = await connectWallet(provider);
    const begun = await askServer(beginSignIn({ mode, payer: account, chainId }));
    if (!begun.ok) return wordOfRefusal(begun.reason);
    const signature = await signMessage(provider, account, begun.value.message);
    const done = await askServer(completeSignIn({ payer: account, signature }));
    return done.ok ? null : wordOfRefusal(done.reason);
  } catch (error) {
    return wordOfWalletError(error);
  }
}
