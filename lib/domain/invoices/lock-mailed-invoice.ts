import type { TransactionSql } from "@/db/client";

/** Locks the invoice that a mail tells of, if it tells of one: before the mail itself, as everywhere. */
export async function lockMailedInvoice(
  tx: TransactionSql,
  invoiceId: string | null,
): Promise<void> {
  if (invoiceId === null) return;
  await tx`select 1 from invoices where id = ${invoiceId} for no key update`;
}
