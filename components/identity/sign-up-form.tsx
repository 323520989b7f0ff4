"use client";

import { useState } from "react";
import { AccountStep } from "./account-step";
import { CodeStep } from "./code-step";
import { finishSignIn } from "./finish-sign-in";
import { forgetPendingCode } from "./pending-code";
import { SecondFactorStep } from "./second-factor-step";
import type { SignInStep } from "./sign-in-step";
import { useCodeLink } from "./use-code-link";

type Step =
  | { name: "account" }
  | { name: "code"; flow: string }
  | { name: "second_factor"; ticket: string };

/** Makes an account: address and password, then the code of a mail. */
export function SignUpForm({ returnTo }: { returnTo: string }) {
  const [step, setStep] = useState<Step>({ name: "account" });
  const [email, setEmail] = useState("");
  const onAsked = (asked: string, flow: string) => {
    setEmail(asked);
    setStep({ name: "code", flow });
  };
  const { code, notice } = useCodeLink((pending) => {
    if (pending.use !== "sign_up") return false;
    onAsked(pending.email, pending.flow);
    return true;
  });
  const restart = () => setStep({ name: "account" });
  const onProved = async ({ ticket }: SignInStep) => {
    forgetPendingCode();
    if (ticket === null) await finishSignIn(returnTo);
    else setStep({ name: "second_factor", ticket });
  };
  switch (step.name) {
    case "account":
      return (
        <>
          {notice}
          <AccountStep email={email} returnTo={returnTo} onAsked={onAsked} />
        </>
      );
    case "code": {
      const given = { email, flow: step.flow, code, onProved, onBack: restart };
      return <CodeStep key={code} {...given} />;
    }
    case "second_factor":
      return <SecondFactorStep ticket={step.ticket} onProved={onProved} onBack={restart} />;
  }
}
