"use client";

import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { ObjectLink } from "@/components/dashboard/detail/object-link";
import { Money } from "@/components/ui/money/money";
import { Section } from "@/components/ui/section";
import { shortHex } from "@/components/ui/short-hex";
import { Skeleton } from "@/components/ui/skeleton";
import { type Column, Table } from "@/components/ui/table";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { listCustomerValues } from "@/lib/contract/insight/stats";

type Customer = ReceivedOutput<typeof listCustomerValues>["data"][number];

const shown = {
  resource: "customer_value",
  watches: ["payment_session", "refund", "subscription"],
};
const route = { method: "GET", path: "/v1/stats/ltv" } as const;
const MOST = "10";

const columns: Column<Customer>[] = [
  {
    name: "Customer",
    cell: ({ id, name, email, walletAddress }) => (
      <ObjectLink
        path="/dashboard/customers"
        id={id}
        name={name ?? email ?? shortHex(walletAddress)}
      />
    ),
  },
  { name: "Payments", isNumber: true, cell: ({ payments }) => payments },
  {
    name: "Total spent",
    isNumber: true,
    cell: ({ totalSpent, currency }) => <Money amount={totalSpent} currency={currency} />,
  },
];

/** The customers who have paid the most. */
export function TopCustomers() {
  const { data, error, refetch } = useAnswer<typeof listCustomerValues>(
    route,
    { limit: MOST },
    { shown },
  );
  return (
    <Section title="Top customers" text="Total paid in your default currency, less refunds.">
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton label="Loading customers" />}
      {data?.data.length === 0 && <p className="text-muted text-sm">No payments yet.</p>}
      {data && data.data.length > 0 && (
        <Table caption="Top customers" columns={columns} rows={data.data} keyOf={({ id }) => id} />
      )}
    </Section>
  );
}
