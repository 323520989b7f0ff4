"use client";

import type { FirstPage } from "@/components/dashboard/data/use-list";
import type { ListDeclaration } from "@/components/dashboard/list/list-declaration";
import { ListView } from "@/components/dashboard/list/list-view";
import { Money } from "@/components/ui/money/money";
import { LocalTime } from "@/components/ui/time/local-time";
import { NewPayment } from "./new-payment";
import { type Payment, PaymentState } from "./payment-state";

const paymentsList: ListDeclaration<Payment> = {
  path: "/v1/payment-sessions",
  shown: { resource: "payment_session", watches: ["refund", "compliance_log"] },
  noun: "payments",
  columns: [
    {
      name: "Payment",
      place: "title",
      cell: ({ description, id }) => <span className="block truncate">{description || id}</span>,
    },
    { name: "State", place: "state", cell: (payment) => <PaymentState {...payment} /> },
    {
      name: "Created",
      place: "note",
      cell: ({ createdAt }) => <LocalTime iso={createdAt} shape="short" locale="en" />,
    },
    { name: "Amount", place: "amount", cell: (payment) => <Money {...payment} /> },
  ],
  tabs: {
    name: "status",
    values: [
      { value: "pending", label: "Open" },
      { value: "confirmed", label: "Paid" },
      { value: "refunded", label: "Refunded" },
      { value: "expired", label: "Expired" },
      { value: "cancelled", label: "Cancelled" },
    ],
  },
  filters: [
    { kind: "text", name: "customerId", label: "Customer", hint: "cus_…" },
    { kind: "day", name: "createdAfter", label: "From", edge: "first" },
    { kind: "day", name: "createdBefore", label: "To", edge: "last" },
  ],
  hasCsv: true,
  hrefOf: ({ id }) => `/dashboard/payments/${id}`,
  empty: "No payments yet. Payments appear here as soon as they are created.",
  example: {
    method: "POST",
    path: "/v1/payment-sessions",
    input: { amount: "49000000", currency: "USDC" },
  },
};

/** The payments of a customer. */
export const paymentsOf = (fixed: { readonly customerId: string }): ListDeclaration<Payment> => ({
  ...paymentsList,
  fixed,
  empty: "No payments.",
});

/** The business's payments, and a way to ask for one. */
export function PaymentsList({ first }: { first: FirstPage<Payment> | null }) {
  return <ListView list={paymentsList} first={first} emptyAction={<NewPayment />} />;
}
