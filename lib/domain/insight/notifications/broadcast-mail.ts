import type { TransactionSql } from "@/db/client";
import { singleLine, withoutBidiControls } from "@/lib/core/text/plain-text";
import type { Mail, MailNews } from "@/lib/domain/mails/mail";
import type { MerchantFacts } from "@/lib/domain/mails/queue-mail";

/** What a mail with a broadcast tells. */
type BroadcastFacts = MerchantFacts & {
  broadcastId: string;
  merchantId: string;
  title: string;
  body: string;
};

/** A message of those who run the platform. What comes of it is counted at the broadcast. */
export const broadcastMail: Mail<BroadcastFacts> = {
  kind: "broadcast",
  subject: ({ title }) => singleLine(title),
  body: ({ title, body, businessName }) => ({
    isOurs: true,
    preheader: "A message about your account.",
    heading: singleLine(title),
    paragraphs: withoutBidiControls(body).split(/(?:\r?\n){2,}/),
    button: { label: "Open the dashboard", to: "/dashboard" },
    footer: `You’re receiving this email because it concerns the account of ${singleLine(businessName)}.`,
  }),
  onOutcome: {
    async lock(tx, { broadcastId }) {
      await tx`select from broadcasts where id = ${broadcastId} for no key update`;
    },
    note: (_, tx, facts, { state }) => noteOutcome(tx, facts, state),
  },
};

async function noteOutcome(
  tx: TransactionSql,
  { broadcastId, merchantId }: BroadcastFacts,
  state: MailNews["state"],
): Promise<void> {
  if (state === "queued" || state === "sending") return;
  const isSent = state === "sent";
  const [before] = await tx<{ state: string }[]>`
    with known as (
      select state from broadcast_deliveries
      where broadcast_id = ${broadcastId} and merchant_id = ${merchantId}
    )
    update broadcast_deliveries d set state = ${isSent ? "delivered" : "failed"}
    from known
    where d.broadcast_id = ${broadcastId} and d.merchant_id = ${merchantId}
      and d.state in ('queued', 'failed') and d.state <> ${isSent ? "delivered" : "failed"}
    returning known.state`;
  if (!before) return;
  await tx`
    update broadcasts set delivered = delivered + ${isSent ? 1 : 0},
      failed = failed + ${isSent ? 0 : 1} - ${before.state === "failed" ? 1 : 0}
    where id = ${broadcastId}`;
}
