"use client";

import type { ReactNode } from "react";
import { CodeForm } from "@/components/account/code-form";
import { EmailField } from "@/components/account/email-field";
import { StepForm } from "@/components/account/step-form";
import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { LinkButton } from "@/components/ui/link-button";
import type { PrivyApp } from "@/lib/core/identity/privy-app";
import { loadClient } from "./load-client";

interface EmailProps {
  app: PrivyApp;
  title: string;
  text: string;
  /** Other ways in. */
  footer?: ReactNode;
  onAsked(email: string): void;
}

/** Has Privy mail a code. */
export function EmailStep({ app, title, text, footer, onAsked }: EmailProps) {
  const { busy, problem, run } = useTask();
  const submit = (values: FormData) =>
    run(async () => {
      const email = String(values.get("email")).trim();
      const { askForCode } = await loadClient();
      await askForCode(app, email);
      onAsked(email);
    });
  return (
    <StepForm
      title={title}
      text={text}
      action="Send the code"
      busy={busy}
      problem={problem}
      onSubmit={submit}
      footer={footer}
    >
      <EmailField email="" problem={problem} />
    </StepForm>
  );
}

interface CodeProps {
  app: PrivyApp;
  email: string;
  /** The address is added to the account that is signed in. */
  isLinked: boolean;
  onProved(): Promise<void>;
  /** The address to be added is another account's. */
  onTaken(): Promise<void>;
  onBack(): void;
}

/** Takes the code of Privy's mail. */
export function CodeStep({ app, email, isLinked, onProved, onTaken, onBack }: CodeProps) {
  const prove = async (code: string) => {
    const { linkByCode, signInByCode } = await loadClient();
    if (!isLinked) await signInByCode(app, email, code);
    else if ((await linkByCode(app, email, code)) === "taken") return onTaken();
    await onProved();
  };
  return <CodeForm {...{ email, onBack }} onCode={prove} />;
}

/** Leaves the account that is signed in at Privy for another way in. */
export function OtherWay({ onLeave }: { onLeave(): Promise<void> }) {
  const { busy, problem, run } = useTask();
  return (
    <>
      <TaskProblem problem={problem} />
      <LinkButton onClick={() => (busy ? undefined : run(onLeave))}>Sign in another way</LinkButton>
    </>
  );
}
