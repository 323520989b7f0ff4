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

type Method = SignInStep["methods"][number];

/** A sign-in that waits for a second factor. */
export interface AwaitedFactor {
  ticket: string;
  methods: readonly Method[];
}

interface Props extends AwaitedFactor {
  onProved(step: SignInStep): Promise<void>;
  onBack(): void;
}

const words: Readonly<Record<Method, { text: string; use: string }>> = {
  passkey: {
    text: "Use one of your passkeys: your browser asks for it.",
    use: "Use a passkey",
  },
  totp: {
    text: "Open your authenticator app and enter the six-digit code for Stipend.",
    use: "Use the authenticator app",
  },
  recovery_code: {
    text: "Enter one of your recovery codes. Each code works once.",
    use: "Use a recovery code",
  },
};

/** Takes a passkey, a code of the authenticator app, or a recovery code. */
export function SecondFactorStep({ ticket, methods, onProved, onBack }: Props) {
  const { busy, problem, run, forget } = useTask();
  const [method, setMethod] = useState<Method>(methods[0] ?? "recovery_code");
  const submit = (values: FormData) =>
    run(async () => {
      if (method === "passkey") {
        const { giveWithPasskey } = await import("./passkeys");
        return onProved(await giveWithPasskey(ticket));
      }
      const typed = String(values.get("code"));
      const code = method === "totp" ? digitsOf(typed) : typed.trim();
      const route = { method: "POST", path: "/api/identity/second-factor" } as const;
      await onProved(await askIdentity<typeof giveSecondFactor>(route, { ticket, code }));
    });
  const turnTo = (other: Method) => {
    forget();
    setMethod(other);
  };
  const others = methods.filter((other) => other !== method);
  return (
    <StepForm
      title="Two-factor authentication"
      text={words[method].text}
      action={method === "passkey" ? "Use a passkey" : "Sign in"}
      busy={busy}
      problem={problem}
      fields={["code"]}
      onSubmit={submit}
      footer={
        <>
          {others.map((other) => (
            <LinkButton key={other} onClick={() => turnTo(other)}>
              {words[other].use}
            </LinkButton>
          ))}
          <LinkButton onClick={onBack}>Start over</LinkButton>
        </>
      }
    >
      <FactorField method={method} error={problemAt(problem, "code")} />
    </StepForm>
  );
}

/** What is typed of a factor; nothing of a passkey. */
function FactorField({ method, error }: { method: Method; error: ReturnType<typeof problemAt> }) {
  switch (method) {
    case "passkey":
      return null;
    case "totp":
      return <CodeField key="app" name="code" label="Code" error={error} />;
    case "recovery_code":
      return (
        <TextField
          key="recovery"
          name="code"
          label="Recovery code"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          required
          maxLength={20}
          error={error}
          translate="no"
          className="font-mono"
        />
      );
  }
}
