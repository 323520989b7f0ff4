import type { TransactionSql } from "@/db/client";
import type { MailKind } from "@/lib/core/mail-kinds";
import type { Context } from "@/lib/domain/context";
import { queueInvoiceMail } from "@/lib/domain/mails/queue-invoice-mail";
import { noteDelivery } from "./note-delivery";

/** The mails of an invoice to its customer. */
type CustomerMail = Extract<
  MailKind,
  "invoice" | "invoice_reminder" | "invoice_overdue" | "invoice_voided"
>;

/**
 * Queues a mail of an invoice to its customer, if it has an address; nothing is sent before the commit. On public
 * chains test mode keeps the mail and does not send it: `invoice.sent` is told at once then. The caller
 * has the invoice's row.
 */
export async function mailCustomer(
  ctx: Pick<Context, "chains" | "config">,
  tx: TransactionSql,
  { id, kind }: { id: string; kind: CustomerMail },
): Promise<void> {
  const mail = await queueInvoiceMail(tx, { invoiceId: id, kind });
  if (!mail) return;
  await tx`
    update invoices set mailed_at = clock_now(), last_email_id = ${mail.id},
      last_email_status = ${mail.state === "withheld" ? "withheld" : "queued"},
      last_email_error = ${mail.failure}, last_email_at = clock_now()
    where id = ${id}`;
  if (mail.state === "withheld" && kind !== "invoice_voided") await noteDelivery(ctx, tx, id);
}
