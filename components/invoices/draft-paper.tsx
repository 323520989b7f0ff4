import { typedAmount } from "@/lib/client/typed-amount";
import { digits } from "@/lib/core/money";
import { daysOf, type InvoiceDraft, quantityOf, sumsOf, taxRateOf } from "./invoice-draft";
import { InvoicePaper } from "./invoice-paper";

/** What the customer will read, as it is typed. */
export function DraftPaper(props: { draft: InvoiceDraft; businessName: string }) {
  const { draft, businessName } = props;
  const sums = sumsOf(draft);
  const days = daysOf(draft);
  const money = (amount: bigint | undefined) => digits(amount ?? 0n);
  return (
    <InvoicePaper
      from={draft.seller.legalName.trim() || businessName}
      to={draft.buyer.legalName.trim() || draft.customerName.trim() || draft.customerEmail || null}
      number={null}
      due={days === null ? "—" : days === 1 ? "In a day" : `In ${days} days`}
      currency={draft.currency}
      lines={draft.lines.map((line, at) => ({
        description: line.description || "…",
        quantity: quantityOf(line) ?? 0,
        unit: null,
        unitAmount: typedAmount(line.price) ?? "0",
        amount: money(sums?.amounts[at]),
        taxRate: line.taxCategory ? taxRateOf(line) : null,
      }))}
      taxes={(sums?.taxes ?? []).map(({ category, rateBps, taxable, tax }) => ({
        category,
        rate: rateBps,
        taxableAmount: digits(taxable),
        taxAmount: digits(tax),
      }))}
      subtotal={money(sums?.subtotal)}
      total={money(sums?.total)}
      note={draft.note.trim() || null}
    />
  );
}
