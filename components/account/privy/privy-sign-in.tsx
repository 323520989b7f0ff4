"use client";

import { useState } from "react";
import { CodeSent } from "@/components/account/code-sent";
import { EmailField } from "@/components/account/email-field";
import { finishSignIn } from "@/components/account/finish-sign-in";
import { StepForm } from "@/components/account/step-form";
import { problemAt } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { CodeField, digitsOf } from "@/components/ui/code-field";
import { LinkButton } from "@/components/ui/link-button";
import { Skeleton } from "@/components/ui/skeleton";
import { useOnce } from "@/components/ui/use-once";
import { takeTokensFrom } from "@/lib/client/access-token";
import { syncPerson } from "@/lib/client/call-as-person";
import type { PrivyApp } from "@/lib/core/identity/privy-app";
import { StipendError } from "@/sdk/src/errors";

interface Props {
  app: PrivyApp;
  returnTo: string;
  title: string;
}

type Step = { name: "looking" } | { name: "email" } | { name: "code"; email: string };

/** Loaded here alone, so that no page of ours has it where accounts are our own. */
const loadClient = () => import("./privy-client");

/** Signs in or up at Privy with an emailed code. A user already signed in there continues with a new token. */
export function PrivySignIn({ app, returnTo, title }: Props) {
  const [step, setStep] = useState<Step>({ name: "looking" });
  const enter = async () => {
    const { requireToken } = await loadClient();
    takeTokensFrom(() => requireToken(app));
    await finishSignIn(returnTo);
  };
  const look = async () => {
    const isSignedIn = await resume(app).catch(() => false);
    if (isSignedIn) window.location.assign(returnTo);
    else setStep({ name: "email" });
  };
  useOnce(() => void look());
  switch (step.name) {
    case "looking":
      return <Skeleton label="Checking whether you are signed in" lines={5} />;
    case "email":
      return (
        <EmailStep {...{ app, title }} onAsked={(email) => setStep({ name: "code", email })} />
      );
    case "code":
      return (
        <CodeStep
          {...{ app }}
          email={step.email}
          onProved={enter}
          onBack={() => setStep({ name: "email" })}
        />
      );
  }
}

/**
 * Continues with an existing Privy session if our server accepts it. Ends a session that our server refuses: otherwise
 * the two would redirect the user back and forth.
 */
async function resume(app: PrivyApp): Promise<boolean> {
  const { requireToken, resumeSession, signOutOfPrivy } = await loadClient();
  if (!(await resumeSession(app))) return false;
  takeTokensFrom(() => requireToken(app));
  try {
    await syncPerson();
    return true;
  } catch (error) {
    if (error instanceof StipendError && error.code === "authentication_error") {
      await signOutOfPrivy(app);
    }
    return false;
  }
}

interface EmailProps {
  app: PrivyApp;
  title: string;
  onAsked(email: string): void;
}

function EmailStep({ app, title, onAsked }: EmailProps) {
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
      text="Privy keeps your account and emails you a six-digit code. If you're new, you get an account."
      action="Send the code"
      busy={busy}
      problem={problem}
      onSubmit={submit}
    >
      <EmailField email="" problem={problem} />
    </StepForm>
  );
}

interface CodeProps {
  app: PrivyApp;
  email: string;
  onProved(): Promise<void>;
  onBack(): void;
}

function CodeStep({ app, email, onProved, onBack }: CodeProps) {
  const { busy, problem, run } = useTask();
  const submit = (values: FormData) =>
    run(async () => {
      const { signInByCode } = await loadClient();
      await signInByCode(app, email, digitsOf(String(values.get("code"))));
      await onProved();
    });
  return (
    <StepForm
      title="Check your inbox"
      text={<CodeSent email={email} />}
      action="Continue"
      busy={busy}
      problem={problem}
      fields={["code"]}
      onSubmit={submit}
      footer={<LinkButton onClick={onBack}>Didn’t get a code?</LinkButton>}
    >
      <CodeField name="code" label="Code" error={problemAt(problem, "code")} />
    </StepForm>
  );
}
