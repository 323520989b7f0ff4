"use client";

import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { getConversion } from "@/lib/contract/insight/stats";
import { CountChart } from "./count-chart";
import { Figure, Figures, percentOf } from "./figure";
import { FigureTable } from "./figure-table";

type Conversion = ReceivedOutput<typeof getConversion>;
type Day = Conversion["days"][number];

const shown = { resource: "conversion", watches: ["payment_session", "invoice"] };
const route = { method: "GET", path: "/v1/stats/conversion" } as const;

const number = (name: string, text: (day: Day) => number) => ({
  name,
  isNumber: true,
  text,
  cell: text,
});
const columns = [
  { name: "Day", text: ({ date }: Day) => date, cell: ({ date }: Day) => date },
  number("Created", ({ created }) => created),
  number("Paid", ({ confirmed }) => confirmed),
  number("Expired", ({ expired }) => expired),
  number("Cancelled", ({ cancelled }) => cancelled),
  {
    name: "Success rate",
    isNumber: true,
    text: ({ rate }: Day) => rate ?? "",
    cell: ({ rate }: Day) => percentOf(rate),
  },
];

/** How many of the payments that were asked for were paid. @param from the first day, a date */
export function ConversionSection({ from }: { from: string }) {
  const { data, error, refetch } = useAnswer<typeof getConversion>(route, { from }, { shown });
  return (
    <Section
      title="Checkout conversion"
      text="Payments count on the day they were created. Days in UTC."
    >
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton label="Loading conversion" />}
      {data && <Days conversion={data} />}
    </Section>
  );
}

function Days({ conversion: { days, total } }: { conversion: Conversion }) {
  const bars = days.map(({ date, created, confirmed }) => ({
    name: date,
    all: created,
    part: confirmed,
  }));
  return (
    <div className="grid gap-4">
      <Figures>
        <Figure name="Success rate">{percentOf(total.rate)}</Figure>
        <Figure name="Created">{total.created}</Figure>
        <Figure name="Paid">{total.confirmed}</Figure>
        <Figure name="Expired">{total.expired}</Figure>
        <Figure name="Cancelled">{total.cancelled}</Figure>
      </Figures>
      <CountChart bars={bars} label="Payments created and paid on each day" />
      <FigureTable
        caption="Conversion by day"
        columns={columns}
        rows={days.toReversed()}
        keyOf={({ date }) => date}
      />
    </div>
  );
}
