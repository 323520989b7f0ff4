"use client";

import { useState } from "react";
import type { signUp } from "@/lib/contract/identity";
import { askIdentity } from "./ask-identity";
import { CodeStep } from "./code-step";
import { EmailField } from "./email-field";
import { finishSignIn } from "./finish-sign-in";
import { NewPasswordField } from "./new-password-field";
import { SecondFactorStep } from "./second-factor-step";
import type { SignInStep } from "./sign-in-step";
import { StepForm } from "./step-form";
import { problemAt } from "./task-problem";
import { useTask } from "./use-task";

type Step =
  | { name: "account" }
  | { name: "code"; flow: string }
  | { name: "second_factor"; ticket: string };

/** Makes an account: address and password, then the code of a mail. */
export function SignUpForm({ returnTo }: { returnTo: string }) {
  const [step, setStep] = useState<Step>({ name: "account" });
  const [email, setEmail] = useState("");
  const { busy, problem, run } = useTask();
  const restart = () => setStep({ name: "account" });
  const onProved = async ({ ticket }: SignInStep) => {
    if (ticket === null) await finishSignIn(returnTo);
    else setStep({ name: "second_factor", ticket });
  };
  const submit = (values: FormData) =>
    run(async () => {
      const given = { email: String(values.get("email")).trim() };
      setEmail(given.email);
      const password = String(values.get("password"));
      const route = { method: "POST", path: "/api/identity/signup" } as const;
      const { flow } = await askIdentity<typeof signUp>(route, { ...given, password });
      setStep({ name: "code", flow });
    });
  if (step.name === "code") {
    return <CodeStep email={email} flow={step.flow} onProved={onProved} onBack={restart} />;
  }
  if (step.name === "second_factor") {
    return <SecondFactorStep ticket={step.ticket} onProved={onProved} onBack={restart} />;
  }
  return (
    <StepForm
      title="Create your account"
      text="Start in test mode: nothing to fill in, no real money."
      action="Create account"
      busy={busy}
      problem={problem}
      fields={["email", "password"]}
      onSubmit={submit}
      footer={
        <p className="text-muted">
          You have an account?{" "}
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
