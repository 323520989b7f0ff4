"use client";

import { useState } from "react";
import { TaskProblem } from "@/components/identity/task-problem";
import { useTask } from "@/components/identity/use-task";
import { Amount } from "@/components/money/amount";
import { LocalTime } from "@/components/time/local-time";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { type Column, Table } from "@/components/ui/table";
import { useOnce } from "@/components/ui/use-once";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { listSessions } from "@/lib/contract/payment-sessions";
import { currencyDecimals } from "@/lib/core/money";
import { useApi } from "./acting-context";

type Payment = ReceivedOutput<typeof listSessions>["data"][number];

const tones: Partial<Record<Payment["status"], BadgeTone>> = {
  confirmed: "good",
  pending: "wait",
};

const columns: Column<Payment>[] = [
  {
    name: "Payment",
    cell: ({ id, description }) => description ?? <code className="font-mono text-xs">{id}</code>,
  },
  {
    name: "State",
    cell: ({ status }) => <Badge tone={tones[status] ?? "neutral"}>{status}</Badge>,
  },
  {
    name: "Created",
    cell: ({ createdAt }) => <LocalTime iso={createdAt} shape="short" locale="en" />,
  },
  {
    name: "Amount",
    isNumber: true,
    cell: ({ amount, currency }) => (
      <Amount amount={amount} currency={currency} decimals={currencyDecimals} locale="en" />
    ),
  },
];

/** The newest payments of the business in the page's mode. */
export function LatestPayments() {
  const api = useApi();
  const { problem, run } = useTask();
  const [payments, setPayments] = useState<readonly Payment[] | null>(null);
  useOnce(() => {
    void run(async () => {
      const route = { method: "GET", path: "/v1/payment-sessions" } as const;
      const { data } = await api<typeof listSessions>(route, { limit: "5" });
      setPayments(data);
    });
  });
  return (
    <Section title="Latest payments">
      <TaskProblem problem={problem} />
      {!payments && !problem && <Skeleton label="The latest payments are being read" />}
      {payments?.length === 0 && (
        <EmptyState>
          No payments yet. The first one appears here as soon as a payment session is made.
        </EmptyState>
      )}
      {payments && payments.length > 0 && (
        <Table caption="Latest payments" columns={columns} rows={payments} keyOf={({ id }) => id} />
      )}
    </Section>
  );
}
