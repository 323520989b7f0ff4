import { invalidRequest } from "@/lib/core/errors";
import type { BilledInvoice } from "@/lib/core/invoices/factur-x/billed-invoice";
import { writeFacturX } from "@/lib/core/invoices/factur-x/factur-x";
import { unrepresentableFields } from "@/lib/core/invoices/factur-x/missing-fields";
import { invoiceLabel } from "@/lib/core/invoices/invoice-label";
import type { Context } from "@/lib/domain/platform/context";
import type { InvoiceRow } from "./invoice-rows";
import { billedInvoice } from "./is-representable";
import { keptDocument } from "./kept-documents";
import { printedInvoice } from "./printed-invoice";

/** A file to download. */
export interface InvoiceFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * The document of an invoice. As long as its state stays, it is the same byte by byte.
 * @throws Refusal `invalid_request` with `not_representable`: EN 16931 asks for what the invoice does not have
 * @throws Refusal `rate_limited` with `busy`: too many documents wait to be written
 */
export async function invoiceDocument(
  ctx: Context,
  row: InvoiceRow,
  format: "pdf" | "facturx",
): Promise<InvoiceFile> {
  const electronic = format === "facturx" ? writeFacturX(representable(ctx, row)) : undefined;
  const bytes = await keptDocument(await printedInvoice(ctx, row), electronic);
  return { name: `${invoiceLabel(row.number)}.pdf`, bytes };
}

function representable(ctx: Context, row: InvoiceRow): BilledInvoice {
  const invoice = billedInvoice(ctx, row);
  const fields = unrepresentableFields(invoice);
  if (fields.length === 0) return invoice;
  throw invalidRequest(
    "format",
    `This invoice can't be written as EN 16931. Check ${fields.join(", ")}.`,
    { reason: "not_representable", fields },
  );
}
