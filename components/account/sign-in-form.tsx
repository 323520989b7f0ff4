"use client";

import { useState } from "react";
import { CodeField, digitsOf } from "@/components/ui/code-field";
import { LinkButton } from "@/components/ui/link-button";
import type { askToReset, askToSignIn, resetPassword } from "@/lib/contract/identity/identity";
import { askChallenged, askIdentity } from "./ask-identity";
import { CodeSent } from "./code-sent";
import { CodeStep } from "./code-step";
import { EmailField } from "./email-field";
import { finishSignIn } from "./finish-sign-in";
import type { OfferedProvider } from "./go-to-provider";
import { NewPasswordField } from "./new-password-field";
import { PasswordStep } from "./password-step";
import { forgetPendingCode, keepPendingCode } from "./pending-code";
import { ProviderForms } from "./provider-forms";
import { type AwaitedFactor, SecondFactorStep } from "./second-factor-step";
import { SignInNotice } from "./sign-in-notice";
import type { SignInStep } from "./sign-in-step";
import { StepForm } from "./step-form";
import { problemAt } from "./task-problem";
import { useCodeLink } from "./use-code-link";
import { useSteps } from "./use-steps";
import { useTask } from "./use-task";
import { useTicketLink } from "./use-ticket-link";

interface ResetStepProps {
  email: string;
  flow: string;
  /** What a mail's link filled in. */
  code?: string | undefined;
  onProved(step: SignInStep): Promise<void>;
  onBack(): void;
}

/** Takes the code of a mail and another password. */
function ResetStep({ email, flow, code: filled, onProved, onBack }: ResetStepProps) {
  const { busy, problem, run } = useTask();
  const submit = (values: FormData) =>
    run(async () => {
      const code = digitsOf(String(values.get("code")));
      const password = String(values.get("password"));
      const route = { method: "POST", path: "/api/identity/reset/complete" } as const;
      await onProved(await askIdentity<typeof resetPassword>(route, { flow, code, password }));
    });
  return (
    <StepForm
      title="Reset your password"
      text={
        <>
          <CodeSent email={email} />
          <p className="mt-2">Your other sessions will be signed out.</p>
        </>
      }
      action="Set password and sign in"
      busy={busy}
      problem={problem}
      fields={["code", "password"]}
      onSubmit={submit}
      footer={<LinkButton onClick={onBack}>Didn’t get a code?</LinkButton>}
    >
      <CodeField
        name="code"
        label="Code"
        defaultValue={filled}
        error={problemAt(problem, "code")}
      />
      <NewPasswordField error={problemAt(problem, "password")} />
    </StepForm>
  );
}

/** What a code by e-mail is for. */
type CodeUse = "login" | "reset";

interface AskProps {
  use: CodeUse;
  email: string;
  onEmail(email: string): void;
  onAsked(asked: { flow: string; email: string }): void;
  onBack(): void;
}

const words = {
  login: {
    title: "Sign in with a code",
    text: "We’ll email you a six-digit code. It expires in ten minutes.",
  },
  reset: {
    title: "Reset your password",
    text: "We’ll email you a six-digit code to set a new password.",
  },
};

const routes = {
  login: { method: "POST", path: "/api/identity/code" },
  reset: { method: "POST", path: "/api/identity/reset" },
} as const;

/** Asks for a code by e-mail. */
function AskCodeStep({ use, email, onEmail, onAsked, onBack }: AskProps) {
  const { busy, problem, run } = useTask();
  const submit = (values: FormData) =>
    run(async () => {
      const given = { email: String(values.get("email")).trim() };
      onEmail(given.email);
      const { flow } =
        use === "login"
          ? await askChallenged<typeof askToSignIn>("code", routes.login, given)
          : await askChallenged<typeof askToReset>("reset", routes.reset, given);
      keepPendingCode({ use, flow, ...given });
      onAsked({ flow, ...given });
    });
  return (
    <StepForm
      {...words[use]}
      action="Send the code"
      challenge={use === "login" ? "code" : "reset"}
      busy={busy}
      problem={problem}
      fields={["email"]}
      onSubmit={submit}
      footer={<LinkButton onClick={onBack}>Use password instead</LinkButton>}
    >
      <EmailField email={email} problem={problem} onEmail={onEmail} />
    </StepForm>
  );
}

type Step =
  | { name: "password" }
  | { name: "ask"; use: CodeUse }
  | { name: "given"; use: CodeUse; flow: string; email: string }
  | ({ name: "second_factor" } & AwaitedFactor);

interface Props {
  returnTo: string;
  hasPasskeys: boolean;
  providers: readonly OfferedProvider[];
  /** Why a sign-in at one of them came to nothing. */
  problem: string | undefined;
}

/**
 * Signs in, by a password, a passkey, a code by e-mail or another password, and by the second factor where there is one.
 */
export function SignInForm({ returnTo, hasPasskeys, providers, problem }: Props) {
  const [step, setStep] = useSteps<Step>({ name: "password" });
  const [email, setEmail] = useState("");
  const { code, notice } = useCodeLink(({ use, flow, email: asked }) => {
    if (use === "sign_up") return false;
    setEmail(asked);
    setStep({ name: "given", use, flow, email: asked });
    return true;
  });
  useTicketLink((awaited) => setStep({ name: "second_factor", ...awaited }));
  const onProved = async ({ ticket, methods }: SignInStep) => {
    forgetPendingCode();
    if (ticket === null) await finishSignIn(returnTo);
    else setStep({ name: "second_factor", ticket, methods });
  };
  const shared = { email, onEmail: setEmail, onProved };
  const ask = (use: CodeUse) => () => setStep({ name: "ask", use });
  const restart = () => setStep({ name: "password" });
  switch (step.name) {
    case "password":
      return (
        <>
          {notice}
          <SignInNotice reason={problem} />
          <PasswordStep
            {...shared}
            returnTo={returnTo}
            hasPasskeys={hasPasskeys}
            onForgotten={ask("reset")}
            onCode={ask("login")}
          />
          <ProviderForms providers={providers} returnTo={returnTo} />
        </>
      );
    case "ask": {
      const { use } = step;
      const onAsked: AskProps["onAsked"] = (asked) => setStep({ name: "given", use, ...asked });
      return <AskCodeStep {...shared} use={use} onAsked={onAsked} onBack={restart} />;
    }
    case "given": {
      const { use, flow } = step;
      const Given = use === "login" ? CodeStep : ResetStep;
      const given = { email: step.email, flow, code, onProved, onBack: ask(use) };
      return <Given key={code} {...given} />;
    }
    case "second_factor":
      return <SecondFactorStep {...step} onProved={onProved} onBack={restart} />;
  }
}
