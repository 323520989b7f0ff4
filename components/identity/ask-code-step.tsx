"use client";

import { LinkButton } from "@/components/ui/link-button";
import type { askToReset, askToSignIn } from "@/lib/contract/identity";
import { askIdentity } from "./ask-identity";
import { EmailField } from "./email-field";
import { keepPendingCode } from "./pending-code";
import { StepForm } from "./step-form";
import { useTask } from "./use-task";

/** What a code by e-mail is for. */
export type CodeUse = "login" | "reset";

interface Props {
  use: CodeUse;
  email: string;
  onEmail(email: string): void;
  onAsked(flow: string): void;
  onBack(): void;
}

const words = {
  login: {
    title: "Sign in with a code",
    text: "We mail you six digits. They are good for ten minutes.",
  },
  reset: {
    title: "Choose another password",
    text: "We mail you six digits, with which you choose a new password.",
  },
};

const routes = {
  login: { method: "POST", path: "/api/identity/code" },
  reset: { method: "POST", path: "/api/identity/reset" },
} as const;

/** Asks for a code by e-mail. */
export function AskCodeStep({ use, email, onEmail, onAsked, onBack }: Props) {
  const { busy, problem, run } = useTask();
  const submit = (values: FormData) =>
    run(async () => {
      const given = { email: String(values.get("email")).trim() };
      onEmail(given.email);
      const { flow } =
        use === "login"
          ? await askIdentity<typeof askToSignIn>(routes.login, given)
          : await askIdentity<typeof askToReset>(routes.reset, given);
      keepPendingCode({ use, flow, ...given });
      onAsked(flow);
    });
  return (
    <StepForm
      {...words[use]}
      action="Send the code"
      busy={busy}
      problem={problem}
      fields={["email"]}
      onSubmit={submit}
      footer={<LinkButton onClick={onBack}>Back to the password</LinkButton>}
    >
      <EmailField email={email} problem={problem} />
    </StepForm>
  );
}
