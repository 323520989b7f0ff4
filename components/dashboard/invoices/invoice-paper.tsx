import { InvoiceLines } from "@/components/hosted/invoice/invoice-lines";
import { InvoiceTotals } from "@/components/hosted/invoice/invoice-totals";
import { en } from "@/components/hosted/words/invoice/en";
import type { InvoicePage } from "@/lib/contract/invoices/hosted-invoice";
import { currencyDecimals } from "@/lib/core/amounts/money";
import { sayIn } from "@/lib/core/text/say";

const say = sayIn(en);

/** What an invoice says, whether it exists or is being written. */
export interface Paper
  extends Pick<InvoicePage, "currency" | "lines" | "taxes" | "subtotal" | "total" | "note"> {
  readonly from: string;
  readonly to: string | null;
  readonly number: string | null;
  /** In words, e.g. "in 14 days". */
  readonly due: string;
}

/** An invoice as its customer will read it: with the same lines and sums as on its page. */
export function InvoicePaper({ from, to, number, due, note, ...sums }: Paper) {
  const page = { ...sums, decimals: currencyDecimals, transaction: null };
  return (
    <article
      aria-label="Preview of the invoice"
      className="rounded-2xl border border-line bg-canvas px-5 py-6 shadow-sm sm:px-8 sm:py-8"
    >
      <p className="wrap-anywhere font-medium">{from}</p>
      <p className="mt-4 text-muted text-sm">
        {say("invoice")} {number && <span className="text-ink tabular-nums">{number}</span>}
      </p>
      <dl className="mt-4 grid gap-x-8 gap-y-3 border-line border-t pt-4 text-sm sm:grid-cols-2">
        <div className="min-w-0">
          <dt className="text-muted">{say("billTo")}</dt>
          <dd className="wrap-anywhere mt-1 font-medium">{to ?? "—"}</dd>
        </div>
        <div className="min-w-0">
          <dt className="text-muted">{say("due")}</dt>
          <dd className="mt-1 font-medium">{due}</dd>
        </div>
      </dl>
      <InvoiceLines page={page} say={say} locale="en" />
      <InvoiceTotals page={page} say={say} locale="en" />
      {note && (
        <section className="mt-8 border-line border-t pt-5 text-sm">
          <h2 className="text-muted">{say("note")}</h2>
          <p className="wrap-anywhere mt-1 whitespace-pre-line">{note}</p>
        </section>
      )}
    </article>
  );
}
