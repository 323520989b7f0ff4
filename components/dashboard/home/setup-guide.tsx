"use client";

import { useState, useSyncExternalStore } from "react";
import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { keysOf, type NewKey } from "@/components/dashboard/keys/acting-keys";
import { NewKeyDialog } from "@/components/dashboard/keys/new-key-dialog";
import { useActing, useApi } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { LinkButton } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { keep, kept } from "@/lib/client/browser-storage";
import type { getSetup } from "@/lib/contract/insight/merchant-home";
import { GuideStep, type StepStanding } from "./guide-step";
import type { Setup } from "./payment-steps";
import { CreatePaymentStep, PayStep } from "./payment-steps";
import { WebhookStep } from "./webhook-step";

interface KeyStepProps extends StepStanding {
  /** Told of the key's text, for the examples of this visit. */
  onMade(secret: string): void;
  onChanged(): void;
}

/** Makes a test key that may do everything. */
function KeyStep({ onMade, onChanged, ...standing }: KeyStepProps) {
  const keys = keysOf(useApi());
  const { busy, problem, run } = useTask();
  const [made, setMade] = useState<NewKey | null>(null);
  const create = () =>
    run(async () => {
      const name = "First test key";
      const key = await keys.create({ name, mode: "test", kind: "secret", scopes: "full" });
      if (key.secret) onMade(key.secret);
      setMade(key);
    });
  const close = () => {
    setMade(null);
    onChanged();
  };
  // A step that is done folds up, and would take the dialog with it before the key is stored.
  const shown = made ? { isDone: false, isCurrent: true } : standing;
  return (
    <GuideStep {...shown} title="Create a test key">
      <p>
        Your server uses this key to call the API. It moves no real money and is shown only once.
      </p>
      <Button
        look={standing.isDone ? "secondary" : "primary"}
        busy={busy}
        onClick={() => void create()}
      >
        {standing.isDone ? "Create another test key" : "Create test key"}
      </Button>
      <TaskProblem problem={problem} />
      {made && <NewKeyDialog made={made} onClose={close} />}
    </GuideStep>
  );
}

/** Live mode wants to know who takes the money. */
const BusinessStep = (standing: StepStanding) => (
  <GuideStep {...standing} title="Tell us about your business">
    <p>Name, sector, country, and the wallet for live payments. Required for live mode.</p>
    {!standing.isDone && <ButtonLink href="/onboarding">Business details</ButtonLink>}
  </GuideStep>
);

/** The last step before live mode. */
function SecondFactorStep(standing: StepStanding) {
  const { mode } = useActing();
  return (
    <GuideStep {...standing} title="Enable two-factor authentication to go live">
      <p>
        An authenticator app protects actions that move money. After that you can create live keys.
      </p>
      {standing.isDone ? (
        <ButtonLink href={hrefIn("/dashboard/settings/live", mode)}>Go live</ButtonLink>
      ) : (
        <ButtonLink href={hrefIn("/dashboard/settings/security", mode)}>Turn on</ButtonLink>
      )}
    </GuideStep>
  );
}

const KEY = "stipend-setup-guide";
const LOOK_MS = 2_500;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setDismissed(isDismissed: boolean): void {
  keep(KEY, isDismissed ? "dismissed" : null);
  for (const listener of listeners) listener();
}

/** What is done, in the order of the steps. */
const doneOf = (setup: Setup) => [
  setup.apiKeyId !== null,
  setup.sessionId !== null,
  setup.confirmedSessionId !== null,
  setup.webhookDelivered,
  setup.onboarded,
  setup.secondFactor,
];

interface Props {
  /** Where the API is. */
  origin: string;
  /** The local chain's id, where test mode is on it. */
  testChainId: number | null;
  /** The page's address asks for it, whether it was dismissed or not. */
  isAsked: boolean;
}

/**
 * The way from an account to a first payment and its webhook, by what is there. Told by data, not by ticks. A closed
 * business can take none of its steps.
 */
export function SetupGuide({ origin, testChainId, isAsked }: Props) {
  const { mode, status } = useActing();
  const isOffered = mode === "test" && status !== "closed";
  const dismissed = useSyncExternalStore(
    subscribe,
    () => kept(KEY) !== null,
    () => false,
  );
  const isHidden = !isOffered || (dismissed && !isAsked);
  const { data, error, refetch } = useAnswer<typeof getSetup>(
    { method: "GET", path: "/v1/merchants/me/setup" },
    {},
    { everyMs: isHidden ? false : LOOK_MS, enabled: isOffered },
  );
  if (!isOffered) return null;
  if (isHidden) {
    return <LinkButton onClick={() => setDismissed(false)}>Show the setup guide</LinkButton>;
  }
  return (
    <Guide setup={data} onDismiss={() => setDismissed(true)}>
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton label="Loading setup guide" />}
      {data && <Steps setup={data} {...{ origin, testChainId }} onChanged={() => void refetch()} />}
    </Guide>
  );
}

function Guide(props: { setup: Setup | undefined; onDismiss(): void; children: React.ReactNode }) {
  const { setup, onDismiss, children } = props;
  const [isOpen, setOpen] = useState(true);
  const done = setup ? doneOf(setup).filter(Boolean).length : 0;
  return (
    <Section
      title="First ten minutes"
      text={
        <span className="flex items-center gap-3">
          <progress
            aria-label="Steps done"
            value={done}
            max={6}
            className="h-1.5 w-32 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-action [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-action"
          />
          <span className="tabular-nums">{done} of 6</span>
        </span>
      }
      action={
        <span className="flex gap-4 text-sm">
          <LinkButton onClick={() => setOpen(!isOpen)}>{isOpen ? "Collapse" : "Expand"}</LinkButton>
          <LinkButton onClick={onDismiss}>Dismiss</LinkButton>
        </span>
      }
    >
      {isOpen ? children : null}
    </Section>
  );
}

interface StepsProps {
  setup: Setup;
  origin: string;
  testChainId: number | null;
  onChanged(): void;
}

function Steps({ setup, origin, testChainId, onChanged }: StepsProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const done = doneOf(setup);
  const current = done.indexOf(false);
  const at = (place: number) => ({ isDone: done[place] === true, isCurrent: place === current });
  return (
    <ol className="grid">
      <KeyStep {...at(0)} onMade={setSecret} onChanged={onChanged} />
      <CreatePaymentStep {...at(1)} {...{ setup, origin, secret, testChainId, onChanged }} />
      <PayStep {...at(2)} setup={setup} />
      <WebhookStep {...at(3)} onChanged={onChanged} />
      <BusinessStep {...at(4)} />
      <SecondFactorStep {...at(5)} />
    </ol>
  );
}
