import type { TransactionSql } from "@/db/client";
import type { mails } from "@/db/schema/mails";
import { localChainId } from "@/lib/adapters/chain/presets";
import type { MailKind } from "@/lib/core/mail-kinds";
import { wakes } from "@/lib/core/wakes";
import { wake } from "@/lib/domain/outbox/wake";

type Queued = Pick<typeof mails.$inferSelect, "id" | "state" | "failure">;

/**
 * Queues a mail to an invoice's customer, in the transaction of what it tells of. On public chains test mode
 * keeps it and does not send it.
 * @returns null when there is no address, or the mail was queued before
 */
export async function queueInvoiceMail(
  tx: TransactionSql,
  { invoiceId, kind }: { invoiceId: string; kind: MailKind },
): Promise<Queued | null> {
  const [queued] = await tx<Queued[]>`
    insert into mails
      (id, merchant_id, mode, kind, recipient, facts, dedupe_key, state, failure, closed_at)
    select new_id('eml'), m.merchant_id, m.mode, ${kind}, m.customer_email, m.facts,
      ${kind}::text || ':' || m.id || ':' || m.reminders,
      case when m.withheld then 'withheld' else 'queued' end,
      case when m.withheld then 'test_mode' end,
      case when m.withheld then clock_now() end
    from (
      select i.id, i.merchant_id, i.mode, i.customer_email, i.reminders,
        i.mode = 'test' and d.chain_id <> ${localChainId} as withheld,
        ${invoiceFacts(tx)} as facts
      from invoices i
      join merchants b on b.id = i.merchant_id
      join payment_sessions s on s.id = i.session_id
      join deployments d on d.id = s.deployment_id
      where i.id = ${invoiceId} and i.customer_email is not null
    ) m
    on conflict (dedupe_key) do nothing
    returning id, state, failure`;
  if (queued?.state === "queued") await wake(tx, wakes.mails);
  return queued ?? null;
}

/** What mails tell of an invoice `i` of a merchant `b`. */
export function invoiceFacts(tx: TransactionSql) {
  return tx`jsonb_build_object(
    'businessName', b.business_name, 'invoiceId', i.id, 'publicId', i.public_id, 'number', i.number,
    'total', i.total::text, 'currency', i.currency, 'dueAt', i.due_at,
    'customerName', i.customer_name
  )`;
}
