"use client";

import { useState } from "react";
import type { signUp } from "@/lib/contract/identity/identity";
import { askChallenged } from "./ask-identity";
import { CodeStep } from "./code-step";
import { EmailField } from "./email-field";
import { finishSignIn } from "./finish-sign-in";
import { NewPasswordField } from "./new-password-field";
import { forgetPendingCode, keepPendingCode } from "./pending-code";
import { type AwaitedFactor, SecondFactorStep } from "./second-factor-step";
import type { SignInStep } from "./sign-in-step";
import { StepForm } from "./step-form";
import { problemAt } from "./task-problem";
import { useCodeLink } from "./use-code-link";
import { useSteps } from "./use-steps";
import { useTask } from "./use-task";

interface Props {
  email: string;
  returnTo: string;
  /** The installation takes no new merchants. */
  isClosed: boolean;
  /** A code was mailed. */
  onAsked(email: string, flow: string): void;
}

/** Takes the address and the password of a new account. */
function AccountStep({ email, returnTo, isClosed, onAsked }: Props) {
  const { busy, problem, run } = useTask();
  const submit = (values: FormData) =>
    run(async () => {
      const given = { email: String(values.get("email")).trim() };
      const password = String(values.get("password"));
      const route = { method: "POST", path: "/api/identity/signup" } as const;
      const { flow } = await askChallenged<typeof signUp>("signup", route, { ...given, password });
      keepPendingCode({ use: "sign_up", flow, ...given });
      onAsked(given.email, flow);
    });
  return (
    <StepForm
      title="Create your account"
      text={
        isClosed
          ? "This installation is closed: only people who are invited can create an account."
          : "Start in test mode: nothing to fill in, no real money."
      }
      action="Create account"
      challenge="signup"
      busy={busy}
      problem={problem}
      fields={["email", "password"]}
      onSubmit={submit}
      footer={
        <p className="text-muted">
          Already have an account?{" "}
          <a
            href={`/login?returnTo=${encodeURIComponent(returnTo)}`}
            className="inline-flex min-h-11 items-center font-medium text-ink underline underline-offset-4"
          >
            Sign in
          </a>
        </p>
      }
    >
      <EmailField email={email} problem={problem} />
      <NewPasswordField label="Password" error={problemAt(problem, "password")} />
    </StepForm>
  );
}

type Step =
  | { name: "account" }
  | { name: "code"; flow: string }
  | ({ name: "second_factor" } & AwaitedFactor);

/** Makes an account: address and password, then the code of a mail. */
export function SignUpForm({ returnTo, isClosed }: Pick<Props, "returnTo" | "isClosed">) {
  const [step, setStep] = useSteps<Step>({ name: "account" });
  const [email, setEmail] = useState("");
  const onAsked = (asked: string, flow: string) => {
    setEmail(asked);
    setStep({ name: "code", flow });
  };
  const { code, notice } = useCodeLink((pending) => {
    if (pending.use !== "sign_up") return false;
    onAsked(pending.email, pending.flow);
    return true;
  });
  const restart = () => setStep({ name: "account" });
  const onProved = async ({ ticket, methods }: SignInStep) => {
    forgetPendingCode();
    if (ticket === null) await finishSignIn(returnTo);
    else setStep({ name: "second_factor", ticket, methods });
  };
  switch (step.name) {
    case "account":
      return (
        <>
          {notice}
          <AccountStep {...{ email, returnTo, isClosed, onAsked }} />
        </>
      );
    case "code": {
      const given = { email, flow: step.flow, code, onProved, onBack: restart };
      return <CodeStep key={code} {...given} />;
    }
    case "second_factor":
      return <SecondFactorStep {...step} onProved={onProved} onBack={restart} />;
  }
}
