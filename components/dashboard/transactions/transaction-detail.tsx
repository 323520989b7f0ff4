"use client";

import Link from "next/link";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { type FirstObject, useObject } from "@/components/dashboard/data/use-object";
import { CopyHex } from "@/components/dashboard/detail/copy-hex";
import { DetailPage } from "@/components/dashboard/detail/detail-page";
import { LinkFact, MomentFact, MoneyFact } from "@/components/dashboard/detail/fact-kinds";
import { NamedFact } from "@/components/dashboard/detail/named-fact";
import { ObjectFacts } from "@/components/dashboard/detail/object-facts";
import { ObjectTimeline } from "@/components/dashboard/detail/object-timeline";
import { Timeline } from "@/components/dashboard/detail/timeline";
import { ListSection } from "@/components/dashboard/list/list-section";
import { RefundButton } from "@/components/dashboard/refunds/refund-button";
import { refundsOf } from "@/components/dashboard/refunds/refunds-list";
import { useActing } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { Fact } from "@/components/ui/facts";
import { Money } from "@/components/ui/money/money";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import {
  exceptionOf,
  type Transaction,
  TransactionState,
  transactionTypes,
} from "./transaction-state";

/** What a transaction moved, and where on the chain it is. */
function TransactionFacts({ transaction }: { transaction: Transaction }) {
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
      <LinkFact object="payment_session" id={transaction.sessionId} />
      <LinkFact object="subscription" id={transaction.subscriptionId} />
      <LinkFact object="invoice" id={transaction.invoiceId} />
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

/** Where what screening has held is decided. */
function HoldsLink() {
  const { mode } = useActing();
  return (
    <Link
      href={hrefIn("/dashboard/compliance", mode)}
      prefetch={false}
      className="underline underline-offset-4"
    >
      See Compliance
    </Link>
  );
}

const unrequestedWords =
  "Stipend didn’t make this charge. Another wallet that the contract lets charge did. You can refund it.";

const path = "/v1/transactions/{id}";
const shown = { resource: "transaction", watches: ["payment_session", "refund", "subscription"] };

interface Props {
  id: string;
  first: FirstObject<Transaction> | null;
}

/** One transaction: what moved, where it stands, and what was returned of it. */
export function TransactionDetail({ id, first }: Props) {
  const asked = { path, id, shown: { ...shown, id }, first };
  const { data, error, refetch } = useObject<Transaction>(asked);
  if (!data) return <QueryProblem problem={error} onRetry={() => void refetch()} />;
  const warning = exceptionOf(data);
  const hasRefunds = data.amountRefunded !== "0" || data.amountRefundable !== "0";
  return (
    <DetailPage
      object={data}
      {...{ error, refetch }}
      kind="transaction"
      called={transactionTypes[data.type]}
      title={<Money {...data} />}
      status={<TransactionState {...data} />}
      actions={
        data.amountRefundable !== "0" && (
          <RefundButton
            transactionId={data.id}
            refundable={data.amountRefundable}
            currency={data.currency}
          />
        )
      }
      above={
        <>
          {warning && (
            <Notice tone="wait">
              {warning}. {data.paymentException === "screening" && <HoldsLink />}
            </Notice>
          )}
          {data.unrequested && <Notice tone="wait">{unrequestedWords}</Notice>}
        </>
      }
      facts={<TransactionFacts transaction={data} />}
    >
      {data.sessionId ? (
        <ObjectTimeline
          id={data.sessionId}
          currency={data.currency}
          shown={{ resource: "payment_session", watches: ["refund"] }}
        />
      ) : (
        <Section title="Timeline">
          <Timeline entries={ownSteps(data)} />
        </Section>
      )}
      {hasRefunds && <ListSection title="Refunds" list={refundsOf({ transactionId: id })} />}
    </DetailPage>
  );
}

/** What the transaction itself tells. */
const ownSteps = ({ createdAt, confirmedAt, status }: Transaction) => [
  { id: "seen", at: createdAt, title: "Seen on-chain" },
  ...(confirmedAt
    ? [{ id: "final", at: confirmedAt, title: "Final", tone: "good" } as const]
    : [
        {
          id: "awaited",
          at: null,
          title: status === "reorged" ? "Removed by a chain reorganization" : "Becoming final",
          tone: status === "reorged" ? "bad" : "wait",
        } as const,
      ]),
];
