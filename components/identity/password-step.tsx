"use client";

import { LinkButton } from "@/components/ui/link-button";
import { PasswordField } from "@/components/ui/password-field";
import type { signIn } from "@/lib/contract/identity";
import { askIdentity } from "./ask-identity";
import { EmailField } from "./email-field";
import type { StepProps } from "./sign-in-step";
import { StepForm } from "./step-form";
import { useTask } from "./use-task";

interface Props extends StepProps {
  returnTo: string;
  onForgotten(): void;
  onCode(): void;
}

/** Signs in by address and password. */
export function PasswordStep(props: Props) {
  const { email, returnTo, onEmail, onProved, onForgotten, onCode } = props;
  const { busy, problem, run } = useTask();
  const submit = (values: FormData) =>
    run(async () => {
      const given = { email: String(values.get("email")).trim() };
      onEmail(given.email);
      const password = String(values.get("password"));
      const route = { method: "POST", path: "/api/identity/login" } as const;
      await onProved(await askIdentity<typeof signIn>(route, { ...given, password }));
    });
  return (
    <StepForm
      title="Sign in to Stipend"
      action="Sign in"
      busy={busy}
      problem={problem}
      fields={["email"]}
      onSubmit={submit}
      footer={
        <>
          <LinkButton onClick={onCode}>Sign in with a code by e-mail</LinkButton>
          <p className="text-muted">
            New here?{" "}
            <a
              href={`/signup?returnTo=${encodeURIComponent(returnTo)}`}
              className="inline-flex min-h-11 items-center font-medium text-ink underline underline-offset-4"
            >
              Create an account
            </a>
          </p>
        </>
      }
    >
      <EmailField email={email} problem={problem} />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="current-password"
        aside={<LinkButton onClick={onForgotten}>Forgotten?</LinkButton>}
      />
    </StepForm>
  );
}
