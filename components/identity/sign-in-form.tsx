"use client";

import { useState } from "react";
import { AskCodeStep, type CodeUse } from "./ask-code-step";
import { CodeStep } from "./code-step";
import { finishSignIn } from "./finish-sign-in";
import { PasswordStep } from "./password-step";
import { forgetPendingCode } from "./pending-code";
import { ResetStep } from "./reset-step";
import { SecondFactorStep } from "./second-factor-step";
import type { SignInStep } from "./sign-in-step";
import { useCodeLink } from "./use-code-link";

type Step =
  | { name: "password" }
  | { name: "ask"; use: CodeUse }
  | { name: "given"; use: CodeUse; flow: string }
  | { name: "second_factor"; ticket: string };

/** Signs in, by a password, a code by e-mail or another password, and by the second factor where there is one. */
export function SignInForm({ returnTo }: { returnTo: string }) {
  const [step, setStep] = useState<Step>({ name: "password" });
  const [email, setEmail] = useState("");
  const { code, notice } = useCodeLink(({ use, flow, email: asked }) => {
    if (use === "sign_up") return false;
    setEmail(asked);
    setStep({ name: "given", use, flow });
    return true;
  });
  const onProved = async ({ ticket }: SignInStep) => {
    forgetPendingCode();
    if (ticket === null) await finishSignIn(returnTo);
    else setStep({ name: "second_factor", ticket });
  };
  const shared = { email, onEmail: setEmail, onProved };
  const ask = (use: CodeUse) => () => setStep({ name: "ask", use });
  const restart = () => setStep({ name: "password" });
  switch (step.name) {
    case "password":
      return (
        <>
          {notice}
          <PasswordStep
            {...shared}
            returnTo={returnTo}
            onForgotten={ask("reset")}
            onCode={ask("login")}
          />
        </>
      );
    case "ask": {
      const { use } = step;
      const onAsked = (flow: string) => setStep({ name: "given", use, flow });
      return <AskCodeStep {...shared} use={use} onAsked={onAsked} onBack={restart} />;
    }
    case "given": {
      const { use, flow } = step;
      const Given = use === "login" ? CodeStep : ResetStep;
      const given = { email, flow, code, onProved, onBack: ask(use) };
      return <Given key={code} {...given} />;
    }
    case "second_factor":
      return <SecondFactorStep ticket={step.ticket} onProved={onProved} onBack={restart} />;
  }
}
