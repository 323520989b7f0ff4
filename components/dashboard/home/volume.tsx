"use client";

import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { Disclosure } from "@/components/ui/disclosure";
import { Money } from "@/components/ui/money/money";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { type Column, Table } from "@/components/ui/table";
import type { getVolume } from "@/lib/contract/insight/stats";
import type { ShownPeriod } from "./period";
import type { VolumeDay } from "./volume-chart";
import { VolumeChart } from "./volume-chart";

const shown = { resource: "volume", watches: ["payment_session", "subscription"] };

/** What was taken in a period, as a chart for each currency and as a table. */
export function Volume({ period: { from, to } }: { period: ShownPeriod }) {
  const { data, error, refetch } = useAnswer<typeof getVolume>(
    { method: "GET", path: "/v1/stats/volume" },
    { from, to },
    { shown },
  );
  const days = data?.days ?? [];
  const used = [...new Set(days.map(({ currency }) => currency))].filter((currency, place) =>
    days.some((day) => day.currency === currency && (day.amount !== "0" || place === 0)),
  );
  return (
    <Section
      title="Volume"
      text="Final payments and charges, before fees and refunds. Days in UTC."
    >
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton label="Loading volume" />}
      <div className="grid gap-6">
        {used.map((currency) => (
          <OfCurrency key={currency} days={days.filter((day) => day.currency === currency)} />
        ))}
      </div>
    </Section>
  );
}

const sumOf = (days: readonly VolumeDay[]) =>
  days.reduce((total, { amount }) => total + BigInt(amount), 0n).toString();

const columns: Column<VolumeDay>[] = [
  { name: "Day", cell: ({ day }) => day },
  { name: "Payments", isNumber: true, cell: ({ payments }) => payments },
  { name: "Amount", isNumber: true, cell: (day) => <Money {...day} /> },
];

function OfCurrency({ days }: { days: readonly VolumeDay[] }) {
  const last = days.at(-1);
  if (!last) return null;
  const { currency } = last;
  return (
    <div className="grid gap-3">
      <dl className="flex flex-wrap gap-x-10 gap-y-2">
        <div>
          <dt className="text-muted text-xs">{last.day}</dt>
          <dd className="font-semibold text-xl tabular-nums tracking-tight">
            <Money {...last} />
          </dd>
        </div>
        <div>
          <dt className="text-muted text-xs">Whole period</dt>
          <dd className="font-semibold text-xl tabular-nums tracking-tight">
            <Money amount={sumOf(days)} currency={currency} />
          </dd>
        </div>
      </dl>
      <VolumeChart days={days} />
      <Disclosure summary="As a table">
        <Table
          caption={`${currency} by day`}
          columns={columns}
          rows={days.toReversed()}
          keyOf={({ day }) => day}
        />
      </Disclosure>
    </div>
  );
}
