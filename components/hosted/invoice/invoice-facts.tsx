import type { ReactNode } from "react";
import { Day } from "@/components/ui/time/day";
import type { PageParty } from "@/lib/contract/invoices/hosted-invoice";
import { nameOnly } from "@/lib/core/invoices/printed-invoice";
import { dayInWords } from "@/lib/core/time/calendar-day";
import type { InvoiceSpeech } from "./invoice-totals";

/** Who bills whom, and when. */
export function InvoiceFacts({ page, say, locale }: InvoiceSpeech) {
  const { seller, buyer, serviceDate, buyerReference } = page;
  const from = seller ?? nameOnly(page.merchant.name);
  const day = (iso: string) => <Day iso={iso} timeZone={page.timeZone} locale={locale} />;
  return (
    <dl className="mt-8 grid gap-x-8 gap-y-5 border-line border-t pt-6 text-sm sm:grid-cols-2 print:grid-cols-2">
      <Entry name={say("from")}>
        <Party party={from} say={say} locale={locale} />
      </Entry>
      {(buyer || page.customerEmail) && (
        <Entry name={say("billTo")}>
          {buyer && <Party party={buyer} say={say} locale={locale} />}
          {page.customerEmail && (
            <span className="block break-all font-normal">{page.customerEmail}</span>
          )}
        </Entry>
      )}
      <Entry name={say("issued")}>{day(page.issuedAt)}</Entry>
      <Entry name={say("due")}>{day(page.dueAt)}</Entry>
      {serviceDate && (
        <Entry name={say("serviceDate")}>
          <time dateTime={serviceDate}>{dayInWords(serviceDate, locale)}</time>
        </Entry>
      )}
      {buyerReference && <Entry name={say("reference")}>{buyerReference}</Entry>}
      {page.mode === "test" && <Entry name={say("mode")}>{say("testMode")}</Entry>}
    </dl>
  );
}

function Entry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd dir="auto" className="mt-1 break-words font-medium">
        {children}
      </dd>
    </div>
  );
}

function Party({ party, say, locale }: Omit<InvoiceSpeech, "page"> & { party: PageParty }) {
  const { name, addressLines, vatId, reference, contactLines } = party;
  const country =
    party.country && new Intl.DisplayNames(locale, { type: "region" }).of(party.country);
  const more = [
    ...addressLines,
    ...(country ? [country] : []),
    ...(vatId ? [say("vatId", { vatId })] : []),
    ...(reference ? [say("partyReference", { reference })] : []),
    ...contactLines,
  ];
  return (
    <>
      <span className="block">{name}</span>
      {more.map((line) => (
        <span key={line} className="block font-normal">
          {line}
        </span>
      ))}
    </>
  );
}
