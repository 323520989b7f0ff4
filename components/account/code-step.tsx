"use client";

import { CodeField, digitsOf } from "@/components/ui/code-field";
import { LinkButton } from "@/components/ui/link-button";
import type { verifyCode } from "@/lib/contract/identity/identity";
import { askIdentity } from "./ask-identity";
import { CodeSent } from "./code-sent";
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

/** Takes the code of a mail, of a new account or to sign in. */
export function CodeStep({ email, flow, code: filled, onProved, onBack }: Props) {
  const { busy, problem, run } = useTask();
  const submit = (values: FormData) =>
    run(async () => {
      const code = digitsOf(String(values.get("code")));
      const route = { method: "POST", path: "/api/identity/verify" } as const;
      await onProved(await askIdentity<typeof verifyCode>(route, { flow, code }));
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
      <CodeField
        name="code"
        label="Code"
        defaultValue={filled}
        error={problemAt(problem, "code")}
      />
    </StepForm>
  );
}
