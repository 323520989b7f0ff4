import type { TransactionSql } from "@/db/client";
import type { InvoiceStatus } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import { type InvoiceMail, queueInvoiceMail } from "./queue-invoice-mail";
import { tellInvoices } from "./tell-invoices";

/**
 * Says with `invoice.sent` that a mail server took a mail that asks for an invoice's payment: the first one alone. When
 * the invoice was voided before that was known, its customer is mailed so instead. The caller has the invoice's row.
 * @param voided the mail that tells the customer
 */
export async function noteDelivery(
  ctx: Pick<Context, "chains" | "config">,
  tx: TransactionSql,
  id: string,
  voided: InvoiceMail,
): Promise<void> {
  const [first] = await tx<{ status: InvoiceStatus }[]>`
    update invoices set delivered_at = clock_now() where id = ${id} and delivered_at is null
    returning status`;
  if (first?.status === "void") await queueInvoiceMail(ctx, tx, id, voided);
  else if (first) await tellInvoices(ctx, tx, "invoice.sent", [id]);
}
