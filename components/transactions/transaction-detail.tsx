"use client";

import { QueryProblem } from "@/components/data/query-problem";
import { type FirstObject, useObject } from "@/components/data/use-object";
import { DetailBody } from "@/components/detail/detail-body";
import { DetailHeader } from "@/components/detail/detail-header";
import { ObjectTimeline } from "@/components/detail/object-timeline";
import { RawJson } from "@/components/detail/raw-json";
import { Timeline } from "@/components/detail/timeline";
import { ListView } from "@/components/list/list-view";
import { Money } from "@/components/money/money";
import { RefundButton } from "@/components/refunds/refund-button";
import { refundsOf } from "@/components/refunds/refunds-list";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/section";
import { TransactionFacts } from "./transaction-facts";
import {
  exceptionWords,
  type Transaction,
  TransactionState,
  transactionTypes,
} from "./transaction-state";

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
  const warning = exceptionWords[data.paymentException];
  const hasRefunds = data.amountRefunded !== "0" || data.amountRefundable !== "0";
  return (
    <>
      <DetailHeader
        back={{ path: "/dashboard/transactions", name: "Transactions" }}
        kind={transactionTypes[data.type]}
        id={data.id}
        title={<Money {...data} />}
        status={<TransactionState {...data} />}
        actions={
          <>
            {data.amountRefundable !== "0" && (
              <RefundButton
                transactionId={data.id}
                refundable={data.amountRefundable}
                currency={data.currency}
              />
            )}
            <RawJson object={data} name={data.id} />
          </>
        }
      />
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      {warning && (
        <div className="mb-5">
          <Notice tone="wait">{warning}.</Notice>
        </div>
      )}
      <DetailBody facts={<TransactionFacts transaction={data} />}>
        {data.sessionId ? (
          <ObjectTimeline
            id={data.sessionId}
            shown={{ resource: "payment_session", watches: ["refund"] }}
          />
        ) : (
          <Section title="Timeline">
            <Timeline entries={ownSteps(data)} />
          </Section>
        )}
        {hasRefunds && (
          <Section title="Refunds">
            <ListView isPart list={refundsOf({ transactionId: id })} first={null} />
          </Section>
        )}
      </DetailBody>
    </>
  );
}

/** What the transaction itself tells. */
const ownSteps = ({ createdAt, confirmedAt, status }: Transaction) => [
  { id: "seen", at: createdAt, title: "Seen on the chain" },
  ...(confirmedAt
    ? [{ id: "final", at: confirmedAt, title: "Final", tone: "good" } as const]
    : [
        {
          id: "awaited",
          at: null,
          title: status === "reorged" ? "The chain lost it" : "Becoming final",
          tone: status === "reorged" ? "bad" : "wait",
        } as const,
      ]),
];
