"use client";

import { useEffect, useRef, useState } from "react";
import { Notice } from "@/components/ui/notice";
import { typedAmount } from "@/lib/client/typed-amount";
import type { DemoWebhook } from "@/lib/contract/demo-webhooks";
import { formatAmount } from "@/lib/core/format-amount";
import { currencyDecimals } from "@/lib/core/money";
import { type CreatedSession, gatherPayments } from "./gather-payments";
import { PaymentCard } from "./payment-card";
import { bodyOf, type PaymentDraft, PaymentForm } from "./payment-form";
import { RequestSnippets } from "./request-snippets";
import { useDemoWebhooks } from "./use-demo-webhooks";

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
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-10 lg:grid-cols-[20rem_minmax(0,1fr)]">
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
              <Notice tone="wait">The webhook receiver does not answer. Trying again…</Notice>
            </div>
          )}
          <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 lg:min-h-[13.25rem]">
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
          <code className="font-mono">npm run pay -- --session ps_…</code> pays.
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
