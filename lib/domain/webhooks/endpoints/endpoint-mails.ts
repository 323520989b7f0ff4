import type { TransactionSql } from "@/db/client";
import { singleLine } from "@/lib/core/text/plain-text";
import { aboutTestMode, formatDate, type Mail, type MailRow, rowIf } from "@/lib/domain/mails/mail";
import { queueMails } from "@/lib/domain/mails/queue-mail";

/** What a mail about a webhook endpoint tells. */
type EndpointFacts = {
  businessName: string;
  endpointId: string;
  /** Host and port: the rest of the address may hold secrets. */
  destination: string;
  failingSince: string | null;
  failedEvents: number;
  disabledReason: "user" | "gone_410" | "failing" | "key_leaked" | null;
};

/** What a mail about a signing secret that was replaced tells. */
type RotatedSecretFacts = Pick<EndpointFacts, "businessName" | "endpointId" | "destination"> & {
  /** An API key asked for it, no person. */
  byKey: boolean;
  /** ISO 8601. */
  at: string;
};

export const endpointMails = {
  /** That an endpoint has not taken anything for a while. */
  failing: {
    kind: "webhook_endpoint_failing",
    notification: "webhook_endpoint.failing",
    subject: ({ destination }) => `A webhook endpoint is failing: ${destination}`,
    body(facts) {
      const since = facts.failingSince ? formatDate(facts.failingSince) : "";
      return {
        ...frame(facts),
        preheader: `The endpoint has not accepted a webhook since ${since}.`,
        heading: "Your webhook endpoint is failing",
        paragraphs: [
          `${facts.destination} has not accepted a webhook since ${since}. We’ll keep trying. After 72 hours without a success and ten failed events the endpoint is disabled.`,
        ],
      };
    },
  },
  /** That an endpoint gets nothing any more, and why. */
  disabled: {
    kind: "webhook_endpoint_disabled",
    notification: "webhook_endpoint.disabled",
    subject: ({ destination }) => `A webhook endpoint was disabled: ${destination}`,
    body: (facts) => ({
      ...frame(facts),
      preheader: "The endpoint gets no webhooks until you enable it again.",
      heading: "Your webhook endpoint was disabled",
      paragraphs: [
        facts.disabledReason === "gone_410"
          ? `${facts.destination} answered 410 Gone, so we stopped sending webhooks to it. If that was a mistake, fix the endpoint, enable it again, and replay the missed events.`
          : `${facts.destination} has not accepted a webhook for 72 hours, so we stopped sending webhooks to it. Fix the endpoint, enable it again, and replay the missed events.`,
      ],
    }),
  },
} satisfies Record<string, Mail<EndpointFacts>>;

/** That webhooks are signed with another secret. */
export const secretRotatedMail: Mail<RotatedSecretFacts> = {
  kind: "webhook_secret_rotated",
  subject: (facts) => `A webhook secret was rotated: ${singleLine(facts.destination)}`,
  body: (facts, { mode }) => ({
    isOurs: true,
    preheader: "If this wasn’t you, act now.",
    heading: "A webhook secret was rotated",
    paragraphs: [
      "Webhooks to this endpoint are now signed with a new secret.",
      ...(facts.byKey ? ["The secret was rotated with an API key, not in the dashboard."] : []),
      "If you don’t recognize this, rotate the secret again, review your API keys, and change your password.",
    ],
    facts: [
      ["Endpoint", `${singleLine(facts.destination)} (${facts.endpointId})`],
      ["When", formatDate(facts.at)],
    ],
    button: { label: "Open webhooks", to: `/dashboard/developers/webhooks?mode=${mode}` },
    inTestMode: aboutTestMode,
    footer: `You’re receiving this email because it concerns the account of ${singleLine(facts.businessName)}.`,
  }),
};

function frame(facts: EndpointFacts) {
  const rows: MailRow[] = [
    ["Endpoint", facts.endpointId],
    ["Host", facts.destination],
    ...rowIf("Failing since", facts.failingSince && formatDate(facts.failingSince)),
    ["Failed events", String(facts.failedEvents)],
  ];
  const merchant = singleLine(facts.businessName);
  return {
    facts: rows,
    button: { label: "Open endpoint", to: `/dashboard/developers/webhooks/${facts.endpointId}` },
    inTestMode: aboutTestMode,
    footer: `You’re receiving this email because the webhook endpoint belongs to ${merchant}.`,
  };
}

/** An endpoint that has taken nothing for so long is told of. */
const FAILING_MINUTES = 60;

/**
 * Tells the merchant that an endpoint has taken nothing for an hour, once until it takes something again or the mail is
 * removed with age, or that it was disabled for it. In the transaction of the failure; nothing where neither is so.
 */
export async function queueEndpointMail(tx: TransactionSql, endpointId: string): Promise<void> {
  await queueMails(
    tx,
    tx`select w.merchant_id, w.mode, w.kind, b.email as recipient,
      jsonb_build_object(
        'businessName', b.business_name, 'endpointId', w.id, 'destination', w.destination,
        'failingSince', w.failing_since, 'failedEvents', w.failed_events,
        'disabledReason', w.disabled_reason
      ) as facts,
      w.id || ':' || extract(epoch from w.since) as about, false as withheld
    from (
      select *,
        case status when 'disabled' then 'webhook_endpoint_disabled'
          else 'webhook_endpoint_failing' end as kind,
        case status when 'disabled' then disabled_at else failing_since end as since
      from webhook_endpoints
      where id = ${endpointId} and case status
        when 'disabled' then disabled_reason in ('gone_410', 'failing')
        else failing_since <= clock_now() - ${FAILING_MINUTES} * interval '1 minute' end
    ) w
    join merchants b on b.id = w.merchant_id`,
  );
}
