import type { TransactionSql } from "@/db/client";
import { localChainId } from "@/lib/adapters/chain/presets";
import type { Mail } from "@/lib/domain/mails/mail";
import { type QueuedMail, queueMails } from "@/lib/domain/mails/queue-mail";
import type { Context } from "@/lib/domain/platform/context";
import { type InvoiceFacts, invoiceMails } from "./invoice-mails";
import { noteDelivery } from "./note-delivery";

/**
 * Queues a mail of an invoice to its customer, if it has an address; nothing is sent before the commit. On public
 * chains test mode keeps the mail and does not send it: `invoice.sent` is told at once then. The caller
 * has the invoice's row.
 */
export async function mailCustomer(
  ctx: Pick<Context, "chains" | "config">,
  tx: TransactionSql,
  id: string,
  mail: Mail<InvoiceFacts>,
): Promise<void> {
  const queued = await queueInvoiceMail(tx, id, mail);
  if (!queued) return;
  await tx`
    update invoices set mailed_at = clock_now(), last_email_id = ${queued.id},
      last_email_status = ${queued.state === "withheld" ? "withheld" : "queued"},
      last_email_error = ${queued.failure}, last_email_at = clock_now()
    where id = ${id}`;
  const isDemand = mail.kind !== invoiceMails.voided.kind;
  if (queued.state === "withheld" && isDemand) await noteDelivery(ctx, tx, id);
}

/**
 * Queues a mail to an invoice's customer, in the transaction of what it tells of. On public chains test mode
 * keeps it and does not send it.
 * @returns null when there is no address, or the mail was queued before
 */
async function queueInvoiceMail(
  tx: TransactionSql,
  invoiceId: string,
  { kind }: Mail<InvoiceFacts>,
): Promise<QueuedMail | null> {
  const [queued] = await queueMails(
    tx,
    tx`select i.merchant_id, i.mode, ${kind} as kind, i.customer_email as recipient,
      i.id || ':' || i.reminders as about,
      i.mode = 'test' and d.chain_id <> ${localChainId} as withheld,
      jsonb_build_object(
        'businessName', b.business_name, 'invoiceId', i.id, 'publicId', i.public_id,
        'number', i.number, 'total', i.total::text, 'currency', i.currency, 'dueAt', i.due_at,
        'customerName', i.customer_name
      ) as facts
    from invoices i
    join merchants b on b.id = i.merchant_id
    join payment_sessions s on s.id = i.session_id
    join deployments d on d.id = s.deployment_id
    where i.id = ${invoiceId}`,
  );
  return queued ?? null;
}
