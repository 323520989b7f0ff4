"use client";

import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { type FirstObject, useObject } from "@/components/dashboard/data/use-object";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { DetailPage } from "@/components/dashboard/detail/detail-page";
import { ObjectFacts } from "@/components/dashboard/detail/object-facts";
import { ObjectLink } from "@/components/dashboard/detail/object-link";
import { Timeline, type TimelineEntry } from "@/components/dashboard/detail/timeline";
import { useApi, useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { Fact } from "@/components/ui/facts";
import { Offered } from "@/components/ui/offered";
import { Section } from "@/components/ui/section";
import { LocalTime } from "@/components/ui/time/local-time";
import { showToast } from "@/components/ui/toast";
import type { listWebhookDeliveries } from "@/lib/contract/webhooks/webhook-deliveries";
import { prettyJson } from "./pretty-json";
import { webhooksOf } from "./webhook-calls";
import type { Delivery } from "./webhook-shapes";
import { answerOf, DeliveryState, withoutBody } from "./webhook-states";

const path = "/v1/webhook-deliveries/{id}";
const allEndpoints = { path: "/dashboard/developers/webhooks", name: "Webhook endpoints" };

interface Props {
  id: string;
  first: FirstObject<Delivery> | null;
  /** Its endpoint was deleted. */
  isOrphan: boolean;
}

/** An attempt to deliver an event: what was sent, what came back, and all attempts of the event beside it. */
export function DeliveryPage({ id, first, isOrphan }: Props) {
  const shown = { resource: "webhook_delivery", id };
  const asked = { path, id, shown, first, everyMs: 3_000 };
  const { data: delivery, error, refetch } = useObject<Delivery>(asked);
  if (!delivery) return <QueryProblem problem={error} onRetry={() => void refetch()} />;
  const { endpointId, eventId, attemptedAt, nextAttemptAt, durationMs, isReplay } = delivery;
  const unsent = delivery.status === "pending" ? "Not yet" : "No";
  return (
    <DetailPage
      object={delivery}
      {...{ error, refetch }}
      back={
        isOrphan ? allEndpoints : { path: `${allEndpoints.path}/${endpointId}`, name: "Endpoint" }
      }
      kind="webhook_delivery"
      title={answerOf(delivery)}
      status={<DeliveryState {...delivery} />}
      actions={<ReplayOne {...{ delivery, isOrphan }} />}
      facts={
        <ObjectFacts title="Attempt">
          <Fact name="Number">{isReplay ? "Replay" : delivery.attempt}</Fact>
          <Fact name="Sent">
            {attemptedAt ? <LocalTime iso={attemptedAt} shape="second" locale="en" /> : unsent}
          </Fact>
          {durationMs !== null && <Fact name="Duration">{durationMs} ms</Fact>}
          {nextAttemptAt && (
            <Fact name="Next attempt">
              <LocalTime iso={nextAttemptAt} shape="second" locale="en" />
            </Fact>
          )}
          <Fact name="Event">
            <span className="inline-flex items-center gap-2">
              <ObjectLink path="/dashboard/developers/events" id={eventId} />
              <CopyButton compact text={eventId} label="Copy the event's id" copied="Copied" />
            </span>
          </Fact>
        </ObjectFacts>
      }
    >
      <Body title="Answer" text={delivery.responseBody} empty="No body." />
      <Body title="Request body" text={delivery.requestBody} empty={withoutBody(delivery)} />
      <Attempts delivery={delivery} />
    </DetailPage>
  );
}

function Body({ title, text, empty }: { title: string; text: string | null; empty: string }) {
  return (
    <Section title={title}>
      {text ? <CodeBlock text={prettyJson(text)} /> : <p className="text-muted text-sm">{empty}</p>}
    </Section>
  );
}

function Attempts({ delivery }: { delivery: Delivery }) {
  const { eventId, endpointId } = delivery;
  const { data } = useAnswer<typeof listWebhookDeliveries>(
    { method: "GET", path: "/v1/webhook-deliveries" },
    { eventId, endpointId, limit: "50" },
    { everyMs: 3_000 },
  );
  const entries = (data?.data ?? []).map(
    (one): TimelineEntry => ({
      id: one.id,
      at: one.attemptedAt,
      title: one.isReplay ? "Replay" : `Attempt ${one.attempt}`,
      text: answerOf(one),
      tone: one.status === "succeeded" ? "good" : one.status === "pending" ? "wait" : "bad",
    }),
  );
  if (entries.length === 0) return null;
  return (
    <Section title="All attempts">
      <Timeline entries={entries} />
    </Section>
  );
}

function ReplayOne({ delivery, isOrphan }: { delivery: Delivery; isOrphan: boolean }) {
  const webhooks = webhooksOf(useApi());
  const { busy, problem, run } = useTask();
  const readOnly = useWhyReadOnly();
  const unsent = "You can replay this delivery once it has been sent.";
  const gone = isOrphan ? "The endpoint was deleted." : null;
  const why = readOnly ?? gone ?? (delivery.status === "pending" ? unsent : null);
  const replay = () =>
    run(async () => {
      await webhooks.replayOne(delivery.id);
      showToast("Sending the event again.");
    });
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Offered why={why}>
          <Button busy={busy} onClick={() => void replay()}>
            Replay
          </Button>
        </Offered>
        <CopyCurl
          request={{ method: "POST", path: `${path}/replay`, input: { id: delivery.id } }}
        />
      </div>
      <TaskProblem problem={problem} />
    </div>
  );
}
