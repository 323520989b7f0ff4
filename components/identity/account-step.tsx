"use client";

import type { signUp } from "@/lib/contract/identity";
import { askIdentity } from "./ask-identity";
import { EmailField } from "./email-field";
import { NewPasswordField } from "./new-password-field";
import { keepPendingCode } from "./pending-code";
import { StepForm } from "./step-form";
import { problemAt } from "./task-problem";
import { useTask } from "./use-task";

interface Props {
  email: string;
  returnTo: string;
  /** A code was mailed. */
  onAsked(email: string, flow: string): void;
}

/** Takes the address and the password of a new account. */
export function AccountStep({ email, returnTo, onAsked }: Props) {
  const { busy, problem, run } = useTask();
  const submit = (values: FormData) =>
    run(async () => {
      const given = { email: String(values.get("email")).trim() };
      const password = String(values.get("password"));
      const route = { method: "POST", path: "/api/identity/signup" } as const;
      const { flow } = await askIdentity<typeof signUp>(route, { ...given, password });
      keepPendingCode({ use: "sign_up", flow, ...given });
      onAsked(given.email, flow);
    });
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
