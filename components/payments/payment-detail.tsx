"use client";

import { QueryProblem } from "@/components/data/query-problem";
import { type FirstObject, useObject } from "@/components/data/use-object";
import { DetailPage } from "@/components/detail/detail-page";
import { ObjectTimeline } from "@/components/detail/object-timeline";
import type { TimelineEntry } from "@/components/detail/timeline";
import { ListSection } from "@/components/list/list-section";
import { Money } from "@/components/money/money";
import { RefundButton } from "@/components/refunds/refund-button";
import { refundsOf } from "@/components/refunds/refunds-list";
import { transactionsOf } from "@/components/transactions/transactions-list";
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
    <DetailPage
      object={data}
      {...{ error, refetch }}
      back={{ path: "/dashboard/payments", name: "Payments" }}
      kind="Payment"
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
        </>
      }
      lead={isOpen && <PaymentLink url={data.checkoutUrl} />}
      facts={<PaymentFacts payment={data} />}
    >
      <ObjectTimeline id={id} shown={shown} currency={data.currency} awaited={awaitedOf(data)} />
      {data.transactionId && (
        <ListSection title="Transactions" list={transactionsOf({ sessionId: id })} />
      )}
      {data.transactionId && (
        <ListSection title="Refunds" list={refundsOf({ transactionId: data.transactionId })} />
      )}
    </DetailPage>
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
