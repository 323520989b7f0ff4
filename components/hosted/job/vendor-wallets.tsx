"use client";

import { useState } from "react";
import { useWallets } from "@/components/hosted/payer/use-wallets";
import { WalletButtons } from "@/components/hosted/payer/wallet-buttons";
import type { JobWords, SayJob } from "@/components/hosted/words/job/job-words";
import { Notice } from "@/components/ui/notice";
import type { FoundWallet } from "@/lib/client/wallet/provider";
import { sendCall, WalletMismatch, waitForReceipt } from "@/lib/client/wallet/send-call";
import type { JobPage } from "@/lib/contract/agents/hosted-job";
import { sayIn } from "@/lib/core/text/say";

interface Props {
  page: Pick<JobPage, "vendor" | "network" | "localChainId">;
  words: JobWords;
  /** What the buttons say. */
  label: "submit" | "claim";
  /** What is said once a block has it. */
  done: string;
  /** What is to be sent; null where something is missing, which the caller says. */
  callOf(): { readonly to: string; readonly data: string } | null;
}

interface Attempt {
  readonly wallet: string;
  readonly text: string;
  readonly tone: "info" | "wait";
  readonly isOver: boolean;
}

/** The wallets of this browser, to have the vendor's send a transaction. */
export function VendorWallets({ page, words, label, done, callOf }: Props) {
  const say: SayJob = sayIn(words);
  const found = useWallets(page.localChainId, words.testWallet);
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const start = async ({ name: wallet, provider }: FoundWallet) => {
    const given = callOf();
    if (!given) return;
    const call = { ...given, chainId: page.network.chainId, from: page.vendor };
    const tell = (text: string, tone: Attempt["tone"] = "info", isOver = false) =>
      setAttempt({ wallet, text, tone, isOver });
    tell(say("confirm", { wallet }));
    try {
      const sent = await sendCall(provider, call, page.network);
      tell(words.sent);
      await waitForReceipt(provider, call, sent);
      tell(done, "info", true);
    } catch (error) {
      tell(problemOf(error, wallet), "wait", true);
    }
  };
  const problemOf = (error: unknown, wallet: string): string => {
    if (!(error instanceof WalletMismatch)) return say("unsent", { wallet });
    if (error.kind === "account") return say("wrongAccount", { wallet, vendor: page.vendor });
    if (error.kind === "network")
      return say("wrongNetwork", { wallet, network: page.network.label });
    return error.kind === "reverted" ? words.reverted : say("unseen", { wallet });
  };
  return (
    <>
      <WalletButtons
        found={found}
        waitingFor={attempt && !attempt.isOver ? attempt.wallet : null}
        label={(wallet) => say(label, { wallet })}
        words={words}
        onChoose={(wallet) => void start(wallet)}
      />
      <div role="status" className="wrap-anywhere empty:absolute">
        {attempt && <Notice tone={attempt.tone}>{attempt.text}</Notice>}
      </div>
    </>
  );
}
