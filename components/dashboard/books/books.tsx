"use client";

import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { lastDayOf, periodOf, periodParameters } from "@/components/dashboard/home/period";
import { PeriodChoice } from "@/components/dashboard/home/period-choice";
import { useListQuery } from "@/components/dashboard/list/use-list-query";
import { Money } from "@/components/ui/money/money";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { type Column, Table } from "@/components/ui/table";
import { useDay } from "@/components/ui/use-day";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { getBooks } from "@/lib/contract/insight/books";
import { VerifyBooks } from "./verify-books";

type Answer = ReceivedOutput<typeof getBooks>;
type Day = Answer["days"][number];
type Total = Answer["total"][number];

const shown = { resource: "books", watches: ["payment_session", "subscription", "refund"] };
const route = { method: "GET", path: "/v1/books" } as const;

/** Minus signs are typographic, and stand before the amount. */
function Balance({ amount, currency }: { amount: string; currency: string }) {
  if (!amount.startsWith("-")) return <Money amount={amount} currency={currency} />;
  return (
    <span>
      −<Money amount={amount.slice(1)} currency={currency} />
    </span>
  );
}

const amounts: readonly [string, (row: Total) => string][] = [
  ["Opening", ({ opening }) => opening],
  ["In", (row) => row.in],
  ["Fees", ({ fees }) => fees],
  ["Refunds", ({ refunds }) => refunds],
  ["Closing", ({ closing }) => closing],
];
const amountColumns: readonly Column<Total>[] = amounts.map(([name, amountOf]) => ({
  name,
  isNumber: true,
  cell: (row) => <Balance amount={amountOf(row)} currency={row.currency} />,
}));
const totalColumns: readonly Column<Total>[] = [
  { name: "Currency", cell: ({ currency, chainId }) => `${currency} on chain ${chainId}` },
  ...amountColumns,
];
const dayColumns: readonly Column<Day>[] = [
  { name: "Day", cell: ({ day }) => day },
  ...amountColumns,
  {
    name: "Blocks",
    isNumber: true,
    cell: ({ firstBlock, lastBlock }) =>
      firstBlock === lastBlock ? firstBlock : `${firstBlock}–${lastBlock}`,
  },
];

interface Props {
  /** The server's clock, milliseconds. */
  now: number;
  /** A public node of the mode's chain. */
  node: string;
  /** Where this server is. */
  origin: string;
}

/** A merchant's books of a period, by day and currency, with the file of all movements and how to check it. */
export function Books({ now, node, origin }: Props) {
  const { query, change, hrefFor } = useListQuery(periodParameters);
  const period = periodOf(query, useDay(now));
  const { from, to } = period;
  const { data, error, refetch } = useAnswer<typeof getBooks>(route, { from, to }, { shown });
  return (
    <div className="grid min-w-0 gap-5">
      <PeriodChoice {...{ period, hrefFor, change }} />
      <Section title="Totals" text={`${from} to ${lastDayOf(period)}`}>
        <QueryProblem problem={error} onRetry={() => void refetch()} />
        {!data && !error && <Skeleton label="Loading books" />}
        {data?.total.length === 0 && (
          <p className="text-muted text-sm">Payments, charges and refunds will appear here.</p>
        )}
        {data && data.total.length > 0 && (
          <Table
            caption="Totals of the period"
            columns={totalColumns}
            rows={data.total}
            keyOf={keyOf}
          />
        )}
      </Section>
      {data?.total.map((total) => {
        const days = data.days.filter((day) => keyOf(day) === keyOf(total)).toReversed();
        if (days.length === 0) return null;
        const name = `${total.currency} on chain ${total.chainId}`;
        return (
          <Section key={keyOf(total)} title={name}>
            <Table
              caption={`Days in ${name}`}
              columns={dayColumns}
              rows={days}
              keyOf={({ day }) => day}
            />
          </Section>
        );
      })}
      <VerifyBooks {...{ from, to, node, origin }} />
    </div>
  );
}

const keyOf = ({ chainId, currency }: Pick<Total, "chainId" | "currency">) =>
  `${chainId} ${currency}`;
