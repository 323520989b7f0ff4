"use client";

import { useEffect, useRef, useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import { typedAmount } from "@/lib/client/typed-amount";
import { watchDemoWebhooks } from "@/lib/client/watch-demo-webhooks";
import type { DemoWebhook } from "@/lib/contract/webhooks/demo-webhooks";
import { formatAmount } from "@/lib/core/amounts/format-amount";
import { currencyDecimals } from "@/lib/core/amounts/money";
import { type CreatedSession, gatherPayments } from "./gather-payments";
import { PaymentCard } from "./payment-card";
import { bodyOf, type PaymentDraft, PaymentForm } from "./payment-form";

interface RequestSnippetsProps {
  baseUrl: string;
  apiKey: string;
  /** The request's body. */
  body: object;
}

/** The form's request as a shell and a server would make it. */
function RequestSnippets({ baseUrl, apiKey, body }: RequestSnippetsProps) {
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <Snippet title="curl" text={curlOf({ baseUrl, apiKey, body })} />
      <Snippet title="Node" text={nodeOf({ baseUrl, apiKey, body })} />
    </div>
  );
}

function Snippet({ title, text }: { title: string; text: string }) {
  return (
    <section
      aria-label={title}
      className="flex flex-col overflow-hidden rounded-2xl border border-line bg-raised"
    >
      <div className="flex min-h-12 items-center justify-between border-line border-b px-4">
        <h3 className="font-medium text-sm">{title}</h3>
        <CopyButton compact text={text} label={`Copy ${title}`} copied="Copied" />
      </div>
      <pre
        translate="no"
        className="flex-1 whitespace-pre-wrap break-words p-4 font-mono text-note leading-relaxed"
      >
        {text}
      </pre>
    </section>
  );
}

/** Within single quotes of a shell: each one ends them, is escaped, and begins them again. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** A body over several lines, each but the first moved in by `indent`. */
const pretty = (body: object, indent: string) =>
  JSON.stringify(body, null, 2).replaceAll("\n", `\n${indent}`);

function curlOf({ baseUrl, apiKey, body }: RequestSnippetsProps): string {
  return `KEY=${apiKey}

curl ${baseUrl}/v1/payment-sessions \\
  -H "Authorization: Bearer $KEY" \\
  -H "Content-Type: application/json" \\
  -d ${quoted(pretty(body, "  "))}`;
}

function nodeOf({ baseUrl, apiKey, body }: RequestSnippetsProps): string {
  return `const key = "${apiKey}";

const url = "${baseUrl}/v1/payment-sessions";
const response = await fetch(url, {
  method: "POST",
  headers: {
    Authorization: \`Bearer \${key}\`,
    "Content-Type": "application/json",
    "Idempotency-Key": crypto.randomUUID(),
  },
  body: JSON.stringify(${pretty(body, "  ")}),
});
const session = await response.json();
console.log(session.checkoutUrl);`;
}

const AWAITED_MS = 1_000;
/** Payments may be created elsewhere too. */
const IDLE_MS = 5_000;
/** A payment that is still unpaid by then is asked about more rarely. */
const GIVE_UP_MS = 15 * 60_000;

/**
 * The webhooks that the demo's receiver got, newest first, kept up to date.
 * @param first What the page was made with
 * @param awaited What is waited for; null for nothing
 */
function useDemoWebhooks(
  first: DemoWebhook[],
  awaited: string | null,
): { webhooks: DemoWebhook[]; live: boolean } {
  const [webhooks, setWebhooks] = useState(first);
  const [live, setLive] = useState(true);
  const [givenUp, setGivenUp] = useState<string | null>(null);
  const soon = awaited !== null && awaited !== givenUp;
  useEffect(() => {
    if (awaited === null) return;
    const timer = setTimeout(() => setGivenUp(awaited), GIVE_UP_MS);
    return () => clearTimeout(timer);
  }, [awaited]);
  useEffect(
    () =>
      watchDemoWebhooks("/api/demo/webhooks", soon ? AWAITED_MS : IDLE_MS, {
        onWebhooks: setWebhooks,
        onLink: setLive,
      }),
    [soon],
  );
  return { webhooks, live };
}

const SHOWN = 3;
const example: PaymentDraft = {
  amount: "49.00",
  currency: "USDC",
  description: "Two bags of coffee",
};
const exampleAmount = "49000000";

