"use client";

import { useState } from "react";
import { WalletButtons } from "@/components/hosted/payer/wallet-buttons";
import { Notice } from "@/components/ui/notice";
import { shortHex } from "@/components/ui/short-hex";
import type { FoundWallet } from "@/lib/client/wallet/provider";
import { StepUpDeclined } from "@/lib/client/with-step-up";
import type { PayNetwork } from "@/lib/contract/payments/hosted-pay";
import { Pairing } from "./pairing";
import type { StepWallet } from "./step-wallet";
import { type ConnectedWallet, useStepWallets } from "./use-step-wallets";
import { wordWalletProblem } from "./wallet-problem";

interface Props {
  /** The account that has to answer. */
  account: string;
  network: PayNetwork;
  /** What the buttons do, e.g. "Sign". */
  verb: string;
  /** What the wallet is asked to do; `tell` says how far it is. */
  work(wallet: StepWallet, tell: (text: string) => void): Promise<void>;
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
  const found = useStepWallets(network);
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const start = async (chosen: FoundWallet) => {
    const wallet = chosen.name;
    const tell = (text: string) => setAttempt({ wallet, text, isProblem: false });
    tell(`Confirm in ${wallet}.`);
    try {
      await work(await found.open(chosen), tell);
      setAttempt(null);
    } catch (error) {
      if (error instanceof StepUpDeclined) return setAttempt(null);
      const text = wordWalletProblem(error, { wallet, account, network: network.label });
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
      {found.pairing && <Pairing uri={found.pairing} onCancel={found.giveUp} />}
      <Connected wallet={found.connected} />
      <div role="status" className="empty:absolute">
        {attempt && <Notice tone={attempt.isProblem ? "wait" : "info"}>{attempt.text}</Notice>}
      </div>
    </div>
  );
}

/** The account that a wallet shares, before it is asked for anything. */
export function Connected({ wallet }: { wallet: ConnectedWallet | null }) {
  if (!wallet) return null;
  return (
    <p className="text-muted text-note">
      Connected: {wallet.name}, <span translate="no">{shortHex(wallet.account)}</span>
      {wallet.end && (
        <button type="button" className="ml-2.5 underline" onClick={wallet.end}>
          Disconnect
        </button>
      )}
    </p>
  );
}
