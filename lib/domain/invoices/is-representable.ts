import { deploymentById } from "@/lib/adapters/chain/chains";
import type { BilledInvoice } from "@/lib/core/invoices/factur-x/billed-invoice";
import { unrepresentableFields } from "@/lib/core/invoices/factur-x/missing-fields";
import { invoiceLabel } from "@/lib/core/invoices/invoice-label";
import { calendarDay } from "@/lib/core/time/calendar-day";
import type { Context } from "@/lib/domain/platform/context";
import type { InvoiceRow } from "./invoice-rows";

/** Whether an invoice has all that an electronic one needs. */
export function isRepresentable(ctx: Pick<Context, "chains">, row: InvoiceRow): boolean {
  return unrepresentableFields(billedInvoice(ctx, row)).length === 0;
}

/** What an electronic invoice says of one of ours. */
export function billedInvoice({ chains }: Pick<Context, "chains">, row: InvoiceRow): BilledInvoice {
  const { currency } = row;
  const { preset } = deploymentById(chains, row.deploymentId).chain;
  const money = currency === "USDC" ? "US dollar" : "euro";
  return {
    ...row,
    number: invoiceLabel(row.number),
    taxes: row.taxes.map((tax) => ({
      ...tax,
      taxableAmount: BigInt(tax.taxableAmount),
      taxAmount: BigInt(tax.taxAmount),
    })),
    issuedOn: calendarDay(row.createdAt, row.timeZone),
    dueOn: calendarDay(row.dueAt, row.timeZone),
    paymentTerms: `Paid in ${currency} on ${preset.label}. One ${currency} is stated as one ${money}.`,
  };
}