interface Props {
  apiKey: string;
  baseUrl: string;
  /** What the receiver got before the page was opened, newest first. */
  webhooks: DemoWebhook[];
}

/** Create a payment, open it, and see its webhooks arrive. */
export function DemoPayments({ apiKey, baseUrl, webhooks: first }: Props) {
  const [draft, setDraft] = useState(example);
  const [created, setCreated] = useState<CreatedSession[]>([]);
  const [awaited, setAwaited] = useState<string | null>(null);
  const { webhooks, live } = useDemoWebhooks(first, awaited);
  const payments = gatherPayments(created, webhooks).slice(0, SHOWN);
  const awaitedNow = payments.find(({ ended }) => !ended)?.id ?? null;
  if (awaitedNow !== awaited) setAwaited(awaitedNow);
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-10 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <section aria-labelledby="create">
          <Heading id="create" step={1} title="Create a payment" />
          <WithoutScript />
          <PaymentForm
            apiKey={apiKey}
            draft={draft}
            onChange={setDraft}
            onCreated={(session) => setCreated((before) => [session, ...before])}
          />
        </section>
        <section aria-labelledby="pay">
          <Heading id="pay" step={2} title="Pay it, and see its webhooks arrive" />
          {!live && (
            <div className="mb-4">
              <Notice tone="wait">The webhook receiver isn’t responding. Retrying…</Notice>
            </div>
          )}
          <div className="grid grid-cols-1 content-start gap-4 lg:min-h-[13.25rem]">
            {payments.length === 0 && <NoPayments />}
            {payments.map((payment, index) => (
              <PaymentCard
                key={payment.id}
                payment={payment}
                baseUrl={baseUrl}
                isNewest={index === 0}
              />
            ))}
          </div>
          <p role="status" className="sr-only">
            {useAnnouncement(webhooks)}
          </p>
        </section>
      </div>
      <section aria-labelledby="code" className="mt-14">
        <Heading id="code" step={3} title="The same from your code" />
        <RequestSnippets
          baseUrl={baseUrl}
          apiKey={apiKey}
          body={bodyOf(draft, typedAmount(draft.amount) ?? exampleAmount)}
        />
      </section>
    </>
  );
}

function Heading({ id, step, title }: { id: string; step: number; title: string }) {
  return (
    <h2 id={id} className="mb-4 flex items-center gap-2.5 font-semibold text-lg tracking-tight">
      <span
        aria-hidden="true"
        className="grid size-6 shrink-0 place-items-center rounded-full bg-action font-medium text-on-action text-xs tabular-nums"
      >
        {step}
      </span>
      {title}
    </h2>
  );
}

function WithoutScript() {
  return (
    <noscript>
      <div className="mb-4">
        <Notice>
          This form needs JavaScript. In a terminal the request below does the same; then{" "}
          <code translate="no" className="font-mono">
            npm run pay -- --session ps_…
          </code>{" "}
          pays.
        </Notice>
      </div>
    </noscript>
  );
}

function NoPayments() {
  return (
    <div className="grid min-h-[13.25rem] place-items-center rounded-2xl border border-edge border-dashed p-6 text-center">
      <p className="max-w-sm text-pretty text-muted text-sm">
        A payment appears here with its link as soon as it is created. On its page choose{" "}
        <span className="font-medium text-ink">Test wallet</span>: it has test tokens and needs no
        extension.
      </p>
    </div>
  );
}

/** What is read out when a webhook arrives; what was there when the page opened is not. */
function useAnnouncement(webhooks: DemoWebhook[]): string {
  const known = useRef(new Set(webhooks.map(({ id }) => id)));
  const [words, setWords] = useState("");
  useEffect(() => {
    const news = webhooks.filter(({ id }) => !known.current.has(id));
    for (const { id } of news) known.current.add(id);
    if (news.length > 0) setWords(news.map(announce).reverse().join(" "));
  }, [webhooks]);
  return words;
}

function announce({ body, verified }: DemoWebhook): string {
  const amount = formatAmount({ ...body.data.object, decimals: currencyDecimals }, "en");
  return `${body.type} arrived for ${amount}, signature ${verified ? "" : "not "}verified.`;
}
