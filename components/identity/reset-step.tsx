"use client";

import { CodeField, digitsOf } from "@/components/ui/code-field";
import { LinkButton } from "@/components/ui/link-button";
import type { resetPassword } from "@/lib/contract/identity";
import { askIdentity } from "./ask-identity";
import { CodeSent } from "./code-sent";
import { NewPasswordField } from "./new-password-field";
import type { SignInStep } from "./sign-in-step";
import { StepForm } from "./step-form";
import { problemAt } from "./task-problem";
import { useTask } from "./use-task";

interface Props {
  email: string;
  flow: string;
  /** What a mail's link filled in. */
  code?: string | undefined;
  onProved(step: SignInStep): Promise<void>;
  onBack(): void;
}

/** Takes the code of a mail and another password. */
export function ResetStep({ email, flow, code: filled, onProved, onBack }: Props) {
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
      title="Choose another password"
      text={
        <>
          <CodeSent email={email} />
          <p className="mt-2">You are signed out everywhere else.</p>
        </>
      }
      action="Set password and sign in"
      busy={busy}
      problem={problem}
      fields={["code", "password"]}
      onSubmit={submit}
      footer={<LinkButton onClick={onBack}>Another address, or no code came</LinkButton>}
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
