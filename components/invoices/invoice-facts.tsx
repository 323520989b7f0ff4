"use client";

import Link from "next/link";
import { useActing } from "@/components/dashboard/acting-context";
import { hrefIn } from "@/components/dashboard/dashboard-frame";
import { Money } from "@/components/money/money";
import { LocalTime } from "@/components/time/local-time";
import { CopyButton } from "@/components/ui/copy-button";
import { Fact, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import type { Invoice } from "./invoice-state";

/** What is known of an invoice, and where its customer finds it. */
export function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const { mode } = useActing();
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
      <Section title="Facts">
        <Facts>
          <Fact name="Total">
            <Money amount={total} currency={currency} />
          </Fact>
          <Fact name="Due">
            <LocalTime iso={dueAt} shape="date" locale="en" />
          </Fact>
          {customerName && <Fact name="Customer">{customerName}</Fact>}
          {customerEmail && <Fact name="E-mail">{customerEmail}</Fact>}
          <Fact name="Payment">
            <Link
              href={hrefIn(`/dashboard/payments/${sessionId}`, mode)}
              prefetch={false}
              className="underline underline-offset-4"
            >
              Open
            </Link>
          </Fact>
        </Facts>
      </Section>
    </>
  );
}
