"use client";

import { useState } from "react";
import { CodeField, digitsOf } from "@/components/ui/code-field";
import { LinkButton } from "@/components/ui/link-button";
import { TextField } from "@/components/ui/text-field";
import type { giveSecondFactor } from "@/lib/contract/identity/identity";
import { askIdentity } from "./ask-identity";
import type { SignInStep } from "./sign-in-step";
import { StepForm } from "./step-form";
import { problemAt } from "./task-problem";
import { useTask } from "./use-task";

interface Props {
  ticket: string;
  onProved(step: SignInStep): Promise<void>;
  onBack(): void;
}

/** Takes a code of the authenticator app, or a recovery code. */
export function SecondFactorStep({ ticket, onProved, onBack }: Props) {
  const { busy, problem, run, forget } = useTask();
  const [recovers, setRecovers] = useState(false);
  const submit = (values: FormData) =>
    run(async () => {
      const typed = String(values.get("code"));
      const code = recovers ? typed.trim() : digitsOf(typed);
      const route = { method: "POST", path: "/api/identity/second-factor" } as const;
      await onProved(await askIdentity<typeof giveSecondFactor>(route, { ticket, code }));
    });
  const turn = () => {
    forget();
    setRecovers(!recovers);
  };
  return (
    <StepForm
      title="Two-factor authentication"
      text={
        recovers
          ? "Enter one of your recovery codes. Each code works once."
          : "Open your authenticator app and enter the six-digit code for Stipend."
      }
      action="Sign in"
      busy={busy}
      problem={problem}
      fields={["code"]}
      onSubmit={submit}
      footer={
        <>
          <LinkButton onClick={turn}>
            {recovers ? "Use the authenticator app" : "Use a recovery code"}
          </LinkButton>
          <LinkButton onClick={onBack}>Start over</LinkButton>
        </>
      }
    >
      {recovers ? (
        <TextField
          key="recovery"
          name="code"
          label="Recovery code"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          required
          maxLength={20}
          error={problemAt(problem, "code")}
          translate="no"
          className="font-mono"
        />
      ) : (
        <CodeField key="app" name="code" label="Code" error={problemAt(problem, "code")} />
      )}
    </StepForm>
  );
}
