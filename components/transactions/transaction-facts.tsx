import { CopyHex } from "@/components/detail/copy-hex";
import { ObjectLink } from "@/components/detail/object-link";
import { Money } from "@/components/money/money";
import { LocalTime } from "@/components/time/local-time";
import { Fact, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import type { Transaction } from "./transaction-state";

/** What a transaction moved, and where on the chain it is. */
export function TransactionFacts({ transaction }: { transaction: Transaction }) {
  return (
    <>
      <Section title="Money">
        <MoneyFacts {...transaction} />
      </Section>
      <Section title="Chain">
        <ChainFacts {...transaction} />
      </Section>
    </>
  );
}

function MoneyFacts(transaction: Transaction) {
  const { currency, fee, feeBps, netAmount, amountRefunded, amountRefundable } = transaction;
  const { sessionId, subscriptionId, invoiceId, customerId } = transaction;
  return (
    <Facts>
      <Fact name="Amount">
        <Money {...transaction} />
      </Fact>
      <Fact name={`Fee (${feeBps / 100} %)`}>
        <Money amount={fee} currency={currency} />
      </Fact>
      <Fact name="Net">
        <Money amount={netAmount} currency={currency} />
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
      {sessionId && (
        <Fact name="Payment">
          <ObjectLink path="/dashboard/payments" id={sessionId} />
        </Fact>
      )}
      {subscriptionId && (
        <Fact name="Subscription">
          <ObjectLink path="/dashboard/subscriptions" id={subscriptionId} />
        </Fact>
      )}
      {invoiceId && (
        <Fact name="Invoice">
          <ObjectLink path="/dashboard/invoices" id={invoiceId} />
        </Fact>
      )}
      {customerId && (
        <Fact name="Customer">
          <ObjectLink path="/dashboard/customers" id={customerId} />
        </Fact>
      )}
    </Facts>
  );
}

function ChainFacts(transaction: Transaction) {
  const { from, to, txHash, explorerUrl, blockNumber, chainId, blockTimestamp } = transaction;
  return (
    <Facts>
      <Fact name="Transaction">
        <CopyHex hex={txHash} href={explorerUrl} what="the transaction’s hash" />
      </Fact>
      <Fact name="From">
        <CopyHex hex={from} what="the payer’s address" />
      </Fact>
      <Fact name="To">
        <CopyHex hex={to} what="the receiver’s address" />
      </Fact>
      <Fact name="Chain">{chainId}</Fact>
      <Fact name="Block">{blockNumber}</Fact>
      <Fact name="Mined">
        <LocalTime iso={blockTimestamp} shape="full" locale="en" />
      </Fact>
    </Facts>
  );
}
