import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { Money } from "@/components/ui/money/money";
import { shortHex } from "@/components/ui/short-hex";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { getTimeline } from "@/lib/contract/insight/timelines";
import type { TimelineEntry } from "./timeline";

type Step = ReceivedOutput<typeof getTimeline>["data"][number];

const actors: Record<Step["actor"], string> = {
  merchant: "You",
  key: "Your API key",
  person: "You, in the dashboard",
  payer: "Payer",
  relay: "Stipend’s relay",
  chain: "The chain",
  stipend: "Stipend",
};

const titles: Partial<Record<Step["type"], string>> = {
  "payment.created": "Created",
  "payment.opened": "Opened in a browser",
  "payment.signed": "Signed by the payer",
  "payment.sent": "Submitted on-chain",
  "payment.mined": "Seen on-chain",
  "payment.final": "Final",
  "payment.cancelled": "Cancelled",
  "payment.expired": "Expired",
  "payment.failed": "Failed",
  "payment.reverted": "Removed by a chain reorganization",
  "refund.created": "Refund requested",
  "refund.signed": "You signed the refund",
  "refund.sent": "Refund sent",
  "refund.completed": "Refunded",
  "refund.failed": "Refund failed",
  "refund.cancelled": "Refund cancelled",
  "subscription.created": "Subscribed",
  "subscription.charged": "Charged",
  "subscription.charge_failed": "A charge failed",
  "subscription.recovery_attempt": "Retried",
  "subscription.recovery_outcome": "Retries ended",
  "subscription.cancelled": "Cancelled",
  "subscription.lapsed": "Lapsed: the grace period is over",
  "invoice.created": "Created",
  "invoice.sent": "Sent",
  "invoice.paid": "Paid",
  "invoice.overdue": "Overdue",
  "payment_link.created": "Created",
  "payment_link.changed": "Changed",
  "payment_link.switched_off": "Switched off",
  "payment_link.switched_on": "Switched on",
};

const bad: readonly Step["type"][] = [
  "payment.failed",
  "payment.reverted",
  "refund.failed",
  "subscription.charge_failed",
  "subscription.lapsed",
  "webhook.failed",
];
const good: readonly Step["type"][] = [
  "payment.final",
  "refund.completed",
  "subscription.charged",
  "invoice.paid",
  "webhook.delivered",
];

/** A step of the API's timeline as the page tells it. @param currency of the object, and of its refunds */
export function tellStep(step: Step, currency: string): TimelineEntry {
  const { id, at, type, actor, wallet } = step;
  const tone = bad.includes(type) ? "bad" : good.includes(type) ? "good" : "neutral";
  if (step.delivery) return { id, at, tone, ...tellDelivery(step.delivery) };
  // Of what the chain did the wallet is the payer's, who is named where they signed.
  const name = wallet && actor !== "chain" ? `${actors[actor]} ${shortHex(wallet)}` : actors[actor];
  return { id, at, tone, title: titles[type] ?? type, actor: name, text: detailOf(step, currency) };
}

/** The money and the transaction of a step; nothing where it has neither. */
function detailOf({ amount, txHash }: Step, currency: string): ReactNode {
  if (!amount && !txHash) return null;
  return (
    <>
      {amount && <Money amount={amount} currency={currency} />}
      {amount && txHash && " · "}
      {txHash && (
        <span className="whitespace-nowrap">
          <code translate="no" className="font-mono text-xs">
            {shortHex(txHash)}
          </code>
          <span className="ml-2">
            <CopyButton compact text={txHash} label="Copy the transaction's hash" copied="Copied" />
          </span>
        </span>
      )}
    </>
  );
}

function tellDelivery(delivery: NonNullable<Step["delivery"]>) {
  const { url, event, attempt, responseCode, error } = delivery;
  const host = hostOf(url);
  // A code of ours, such as connection_refused.
  const why = error?.replaceAll("_", " ") ?? "no answer";
  return {
    title: (
      <>
        Webhook{" "}
        <code translate="no" className="font-mono text-xs">
          {event}
        </code>
      </>
    ),
    actor: responseCode === null ? `${host}: ${why}` : `${host} answered ${responseCode}`,
    text: attempt > 1 ? `attempt ${attempt}` : undefined,
  };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
