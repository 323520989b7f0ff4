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
import { PageAddress } from "@/components/dashboard/detail/page-address";
import type { TimelineEntry } from "@/components/dashboard/detail/timeline";
import { ListSection } from "@/components/dashboard/list/list-section";
import { RefundButton } from "@/components/dashboard/refunds/refund-button";
import { refundsOf } from "@/components/dashboard/refunds/refunds-list";
import { PageLink } from "@/components/dashboard/shell/page-link";
import { transactionsOf } from "@/components/dashboard/transactions/transactions-list";
import { Fact } from "@/components/ui/facts";
import { Money } from "@/components/ui/money/money";
import { Notice } from "@/components/ui/notice";
import { paidStatuses } from "@/lib/core/states";
import { ClosePayment } from "./close-payment";
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
      {data.transactionId && (
        <ListSection title="Refunds" list={refundsOf({ transactionId: data.transactionId })} />
      )}
    </DetailPage>
  );
}

/** The address of an open payment's page, or why that takes no payment. */
function PaymentLead({ payment }: { payment: Payment }) {
  const { status, hold, checkoutUrl } = payment;
  if (hold && !paidStatuses.includes(status)) return <HoldNotice status={hold.status} />;
  // The page of a draft invoice takes no payment before the invoice is sent.
  if (status !== "pending") return null;
  return (
    <PageAddress
      title="Payment page"
      text="Send the link to your customer, or let them scan the code."
      url={checkoutUrl}
      code="The payment page as a QR code"
    />
  );
}

/** Where the money of a held payment is, and where it is decided on. */
function HoldNotice({ status }: Pick<NonNullable<Payment["hold"]>, "status">) {
  return (
    <Notice tone={status === "refunded" ? "wait" : "bad"}>
      <p>
        {status === "refunded"
          ? "Screening held this payment, and you decided to refund it. It doesn’t count as paid."
          : "Screening holds this payment. The money is in your wallet, but the payment isn’t confirmed."}
      </p>
      <div className="mt-3">
        <PageLink path="/dashboard/compliance">Open Compliance</PageLink>
      </div>
    </Notice>
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
