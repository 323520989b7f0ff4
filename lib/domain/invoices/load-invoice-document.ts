import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { findHostedInvoice } from "./find-hosted-invoice";
import { type InvoiceFile, invoiceDocument } from "./invoice-document";

/**
 * The document behind a hosted page. Anyone with the page's link may have it; a draft has neither.
 * @throws Refusal `not_found`
 * @throws Refusal `invalid_request` with `not_representable`
 */
export async function loadInvoiceDocument(
  ctx: Context<PublicActor>,
  { publicId, format }: { publicId: string; format: "pdf" | "facturx" },
): Promise<InvoiceFile> {
  return invoiceDocument(ctx, await findHostedInvoice(ctx, publicId), format);
}
