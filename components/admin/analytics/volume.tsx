"use client";

import { Figure, Figures } from "@/components/dashboard/analytics/figure";
import { FigureTable } from "@/components/dashboard/analytics/figure-table";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { VolumeChart } from "@/components/dashboard/home/volume-chart";
import { Money } from "@/components/ui/money/money";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import type { getPlatformVolume } from "@/lib/contract/admin/analytics";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import { toDecimal } from "@/lib/core/amounts/money";

type Day = ReceivedOutput<typeof getPlatformVolume>["days"][number];

const route = { method: "GET", path: "/v1/admin/analytics/volume" } as const;

const columns = [
  { name: "Day", text: ({ day }: Day) => day, cell: ({ day }: Day) => day },
  {
    name: "Payments",
    isNumber: true,
    text: ({ payments }: Day) => payments,
    cell: ({ payments }: Day) => payments,
  },
  {
    name: "Volume",
    isNumber: true,
    text: ({ gross }: Day) => toDecimal(BigInt(gross)),
    cell: ({ gross, currency }: Day) => <Money amount={gross} currency={currency} />,
  },
  {
    name: "Fees",
    isNumber: true,
    text: ({ fees }: Day) => toDecimal(BigInt(fees)),
    cell: ({ fees, currency }: Day) => <Money amount={fees} currency={currency} />,
  },
];

const nameOf = ({ mode, currency }: Day) => `${mode === "live" ? "Live" : "Test"}, ${currency}`;

/** The days of each mode and currency in which anything was taken; those of live mode first. */
function seriesOf(days: readonly Day[]) {
  const used = days.filter(({ payments }) => payments > 0);
  return [...new Set(days.map(nameOf))]
    .filter((name) => used.some((day) => nameOf(day) === name))
    .sort((one, other) => Number(other.startsWith("Live")) - Number(one.startsWith("Live")))
    .map((name) => ({ name, days: days.filter((day) => nameOf(day) === name) }));
}

/** What the platform took on each day. Amounts of modes and currencies are never added. @param from the first day */
export function PlatformVolume({ from }: { from: string }) {
  const { data, error, refetch } = useAnswer<typeof getPlatformVolume>(route, { from });
  const series = seriesOf(data?.days ?? []);
  return (
    <Section
      title="Volume"
      text="Final payments and charges, before fees and refunds, for each mode and currency by itself. Days in UTC."
    >
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton label="Loading volume" />}
      {data && series.length === 0 && (
        <p className="text-muted text-sm">No payments in this period.</p>
      )}
      <div className="grid gap-8">
        {series.map((one) => (
          <Series key={one.name} {...one} />
        ))}
      </div>
    </Section>
  );
}

const sumOf = (days: readonly Day[], part: "gross" | "fees") =>
  days.reduce((total, day) => total + BigInt(day[part]), 0n).toString();

function Series({ name, days }: { name: string; days: readonly Day[] }) {
  const currency = days[0]?.currency ?? "";
  return (
    <div className="grid gap-3">
      <h3 className="font-medium text-sm">{name}</h3>
      <Figures>
        <Figure name="Volume">
          <Money amount={sumOf(days, "gross")} currency={currency} />
        </Figure>
        <Figure name="Fees">
          <Money amount={sumOf(days, "fees")} currency={currency} />
        </Figure>
        <Figure name="Payments">{days.reduce((total, day) => total + day.payments, 0)}</Figure>
      </Figures>
      <VolumeChart days={days.map((day) => ({ ...day, amount: day.gross }))} />
      <FigureTable
        caption={`Volume by day, ${name}`}
        columns={columns}
        rows={days.toReversed()}
        keyOf={({ day }) => day}
      />
    </div>
  );
}
