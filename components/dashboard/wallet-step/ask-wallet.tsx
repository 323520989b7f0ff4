"use client";

import { useState } from "react";
import { useWallets } from "@/components/hosted/payer/use-wallets";
import { WalletButtons } from "@/components/hosted/payer/wallet-buttons";
import { Notice } from "@/components/ui/notice";
import type { FoundWallet, WalletProvider } from "@/lib/client/wallet/provider";
import { StepUpDeclined } from "@/lib/client/with-step-up";
import { wordWalletProblem } from "./wallet-problem";

interface Props {
  /** The account that has to answer. */
  account: string;
  /** The chain's name. */
  network: string;
  /** What the buttons do, e.g. "Sign". */
  verb: string;
  /** What the wallet is asked to do; `tell` says how far it is. */
  work(provider: WalletProvider, tell: (text: string) => void): Promise<void>;
}

interface Attempt {
  readonly wallet: string;
  readonly text: string;
  readonly isProblem: boolean;
}

const words = {
  noWallets: "This browser has no wallet. Open this page in the browser with your wallet.",
  looking: "Looking for wallets…",
};

/** The wallets of this browser, to have one of them do something. */
export function AskWallet({ account, network, verb, work }: Props) {
  const found = useWallets(null, "");
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const start = async ({ name: wallet, provider }: FoundWallet) => {
    const tell = (text: string) => setAttempt({ wallet, text, isProblem: false });
    tell(`Confirm in ${wallet}.`);
    try {
      await work(provider, tell);
      setAttempt(null);
    } catch (error) {
      if (error instanceof StepUpDeclined) return setAttempt(null);
      const text = wordWalletProblem(error, { wallet, account, network });
      setAttempt({ wallet, text, isProblem: true });
    }
  };
  const waitingFor = attempt && !attempt.isProblem ? attempt.wallet : null;
  return (
    <div className="grid gap-2.5">
      <WalletButtons
        found={found}
        waitingFor={waitingFor}
        label={(wallet) => `${verb} with ${wallet}`}
        words={words}
        onChoose={(wallet) => void start(wallet)}
      />
      <div role="status" className="empty:absolute">
        {attempt && <Notice tone={attempt.isProblem ? "wait" : "info"}>{attempt.text}</Notice>}
      </div>
    </div>
  );
}
