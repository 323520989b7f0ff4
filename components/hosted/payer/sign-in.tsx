"use client";

import type { HomeWords } from "@/components/hosted/words/payer/payer-words";
import type { OfferedWallet } from "@/lib/client/wallet/remote-wallets";
import type { PayerHomeActions, PayerWallets } from "@/lib/contract/subscriptions/payer-home";
import type { Mode } from "@/lib/core/modes";
import { ChooseWallet } from "./choose-wallet";
import { signInWith } from "./sign-in-with";
import { reload } from "./use-ask";
import { useAttempts } from "./use-attempts";

interface Props {
  mode: Mode;
  wallets: PayerWallets;
  actions: Pick<PayerHomeActions, "beginSignIn" | "completeSignIn">;
  words: HomeWords;
}

/** The wallets to sign in with. */
export function SignIn({ mode, wallets, actions, words }: Props) {
  const { attempt, start, leave } = useAttempts();
  const signIn = (wallet: OfferedWallet) =>
    start(wallet, async (signal) => {
      const problem = await signInWith(wallet, { mode, actions, signal });
      if (problem === null) reload();
      return problem;
    });
  return (
    <div className="grid gap-2.5 noscript:hidden">
      <ChooseWallet
        wallets={wallets}
        attempt={attempt}
        label="signInWith"
        words={words}
        onChoose={(wallet) => void signIn(wallet)}
        onLeave={leave}
      />
    </div>
  );
}
