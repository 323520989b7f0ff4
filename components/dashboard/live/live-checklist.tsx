"use client";

import { type ReactNode, useEffect, useState } from "react";
import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { useApi } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { Step } from "@/components/dashboard/shell/step";
import { ButtonLink } from "@/components/ui/button-link";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { useOnce } from "@/components/ui/use-once";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type {
  getLiveModeEligibility,
  getMerchantChainStatus,
} from "@/lib/contract/merchants/merchant-account";
import type { Mode } from "@/lib/core/modes";

type Eligibility = ReceivedOutput<typeof getLiveModeEligibility>;
type ChainStatus = ReceivedOutput<typeof getMerchantChainStatus>;

interface Standing {
  readonly eligibility: Eligibility;
  readonly chain: ChainStatus;
}

const LOOK_MS = 2_000;

/** What stands between a business and real money, each with what does it. */
export function LiveChecklist({ mode }: { mode: Mode }) {
  const api = useApi("live");
  const { problem, run } = useTask();
  const [found, setFound] = useState<Standing | null>(null);
  const look = () =>
    run(async () => {
      const [eligibility, chain] = await Promise.all([
        api<typeof getLiveModeEligibility>(
          { method: "GET", path: "/v1/merchants/me/live-mode-eligibility" },
          {},
        ),
        api<typeof getMerchantChainStatus>(
          { method: "GET", path: "/v1/merchants/me/chain-status" },
          {},
        ),
      ]);
      setFound({ eligibility, chain });
    });
  useOnce(() => void look());
  useEffect(() => {
    if (found?.chain.status !== "registering") return;
    const timer = setTimeout(() => void look(), LOOK_MS);
    return () => clearTimeout(timer);
  });
  return (
    <Section title="Live mode requirements" text="In any order. Test mode keeps working.">
      {problem && <TaskProblem problem={problem} />}
      {!found && !problem && <Skeleton label="Loading requirements" lines={5} />}
      {found && <Steps {...found} mode={mode} />}
    </Section>
  );
}

function Steps({ eligibility, chain, mode }: Standing & { mode: Mode }) {
  const { checks, reasons } = eligibility;
  const actionOf = (code: string): ReactNode => {
    const reason = reasons.find((one) => one.code === code);
    if (!reason) return null;
    const { label, href } = reason.action;
    return (
      <ButtonLink look="secondary" href={hrefIn(href, mode)}>
        {label}
      </ButtonLink>
    );
  };
  return (
    <>
      <ol className="grid">
        <Step
          isDone={checks.emailVerified}
          title="Confirm your email address"
          action={actionOf("email_unverified")}
        >
          We send emails about your money to this address.
        </Step>
        <Step
          isDone={checks.twoFactorEnabled}
          title="Turn on two-factor authentication"
          action={actionOf("two_factor_disabled")}
        >
          Stipend asks for a code from an app on your phone at each sign-in.
        </Step>
        <Step
          isDone={checks.onboardingComplete}
          title="Tell us about your business"
          action={actionOf("onboarding_incomplete")}
        >
          Name, country, and the wallet for live payments.
        </Step>
        <Step
          isDone={chain.status === "registered"}
          title="Register on-chain"
          action={
            eligibility.eligible &&
            chain.status === "unregistered" && (
              <ButtonLink look="secondary" href={hrefIn("/dashboard/settings/onchain", "live")}>
                Register
              </ButtonLink>
            )
          }
        >
          {wordsOf[chain.status]}
        </Step>
      </ol>
      {!checks.merchantActive && (
        <Notice tone="bad">
          The account is not active, so nothing new can go live.{" "}
          <a href="/contact" className="underline underline-offset-4">
            Contact us.
          </a>
        </Notice>
      )}
    </>
  );
}

const wordsOf: Record<ChainStatus["status"], string> = {
  registered: "Your wallet is registered. You can take live payments.",
  registering: "Registration in progress. This takes a few minutes.",
  unregistered: "You can register your wallet once the other steps are done.",
};
