"use client";

import Link from "next/link";
import { AreaState, areaNames, worstFirst } from "@/components/admin/health/health-areas";
import { useWhileSeen } from "@/components/admin/shell/attention";
import { Figure, Figures } from "@/components/dashboard/analytics/figure";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { LinkedFigure } from "@/components/dashboard/home/linked-figure";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import type { getOverview, getPlatformHealth } from "@/lib/contract/admin/analytics";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import { TakingsTable } from "./takings-table";

type PlatformFigures = ReceivedOutput<typeof getOverview>;

const LOOK_MS = 30_000;
const overviewRoute = { method: "GET", path: "/v1/admin/overview" } as const;
const healthRoute = { method: "GET", path: "/v1/admin/health" } as const;

/** How the platform goes: merchants, money of the last day and month, what waits, and its health. */
export function Overview() {
  const everyMs = useWhileSeen(LOOK_MS);
  const { data, error, refetch } = useAnswer<typeof getOverview>(overviewRoute, {}, { everyMs });
  return (
    <div className="grid min-w-0 gap-5">
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton label="Loading figures" />}
      {data && <MerchantCounts figures={data} />}
      <div className="grid min-w-0 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-5">
          {data && <Volume figures={data} />}
          {data && <Waiting figures={data} />}
        </div>
        <HealthSummary />
      </div>
    </div>
  );
}

function MerchantCounts({ figures: { merchants } }: { figures: PlatformFigures }) {
  const list = "/admin/merchants";
  return (
    <Section title="Merchants">
      <dl className="flex flex-wrap gap-x-10 gap-y-4">
        <LinkedFigure name="Active" href={`${list}?status=active`}>
          {merchants.active}
        </LinkedFigure>
        <LinkedFigure name="Suspended" href={`${list}?status=suspended`}>
          {merchants.suspended}
        </LinkedFigure>
        <LinkedFigure name="Closed" href={`${list}?status=closed`}>
          {merchants.closed}
        </LinkedFigure>
        <Figure name="New in 7 days">{merchants.new7d}</Figure>
        <Figure name="New in 30 days">{merchants.new30d}</Figure>
      </dl>
    </Section>
  );
}

function Volume({ figures: { volume24h, volume30d } }: { figures: PlatformFigures }) {
  return (
    <Section
      title="Volume"
      text="Final payments and charges, before fees and refunds. Currencies and modes are never added."
    >
      <div className="grid gap-6">
        <TakingsTable title="Last 24 hours" takings={volume24h} />
        <TakingsTable title="Last 30 days" takings={volume30d} />
      </div>
    </Section>
  );
}

function Waiting({ figures }: { figures: PlatformFigures }) {
  return (
    <Section title="In progress" text="As it is now, in both modes.">
      <Figures>
        {figures.activeSubscriptions.map(({ mode, count }) => (
          <Figure key={mode} name={`Active subscriptions, ${mode}`}>
            {count}
          </Figure>
        ))}
        <Figure name="Payments on their way">{figures.openSubmissions}</Figure>
        <Figure name="Held by screening">{figures.holds}</Figure>
        <Figure name="Failed renewals, 24 hours">{figures.failedRenewals24h}</Figure>
        <Figure name="Failing webhook endpoints">{figures.deliveriesFailing}</Figure>
      </Figures>
    </Section>
  );
}

function HealthSummary() {
  const everyMs = useWhileSeen(LOOK_MS);
  const found = useAnswer<typeof getPlatformHealth>(healthRoute, {}, { everyMs });
  const { data, error, refetch } = found;
  return (
    <Section
      title="Health"
      action={
        <Link
          href="/admin/health"
          prefetch={false}
          className="inline-flex min-h-11 items-center text-sm underline decoration-edge underline-offset-4 hover:decoration-ink sm:min-h-6"
        >
          See what to do
        </Link>
      }
    >
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton label="Loading health" />}
      {data && (
        <ul className="divide-y divide-line text-sm">
          {worstFirst(data).map(({ name, status }) => (
            <li key={name} className="flex min-h-11 items-center justify-between gap-4 sm:min-h-9">
              {areaNames[name]}
              <AreaState status={status} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
