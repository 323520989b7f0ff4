import { type ReactNode, useEffect, useState } from "react";
import { ScreenFrame } from "@/components/hosted/pay/screen-frame";
import { problemWords } from "@/components/hosted/pay/sign-parts";
import { TxLink } from "@/components/hosted/pay/tx-link";
import { useWalletPay } from "@/components/hosted/pay/use-wallet-pay";
import { WalletAccount } from "@/components/hosted/pay/wallet-account";
import { followEnrolment } from "@/components/hosted/subscribe/follow-enrolment";
import { chargesWords, intervalWords } from "@/components/hosted/subscribe/interval-words";
import { useMandateDates } from "@/components/hosted/subscribe/mandate-terms";
import { useSubscribing } from "@/components/hosted/subscribe/subscribe-context";
import type { Batch } from "@/components/hosted/subscribe/subscribe-state";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { Fact, Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { Spinner } from "@/components/ui/spinner";
import type { BatchCall } from "@/lib/client/wallet/wallet-batch";
import { formatAmount } from "@/lib/core/amounts/format-amount";
import { followBatch } from "./follow-batch";
import { leaveBatch } from "./subscribe-by-batch";
import { useBatchWords } from "./use-batch-words";

const SLOW_MS = 60_000;

function useBatch() {
  const { state, page } = useWalletPay();
  const { own, subscriber } = useSubscribing();
  const { step } = state;
  useEffect(() => followEnrolment(subscriber), [subscriber]);
  const wallet = step.name === "connected" ? step.wallet.name : "";
  return { batch: own.batch, step, blanks: { wallet, network: page.network.label } };
}

/** The wallet is open, and shows both calls. */
export function BatchAsked() {
  const { subscriber } = useSubscribing();
  const sayBatch = useBatchWords();
  const { batch, step, blanks } = useBatch();
  if (!batch || step.name !== "connected") return null;
  const actions = (
    <div className="grid gap-1">
      <Button wide busy>
        {sayBatch("waiting", blanks)}
      </Button>
      <Button look="quiet" wide onClick={() => leaveBatch(subscriber)}>
        {sayBatch("back")}
      </Button>
    </div>
  );
  return (
    <ScreenFrame
      title={sayBatch("askedTitle", blanks)}
      intro={sayBatch("askedIntro", blanks)}
      actions={actions}
    >
      <WalletAccount step={step} locked />
      <BatchCards calls={batch.calls} />
    </ScreenFrame>
  );
}

function BatchCards({ calls }: { calls: readonly BatchCall[] }) {
  const { page, amount, locale } = useWalletPay();
  const { plan, own, words } = useSubscribing();
  const sayBatch = useBatchWords();
  const { start, end } = useMandateDates();
  const money = (digits: string) => formatAmount({ ...plan, amount: digits }, locale);
  const committed = own.check?.committed ?? "0";
  const value = String(BigInt(committed) + BigInt(plan.cap));
  const others = words("permitOthers", { value: money(value), committed: money(committed) });
  const allow = sayBatch("allowText");
  const interval = intervalWords(plan, words);
  const charges = chargesWords(plan.cycles, words);
  const merchant = page.merchant.name;
  return (
    <ol className="grid overflow-hidden rounded-2xl border border-line bg-raised">
      <CallCard
        number={1}
        call={calls[0]}
        title={words("permitTitle", { cap: money(plan.cap) })}
        text={committed === "0" ? allow : `${allow} ${others}`}
      />
      <CallCard
        number={2}
        call={calls[1]}
        title={words("intentTitle", { amount, interval })}
        text={words("intentText", { merchant, start, end, charges })}
      />
    </ol>
  );
}

interface CardProps {
  number: number;
  call: BatchCall | undefined;
  title: string;
  text: string;
}

function CallCard({ number, call, title, text }: CardProps) {
  const sayBatch = useBatchWords();
  return (
    <li className="flex gap-3 border-line border-t p-4 first:border-t-0">
      <span
        aria-hidden="true"
        className="grid size-6 shrink-0 place-items-center rounded-full bg-panel font-semibold text-muted text-xs tabular-nums"
      >
        {number}
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="font-medium text-body leading-6">{title}</h3>
        <p className="mt-0.5 text-pretty text-muted text-sm">{text}</p>
        {call && (
          <Disclosure summary={sayBatch("call")}>
            <p translate="no" className="break-all font-mono text-note leading-relaxed">
              {call.to} {call.data}
            </p>
          </Disclosure>
        )}
      </div>
    </li>
  );
}

/** The wallet sends it, or nothing is known of it: both are followed until the network has it. */
export function BatchSent() {
  const { subscriber } = useSubscribing();
  const sayBatch = useBatchWords();
  const { batch, blanks } = useBatch();
  const isSlow = useSlow();
  useEffect(() => followBatch(subscriber), [subscriber]);
  if (!batch) return null;
  const isUnsure = batch.phase === "unsure";
  return (
    <ScreenFrame
      title={sayBatch(isUnsure ? "unsureTitle" : "sentTitle", blanks)}
      intro={sayBatch(isUnsure ? "unsureIntro" : "sentIntro", blanks)}
    >
      <Spinner className="size-6 text-accent" />
      <div role="status" className="empty:absolute">
        {isSlow && !isUnsure && <Notice tone="wait">{sayBatch("slow", blanks)}</Notice>}
      </div>
      <TransactionFact batch={batch} />
      {(isUnsure || isSlow) && (
        <div className="grid gap-2.5">
          <Button look="secondary" wide onClick={() => leaveBatch(subscriber)}>
            {sayBatch("startOver")}
          </Button>
          {isUnsure && (
            <p className="text-pretty text-muted text-sm">{sayBatch("startOverNote", blanks)}</p>
          )}
        </div>
      )}
    </ScreenFrame>
  );
}

function useSlow(): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return slow;
}

function TransactionFact({ batch: { txHash } }: { batch: Batch }): ReactNode {
  const { say } = useWalletPay();
  return (
    txHash && (
      <Facts>
        <Fact name={say("transaction")}>
          <TxLink hash={txHash} />
        </Fact>
      </Facts>
    )
  );
}

/** The wallet did not take it, or nothing came of it. */
export function BatchOver() {
  const { say, locale } = useWalletPay();
  const { plan, subscriber } = useSubscribing();
  const sayBatch = useBatchWords();
  const { batch, blanks } = useBatch();
  if (!batch) return null;
  const { phase, problem } = batch;
  const cap = formatAmount({ ...plan, amount: plan.cap }, locale);
  const intro = () => {
    if (phase === "partly") return sayBatch("partlyIntro", { ...blanks, cap });
    if (phase === "failed") return sayBatch("failedIntro", blanks);
    const isOwn = problem === null || problem === "rejected";
    return isOwn ? sayBatch("declinedIntro") : say(problemWords[problem], blanks);
  };
  const title = phase === "declined" ? "declinedTitle" : "failedTitle";
  return (
    <ScreenFrame title={sayBatch(title, blanks)} intro={intro()}>
      <TransactionFact batch={batch} />
      <Button wide onClick={() => leaveBatch(subscriber)}>
        {sayBatch("back")}
      </Button>
    </ScreenFrame>
  );
}
