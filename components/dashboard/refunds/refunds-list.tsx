"use client";

import type { FirstPage } from "@/components/dashboard/data/use-list";
import type { ListDeclaration } from "@/components/dashboard/list/list-declaration";
import { ListView } from "@/components/dashboard/list/list-view";
import { PageLink } from "@/components/dashboard/shell/page-link";
import { Money } from "@/components/ui/money/money";
import { shortHex } from "@/components/ui/short-hex";
import { LocalTime } from "@/components/ui/time/local-time";
import { type Refund, RefundState, reasonWords } from "./refund-state";

const refundsList: ListDeclaration<Refund> = {
  path: "/v1/refunds",
  shown: { resource: "refund" },
  noun: "refunds",
  columns: [
    {
      name: "Refund",
      place: "title",
      cell: ({ reason, origin }) =>
        reason ? reasonWords[reason] : origin === "chain" ? "From your wallet" : "Late charge",
    },
    { name: "State", place: "state", cell: (refund) => <RefundState {...refund} /> },
    {
      name: "To",
      place: "more",
      cell: ({ payer }) => (
        <code translate="no" className="font-mono text-xs">
          {shortHex(payer)}
        </code>
      ),
    },
    {
      name: "Created",
      place: "note",
      cell: ({ createdAt }) => <LocalTime iso={createdAt} shape="short" locale="en" />,
    },
    { name: "Amount", place: "amount", cell: (refund) => <Money {...refund} /> },
  ],
  tabs: {
    name: "status",
    values: [
      { value: "pending", label: "To be sent" },
      { value: "submitted", label: "In progress" },
      { value: "completed", label: "Refunded" },
      { value: "failed", label: "Failed" },
      { value: "cancelled", label: "Cancelled" },
    ],
  },
  filters: [
    { kind: "text", name: "transactionId", label: "Transaction", hint: "txn_…" },
    { kind: "day", name: "createdAfter", label: "From", edge: "first" },
    { kind: "day", name: "createdBefore", label: "To", edge: "last" },
  ],
  hasCsv: true,
  hrefOf: ({ id }) => `/dashboard/refunds/${id}`,
  empty: "No refunds yet. To refund a payment, open the payment.",
  example: {
    method: "POST",
    path: "/v1/refunds",
    input: { transactionId: "txn_…", amount: "49000000", reason: "customer_request" },
  },
};

/** The refunds of a transaction. */
export const refundsOf = (fixed: { readonly transactionId: string }): ListDeclaration<Refund> => ({
  ...refundsList,
  fixed,
  empty: "Not refunded.",
});

/** The business's refunds. */
export function RefundsList({ first }: { first: FirstPage<Refund> | null }) {
  return (
    <ListView
      list={refundsList}
      first={first}
      emptyAction={
        <PageLink path="/dashboard/payments" query="status=confirmed">
          See paid payments
        </PageLink>
      }
    />
  );
}
