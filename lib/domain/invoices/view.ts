import type { z } from "zod";
import { deploymentById } from "@/lib/adapters/chain/chains";
import { encodeAs } from "@/lib/contract/encode";
import { invoice } from "@/lib/contract/invoices/invoices";
import { invoiceLabel } from "@/lib/core/invoices/invoice-label";
import { taxNoteOf } from "@/lib/core/invoices/taxes";
import type { JsonObject } from "@/lib/core/text/json";
import type { Context } from "@/lib/domain/platform/context";
import type { InvoiceRow } from "./invoice-rows";

export type InvoiceView = z.output<typeof invoice>;
type Viewer = Pick<Context, "chains" | "config">;

/** The customer's page; null for a draft, which only the merchant may see. */
function hostedUrlOf(
  { config }: Pick<Context, "config">,
  { status, sentAt, publicId }: Pick<InvoiceRow, "status" | "sentAt" | "publicId">,
): string | null {
  const isShown = status !== "draft" && sentAt !== null;
  return isShown ? `${config.APP_URL}/i/${publicId}` : null;
}

/** An invoice as the merchant sees it. */
export function viewInvoice(viewer: Viewer, row: InvoiceRow): InvoiceView {
  return {
    ...row,
    object: "invoice",
    number: invoiceLabel(row.number),
    lineItems: row.lines,
    taxBreakdown: row.taxes.map(({ category, rate, taxableAmount, taxAmount }) => ({
      category,
      rate,
      taxableAmount: BigInt(taxableAmount),
      taxAmount: BigInt(taxAmount),
      note: taxNoteOf(category),
    })),
    chainId: deploymentById(viewer.chains, row.deploymentId).chain.id,
    hostedUrl: hostedUrlOf(viewer, row),
    lastEmail: lastEmailOf(row),
  };
}

function lastEmailOf({ lastEmailStatus, lastEmailError, lastEmailAt }: InvoiceRow) {
  if (!lastEmailStatus || !lastEmailAt) return null;
  return { status: lastEmailStatus, error: lastEmailError, at: lastEmailAt };
}

/** An invoice as its events carry it. */
export function invoiceSnapshot(viewer: Viewer, row: InvoiceRow): JsonObject {
  return encodeAs(invoice, viewInvoice(viewer, row));
}
