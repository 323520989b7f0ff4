"use client";

import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { PasswordField } from "@/components/ui/password-field";
import type { signIn } from "@/lib/contract/identity/identity";
import { askChallenged } from "./ask-identity";
import { EmailField } from "./email-field";
import type { StepProps } from "./sign-in-step";
import { StepForm } from "./step-form";
import { problemAt } from "./task-problem";
import { useTask } from "./use-task";

interface Props extends StepProps {
  returnTo: string;
  /** Browsers know passkeys at this installation's address. */
  hasPasskeys: boolean;
  onForgotten(): void;
  onCode(): void;
}

/** Signs in by address and password, or by a passkey. */
export function PasswordStep(props: Props) {
  const { email, onEmail, onProved, onForgotten } = props;
  const { busy, problem, run } = useTask();
  const submit = (values: FormData) =>
    run(async () => {
      const given = { email: String(values.get("email")).trim() };
      onEmail(given.email);
      const password = String(values.get("password"));
      const route = { method: "POST", path: "/api/identity/login" } as const;
      await onProved(await askChallenged<typeof signIn>("login", route, { ...given, password }));
    });
  const usingPasskey = async () => {
    const { signInWithPasskey } = await import("./passkeys");
    await onProved(await signInWithPasskey());
  };
  return (
    <StepForm
      title="Sign in to Stipend"
      action="Sign in"
      challenge="login"
      busy={busy}
      problem={problem}
      fields={["email", "password"]}
      onSubmit={submit}
      footer={<OtherWays {...props} onPasskey={() => run(usingPasskey)} />}
    >
      <EmailField email={email} problem={problem} onEmail={onEmail} />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="current-password"
        error={problemAt(problem, "password")}
        aside={<LinkButton onClick={onForgotten}>Forgot password?</LinkButton>}
      />
    </StepForm>
  );
}

interface OtherWaysProps extends Pick<Props, "returnTo" | "hasPasskeys" | "onCode"> {
  onPasskey(): void;
}

function OtherWays({ returnTo, hasPasskeys, onCode, onPasskey }: OtherWaysProps) {
  return (
    <>
      {hasPasskeys && (
        <Button look="secondary" wide onClick={onPasskey}>
          Sign in with a passkey
        </Button>
      )}
      <LinkButton onClick={onCode}>Sign in with a code by email</LinkButton>
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
  );
}
