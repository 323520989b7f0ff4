"use client";

import Link from "next/link";
import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { CodeLanguages } from "@/components/dashboard/developers/code-languages";
import { requestCode } from "@/components/dashboard/developers/request-code";
import { useActing, useApi } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { PayoutForm } from "@/components/dashboard/shell/payout-form";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Notice } from "@/components/ui/notice";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { getSetup } from "@/lib/contract/insight/merchant-home";
import type { getMerchantChainStatus } from "@/lib/contract/merchants/merchant-account";
import type { createSession } from "@/lib/contract/payments/payment-sessions";
import { GuideStep, type StepStanding } from "./guide-step";

export type Setup = ReceivedOutput<typeof getSetup>;

interface Props extends StepStanding {
  setup: Setup;
  origin: string;
  /** Of the key that was made in this visit. */
  secret: string | null;
  testChainId: number | null;
  onChanged(): void;
}

const LOOK_MS = 2_000;

/** Says where payments go, and then makes one: by code with the merchant's own values, or here. */
export function CreatePaymentStep(props: Props) {
  const { setup, origin, secret, testChainId, onChanged, isDone, isCurrent } = props;
  const route = { method: "GET", path: "/v1/merchants/me/chain-status" } as const;
  const chain = useAnswer<typeof getMerchantChainStatus>(
    route,
    {},
    { everyMs: isCurrent ? LOOK_MS : false },
  );
  const status = chain.data?.status;
  return (
    <GuideStep {...{ isDone, isCurrent }} title="Create a payment">
      {status === "unregistered" && (
        <>
          <p>Each payment goes straight to your own wallet. Choose one for test mode first.</p>
          {chain.data?.failure && (
            <Notice tone="bad">
              Your business could not be registered on-chain. We’ve been notified. Save the address
              again to retry.
            </Notice>
          )}
          <PayoutForm testChainId={testChainId} onSaved={() => void chain.refetch()} />
        </>
      )}
      {status === "registering" && (
        <p role="status">Registering your business on-chain. This takes a few seconds.</p>
      )}
      {status === "registered" && (
        <>
          <CodeLanguages
            label="Create a payment"
            code={requestCode(origin, secret ?? "sk_test_…")}
          />
          <SampleButton onChanged={onChanged} isDone={isDone} />
          <p role="status">
            {setup.sessionId ? (
              <>
                Received your first session{" "}
                <code translate="no" className="wrap-anywhere font-mono text-ink text-xs">
                  {setup.sessionId}
                </code>
              </>
            ) : (
              "Run the code, or create a sample payment. The payment appears here as soon as it is created."
            )}
          </p>
        </>
      )}
    </GuideStep>
  );
}

function SampleButton({ onChanged, isDone }: { onChanged(): void; isDone: boolean }) {
  const api = useApi();
  const { busy, problem, run } = useTask();
  const create = () =>
    run(async () => {
      const route = { method: "POST", path: "/v1/payment-sessions" } as const;
      const body = { amount: "5000000", currency: "USDC", description: "Sample payment" } as const;
      await api<typeof createSession>(route, body);
      onChanged();
    });
  return (
    <>
      <Button look={isDone ? "secondary" : "primary"} busy={busy} onClick={() => void create()}>
        Create sample payment
      </Button>
      <TaskProblem problem={problem} />
    </>
  );
}

/** Guide step that opens the page where customers pay. */
export function PayStep({ setup, ...standing }: StepStanding & { setup: Setup }) {
  const { mode } = useActing();
  const { sessionId, confirmedSessionId } = setup;
  return (
    <GuideStep {...standing} title="Pay it">
      {confirmedSessionId ? (
        <p role="status">
          Paid, and final on-chain.{" "}
          <Link
            href={hrefIn("/dashboard/payments", mode)}
            prefetch={false}
            className="text-ink underline underline-offset-4"
          >
            See your payments
          </Link>
        </p>
      ) : (
        <>
          <p>
            Open the page in a second window and pay with a test wallet. On the local chain you
            don’t need to install one. This page updates by itself.
          </p>
          {sessionId && (
            <ButtonLink href={`/pay/${sessionId}`} target="_blank" rel="noopener">
              Open the payment page
            </ButtonLink>
          )}
        </>
      )}
    </GuideStep>
  );
}
