import type { InputOf } from "@/lib/contract/endpoint";
import type { getInvoiceDocument as declaration } from "@/lib/contract/invoices/invoices";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { findInvoice } from "./find-invoice";
import { type InvoiceFile, invoiceDocument } from "./invoice-document";

/**
 * One of the merchant's invoices as a document.
 * @throws Refusal `not_found`
 * @throws Refusal `invalid_request` with `not_representable`
 */
export async function getInvoiceDocument(
  ctx: Context<MerchantActor>,
  { id, format = "pdf" }: InputOf<typeof declaration>,
): Promise<InvoiceFile> {
  return invoiceDocument(ctx, await findInvoice(ctx, id), format);
}
