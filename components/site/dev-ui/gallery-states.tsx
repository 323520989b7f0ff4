import {
  DeliveryState,
  EndpointState,
  ReplayState,
  SignatureState,
} from "@/components/dashboard/developers/webhook-states";
import { InvoiceState } from "@/components/dashboard/invoices/invoice-state";
import { PaymentState } from "@/components/dashboard/payments/payment-state";
import { PlanState } from "@/components/dashboard/plans/plans-list";
import { RefundState } from "@/components/dashboard/refunds/refund-state";
import { SubscriptionState } from "@/components/dashboard/subscriptions/subscription-state";
import { TransactionState } from "@/components/dashboard/transactions/transaction-state";
import { Fact, Facts } from "@/components/ui/facts";

const unpaid = { payment: null, amountRefunded: "0" } as const;
const row = "flex flex-wrap justify-end gap-2";

/** Every state of every kind of object. */
export function GalleryStates() {
  return (
    <Facts>
      <Fact name="Payments">
        <span className={row}>
          {(["created", "pending", "confirmed", "refunded", "expired", "cancelled"] as const).map(
            (status) => (
              <PaymentState key={status} status={status} {...unpaid} />
            ),
          )}
          <PaymentState status="confirmed" payment={null} amountRefunded="1" />
        </span>
      </Fact>
      <Fact name="Transactions">
        <span className={row}>
          {(["pending", "confirmed", "reorged"] as const).map((status) => (
            <TransactionState key={status} status={status} />
          ))}
        </span>
      </Fact>
      <Fact name="Refunds">
        <span className={row}>
          {(["pending", "submitted", "completed", "failed", "cancelled"] as const).map((status) => (
            <RefundState key={status} status={status} authorization={null} />
          ))}
          {([null, "given_up"] as const).map((obstacle) => (
            <RefundState
              key={String(obstacle)}
              status="submitted"
              authorization={{ state: "queued", obstacle }}
            />
          ))}
        </span>
      </Fact>
      <Fact name="Subscriptions">
        <SubscriptionStates />
      </Fact>
      <Fact name="Plans">
        <span className={row}>
          <PlanState active />
          <PlanState active={false} />
        </span>
      </Fact>
      <Fact name="Invoices">
        <span className={row}>
          {(["draft", "sent", "overdue", "paid", "void"] as const).map((status) => (
            <InvoiceState key={status} status={status} />
          ))}
        </span>
      </Fact>
      <WebhookStates />
    </Facts>
  );
}

const statuses = [
  "pending",
  "trialing",
  "active",
  "past_due",
  "lapsed",
  "completed",
  "cancelled",
] as const;

const SubscriptionStates = () => (
  <span className={row}>
    {statuses.map((status) => (
      <SubscriptionState key={status} status={status} pausedAt={null} closedAt={null} />
    ))}
    <SubscriptionState status="active" pausedAt="2026-04-27T12:00:00.000Z" closedAt={null} />
  </span>
);

const WebhookStates = () => (
  <>
    <Fact name="Webhook endpoints">
      <span className={row}>
        <EndpointState status="enabled" disabledReason={null} />
        {(["user", "gone_410", "failing", "key_leaked"] as const).map((reason) => (
          <EndpointState key={reason} status="disabled" disabledReason={reason} />
        ))}
      </span>
    </Fact>
    <Fact name="Deliveries">
      <span className={row}>
        {(["pending", "succeeded", "failed", "exhausted"] as const).map((status) => (
          <DeliveryState key={status} status={status} />
        ))}
      </span>
    </Fact>
    <Fact name="Replays">
      <span className={row}>
        {(["running", "completed", "cancelled", "stopped"] as const).map((status) => (
          <ReplayState key={status} status={status} />
        ))}
      </span>
    </Fact>
    <Fact name="Signatures">
      <span className={row}>
        {(["valid", "missing", "mismatch", "too_old", "no_endpoint"] as const).map((signature) => (
          <SignatureState key={signature} signature={signature} />
        ))}
      </span>
    </Fact>
  </>
);
