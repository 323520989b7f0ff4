import { HostedFooter } from "@/components/hosted/hosted-footer";
import { MerchantMark } from "@/components/hosted/pay/merchant-mark";
import type { SayHosted } from "@/components/hosted/words/hosted/hosted-words";
import { InvoiceFacts } from "./invoice-facts";
import { InvoiceLines } from "./invoice-lines";
import { InvoicePayment } from "./invoice-payment";
import type { InvoiceSpeech } from "./invoice-totals";
import { InvoiceTotals } from "./invoice-totals";
import { StatusBadge, shownStatus } from "./status-badge";

/** An invoice as its customer reads, prints and pays it. */
export function InvoicePage({ hosted, ...speech }: InvoiceSpeech & { hosted: SayHosted }) {
  const { page, say } = speech;
  return (
    <div className="flex-1 bg-panel sm:px-6 sm:py-10 print:bg-canvas print:p-0">
      <main className="relative mx-auto w-full max-w-3xl overflow-hidden bg-canvas px-5 pt-6 pb-8 sm:rounded-2xl sm:border sm:border-line sm:px-10 sm:pt-9 sm:pb-10 print:max-w-none print:rounded-none print:border-0 print:p-0">
        <header className="flex items-center gap-3">
          <MerchantMark
            merchant={page.merchant}
            alt={hosted("logo", { merchant: page.merchant.name })}
          />
          <p dir="auto" className="wrap-anywhere min-w-0 flex-1 font-medium">
            {page.merchant.name}
          </p>
          <StatusBadge status={shownStatus(page)} say={say} />
        </header>
        <h1 className="mt-7 text-muted">
          {say("invoice")} <span className="text-ink tabular-nums">{page.number}</span>
        </h1>
        <InvoicePayment {...speech} />
        <InvoiceFacts {...speech} />
        <InvoiceLines {...speech} />
        <InvoiceTotals {...speech} />
        {page.note && (
          <section className="mt-8 border-line border-t pt-5 text-sm">
            <h2 className="text-muted">{say("note")}</h2>
            <p dir="auto" className="mt-1 whitespace-pre-line break-words">
              {page.note}
            </p>
          </section>
        )}
      </main>
      <HostedFooter
        merchant={page.merchant}
        say={hosted}
        className="mx-auto flex w-full max-w-3xl px-5 py-6 sm:px-1"
      />
    </div>
  );
}
