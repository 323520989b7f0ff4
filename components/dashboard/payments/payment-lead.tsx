import { PageAddress } from "@/components/dashboard/detail/page-address";
import { PageLink } from "@/components/dashboard/shell/page-link";
import { Notice } from "@/components/ui/notice";
import { paidStatuses } from "@/lib/core/states";
import type { Payment } from "./payment-state";

/** The address of an open payment's page, or why that takes no payment. */
export function PaymentLead({ payment }: { payment: Payment }) {
  const { status, hold, checkoutUrl } = payment;
  if (hold && !paidStatuses.includes(status)) return <HoldNotice hold={hold} />;
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
function HoldNotice({ hold: { status, transactionId } }: { hold: NonNullable<Payment["hold"]> }) {
  if (status === "refunded") {
    return (
      <Notice tone="wait">
        <p>
          Screening held this payment, and it was decided to refund it. It doesn’t count as paid.
        </p>
        <div className="mt-3">
          <PageLink path={`/dashboard/transactions/${transactionId}`}>
            Open the transaction
          </PageLink>
        </div>
      </Notice>
    );
  }
  return (
    <Notice tone="bad">
      <p>
        Screening holds this payment. The money is in your wallet, but the payment isn’t confirmed.
      </p>
      <div className="mt-3">
        <PageLink path="/dashboard/compliance">Open Compliance</PageLink>
      </div>
    </Notice>
  );
}
