import { invoiceLabel } from "@/lib/core/invoices/invoice-label";
import type { PrintedInvoice } from "@/lib/core/invoices/printed-invoice";
import { taxNoteOf } from "@/lib/core/invoices/taxes";
import type { Context } from "@/lib/domain/platform/context";
import type { InvoiceRow } from "./invoice-rows";
import { pageOf } from "./load-invoice-page";

/** What the document of an invoice shows: what its hosted page does, and nothing else. */
export async function printedInvoice(ctx: Context, row: InvoiceRow): Promise<PrintedInvoice> {
  const page = await pageOf(ctx, row);
  return {
    ...page,
    number: invoiceLabel(row.number),
    status: row.status,
    merchantName: page.merchant.name,
    taxes: row.taxes.map((tax) => ({ ...tax, note: taxNoteOf(tax.category) })),
    payUrl: page.payment === "open" && page.payPath ? `${ctx.config.APP_URL}${page.payPath}` : null,
    txHash: page.transaction?.hash ?? null,
  };
}
