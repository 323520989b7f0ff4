import { ButtonLink } from "@/components/ui/button-link";
import { LargeAmount } from "@/components/ui/money/amount";
import { Day } from "@/components/ui/time/day";
import { formatAmount } from "@/lib/core/amounts/format-amount";
import type { InvoiceSpeech } from "./invoice-totals";
import { PrintButton } from "./print-button";
import { withElement } from "./with-element";

/** The sum, what is to be done about it, and where. */
export function InvoicePayment({ page, say, locale }: InvoiceSpeech) {
  const { total, currency, decimals, status } = page;
  const label = status === "paid" ? "amountPaid" : status === "void" ? "amountVoid" : "amountDue";
  return (
    <section className="mt-3">
      <p className="sr-only">{say(label)}</p>
      <LargeAmount
        amount={total}
        currency={currency}
        decimals={decimals}
        locale={locale}
        className={status === "void" ? "text-muted" : ""}
      />
      <p className={`mt-2 ${status === "overdue" && page.payment === "open" ? "text-bad" : ""}`}>
        <Intro page={page} say={say} locale={locale} />
      </p>
      <div className="mt-5 flex flex-wrap gap-2.5 max-sm:*:w-full print:hidden">
        <PayLink page={page} say={say} locale={locale} />
        <ButtonLink href={page.documentPath} look="secondary" download>
          {say("download")}
        </ButtonLink>
        <PrintButton label={say("print")} />
      </div>
      {page.hasEInvoice && (
        <p className="mt-3 text-sm print:hidden">
          <a className="underline" href={`${page.documentPath}?format=facturx`} download>
            {say("eInvoice")}
          </a>
        </p>
      )}
      {page.payment === "open" && (
        <p className="mt-3 text-muted text-sm">
          {say("network", { currency, network: page.network })}
        </p>
      )}
    </section>
  );
}

function Intro({ page, say, locale }: InvoiceSpeech) {
  const { status, payment, merchant } = page;
  const day = (iso: string) => <Day iso={iso} timeZone={page.timeZone} locale={locale} />;
  if (status === "void") return say("voidIntro", { merchant: merchant.name });
  if (status === "paid") {
    const words = page.refunded ? "refundedIntro" : "paidIntro";
    return withElement(say(words, { date: "{date}" }), "{date}", day(page.paidAt ?? ""));
  }
  if (payment === "under_way") return say("underWay");
  if (payment === "over") return say("closed", { merchant: merchant.name });
  if (payment !== "open") return say(payment, { merchant: merchant.name });
  const words = status === "overdue" ? "overdueIntro" : "openIntro";
  return withElement(say(words, { due: "{due}" }), "{due}", day(page.dueAt));
}

function PayLink({ page, say, locale }: InvoiceSpeech) {
  const { payment, payPath, total: amount } = page;
  if (payPath === null) return null;
  if (payment === "open") {
    return (
      <ButtonLink href={payPath}>
        {say("pay", { amount: formatAmount({ ...page, amount }, locale) })}
      </ButtonLink>
    );
  }
  const label = payment === "over" || payment === "returned" ? "viewReceipt" : "viewPayment";
  return (
    <ButtonLink href={payPath} look="secondary">
      {say(label)}
    </ButtonLink>
  );
}
