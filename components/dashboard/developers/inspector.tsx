"use client";

import Link from "next/link";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { useActing } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { usePanel } from "@/components/dashboard/shell/use-panel";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { Drawer } from "@/components/ui/drawer";
import { EmptyState } from "@/components/ui/empty-state";
import { Fact, Facts } from "@/components/ui/facts";
import { LinkButton } from "@/components/ui/link-button";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { LocalTime } from "@/components/ui/time/local-time";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type {
  getWebhookInspector,
  listInspectedWebhooks,
} from "@/lib/contract/webhooks/webhook-inspector";
import { CodeLanguages } from "./code-languages";
import { prettyJson } from "./pretty-json";
import { RequestExample } from "./request-example";
import { SendTest } from "./send-test";
import { UseInspector } from "./use-inspector";
import { verifyCode } from "./verify-code";
import type { InspectedWebhook } from "./webhook-shapes";
import { SignatureState } from "./webhook-states";

const LOOK_MS = 2_000;

/** A receiver of our own: what came to it, as your server would get it. */
export function Inspector() {
  const route = { method: "GET", path: "/v1/webhook-inspector" } as const;
  const { data, error, refetch } = useAnswer<typeof getWebhookInspector>(route, {});
  if (!data && !error) return <Skeleton label="Loading inspector" />;
  return (
    <div className="grid min-w-0 gap-5">
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      {data && <InspectorBody inspector={data} onReady={() => void refetch()} />}
    </div>
  );
}

interface BodyProps {
  inspector: ReceivedOutput<typeof getWebhookInspector>;
  onReady(): void;
}

function InspectorBody({ inspector: { url, endpointId }, onReady }: BodyProps) {
  if (url === null || endpointId === null) {
    return (
      <EmptyState
        action={<UseInspector onReady={onReady} />}
        snippet={
          <div className="w-full max-w-xl text-left">
            <CodeLanguages label="Verify a webhook" code={verifyCode} />
          </div>
        }
      >
        No server yet? The inspector is a test receiver: it accepts your webhooks and shows their
        headers, their bodies and whether the signature is valid.
      </EmptyState>
    );
  }
  return (
    <>
      <Address url={url} endpointId={endpointId} />
      <Received endpointId={endpointId} />
      <Section
        title="Verify the signature"
        text="Put this on your server, with the endpoint's secret."
      >
        <CodeLanguages label="Verify a webhook" code={verifyCode} />
      </Section>
    </>
  );
}

function Address({ url, endpointId }: { url: string; endpointId: string }) {
  const { mode } = useActing();
  return (
    <Section
      title="Address"
      action={
        <Link
          href={hrefIn(`/dashboard/developers/webhooks/${endpointId}`, mode)}
          prefetch={false}
          className="-my-2.5 inline-flex min-h-11 items-center text-sm underline underline-offset-4"
        >
          Endpoint
        </Link>
      }
    >
      <p className="flex flex-wrap items-center gap-x-3 text-sm">
        <code translate="no" className="wrap-anywhere font-mono text-xs">
          {url}
        </code>
        <CopyButton compact text={url} label="Copy the address" copied="Copied" />
      </p>
    </Section>
  );
}

function Received({ endpointId }: { endpointId: string }) {
  const route = { method: "GET", path: "/v1/webhook-inspector/webhooks" } as const;
  const { data, error, refetch } = useAnswer<typeof listInspectedWebhooks>(
    route,
    { limit: "100" },
    { everyMs: LOOK_MS },
  );
  return (
    <Section title="Requests" text="Last 100 requests, kept for 7 days.">
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      {data?.data.length === 0 && (
        <EmptyState
          action={<SendTest endpoint={{ id: endpointId, status: "enabled" }} />}
          snippet={<RequestExample label="From code" request={testOf(endpointId)} />}
        >
          No requests yet. Webhooks appear here as they arrive.
        </EmptyState>
      )}
      <ul aria-label="Webhooks" className="grid gap-3">
        {data?.data.map((webhook) => (
          <li key={webhook.id}>
            <Webhook webhook={webhook} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

const testOf = (id: string) =>
  ({ method: "POST", path: "/v1/webhook-endpoints/{id}/test", input: { id } }) as const;

/** The event's type, where the body is an event. */
function typeOf({ body }: InspectedWebhook): string {
  return /"type":"([a-z_.]{1,60})"/.exec(body)?.[1] ?? "No event";
}

function Webhook({ webhook }: { webhook: InspectedWebhook }) {
  const { shown, open, close } = usePanel("webhook");
  const { id, createdAt } = webhook;
  const type = typeOf(webhook);
  return (
    <article className="min-w-0 rounded-xl border border-line px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 translate="no" className="font-medium font-mono text-sm">
          {type}
        </h3>
        <span className="flex flex-wrap items-center gap-3 text-muted text-xs">
          <SignatureState {...webhook} />
          <LocalTime iso={createdAt} shape="second" locale="en" />
        </span>
      </div>
      <LinkButton onClick={() => open(id)}>Headers and body</LinkButton>
      <Drawer title={type} open={shown === id} onClose={close}>
        <Sent webhook={webhook} />
      </Drawer>
    </article>
  );
}

/** A request, as it came. */
function Sent({ webhook: { headers, body } }: { webhook: InspectedWebhook }) {
  return (
    <div className="grid gap-4">
      <Facts className="font-mono text-xs">
        {Object.entries(headers).map(([name, value]) => (
          <Fact key={name} name={name}>
            <span translate="no" className="wrap-anywhere">
              {value}
            </span>
          </Fact>
        ))}
      </Facts>
      <div>
        <CopyButton quiet text={body} label="Copy body" copied="Copied" />
      </div>
      <CodeBlock text={prettyJson(body)} />
    </div>
  );
}
