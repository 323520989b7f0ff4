"use client";

import { CodeField, digitsOf } from "@/components/ui/code-field";
import { LinkButton } from "@/components/ui/link-button";
import { CodeSent } from "./code-sent";
import { StepForm } from "./step-form";
import { problemAt } from "./task-problem";
import { useTask } from "./use-task";

interface Props {
  /** Where the code was sent. */
  email: string;
  /** What a mail's link filled in. */
  filled?: string | undefined;
  /** Takes the digits, and goes on if they are right. */
  onCode(code: string): Promise<void>;
  onBack(): void;
}

/** Asks for the code of a mail. */
export function CodeForm({ email, filled, onCode, onBack }: Props) {
  const { busy, problem, run } = useTask();
  const submit = (values: FormData) => run(() => onCode(digitsOf(String(values.get("code")))));
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
