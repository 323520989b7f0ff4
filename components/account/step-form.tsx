"use client";

import { type FormEvent, type ReactNode, useEffect, useRef, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/form";
import type { ChallengePurpose } from "@/lib/core/identity/challenge-purposes";
import { passAhead, solving } from "./challenge-pass";
import type { Problem } from "./problem-of";
import { TaskProblem } from "./task-problem";

interface Props {
  title: string;
  text?: ReactNode;
  action: string;
  /** Sending it takes a bot challenge of this purpose, which is begun as soon as a person types. */
  challenge?: ChallengePurpose;
  busy: boolean;
  problem: Problem | null;
  /** Whose problems stand beside them. */
  fields?: readonly string[];
  children: ReactNode;
  /** Other ways to go on. */
  footer?: ReactNode;
  onSubmit(values: FormData): void;
}

/** Whether a step was shown before: on a page that was just opened nothing is taken from where the reader is. */
let isFollowed = false;

/** One step of signing in. Its heading takes the focus when it follows another step. */
export function StepForm(props: Props) {
  const { title, text, action, challenge, busy, problem, fields, children, footer } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFollowed) heading.current?.focus();
    isFollowed = true;
  }, []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    props.onSubmit(new FormData(event.currentTarget));
  };
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="font-semibold text-2xl tracking-tight">
        {title}
      </h1>
      {text && <div className="mt-2 text-pretty text-muted">{text}</div>}
      <Form
        onSubmit={submit}
        onInput={challenge && (() => passAhead(challenge))}
        className="mt-6 grid gap-5"
      >
        <TaskProblem problem={problem} fields={fields} />
        {children}
        <Button type="submit" wide busy={busy}>
          {action}
        </Button>
        {challenge && <ChallengeWord isAwaited={busy} />}
      </Form>
      {footer && <div className="mt-6 grid gap-1 text-sm">{footer}</div>}
    </>
  );
}

/** What a person who has sent the form waits for, while the challenge is not solved yet. */
function ChallengeWord({ isAwaited }: { isAwaited: boolean }) {
  const isSolving = useSyncExternalStore(solving.subscribe, solving.get, () => false);
  return (
    <p role="status" className="text-center text-muted text-sm empty:hidden">
      {isAwaited && isSolving ? "Checking that you’re not a bot…" : ""}
    </p>
  );
}
