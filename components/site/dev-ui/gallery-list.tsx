"use client";

import { useState } from "react";
import { FilterField } from "@/components/dashboard/list/filter-field";
import type { ListDeclaration } from "@/components/dashboard/list/list-declaration";
import { ListRows } from "@/components/dashboard/list/list-rows";
import { ListSkeleton } from "@/components/dashboard/list/list-skeleton";
import { ListTabs } from "@/components/dashboard/list/list-tabs";
import { RefundState } from "@/components/dashboard/refunds/refund-state";
import { Money } from "@/components/ui/money/money";
import { LocalTime } from "@/components/ui/time/local-time";

interface Row {
  readonly id: string;
  readonly amount: string;
  readonly status: "pending" | "completed" | "failed";
  readonly createdAt: string;
}

const list: ListDeclaration<Row> = {
  path: "/v1/refunds",
  shown: { resource: "refund" },
  noun: "refunds",
  columns: [
    { name: "Refund", place: "title", cell: ({ id }) => id },
    {
      name: "State",
      place: "state",
      cell: ({ status }) => <RefundState status={status} authorization={null} />,
    },
    {
      name: "Created",
      place: "note",
      cell: ({ createdAt }) => <LocalTime iso={createdAt} shape="short" locale="en" />,
    },
    {
      name: "Amount",
      place: "amount",
      cell: ({ amount }) => <Money amount={amount} currency="USDC" />,
    },
  ],
  tabs: {
    name: "status",
    values: [
      { value: "pending", label: "To be sent" },
      { value: "completed", label: "Refunded" },
    ],
  },
  filters: [
    { kind: "text", name: "transactionId", label: "Transaction", hint: "txn_…" },
    {
      kind: "choice",
      name: "status",
      label: "State",
      options: [{ value: "failed", label: "Failed" }],
    },
    { kind: "day", name: "createdAfter", label: "From", edge: "first" },
  ],
  hrefOf: ({ id }) => `/dashboard/refunds/${id}`,
  empty: "No refunds yet.",
  example: { method: "GET", path: "/v1/refunds" },
};

const createdAt = "2026-04-27T12:00:00.000Z";
const rows: Row[] = [
  { id: "re_4fQx0wJt2mZk8sVb", amount: "49000000", status: "completed", createdAt },
  { id: "re_9aLr3cVw7pXe5tGu", amount: "1234500000", status: "pending", createdAt },
  { id: "re_1kMn8dQz4hYs6vBc", amount: "1", status: "failed", createdAt },
];

/** A list of the dashboard: its tabs, its filters, its rows, and what holds their place. */
export function GalleryList() {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  return (
    <div className="grid gap-6">
      <ListTabs list={list} query={{}} hrefFor={() => "#lists"} change={() => {}} />
      <div className="flex flex-wrap items-end gap-2">
        {list.filters.map((filter) => (
          <FilterField
            key={filter.name}
            filter={filter}
            value={values[filter.name] ?? ""}
            onChange={(value) => setValues({ ...values, [filter.name]: value })}
          />
        ))}
      </div>
      <ListRows list={list} rows={rows} />
      <ListSkeleton noun="refunds" />
    </div>
  );
}
