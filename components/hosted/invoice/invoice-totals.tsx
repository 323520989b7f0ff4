import type { ReactNode } from "react";
import type { SayInvoice } from "@/components/hosted/words/invoice/invoice-words";
import { Amount } from "@/components/ui/money/amount";
import type { InvoicePage } from "@/lib/contract/invoices/hosted-invoice";
import type { TaxCategory } from "@/lib/core/invoices/taxes";
import { withElement } from "./with-element";

export interface InvoiceSpeech<Shown = InvoicePage> {
  page: Shown;
  say: SayInvoice;
  locale: string;
}

const notes = {
  E: "noteE",
  AE: "noteAE",
  K: "noteK",
  G: "noteG",
  O: "noteO",
} as const satisfies Partial<Record<TaxCategory, string>>;

type TotalFields = Pick<
  InvoicePage,
  "taxes" | "currency" | "decimals" | "subtotal" | "total" | "transaction"
>;

/** The sums, the tax by category, what must be said of it, and where it was paid. */
export function InvoiceTotals({ page, say, locale }: InvoiceSpeech<TotalFields>) {
  const { taxes, currency, decimals, transaction } = page;
  const money = (amount: string) => (
    <Amount amount={amount} currency={currency} decimals={decimals} locale={locale} />
  );
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 });
  const hasTax = taxes.length > 0;
  const said = Object.entries(notes).filter(([code]) =>
    taxes.some(({ category }) => category === code),
  );
  return (
    <section className="break-inside-avoid">
      <dl className="mt-4 ml-auto w-full max-w-sm text-sm">
        {hasTax && <Sum name={say("subtotal")}>{money(page.subtotal)}</Sum>}
        {taxes.map(({ category, rate, taxableAmount, taxAmount }) => (
          <Sum
            key={`${category} ${rate}`}
            name={withElement(
              say("tax", { rate: percent.format(rate / 10_000), amount: "{amount}" }),
              "{amount}",
              money(taxableAmount),
            )}
          >
            {money(taxAmount)}
          </Sum>
        ))}
        <Sum name={say("total")} isTotal>
          {money(page.total)}
        </Sum>
      </dl>
      {said.map(([code, key]) => (
        <p key={code} className="mt-3 text-muted text-sm">
          {say(key)}
        </p>
      ))}
      {transaction && (
        <p className="mt-6 text-sm">
          <span className="text-muted">{say("transaction")}: </span>
          <Hash {...transaction} />
        </p>
      )}
    </section>
  );
}

function Sum(props: { name: ReactNode; children: ReactNode; isTotal?: boolean }) {
  const { name, children, isTotal } = props;
  return (
    <div
      className={`flex flex-wrap items-baseline justify-between gap-x-6 py-2 ${isTotal ? "font-semibold text-base not-first:border-line not-first:border-t" : ""}`}
    >
      <dt className={isTotal ? "" : "text-muted"}>{name}</dt>
      <dd className="ml-auto min-w-0 text-right">{children}</dd>
    </div>
  );
}

function Hash({ hash, url }: { hash: string; url: string | null }) {
  const look = "break-all font-mono text-note";
  if (url === null)
    return (
      <span translate="no" className={look}>
        {hash}
      </span>
    );
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      translate="no"
      className={`${look} text-accent underline underline-offset-2`}
    >
      {hash}
    </a>
  );
}
