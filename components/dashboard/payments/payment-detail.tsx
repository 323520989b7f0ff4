"use client";

import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { type FirstObject, useObject } from "@/components/dashboard/data/use-object";
import { CopyHex } from "@/components/dashboard/detail/copy-hex";
import { DetailPage } from "@/components/dashboard/detail/detail-page";
import { LinkFact, MomentFact, MoneyFact } from "@/components/dashboard/detail/fact-kinds";
import { Metadata } from "@/components/dashboard/detail/metadata";
import { NamedFact } from "@/components/dashboard/detail/named-fact";
import { ObjectFacts } from "@/components/dashboard/detail/object-facts";
import { ObjectTimeline } from "@/components/dashboard/detail/object-timeline";
import type { TimelineEntry } from "@/components/dashboard/detail/timeline";
import { ListSection } from "@/components/dashboard/list/list-section";
import { RefundButton } from "@/components/dashboard/refunds/refund-button";
import { refundsOf } from "@/components/dashboard/refunds/refunds-list";
import { transactionsOf } from "@/components/dashboard/transactions/transactions-list";
import { Fact } from "@/components/ui/facts";
import { Money } from "@/components/ui/money/money";
import { openSessionStatuses } from "@/lib/core/states";
import { ClosePayment } from "./close-payment";
import { PaymentLead } from "./payment-lead";
import { type Payment, PaymentState } from "./payment-state";

const origins: Readonly<Record<string, string>> = {
  api: "API",
  publishable: "Publishable key",
  dashboard: "Dashboard",
  invoice: "Invoice",
  storefront: "Storefront",
  payment_link: "Payment link",
};

/** What is known of a payment. */
function PaymentFacts({ payment }: { payment: Payment }) {
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
          <MomentFact name="Expires" iso={payment.expiresAt} />
        )}
        <Fact name="Created by">{origins[payment.createdVia] ?? payment.createdVia}</Fact>
        <NamedFact kind="Customer" id={payment.customerId} />
        <LinkFact object="invoice" id={payment.invoiceId} />
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

const path = "/v1/payment-sessions/{id}";

/** No event tells that a payment is held, nor that the operator leaves it so. */
const untoldEveryMs = (payment: Payment | undefined) =>
  payment && (payment.payment !== null || payment.hold?.status === "waiting") ? 10_000 : false;

/** One payment: how it is, what happened, what belongs to it, and what can be done with it. */
export function PaymentDetail({ id, first }: { id: string; first: FirstObject<Payment> | null }) {
  const shown = { resource: "payment_session", watches: ["refund", "compliance_log"] };
  const asked = { path, id, shown: { ...shown, id }, first, everyMs: untoldEveryMs };
  const { data, error, refetch } = useObject<Payment>(asked);
  if (!data) return <QueryProblem problem={error} onRetry={() => void refetch()} />;
  const isOpen = openSessionStatuses.includes(data.status);
  const transactionId = data.transactionId ?? data.hold?.transactionId;
  return (
    <DetailPage
      object={data}
      {...{ error, refetch }}
      kind="payment_session"
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
          {isOpen && data.invoiceId === null && <ClosePayment payment={data} />}
        </>
      }
      lead={<PaymentLead payment={data} />}
      facts={<PaymentFacts payment={data} />}
    >
      <ObjectTimeline id={id} shown={shown} currency={data.currency} awaited={awaitedOf(data)} />
      {/* Also of one that is still open: what came too late, or too little, does not pay it. */}
      <ListSection title="Transactions" list={transactionsOf({ sessionId: id })} />
      {transactionId && <ListSection title="Refunds" list={refundsOf({ transactionId })} />}
    </DetailPage>
  );
}

/** What comes next while a payment is on its way. */
function awaitedOf({ status, payment, hold }: Payment): TimelineEntry[] {
  if ((status !== "pending" && status !== "created") || hold) return [];
  const title =
    payment === null
      ? "Waiting for the payer"
      : payment.state === "submitted"
        ? "Submitting"
        : "Becoming final";
  return [{ id: "awaited", at: null, title, tone: "wait" }];
}
