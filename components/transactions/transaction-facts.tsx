import { CopyHex } from "@/components/detail/copy-hex";
import { LinkFact, MomentFact, MoneyFact } from "@/components/detail/fact-kinds";
import { NamedFact } from "@/components/detail/named-fact";
import { ObjectFacts } from "@/components/detail/object-facts";
import { Fact } from "@/components/ui/facts";
import type { Transaction } from "./transaction-state";

/** What a transaction moved, and where on the chain it is. */
export function TransactionFacts({ transaction }: { transaction: Transaction }) {
  return (
    <>
      <MoneyFacts {...transaction} />
      <ChainFacts {...transaction} />
    </>
  );
}

function MoneyFacts(transaction: Transaction) {
  const { amount, currency, fee, feeBps, netAmount } = transaction;
  const { amountRefunded, amountRefundable } = transaction;
  return (
    <ObjectFacts title="Money">
      <MoneyFact name="Amount" amount={amount} currency={currency} />
      <MoneyFact name={`Fee (${feeBps / 100} %)`} amount={fee} currency={currency} />
      <MoneyFact name="Net" amount={netAmount} currency={currency} />
      {amountRefunded !== "0" && (
        <MoneyFact name="Refunded" amount={amountRefunded} currency={currency} />
      )}
      {amountRefundable !== "0" && (
        <MoneyFact name="Can be refunded" amount={amountRefundable} currency={currency} />
      )}
      <LinkFact kind="Payment" id={transaction.sessionId} />
      <LinkFact kind="Subscription" id={transaction.subscriptionId} />
      <LinkFact kind="Invoice" id={transaction.invoiceId} />
      <NamedFact kind="Customer" id={transaction.customerId} />
    </ObjectFacts>
  );
}

function ChainFacts(transaction: Transaction) {
  const { from, to, txHash, explorerUrl, blockNumber, chainId, blockTimestamp } = transaction;
  return (
    <ObjectFacts title="Chain">
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
      <MomentFact name="Mined" iso={blockTimestamp} />
    </ObjectFacts>
  );
}
