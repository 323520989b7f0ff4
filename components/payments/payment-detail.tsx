"use client";

import { QueryProblem } from "@/components/data/query-problem";
import { type FirstObject, useObject } from "@/components/data/use-object";
import { DetailBody } from "@/components/detail/detail-body";
import { DetailHeader } from "@/components/detail/detail-header";
import { ObjectTimeline } from "@/components/detail/object-timeline";
import { RawJson } from "@/components/detail/raw-json";
import type { TimelineEntry } from "@/components/detail/timeline";
import { ListView } from "@/components/list/list-view";
import { Money } from "@/components/money/money";
import { RefundButton } from "@/components/refunds/refund-button";
import { refundsOf } from "@/components/refunds/refunds-list";
import { transactionsOf } from "@/components/transactions/transactions-list";
import { Section } from "@/components/ui/section";
import { ClosePayment } from "./close-payment";
import { PaymentFacts } from "./payment-facts";
import { PaymentLink } from "./payment-link";
import { type Payment, PaymentState } from "./payment-state";

const path = "/v1/payment-sessions/{id}";

/** One payment: how it is, what happened, what belongs to it, and what can be done with it. */
export function PaymentDetail({ id, first }: { id: string; first: FirstObject<Payment> | null }) {
  const shown = { resource: "payment_session", watches: ["refund"] };
  const { data, error, refetch } = useObject<Payment>({ path, id, shown: { ...shown, id }, first });
  if (!data) return <QueryProblem problem={error} onRetry={() => void refetch()} />;
  const isOpen = data.status === "created" || data.status === "pending";
  return (
    <>
      <DetailHeader
        back={{ path: "/dashboard/payments", name: "Payments" }}
        kind="Payment"
        id={data.id}
        title={<Money {...data} />}
        status={<PaymentState {...data} />}
        text={data.description}
        actions={
          <>
            {data.amountRefundable !== "0" && data.transactionId && (
              <RefundButton
                transactionId={data.transactionId}
                refundable={data.amountRefundable}
                currency={data.currency}
              />
            )}
            {isOpen && <ClosePayment payment={data} />}
            <RawJson object={data} name={data.id} />
          </>
        }
      />
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      <DetailBody facts={<PaymentFacts payment={data} />}>
        {isOpen && <PaymentLink url={data.checkoutUrl} />}
        <ObjectTimeline id={id} shown={shown} awaited={awaitedOf(data)} />
        {data.transactionId && (
          <Section title="Transactions">
            <ListView isPart list={transactionsOf({ sessionId: id })} first={null} />
          </Section>
        )}
        {data.transactionId && data.amountRefunded !== "0" && (
          <Section title="Refunds">
            <ListView isPart list={refundsOf({ transactionId: data.transactionId })} first={null} />
          </Section>
        )}
      </DetailBody>
    </>
  );
}

/** What comes next while a payment is on its way. */
function awaitedOf({ status, payment }: Payment): TimelineEntry[] {
  if (status !== "pending" && status !== "created") return [];
  const title =
    payment === null
      ? "Waiting for the payer"
      : payment.state === "submitted"
        ? "On its way to the chain"
        : "Becoming final";
  return [{ id: "awaited", at: null, title, tone: "wait" }];
}
