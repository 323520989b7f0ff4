"use client";

import { percentOf } from "@/components/dashboard/analytics/figure";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { useActing } from "@/components/dashboard/shell/acting-context";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { Estimate } from "@/components/ui/money/estimate";
import { Money } from "@/components/ui/money/money";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { getSummary } from "@/lib/contract/insight/summary";
import { Change, LinkedFigure } from "./linked-figure";
import { changeOf, filterOf, lastDayOf, type ShownPeriod } from "./period";

type Summary = ReceivedOutput<typeof getSummary>;

const shown = {
  resource: "summary",
  watches: ["payment_session", "invoice", "subscription", "customer"],
};
const route = { method: "GET", path: "/v1/stats/summary" } as const;

/**
 * How the period went beside the one before. Each figure leads to a list of what it counts; that of the volume has other
 * final transactions too.
 */
export function Overview({ period }: { period: ShownPeriod }) {
  const { from, to } = period;
  const { data, error, refetch } = useAnswer<typeof getSummary>(route, { from, to }, { shown });
  return (
    <Section
      title="Overview"
      text={`Compared with ${
        data ? `${data.before.from} to ${lastDayOf(data.before)}` : "the period before"
      }. Days in UTC. Volume counts payments and charges; its list also shows refunds.`}
    >
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton label="Loading figures" />}
      {data && <Figures summary={data} period={period} />}
    </Section>
  );
}

/** A currency counts once something was taken or recurs in it; one is always shown. */
function usedCurrencies({ volume, mrr }: Summary) {
  const used = volume.filter(
    ({ currency, amount, before }) =>
      amount !== "0" ||
      before.amount !== "0" ||
      mrr.some((one) => one.currency === currency && one.amount !== "0"),
  );
  return (used.length > 0 ? used : volume.slice(0, 1)).map(({ currency }) => currency);
}

function Figures({ summary, period }: { summary: Summary; period: ShownPeriod }) {
  const { mode } = useActing();
  const { volume, conversion, newCustomers, mrr } = summary;
  const used = usedCurrencies(summary);
  const within = filterOf(period);
  const to = (path: string, filter: string) => `${hrefIn(path, mode)}&${filter}`;
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-5">
      {volume
        .filter(({ currency }) => used.includes(currency))
        .map(({ currency, amount, before }) => (
          <LinkedFigure
            key={currency}
            name={used.length > 1 ? `Volume in ${currency}` : "Volume"}
            href={to("/dashboard/transactions", `status=confirmed&currency=${currency}&${within}`)}
            change={<Change percent={changeOf(BigInt(amount), BigInt(before.amount))} />}
          >
            <Money amount={amount} currency={currency} />
          </LinkedFigure>
        ))}
      <LinkedFigure
        name="Success rate"
        href={to("/dashboard/payments", within)}
        change={conversion.rate !== null && <Change percent={pointsOf(conversion)} unit="points" />}
      >
        {percentOf(conversion.rate)}
      </LinkedFigure>
      {mrr
        .filter(({ currency }) => used.includes(currency))
        .map(({ currency, amount, before }) => (
          <LinkedFigure
            key={currency}
            name={used.length > 1 ? `Recurring in ${currency}` : "Recurring revenue"}
            href={to("/dashboard/subscriptions", "status=active")}
            change={
              before === null ? (
                "In 30 days"
              ) : (
                <Change percent={changeOf(BigInt(amount), BigInt(before))} />
              )
            }
          >
            <Estimate amount={amount} currency={currency} />
          </LinkedFigure>
        ))}
      <LinkedFigure
        name="New customers"
        href={to("/dashboard/customers", within)}
        change={
          <Change percent={changeOf(BigInt(newCustomers.count), BigInt(newCustomers.before))} />
        }
      >
        {newCustomers.count}
      </LinkedFigure>
    </dl>
  );
}

/** By how many percentage points the success rate has changed. */
function pointsOf({ rate, before }: Summary["conversion"]): number | null {
  if (rate === null || before.rate === null) return null;
  return Math.round((Number(rate) - Number(before.rate)) * 100);
}
