import { CopyHex } from "@/components/detail/copy-hex";
import { LinkFact, MomentFact, MoneyFact } from "@/components/detail/fact-kinds";
import { Metadata } from "@/components/detail/metadata";
import { NamedFact } from "@/components/detail/named-fact";
import { ObjectFacts } from "@/components/detail/object-facts";
import { Fact } from "@/components/ui/facts";
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
  const { amount, amountRefunded, amountRefundable, currency, confirmedAt } = payment;
  return (
    <>
      <ObjectFacts>
        <MoneyFact name="Amount" amount={amount} currency={currency} />
        {amountRefunded !== "0" && (
          <MoneyFact name="Refunded" amount={amountRefunded} currency={currency} />
        )}
        {amountRefundable !== "0" && (
          <MoneyFact name="Can be refunded" amount={amountRefundable} currency={currency} />
        )}
        <MomentFact name="Created" iso={payment.createdAt} />
        {confirmedAt ? (
          <MomentFact name="Paid" iso={confirmedAt} />
        ) : (
          <MomentFact name="Good until" iso={payment.expiresAt} />
        )}
        <Fact name="Made by">{origins[payment.createdVia] ?? payment.createdVia}</Fact>
        <NamedFact kind="Customer" id={payment.customerId} />
        <LinkFact kind="Invoice" id={payment.invoiceId} />
        <Fact name="Chain">{payment.chainId}</Fact>
        <Fact name="Token">
          <CopyHex hex={payment.tokenAddress} what="the token’s address" />
        </Fact>
        <Fact name="Reference">
          <CopyHex hex={payment.ref} what="the reference" />
        </Fact>
      </ObjectFacts>
      <Metadata metadata={payment.metadata} />
    </>
  );
}
