"use client";

import { useState } from "react";
import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import type { FirstPage } from "@/components/dashboard/data/use-list";
import { type FirstObject, useObject } from "@/components/dashboard/data/use-object";
import { DetailPage } from "@/components/dashboard/detail/detail-page";
import { MomentFact } from "@/components/dashboard/detail/fact-kinds";
import { counted } from "@/components/dashboard/list/counted";
import { useApi, useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { Fact, Facts } from "@/components/ui/facts";
import { LinkButton } from "@/components/ui/link-button";
import { Offered } from "@/components/ui/offered";
import { Section } from "@/components/ui/section";
import { LocalTime } from "@/components/ui/time/local-time";
import type { listWebhookReplays } from "@/lib/contract/webhooks/webhook-replays";
import { CodeLanguages } from "./code-languages";
import { DeliveriesList } from "./deliveries-list";
import { EndpointActions } from "./endpoint-actions";
import { ReplayRangeDialog } from "./replay-range-dialog";
import { verifyCode } from "./verify-code";
import { endpointPath, webhooksOf } from "./webhook-calls";
import { type Delivery, getsAll, kindsOf, type Replay, type ShownEndpoint } from "./webhook-shapes";
import { EndpointState, ReplayState } from "./webhook-states";

const route = { method: "GET", path: "/v1/webhook-endpoints/{id}/replays" } as const;

/** Replays of ranges of events: how far they are, and a way to start one. */
function ReplaysSection({ endpoint }: { endpoint: ShownEndpoint }) {
  const readOnly = useWhyReadOnly();
  const [isAsked, setAsked] = useState(false);
  const { data, error, refetch } = useAnswer<typeof listWebhookReplays>(
    route,
    { id: endpoint.id, limit: "5" },
    { everyMs: 2_000 },
  );
  const replays = data?.data ?? [];
  const isRunning = replays.some(({ status }) => status === "running");
  return (
    <Section
      title="Replays"
      text="Resends the events of a period, oldest first, with the same id and body."
      action={
        <Offered why={readOnly ?? whyNoReplay(endpoint, isRunning)}>
          <Button look="secondary" onClick={() => setAsked(true)}>
            Replay a range
          </Button>
        </Offered>
      }
    >
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      {replays.length > 0 && (
        <ul className="grid divide-y divide-line text-sm">
          {replays.map((replay) => (
            <ReplayRow key={replay.id} replay={replay} onEnded={() => void refetch()} />
          ))}
        </ul>
      )}
      {isAsked && (
        <ReplayRangeDialog
          endpointId={endpoint.id}
          onStarted={() => {
            setAsked(false);
            void refetch();
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </Section>
  );
}

function whyNoReplay({ status }: ShownEndpoint, isRunning: boolean): string | null {
  if (status !== "enabled") return "Enable the endpoint to replay events.";
  return isRunning ? "You can start another replay once this one has ended." : null;
}

const whyStopped: Record<NonNullable<Replay["reason"]>, string> = {
  endpoint_disabled: "The endpoint was disabled.",
  too_many_failures: "20 events in a row failed.",
};

function ReplayRow({ replay, onEnded }: { replay: Replay; onEnded(): void }) {
  const webhooks = webhooksOf(useApi());
  const { problem, run } = useTask();
  const { id, endpointId, status, reason, succeeded, failed, total, createdAt } = replay;
  const cancel = () =>
    run(async () => {
      await webhooks.cancelReplay(endpointId, id);
      onEnded();
    });
  return (
    <li className="grid gap-2 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex flex-wrap items-center gap-3">
          <ReplayState status={status} />
          <span className="tabular-nums">
            {succeeded + failed} of {total} sent{failed > 0 && `, ${failed} failed`}
          </span>
        </span>
        <span className="text-muted text-xs">
          <LocalTime iso={createdAt} shape="short" locale="en" />
        </span>
      </div>
      <progress
        aria-label="Sent"
        value={succeeded + failed}
        max={Math.max(1, total)}
        className="h-1.5 w-full accent-action"
      />
      {reason && <p className="text-muted">{whyStopped[reason]}</p>}
      {status === "running" && <LinkButton onClick={() => void cancel()}>Cancel replay</LinkButton>}
      <TaskProblem problem={problem} />
    </li>
  );
}

interface Props {
  id: string;
  first: FirstObject<ShownEndpoint> | null;
  firstDeliveries: FirstPage<Delivery> | null;
}

/** An endpoint: how it is, what was sent to it, and how its server verifies that. */
export function EndpointPage({ id, first, firstDeliveries }: Props) {
  const shown = { resource: "webhook_endpoint", id };
  const asked = { path: endpointPath, id, shown, first, everyMs: 10_000 };
  const { data: endpoint, error, refetch } = useObject<ShownEndpoint>(asked);
  if (!endpoint) return <QueryProblem problem={error} onRetry={() => void refetch()} />;
  const { url, description, headers, createdAt } = endpoint;
  const kinds = kindsOf(endpoint);
  return (
    <DetailPage
      object={endpoint}
      {...{ error, refetch }}
      kind="webhook_endpoint"
      title={<span className="text-xl">{url}</span>}
      status={<EndpointState {...endpoint} />}
      text={description}
      actions={<EndpointActions endpoint={endpoint} />}
      facts={
        <>
          <Section title="Endpoint">
            <Facts>
              <Fact name="Version">{endpoint.apiVersion}</Fact>
              <MomentFact name="Created" iso={createdAt} />
              {headers.length > 0 && (
                <Fact name="Headers">
                  <span translate="no" className="wrap-anywhere font-mono text-xs">
                    {headers.join(", ")}
                  </span>
                </Fact>
              )}
            </Facts>
            <Disclosure
              summary={getsAll(endpoint) ? "All events" : counted(kinds.length, "events")}
            >
              <ul translate="no" className="grid gap-1 font-mono text-xs">
                {kinds.map((kind) => (
                  <li key={kind}>{kind}</li>
                ))}
              </ul>
            </Disclosure>
          </Section>
          <ReplaysSection endpoint={endpoint} />
        </>
      }
    >
      <Section title="Deliveries" text="Failed deliveries are retried with increasing delays.">
        <DeliveriesList endpoint={endpoint} first={firstDeliveries} />
      </Section>
      <Section
        title="Verify signatures"
        text="Every webhook is signed with the endpoint's secret (Standard Webhooks). Verify the raw body."
      >
        <CodeLanguages label="Verify a webhook" code={verifyCode} />
      </Section>
    </DetailPage>
  );
}
