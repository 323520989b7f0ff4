"use client";

import { useState } from "react";
import { askServer } from "@/components/hosted/pay/ask-server";
import type { HomeWords } from "@/components/hosted/words/payer/payer-words";
import { connectWallet } from "@/lib/client/wallet/connect-wallet";
import type { FoundWallet } from "@/lib/client/wallet/provider";
import { signMessage } from "@/lib/client/wallet/sign-message";
import type { PayerHomeActions, PayerWallets } from "@/lib/contract/subscriptions/payer-home";
import type { Mode } from "@/lib/core/modes";
import { type Attempt, ChooseWallet } from "./choose-wallet";
import { type ProblemKey, reload, wordOfRefusal } from "./use-ask";
import { wordOfWalletError } from "./wallet-words";

interface Props {
  mode: Mode;
  wallets: PayerWallets;
  actions: Pick<PayerHomeActions, "beginSignIn" | "completeSignIn">;
  words: HomeWords;
}

/** The wallets to sign in with. */
export function SignIn({ mode, wallets, actions, words }: Props) {
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const start = async (wallet: FoundWallet) => {
    setAttempt({ wallet: wallet.name, problem: null });
    const problem = await signIn(wallet, mode, actions);
    if (problem) setAttempt({ wallet: wallet.name, problem });
    else reload();
  };
  return (
    <div className="grid gap-2.5 noscript:hidden">
      <ChooseWallet
        wallets={wallets}
        attempt={attempt}
        label="signInWith"
        words={words}
        onChoose={(wallet) => void start(wallet)}
      />
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
