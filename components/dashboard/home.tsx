import { ButtonLink } from "@/components/ui/button-link";
import { Section } from "@/components/ui/section";
import type { Mode } from "@/lib/core/modes";
import { hrefIn } from "./dashboard-frame";
import { LatestPayments } from "./latest-payments";
import { Step } from "./step";
import { TestSteps } from "./test-steps";

interface Props {
  mode: Mode;
  hasTotp: boolean;
  /** The local chain's id, where test mode is on it. */
  testChainId: number | null;
}

/** Where a business stands, and what comes next. */
export function Home({ mode, hasTotp, testChainId }: Props) {
  return (
    <div className="grid gap-5">
      <Section title="Getting started" text="What is done, and what comes next.">
        <ol className="grid">
          <Step isDone title="Create your account">
            Your e-mail address is confirmed.
          </Step>
          {mode === "test" && <TestSteps testChainId={testChainId} />}
          <Step
            isDone={hasTotp}
            title="Turn on two-factor sign-in"
            action={
              !hasTotp && (
                <ButtonLink look="secondary" href={hrefIn("/dashboard/settings/security", mode)}>
                  Turn on
                </ButtonLink>
              )
            }
          >
            {hasTotp
              ? "Your authenticator app is asked for at each sign-in."
              : "An authenticator app protects what moves money. Live mode needs it."}
          </Step>
        </ol>
      </Section>
      <LatestPayments />
      <Section
        title="Build"
        text="The reference has every endpoint, with examples that run from the page."
        action={
          <ButtonLink look="secondary" href="/docs">
            API reference
          </ButtonLink>
        }
      />
    </div>
  );
}
