import type { SayInvoice } from "@/components/hosted/words/invoice/invoice-words";
import type { InvoicePage } from "@/lib/contract/invoices/hosted-invoice";

/** What is paid may have been returned since. */
type Shown = InvoicePage["status"] | "refunded";

export const shownStatus = ({
  status,
  refunded,
}: Pick<InvoicePage, "status" | "refunded">): Shown => (refunded ? "refunded" : status);

const looks: Record<Shown, string> = {
  sent: "bg-accent-soft text-accent",
  overdue: "bg-bad-soft text-bad",
  paid: "bg-good-soft text-good",
  refunded: "bg-panel text-muted",
  void: "bg-panel text-muted",
};

/** Where the invoice stands, in a word; on paper with an edge, since backgrounds are not printed. */
export function StatusBadge({ status, say }: { status: Shown; say: SayInvoice }) {
  return (
    <p
      className={`rounded-full px-3 py-1 font-semibold text-sm print:border print:border-ink ${looks[status]}`}
    >
      {say(status)}
    </p>
  );
}
