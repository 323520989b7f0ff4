"use client";

import { CountChart } from "@/components/dashboard/analytics/count-chart";
import { Figure, Figures } from "@/components/dashboard/analytics/figure";
import { FigureTable } from "@/components/dashboard/analytics/figure-table";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import type { getSignups } from "@/lib/contract/admin/analytics";
import type { ReceivedOutput } from "@/lib/contract/endpoint";

type Day = ReceivedOutput<typeof getSignups>["days"][number];

const route = { method: "GET", path: "/v1/admin/analytics/signups" } as const;

const columns = [
  { name: "Day", text: ({ day }: Day) => day, cell: ({ day }: Day) => day },
  {
    name: "Signed up",
    isNumber: true,
    text: ({ signups }: Day) => signups,
    cell: ({ signups }: Day) => signups,
  },
  {
    name: "Unlocked live mode",
    isNumber: true,
    text: ({ liveUnlocked }: Day) => liveUnlocked,
    cell: ({ liveUnlocked }: Day) => liveUnlocked,
  },
];

const sumOf = (days: readonly Day[], part: "signups" | "liveUnlocked") =>
  days.reduce((total, day) => total + day[part], 0);

/** The merchants that signed up on each day, and those that unlocked live mode. @param from the first day */
export function Signups({ from }: { from: string }) {
  const { data, error, refetch } = useAnswer<typeof getSignups>(route, { from });
  const days = data?.days ?? [];
  return (
    <Section title="Sign-ups" text="New merchants on each day. Days in UTC.">
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton label="Loading sign-ups" />}
      {data && (
        <div className="grid gap-4">
          <Figures>
            <Figure name="Signed up">{sumOf(days, "signups")}</Figure>
            <Figure name="Unlocked live mode">{sumOf(days, "liveUnlocked")}</Figure>
          </Figures>
          <CountChart
            bars={days.map(({ day, signups, liveUnlocked }) => ({
              name: day,
              all: signups,
              part: liveUnlocked,
            }))}
            label="Merchants that signed up, and that unlocked live mode, on each day"
          />
          <FigureTable
            caption="Sign-ups by day"
            columns={columns}
            rows={days.toReversed()}
            keyOf={({ day }) => day}
          />
        </div>
      )}
    </Section>
  );
}
