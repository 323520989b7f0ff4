"use client";

import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { blockerWord } from "@/components/dashboard/renewals/renewal-state";
import { useActing } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { Money } from "@/components/ui/money/money";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { getForecast } from "@/lib/contract/insight/forecast";
import { isAtRisk } from "@/lib/core/subscriptions/renewal-blockers";
import { LinkedFigure } from "./linked-figure";

type Scheduled = ReceivedOutput<typeof getForecast>["scheduled"];
type OfCurrency = Scheduled["currencies"][number];

const shown = { resource: "forecast", watches: ["subscription"] };
const route = { method: "GET", path: "/v1/stats/forecast" } as const;
/** What payers hold changes without an event. */
const LOOK_MS = 300_000;

/** The renewals of the next days that would fail as things are, and all of them beside. */
export function AtRisk() {
  const { data, error, refetch } = useAnswer<typeof getForecast>(
    route,
    {},
    { shown, everyMs: LOOK_MS },
  );
  const used = data?.scheduled.currencies.filter(({ renewals }) => renewals > 0) ?? [];
  return (
    <Section title="Renewals" text="Of the next 7 days, as payers’ wallets are now.">
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton label="Loading renewals" />}
      {data && used.length === 0 && (
        <p className="text-muted text-sm">No renewals in the next 7 days.</p>
      )}
      <div className="grid gap-5">
        {used.map((one) => (
          <Sums key={one.currency} scheduled={one} isOnly={used.length === 1} />
        ))}
        {data && !data.scheduled.complete && (
          <p className="text-muted text-xs">The first 500 renewals are counted.</p>
        )}
      </div>
    </Section>
  );
}

const sumOf = (sums: OfCurrency["byBlocker"]) =>
  sums.reduce((total, { amount }) => total + BigInt(amount), 0n).toString();

function Sums({ scheduled, isOnly }: { scheduled: OfCurrency; isOnly: boolean }) {
  const { mode } = useActing();
  const { currency, amount, renewals, byBlocker } = scheduled;
  const risky = byBlocker.filter(({ blocker }) => isAtRisk(blocker));
  const others = byBlocker.filter(({ blocker }) => blocker !== null);
  const suffix = isOnly ? "" : ` in ${currency}`;
  const list = hrefIn("/dashboard/renewals", mode);
  return (
    <div className="grid gap-2">
      <dl className="flex flex-wrap gap-x-10 gap-y-4">
        <LinkedFigure name={`At risk${suffix}`} href={`${list}&blocked=true`}>
          <Money amount={sumOf(risky)} currency={currency} />
        </LinkedFigure>
        <LinkedFigure name={`Due${suffix}`} href={list} change={`${renewals} charges`}>
          <Money amount={amount} currency={currency} />
        </LinkedFigure>
      </dl>
      {others.length > 0 && (
        <ul className="text-muted text-xs">
          {others.map(({ blocker, renewals: count }) => (
            <li key={blocker}>
              {blockerWord(blocker)}: {count}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
