import type { InvoiceParty, StoredTax } from "@/db/schema/invoices";
import type { InputOf } from "@/lib/contract/endpoint";
import type { createInvoice as declaration } from "@/lib/contract/invoices/invoices";
import { digits } from "@/lib/core/amounts/money";
import { invalidRequest } from "@/lib/core/errors";
import type { Rounding } from "@/lib/core/invoices/taxes";
import { type InvoiceTotals, totalsOf } from "@/lib/core/invoices/totals";
import type { InvoiceLine } from "./invoice-rows";

type Input = InputOf<typeof declaration>;
/** A line that belongs to no invoice yet. */
type DraftLine = Omit<InvoiceLine, "invoiceId" | "position" | "amount">;

/** All that a new invoice says. */
export interface InvoiceContent
  extends Pick<Input, "currency" | "chainId" | "serviceDate" | "buyerReference" | "note"> {
  readonly lines: readonly DraftLine[];
  readonly dueInDays: number;
  readonly rounding: Rounding;
  readonly customerName?: string;
  readonly customerEmail?: string;
  readonly seller?: InvoiceParty;
  readonly buyer?: InvoiceParty;
}

const DEFAULT_DUE_DAYS = 7;

/** What an invoice says, from what was sent. */
export function contentOf({ lineItems, dueInDays, rounding, ...rest }: Input): InvoiceContent {
  const lines = lineItems.map((line) => ({
    ...line,
    unit: line.unit ?? null,
    taxRate: line.taxCategory ? (line.taxRate ?? 0) : null,
    taxCategory: line.taxCategory ?? null,
  }));
  return {
    ...rest,
    lines,
    dueInDays: dueInDays ?? DEFAULT_DUE_DAYS,
    rounding: rounding ?? "cent",
  };
}

/**
 * The sums of an invoice.
 * @throws Refusal `invalid_request` with `total_zero`, or `amount_too_large`: one is more than a token can hold
 */
export function checkTotals({ lines, rounding }: InvoiceContent): InvoiceTotals {
  const totals = totalsOf(lines, rounding);
  if (!("tooLarge" in totals)) {
    if (totals.total > 0n) return totals;
    const message = "The invoice's total must be above zero.";
    throw invalidRequest("lineItems", message, { reason: "total_zero" });
  }
  throw invalidRequest(totals.tooLarge, "The invoice's total is more than 2^256 − 1.", {
    reason: "amount_too_large",
  });
}

/** The taxes as their column has them. */
export function storedTaxes({ taxes }: InvoiceTotals): StoredTax[] {
  return taxes.map(({ category, rateBps, taxable, tax }) => ({
    category,
    rate: rateBps,
    taxableAmount: digits(taxable),
    taxAmount: digits(tax),
  }));
}
