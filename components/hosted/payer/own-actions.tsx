"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type {
  HomeKey,
  HomeWords,
  SubscriptionsEnglish,
} from "@/components/hosted/words/payer/payer-words";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { PayerHomeActions, PayNowAnswer } from "@/lib/contract/subscriptions/payer-home";
import type { ChargeFailure } from "@/lib/core/subscriptions/subscription-kinds";
import { sayIn } from "@/lib/core/text/say";
import { cancelOnce } from "./cancel-once";
import { ChargeProgress } from "./charge-progress";
import type { CancelPhrases } from "./own-words";
import { focusHeading, useShowAnew } from "./said";
import { type ProblemKey, reload, useAsk } from "./use-ask";

interface CancelProps {
  id: string;
  plan: string;
  /** What is asked before it, and what is said after it. */
  phrases: CancelPhrases;
  cancel: PayerHomeActions["cancel"];
  words: HomeWords;
}

/** Cancels a subscription, once it is asked whether it is meant. The focus goes to the question, and back. */
export function CancelButton(props: CancelProps) {
  const { plan, words } = props;
  const [asking, setAsking] = useState(false);
  const wasAsked = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (wasAsked.current && !asking) button.current?.focus();
    wasAsked.current = asking;
  }, [asking]);
  if (asking) return <CancelQuestion {...props} onKeep={() => setAsking(false)} />;
  return (
    <Button ref={button} look="secondary" onClick={() => setAsking(true)}>
      {words.cancel}
      <span className="sr-only">: {plan}</span>
    </Button>
  );
}

function CancelQuestion(props: CancelProps & { onKeep(): void }) {
  const { id, phrases, cancel, words, onKeep } = props;
  const say = useMemo(() => sayIn<SubscriptionsEnglish, HomeKey>(words), [words]);
  const { busy, problem, ask } = useAsk();
  const showAnew = useShowAnew();
  const part = useRef<HTMLDivElement>(null);
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => question.current?.focus(), []);
  const done = () => showAnew(phrases.done, part.current);
  return (
    <div ref={part} className="grid w-full gap-2.5 rounded-xl bg-panel p-4">
      <p ref={question} tabIndex={-1} className="text-pretty text-sm">
        {phrases.question}
      </p>
      <div className="flex flex-wrap gap-2.5">
        <Button busy={busy} onClick={() => void ask(() => cancelOnce(cancel, id), done)}>
          {say("cancelYes")}
        </Button>
        <Button look="quiet" blocked={busy} onClick={onKeep}>
          {say("keep")}
        </Button>
      </div>
      <div role="status" className="empty:absolute">
        {problem && <Notice tone="wait">{say(problem, { wallet: "" })}</Notice>}
      </div>
    </div>
  );
}

interface PayProps {
  id: string;
  amount: string;
  actions: Pick<PayerHomeActions, "payNow" | "readCharge">;
  words: HomeWords;
}

/** What still stops it. */
const blockerWords = {
  insufficient_balance: "payBalance",
  insufficient_allowance: "payAllowance",
  permit_expired: "payAllowance",
  token_paused: "payPaused",
  address_blocked: "payRefused",
} as const satisfies Record<ChargeFailure, ProblemKey>;

const isUnderWay = ({ state }: PayNowAnswer) => state === "queued" || state === "charging";

const wordOf = (answer: PayNowAnswer): ProblemKey =>
  answer.state === "blocked" ? blockerWords[answer.failureCode] : "payNotDue";

/** Has a failed charge made now, and follows it. */
export function PayNowButton({ id, amount, actions, words }: PayProps) {
  const say = useMemo(() => sayIn<SubscriptionsEnglish, HomeKey>(words), [words]);
  const { busy, problem, setProblem, ask } = useAsk();
  const [asked, setAsked] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const onOver = useCallback(() => setAsked(false), []);
  if (asked) {
    return <ChargeProgress id={id} readCharge={actions.readCharge} words={words} onOver={onOver} />;
  }
  const show = (answer: PayNowAnswer) => {
    if (!isUnderWay(answer)) return setProblem(wordOf(answer));
    focusHeading(button.current);
    setAsked(true);
  };
  return (
    <>
      <Button ref={button} busy={busy} onClick={() => void ask(() => actions.payNow({ id }), show)}>
        {say("payNow", { amount })}
      </Button>
      <div role="status" className="order-last w-full empty:absolute">
        {problem && <Notice tone="wait">{say(problem, { wallet: "" })}</Notice>}
      </div>
    </>
  );
}

/** Forgets who is signed in here. */
export function SignOutButton({
  signOut,
  words,
}: {
  signOut: PayerHomeActions["signOut"];
  words: HomeWords;
}) {
  const { busy, ask } = useAsk();
  return (
    <Button look="quiet" busy={busy} onClick={() => void ask(() => signOut({}), reload)}>
      {words.signOut}
    </Button>
  );
}
