"use client";

import { QueryProblem } from "@/components/data/query-problem";
import type { FirstPage } from "@/components/data/use-list";
import { type FirstObject, useObject } from "@/components/data/use-object";
import { DetailPage } from "@/components/detail/detail-page";
import { MomentFact } from "@/components/detail/fact-kinds";
import { counted } from "@/components/list/counted";
import { Disclosure } from "@/components/ui/disclosure";
import { Fact, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import { eventKinds } from "@/lib/core/event-kinds";
import { CodeLanguages } from "./code-languages";
import { DeliveriesList } from "./deliveries-list";
import { EndpointActions } from "./endpoint-actions";
import { ReplaysSection } from "./replays-section";
import { verifyCode } from "./verify-code";
import { endpointPath } from "./webhook-calls";
import type { Delivery, ShownEndpoint } from "./webhook-shapes";
import { EndpointState } from "./webhook-states";

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
  const { url, description, events, createdAt } = endpoint;
  return (
    <DetailPage
      object={endpoint}
      {...{ error, refetch }}
      back={{ path: "/dashboard/developers/webhooks", name: "Webhooks" }}
      kind="Endpoint"
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
            </Facts>
            <Disclosure
              summary={
                events.length === eventKinds.length
                  ? "All events"
                  : counted(events.length, "events")
              }
            >
              <ul className="grid gap-1 font-mono text-xs">
                {events.map((kind) => (
                  <li key={kind}>{kind}</li>
                ))}
              </ul>
            </Disclosure>
          </Section>
          <ReplaysSection endpoint={endpoint} />
        </>
      }
    >
      <Section title="Deliveries" text="A failed one is sent again, with growing waits.">
        <DeliveriesList endpoint={endpoint} first={firstDeliveries} />
      </Section>
      <Section
        title="Verify signatures"
        text="Every webhook is signed with the endpoint's secret (Standard Webhooks). Verify the body as it came."
      >
        <CodeLanguages label="Verify a webhook" code={verifyCode} />
      </Section>
    </DetailPage>
  );
}
