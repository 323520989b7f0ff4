"use client";

import type { verifyCode } from "@/lib/contract/identity/identity";
import { askIdentity } from "./ask-identity";
import { CodeForm } from "./code-form";
import type { SignInStep } from "./sign-in-step";

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
  const prove = async (code: string) => {
    const route = { method: "POST", path: "/api/identity/verify" } as const;
    await onProved(await askIdentity<typeof verifyCode>(route, { flow, code }));
  };
  return <CodeForm {...{ email, filled, onBack }} onCode={prove} />;
}
