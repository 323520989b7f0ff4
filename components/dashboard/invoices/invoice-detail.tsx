"use client";

import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { type FirstObject, useObject } from "@/components/dashboard/data/use-object";
import { DetailPage } from "@/components/dashboard/detail/detail-page";
import { LinkFact, MoneyFact } from "@/components/dashboard/detail/fact-kinds";
import { ObjectFacts } from "@/components/dashboard/detail/object-facts";
import { Timeline, type TimelineEntry } from "@/components/dashboard/detail/timeline";
import { CopyButton } from "@/components/ui/copy-button";
import { Fact } from "@/components/ui/facts";
import { Money } from "@/components/ui/money/money";
import { Section } from "@/components/ui/section";
import { Day } from "@/components/ui/time/day";
import { calendarDay, dayInWords } from "@/lib/core/time/calendar-day";
import { InvoiceActions } from "./invoice-actions";
import { InvoicePaper } from "./invoice-paper";
import { type Invoice, InvoiceState } from "./invoice-state";

/** What is known of an invoice, and where its customer finds it. */
function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const { customerName, customerEmail, currency, total, sessionId, hostedUrl } = invoice;
  const { dueAt, timeZone } = invoice;
  return (
    <>
      {hostedUrl && (
        <Section
          title="The customer's page"
          text="The customer reads, prints and pays the invoice here."
        >
          <p translate="no" className="wrap-anywhere font-mono text-xs">
            <a href={hostedUrl} target="_blank" rel="noopener" className="underline">
              {hostedUrl}
            </a>
            <CopyButton compact text={hostedUrl} label="Copy the link" copied="Copied" />
          </p>
        </Section>
      )}
      <ObjectFacts>
        <MoneyFact name="Total" amount={total} currency={currency} />
        <Fact name="Due">
          <Day iso={dueAt} timeZone={timeZone} locale="en" />
        </Fact>
        {customerName && (
          <Fact name="Customer">
            <span className="wrap-anywhere">{customerName}</span>
          </Fact>
        )}
        {customerEmail && (
          <Fact name="E-mail">
            <span className="wrap-anywhere">{customerEmail}</span>
          </Fact>
        )}
        <LinkFact object="payment_session" id={sessionId} />
      </ObjectFacts>
    </>
  );
}

const path = "/v1/invoices/{id}";

interface Props {
  id: string;
  businessName: string;
  first: FirstObject<Invoice> | null;
}

/** No event tells what became of a reminder's mail. */
const untoldEveryMs = (invoice: Invoice | undefined) =>
  invoice?.lastEmail?.status === "queued" ? 5_000 : false;

/** One invoice: how it is, what it says, what happened, and what can be done with it. */
export function InvoiceDetail({ id, businessName, first }: Props) {
  const shown = { resource: "invoice", id, watches: ["payment_session"] };
  const { data, error, refetch } = useObject<Invoice>({
    path,
    id,
    shown,
    first,
    everyMs: untoldEveryMs,
  });
  if (!data) return <QueryProblem problem={error} onRetry={() => void refetch()} />;
  return (
    <DetailPage
      object={data}
      {...{ error, refetch }}
      kind="invoice"
      called={`Invoice ${data.number}`}
      title={<Money amount={data.total} currency={data.currency} />}
      status={<InvoiceState {...data} />}
      text={data.customerName ?? data.customerEmail}
      actions={<InvoiceActions invoice={data} />}
      lead={<PaperOf invoice={data} businessName={businessName} />}
      facts={<InvoiceFacts invoice={data} />}
    >
      <Section title="Timeline">
        <Timeline entries={entriesOf(data)} />
      </Section>
    </DetailPage>
  );
}

function PaperOf({ invoice, businessName }: { invoice: Invoice; businessName: string }) {
  const { seller, buyer, customerName, customerEmail, dueAt, timeZone } = invoice;
  return (
    <InvoicePaper
      {...invoice}
      from={seller?.legalName ?? businessName}
      to={buyer?.legalName ?? customerName ?? customerEmail}
      due={dayInWords(calendarDay(dueAt, timeZone), "en")}
      lines={invoice.lineItems}
      taxes={invoice.taxBreakdown}
    />
  );
}

const mailWords: Record<NonNullable<Invoice["lastEmail"]>["status"], string> = {
  queued: "Email on its way",
  sent: "Email accepted by the customer’s mail server",
  refused: "Email refused by the customer’s mail server",
  failed: "Email could not be delivered",
  withheld: "Not sent",
  cancelled: "Email cancelled before it was sent",
};

/** Why an email to the customer was not sent. */
const withheldWords: Readonly<Record<string, string>> = {
  test_mode: "Test mode emails only you",
  recipient_limit: "This address has had its emails of the day. Send the invoice again tomorrow",
  merchant_limit: "You have sent your emails of the day to new customers. Send it again tomorrow",
  address_refused:
    "This address refused an email before. Send your customer the invoice’s link another way",
  no_smtp_url: "No mail server is set up. Send your customer the invoice’s link another way",
  invoice_closed: "The invoice was paid or voided, or its payment was on its way",
};

/** What happened to an invoice, as far as it says itself. */
function entriesOf(invoice: Invoice): TimelineEntry[] {
  const { createdAt, sentAt, overdueAt, paidAt, voidedAt, lastEmail } = invoice;
  const isBad = lastEmail?.status === "refused" || lastEmail?.status === "failed";
  const entries: (TimelineEntry & { at: string | null })[] = [
    { id: "created", at: createdAt, title: "Created" },
    { id: "sent", at: sentAt, title: "Opened for payment" },
    { id: "overdue", at: overdueAt, title: "Overdue", tone: "bad" },
    { id: "paid", at: paidAt, title: "Paid", tone: "good" },
    { id: "voided", at: voidedAt, title: "Voided" },
    ...(lastEmail
      ? [
          {
            id: "mail",
            at: lastEmail.at,
            title: mailWords[lastEmail.status],
            text: lastEmail.error && (withheldWords[lastEmail.error] ?? lastEmail.error),
            tone: isBad ? ("bad" as const) : ("neutral" as const),
          },
        ]
      : []),
  ];
  return entries
    .filter(({ at }) => at !== null)
    .sort((one, other) => String(one.at).localeCompare(String(other.at)));
}
