import { LinkFact, MoneyFact } from "@/components/detail/fact-kinds";
import { ObjectFacts } from "@/components/detail/object-facts";
import { LocalTime } from "@/components/time/local-time";
import { CopyButton } from "@/components/ui/copy-button";
import { Fact } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import type { Invoice } from "./invoice-state";

/** What is known of an invoice, and where its customer finds it. */
export function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const { customerName, customerEmail, currency, total, dueAt, sessionId, hostedUrl } = invoice;
  return (
    <>
      {hostedUrl && (
        <Section title="The customer's page" text="Read, printed and paid here.">
          <p className="wrap-anywhere font-mono text-xs">
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
          <LocalTime iso={dueAt} shape="date" locale="en" />
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
        <LinkFact kind="Payment" id={sessionId} />
      </ObjectFacts>
    </>
  );
}
