"use client";

import { Amount } from "@/components/money/amount";
import { ButtonLink } from "@/components/ui/button-link";
import { CopyButton } from "@/components/ui/copy-button";
import { ArrowIcon } from "@/components/ui/icons";
import { currencyDecimals } from "@/lib/core/money";
import type { DemoPayment } from "./gather-payments";
import { AwaitedWebhook, WebhookRow } from "./webhook-row";

interface Props {
  payment: DemoPayment;
  baseUrl: string;
  /** The newest one is what the page is about; older ones take less room. */
  isNewest: boolean;
}

/** A payment: its link, and its webhooks as they arrive. */
export function PaymentCard({ payment, baseUrl, isNewest }: Props) {
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
          <p className="mt-0.5 break-all font-mono text-muted text-xs">{id}</p>
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
