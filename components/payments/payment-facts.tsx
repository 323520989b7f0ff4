import { CopyHex } from "@/components/detail/copy-hex";
import { Metadata } from "@/components/detail/metadata";
import { ObjectLink } from "@/components/detail/object-link";
import { Money } from "@/components/money/money";
import { LocalTime } from "@/components/time/local-time";
import { Fact, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import type { Payment } from "./payment-state";

const origins: Readonly<Record<string, string>> = {
  api: "API",
  publishable: "Publishable key",
  dashboard: "Dashboard",
  invoice: "Invoice",
  storefront: "Storefront",
};

/** What is known of a payment. */
export function PaymentFacts({ payment }: { payment: Payment }) {
  const { amountRefunded, amountRefundable, currency, customerId, invoiceId } = payment;
  return (
    <>
      <Section title="Facts">
        <Facts>
          <Fact name="Amount">
            <Money {...payment} />
          </Fact>
          {amountRefunded !== "0" && (
            <Fact name="Refunded">
              <Money amount={amountRefunded} currency={currency} />
            </Fact>
          )}
          {amountRefundable !== "0" && (
            <Fact name="Can be refunded">
              <Money amount={amountRefundable} currency={currency} />
            </Fact>
          )}
          <Fact name="Created">
            <LocalTime iso={payment.createdAt} shape="full" locale="en" />
          </Fact>
          {payment.confirmedAt ? (
            <Fact name="Paid">
              <LocalTime iso={payment.confirmedAt} shape="full" locale="en" />
            </Fact>
          ) : (
            <Fact name="Good until">
              <LocalTime iso={payment.expiresAt} shape="full" locale="en" />
            </Fact>
          )}
          <Fact name="Made by">{origins[payment.createdVia] ?? payment.createdVia}</Fact>
          {customerId && (
            <Fact name="Customer">
              <ObjectLink path="/dashboard/customers" id={customerId} />
            </Fact>
          )}
          {invoiceId && (
            <Fact name="Invoice">
              <ObjectLink path="/dashboard/invoices" id={invoiceId} />
            </Fact>
          )}
          <Fact name="Chain">{payment.chainId}</Fact>
          <Fact name="Token">
            <CopyHex hex={payment.tokenAddress} what="the token’s address" />
          </Fact>
          <Fact name="Reference">
            <CopyHex hex={payment.ref} what="the reference" />
          </Fact>
        </Facts>
      </Section>
      <Metadata metadata={payment.metadata} />
    </>
  );
}
