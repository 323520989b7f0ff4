"use client";

import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { getChurn } from "@/lib/contract/insight/stats";
import { CountChart } from "./count-chart";
import { percentOf } from "./figure";
import { FigureTable } from "./figure-table";

type Month = ReceivedOutput<typeof getChurn>["months"][number];

const shown = { resource: "churn", watches: ["subscription"] };
const route = { method: "GET", path: "/v1/stats/churn" } as const;

const number = (name: string, text: (month: Month) => number) => ({
  name,
  isNumber: true,
  text,
  cell: text,
});
const columns = [
  { name: "Month", text: ({ month }: Month) => month, cell: ({ month }: Month) => month },
  number("Active at start", ({ activeAtStart }) => activeAtStart),
  number("Started", ({ started }) => started),
  number("Ended by payer", ({ reasons }) => reasons.cancelled_by_payer),
  number("Ended by you", ({ reasons }) => reasons.cancelled_by_merchant),
  number("Ended by the platform", ({ reasons }) => reasons.cancelled_by_operator),
  number("Lapsed", ({ reasons }) => reasons.lapsed),
  number("Completed", ({ reasons }) => reasons.completed),
  {
    name: "Churn",
    isNumber: true,
    text: ({ rate }: Month) => rate ?? "",
    cell: ({ rate }: Month) => percentOf(rate),
  },
];

/** How many subscriptions ended, by month. @param from the first day, a date */
export function ChurnSection({ from }: { from: string }) {
  const { data, error, refetch } = useAnswer<typeof getChurn>(route, { from }, { shown });
  const months = data?.months ?? [];
  return (
    <Section
      title="Churn"
      text="Subscriptions that were cancelled or lapsed, of those active at the start of the month. Completed ones don’t count."
    >
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton label="Loading churn" />}
      {data && (
        <div className="grid gap-4">
          <CountChart
            bars={months.map(({ month, activeAtStart, churned }) => ({
              name: month,
              all: activeAtStart,
              part: churned,
            }))}
            label="Active and ended subscriptions of each month"
          />
          <FigureTable
            caption="Churn by month"
            columns={columns}
            rows={months.toReversed()}
            keyOf={({ month }) => month}
          />
        </div>
      )}
    </Section>
  );
}
