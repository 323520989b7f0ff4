"use client";

import type { FirstPage } from "@/components/dashboard/data/use-list";
import type { ListDeclaration } from "@/components/dashboard/list/list-declaration";
import { ListView } from "@/components/dashboard/list/list-view";
import { NewPayment } from "@/components/dashboard/payments/new-payment";
import { Money } from "@/components/ui/money/money";
import { shortHex } from "@/components/ui/short-hex";
import { LocalTime } from "@/components/ui/time/local-time";
import { currencies } from "@/lib/core/amounts/money";
import {
  exceptionOf,
  type Transaction,
  TransactionState,
  transactionTypes,
} from "./transaction-state";

const transactionsList: ListDeclaration<Transaction> = {
  path: "/v1/transactions",
  shown: { resource: "transaction", watches: ["payment_session", "refund", "subscription"] },
  noun: "transactions",
  columns: [
    {
      name: "Kind",
      place: "title",
      cell: (one) => (
        <>
          {transactionTypes[one.type]}
          {one.paymentException !== "none" && (
            <span className="ml-2 font-normal text-bad text-xs">{exceptionOf(one)}</span>
          )}
        </>
      ),
    },
    { name: "State", place: "state", cell: (one) => <TransactionState {...one} /> },
    {
      name: "From",
      place: "more",
      cell: ({ from }) => (
        <code translate="no" className="font-mono text-xs">
          {shortHex(from)}
        </code>
      ),
    },
    {
      name: "Time",
      place: "note",
      cell: ({ createdAt }) => <LocalTime iso={createdAt} shape="short" locale="en" />,
    },
    {
      name: "Net",
      place: "more",
      isNumber: true,
      cell: ({ netAmount, currency }) => <Money amount={netAmount} currency={currency} />,
    },
    { name: "Amount", place: "amount", cell: (one) => <Money {...one} /> },
  ],
  tabs: {
    name: "type",
    values: [
      { value: "payment", label: "Payments" },
      { value: "subscription_charge", label: "Charges" },
      { value: "refund", label: "Refunds" },
      { value: "unmatched_deposit", label: "Unmatched" },
    ],
  },
  filters: [
    {
      kind: "choice",
      name: "status",
      label: "State",
      options: [
        { value: "pending", label: "Becoming final" },
        { value: "confirmed", label: "Final" },
        { value: "reorged", label: "Removed by a chain reorganization" },
      ],
    },
    {
      kind: "choice",
      name: "currency",
      label: "Currency",
      options: currencies.map((value) => ({ value, label: value })),
    },
    { kind: "text", name: "customerId", label: "Customer", hint: "cus_…" },
    { kind: "day", name: "createdAfter", label: "From", edge: "first" },
    { kind: "day", name: "createdBefore", label: "To", edge: "last" },
  ],
  hasCsv: true,
  hrefOf: ({ id }) => `/dashboard/transactions/${id}`,
  empty: "No transactions yet. Payments appear here once they are on-chain.",
  example: { method: "GET", path: "/v1/transactions", input: { type: "payment" } },
};

/** The transactions of something: a session, a customer, a subscription. */
export const transactionsOf = (
  fixed: Readonly<Partial<Record<"sessionId" | "customerId" | "subscriptionId", string>>>,
): ListDeclaration<Transaction> => ({ ...transactionsList, fixed, empty: "No transactions." });

/** The business's transactions. */
export function TransactionsList({ first }: { first: FirstPage<Transaction> | null }) {
  return <ListView list={transactionsList} first={first} emptyAction={<NewPayment />} />;
}
