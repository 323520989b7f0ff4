import type { TransactionSql } from "@/db/client";
import type { Mail } from "@/lib/domain/mails/mail";
import type { Context } from "@/lib/domain/platform/context";
import { type InvoiceFacts, invoiceMails } from "./invoice-mails";
import { noteDelivery } from "./note-delivery";
import { queueInvoiceMail } from "./queue-invoice-mail";

/**
 * Queues a mail of an invoice to its customer, if it has an address; nothing is sent before the commit. On public
 * chains test mode keeps the mail and does not send it, and so does a limit of mails to strangers: `invoice.sent` is
 * told at once then. The caller has the invoice's row.
 */
export async function mailCustomer(
  ctx: Pick<Context, "chains" | "config">,
  tx: TransactionSql,
  id: string,
  mail: Mail<InvoiceFacts>,
): Promise<void> {
  const queued = await queueInvoiceMail(ctx, tx, id, mail);
  const isDemand = mail.kind !== invoiceMails.voided.kind;
  if (queued?.state === "withheld" && isDemand) {
    await noteDelivery(ctx, tx, id, invoiceMails.voided);
  }
}
