import type { TransactionSql } from "@/db/client";
import { type InvoiceDemand, invoiceDemands, type MailKind } from "@/lib/core/mail-kinds";
import type { MailState } from "@/lib/core/states";
import type { Context } from "@/lib/domain/context";
import { noteDelivery } from "./note-delivery";

/** What came of a mail that an invoice's customer is sent. */
export interface InvoiceMailOutcome {
  /** Null for a mail that tells of no invoice: nothing is kept then. */
  readonly invoiceId: string | null;
  readonly mailId: string;
  readonly kind: MailKind;
  readonly state: MailState;
  readonly failure: string | null;
}

/** Whether a mail asks for an invoice's payment. */
export function isInvoiceDemand(kind: MailKind): kind is InvoiceDemand {
  return invoiceDemands.some((demand) => demand === kind);
}

/** Keeps what came of an invoice's last mail as its `lastEmail`. The caller has the invoice's row. */
export async function noteInvoiceMail(
  ctx: Pick<Context, "chains" | "config">,
  tx: TransactionSql,
  { invoiceId, mailId, kind, state, failure }: InvoiceMailOutcome,
): Promise<void> {
  if (invoiceId === null) return;
  await tx`
    update invoices set last_email_status = ${state}, last_email_error = ${failure},
      last_email_at = clock_now()
    where id = ${invoiceId} and last_email_id = ${mailId}`;
  if (state === "sent" && isInvoiceDemand(kind)) await noteDelivery(ctx, tx, invoiceId);
}
