"use client";

import { ButtonLink } from "@/components/ui/button-link";
import { CopyButton } from "@/components/ui/copy-button";
import { AlertIcon, ArrowIcon, CheckIcon, ChevronIcon } from "@/components/ui/icons";
import { Amount } from "@/components/ui/money/amount";
import { useTimeZone } from "@/components/ui/time/local-time";
import type { DemoWebhook } from "@/lib/contract/webhooks/demo-webhooks";
import { currencyDecimals } from "@/lib/core/amounts/money";
import type { DemoPayment } from "./gather-payments";

const row = "flex min-h-14 items-center gap-x-3 py-2 text-sm sm:min-h-12";
const words = "flex min-w-0 flex-1 flex-wrap items-center gap-x-3";
const typeLook = "basis-full font-mono text-note sm:basis-auto";

/** A webhook that has arrived: what it is, when, whether its signature holds; and what it says. */
function WebhookRow({ webhook }: { webhook: DemoWebhook }) {
  const { body, headers, verified, receivedAt } = webhook;
  const timeZone = useTimeZone();
  const text = JSON.stringify(body, null, 2);
  return (
    <li className="border-line border-t first:border-t-0">
      <details className="group">
        <summary className={`${row} rounded-lg`}>
          <Mark verified={verified} />
          <span className={words}>
            <span translate="no" className={`${typeLook} font-medium`}>
              {body.type}
            </span>
            <time dateTime={receivedAt} className="text-muted tabular-nums">
              {new Date(receivedAt).toLocaleTimeString("en-GB", { timeZone })}
            </time>
            <span className={`sm:ml-auto ${verified ? "text-good" : "text-bad"}`}>
              {verified ? "Signature verified" : "Signature not verified"}
            </span>
          </span>
          <ChevronIcon className="size-4 text-muted transition-transform group-open:rotate-90" />
        </summary>
        <div className="grid grid-cols-1 gap-3 pt-1 pb-4">
          <Code label="Headers">
            {Object.entries(headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join("\n")}
          </Code>
          <Code label="Body">{text}</Code>
          <div>
            <CopyButton text={text} label="Copy body" copied="Copied" />
          </div>
        </div>
      </details>
    </li>
  );
}

/** A webhook that has yet to come; it stands where that will stand, so that nothing moves. */
function AwaitedWebhook({ type, when }: { type: string; when: string }) {
  return (
    <li className={`${row} border-line border-t text-muted first:border-t-0`}>
      <span
        aria-hidden="true"
        className="size-6 shrink-0 rounded-full border-[1.5px] border-edge border-dashed"
      />
      <span className={words}>
        <span translate="no" className={typeLook}>
          {type}
        </span>
        <span>{when}</span>
      </span>
    </li>
  );
}

function Mark({ verified }: { verified: boolean }) {
  const Icon = verified ? CheckIcon : AlertIcon;
  return (
    <span
      aria-hidden="true"
      className={`grid size-6 shrink-0 place-items-center rounded-full text-canvas ${verified ? "bg-good" : "bg-bad"}`}
    >
      <Icon className="size-3.5" />
    </span>
  );
}

function Code({ label, children }: { label: string; children: string }) {
  return (
    <section aria-label={label}>
      <h4 className="mb-1 text-muted text-xs">{label}</h4>
      <pre
        translate="no"
        className="whitespace-pre-wrap break-all rounded-xl border border-line bg-panel p-3 font-mono text-xs leading-relaxed"
      >
        {children}
      </pre>
    </section>
  );
}

interface PaymentCardProps {
  payment: DemoPayment;
  baseUrl: string;
  /** The newest one is what the page is about; older ones take less room. */
  isNewest: boolean;
}

/** A payment: its link, and its webhooks as they arrive. */
export function PaymentCard({ payment, baseUrl, isNewest }: PaymentCardProps) {
  const { id, description, webhooks, ended } = payment;
  const path = `/pay/${id}`;
  const isPaid = webhooks.some(({ body }) => body.type === "payment.completed");
  const isFirstAwaited = webhooks.length === 0;
  return (
    <article
      aria-label={description ?? id}
      className="rounded-2xl border border-line bg-raised p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-44">
          <h3 className="font-semibold text-lg tracking-tight">
            <Amount {...payment} decimals={currencyDecimals} locale="en" />
          </h3>
          {description && (
            <p dir="auto" className="line-clamp-2 break-words text-sm">
              {description}
            </p>
          )}
          <p translate="no" className="mt-0.5 break-all font-mono text-muted text-xs">
            {id}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={baseUrl + path} label="Copy link" copied="Copied" />
          <ButtonLink
            href={path}
            target="_blank"
            rel="noopener"
            look={isNewest && !ended ? "primary" : "secondary"}
          >
            {isPaid ? "Open receipt" : "Open pay page"}
            <ArrowIcon className="size-4" />
            <span className="sr-only">(new tab)</span>
          </ButtonLink>
        </div>
      </div>
      <ol className="mt-4 border-line border-t" aria-label="Webhooks">
        {webhooks.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} />
        ))}
        {isFirstAwaited && <AwaitedWebhook type="payment.created" when="on its way" />}
        {!ended && <AwaitedWebhook type="payment.completed" when="once it is paid and final" />}
      </ol>
    </article>
  );
}
