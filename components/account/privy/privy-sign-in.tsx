"use client";

import { useState } from "react";
import { finishSignIn } from "@/components/account/finish-sign-in";
import { SignInNotice } from "@/components/account/sign-in-notice";
import { Skeleton } from "@/components/ui/skeleton";
import { useOnce } from "@/components/ui/use-once";
import type { PrivyApp } from "@/lib/core/identity/privy-app";
import { PrivyButtons } from "./privy-buttons";
import { enterAt, type Outcome, resume } from "./privy-session";
import { CodeStep, EmailStep } from "./privy-steps";
import type { PrivyReturn, PrivyWays } from "./privy-ways";

export interface PrivySignInProps {
  app: PrivyApp;
  returnTo: string;
  title: string;
}

type Step =
  | { name: "looking" }
  /** `isFailed`: a sign-in at a provider came to nothing. */
  | { name: "email"; isFailed: boolean }
  /** Signed in by a way that proves no address. */
  | { name: "address" }
  | { name: "code"; email: string; isLinked: boolean };

const newHere =
  "Privy keeps your account and emails you a six-digit code. If you're new, you get an account.";
const addressMissing =
  "Your account at Privy has no email address that was verified. Add one: invoices, notices and codes go to it.";

/**
 * Signs in or up at Privy, by an emailed code, a provider or a passkey. A user already signed in there continues with a
 * new token.
 */
export function PrivySignIn({ app, returnTo, title }: PrivySignInProps) {
  const [step, setStep] = useState<Step>({ name: "looking" });
  const [ways, setWays] = useState<PrivyWays>({ providers: [], hasPasskeys: false });
  const [target, setTarget] = useState(returnTo);
  const look = async () => {
    const { readWays, takeReturn } = await import("./privy-ways");
    const back = takeReturn();
    if (back) setTarget(back.returnTo);
    const outcome = await (back ? finish(app, back) : resume(app)).catch(() => "failed" as const);
    if (outcome === "signed_in") return finishSignIn(back?.returnTo ?? returnTo);
    if (outcome === "no_address") return setStep({ name: "address" });
    setWays(await readWays(app));
    setStep({ name: "email", isFailed: back !== null });
  };
  const enter = async () => {
    if ((await enterAt(app)) === "no_address") setStep({ name: "address" });
    else await finishSignIn(target);
  };
  useOnce(() => void look());
  switch (step.name) {
    case "looking":
      return <Skeleton label="Checking whether you are signed in" lines={5} />;
    case "email":
      return (
        <>
          <SignInNotice reason={step.isFailed ? "privy_return" : undefined} />
          <EmailStep
            {...{ app, title }}
            text={newHere}
            footer={<PrivyButtons {...{ app, ways }} returnTo={target} onSignedIn={enter} />}
            onAsked={(email) => setStep({ name: "code", email, isLinked: false })}
          />
        </>
      );
    case "address":
      return (
        <EmailStep
          app={app}
          title="Add your email address"
          text={addressMissing}
          onAsked={(email) => setStep({ name: "code", email, isLinked: true })}
        />
      );
    case "code": {
      const { email, isLinked } = step;
      const back: Step = isLinked ? { name: "address" } : { name: "email", isFailed: false };
      return (
        <CodeStep {...{ app, email, isLinked }} onProved={enter} onBack={() => setStep(back)} />
      );
    }
  }
}

/** Signs in by what a provider gave. */
async function finish(app: PrivyApp, back: PrivyReturn): Promise<Outcome> {
  const { signInByReturn } = await import("./privy-ways");
  await signInByReturn(app, back);
  return enterAt(app);
}
