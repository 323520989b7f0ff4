"use client";

import { useState } from "react";
import { finishSignIn } from "@/components/account/finish-sign-in";
import { SignInNotice } from "@/components/account/sign-in-notice";
import { Skeleton } from "@/components/ui/skeleton";
import { useOnce } from "@/components/ui/use-once";
import type { PrivyApp } from "@/lib/core/identity/privy-app";
import { loadClient } from "./load-client";
import { PrivyButtons } from "./privy-buttons";
import { enterAt, type Outcome, resume } from "./privy-session";
import { CodeStep, EmailStep, OtherWay } from "./privy-steps";
import type { PrivyReturn, PrivyWays } from "./privy-ways";

export interface PrivySignInProps {
  app: PrivyApp;
  returnTo: string;
  title: string;
}

type Step =
  | { name: "looking" }
  /** `reason`: why a sign-in came to nothing. */
  | { name: "email"; reason: "privy_return" | "address_taken" | undefined }
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
export function PrivySignIn(props: PrivySignInProps) {
  const { app, title } = props;
  const { step, setStep, ways, target, enter, leave } = useSteps(props);
  switch (step.name) {
    case "looking":
      return <Skeleton label="Checking whether you are signed in" lines={5} />;
    case "email":
      return (
        <>
          <SignInNotice reason={step.reason} />
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
          footer={<OtherWay onLeave={() => leave(undefined)} />}
          onAsked={(email) => setStep({ name: "code", email, isLinked: true })}
        />
      );
    case "code": {
      const { email, isLinked } = step;
      const back: Step = isLinked ? { name: "address" } : { name: "email", reason: undefined };
      return (
        <CodeStep
          {...{ app, email, isLinked }}
          onProved={enter}
          onTaken={() => leave("address_taken")}
          onBack={() => setStep(back)}
        />
      );
    }
  }
}

/** The step that is shown, and what leads from one to another. */
function useSteps({ app, returnTo }: PrivySignInProps) {
  const [step, setStep] = useState<Step>({ name: "looking" });
  const [ways, setWays] = useState<PrivyWays>({ providers: [], hasPasskeys: false });
  const [target, setTarget] = useState(returnTo);
  const begin = async (reason: Extract<Step, { name: "email" }>["reason"]) => {
    const { readWays } = await import("./privy-ways");
    setWays(await readWays(app));
    setStep({ name: "email", reason });
  };
  const look = async () => {
    const { takeReturn } = await import("./privy-ways");
    const back = takeReturn();
    if (back) setTarget(back.returnTo);
    const outcome = await (back ? finish(app, back) : resume(app)).catch(() => "failed" as const);
    if (outcome === "signed_in") return finishSignIn(back?.returnTo ?? returnTo);
    if (outcome === "no_address") return setStep({ name: "address" });
    await begin(back ? "privy_return" : undefined);
  };
  const enter = async () => {
    if ((await enterAt(app)) === "no_address") setStep({ name: "address" });
    else await finishSignIn(target);
  };
  /** Signs out of an account that is of no use here. */
  const leave = async (reason: "address_taken" | undefined) => {
    const { signOutOfPrivy } = await loadClient();
    await signOutOfPrivy(app);
    await begin(reason);
  };
  useOnce(() => void look());
  return { step, setStep, ways, target, enter, leave };
}

/** Signs in by what a provider gave. */
async function finish(app: PrivyApp, back: PrivyReturn): Promise<Outcome> {
  const { signInByReturn } = await import("./privy-ways");
  await signInByReturn(app, back);
  return enterAt(app);
}
