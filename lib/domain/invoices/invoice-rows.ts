import type { Db } from "@/db/client";
import type { invoiceLines, invoices } from "@/db/schema/invoices";

export type InvoiceLine = typeof invoiceLines.$inferSelect;

/** An invoice without its lines, and where it is paid. */
export type InvoiceHead = typeof invoices.$inferSelect & {
  deploymentId: string;
  /** Its creation named the chain. */
  chainFixed: boolean;
};

/** An invoice with what its view needs. */
export type InvoiceRow = InvoiceHead & { lines: InvoiceLine[] };

/** The columns of invoices `i`; a `where` clause follows. */
export const selectInvoices = (db: Db) => db`
  select i.*, s.deployment_id, s.chain_fixed
  from invoices i join payment_sessions s on s.id = i.session_id`;

/** Adds their lines to invoices, which keep their order. */
export async function withLines(db: Db, heads: readonly InvoiceHead[]): Promise<InvoiceRow[]> {
  if (heads.length === 0) return [];
  const ids = heads.map(({ id }) => id);
  const lines = await db<InvoiceLine[]>`
    select * from invoice_lines where invoice_id = any (${ids}) order by invoice_id, position`;
  const byInvoice = new Map<string, InvoiceLine[]>(ids.map((id) => [id, []]));
  for (const line of lines) byInvoice.get(line.invoiceId)?.push(line);
  return heads.map((head) => ({ ...head, lines: byInvoice.get(head.id) ?? [] }));
}
