"use client";

import { useRef, useState } from "react";
import { useWallets } from "@/components/hosted/payer/use-wallets";
import { WalletButtons } from "@/components/hosted/payer/wallet-buttons";
import type { JobWords, SayJob } from "@/components/hosted/words/job/job-words";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import type { FoundWallet } from "@/lib/client/wallet/provider";
import { sendCall, WalletMismatch, waitForReceipt } from "@/lib/client/wallet/send-call";
import type { JobPage } from "@/lib/contract/agents/hosted-job";
import { sayIn } from "@/lib/core/text/say";

type Submission = NonNullable<JobPage["submission"]>;

interface Props {
  page: Pick<JobPage, "vendor" | "network" | "localChainId">;
  submission: Submission;
  words: JobWords;
}

interface Attempt {
  readonly wallet: string;
  readonly text: string;
  readonly tone: "info" | "wait";
  readonly isOver: boolean;
}

const isHash = (text: string) => /^0x[0-9a-fA-F]{64}$/.test(text.trim());

/** The vendor's wallet submits the work, by its hash. */
export function SubmitWork({ page, submission, words }: Props) {
  const say: SayJob = sayIn(words);
  const found = useWallets(page.localChainId, words.testWallet);
  const [hash, setHash] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const field = useRef<HTMLDivElement>(null);
  const start = async ({ name: wallet, provider }: FoundWallet) => {
    if (!isHash(hash)) {
      setIsWrong(true);
      field.current?.querySelector("input")?.focus();
      return;
    }
    const tell = (text: string, tone: Attempt["tone"] = "info", isOver = false) =>
      setAttempt({ wallet, text, tone, isOver });
    tell(say("confirm", { wallet }));
    try {
      const call = callOf(page, submission, hash.trim());
      const sent = await sendCall(provider, call, page.network);
      tell(words.sent);
      await waitForReceipt(provider, call, sent);
      tell(words.done, "info", true);
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
    <div className="mt-4 grid gap-3">
      <div ref={field}>
        <TextField
          name="deliverable"
          label={words.hashLabel}
          format={words.hashFormat}
          error={isWrong ? words.hashFormat : undefined}
          value={hash}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => {
            setHash(target.value);
            setIsWrong(false);
          }}
        />
      </div>
      <WalletButtons
        found={found}
        waitingFor={attempt && !attempt.isOver ? attempt.wallet : null}
        label={(wallet) => say("submit", { wallet })}
        words={words}
        onChoose={(wallet) => void start(wallet)}
      />
      <div role="status" className="wrap-anywhere empty:absolute">
        {attempt && <Notice tone={attempt.tone}>{attempt.text}</Notice>}
      </div>
    </div>
  );
}

const callOf = ({ vendor, network }: Props["page"], submission: Submission, hash: string) => ({
  chainId: network.chainId,
  to: submission.to,
  data: `${submission.prefix}${hash.slice(2).toLowerCase()}${submission.suffix}`,
  from: vendor,
});
