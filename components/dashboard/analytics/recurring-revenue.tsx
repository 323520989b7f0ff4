"use client";

import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { ObjectLink } from "@/components/dashboard/detail/object-link";
import { Estimate } from "@/components/ui/money/estimate";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { getMrr } from "@/lib/contract/insight/stats";
import { toDecimal } from "@/lib/core/amounts/money";
import { Figure, Figures } from "./figure";
import { FigureTable } from "./figure-table";

type Revenue = ReceivedOutput<typeof getMrr>["currencies"][number];
type Plan = Revenue["byPlan"][number];

const shown = { resource: "mrr", watches: ["subscription", "subscription_plan"] };
const route = { method: "GET", path: "/v1/stats/mrr" } as const;

/** What subscriptions come to in thirty days, by currency. */
export function RecurringRevenue() {
  const { data, error, refetch } = useAnswer<typeof getMrr>(route, {}, { shown });
  const used = data?.currencies.filter(isUsed) ?? [];
  return (
    <Section title="Recurring revenue" text="Subscription revenue per 30 days.">
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton label="Loading recurring revenue" />}
      <div className="grid gap-6">
        {used.map((revenue) => (
          <OfCurrency key={revenue.currency} revenue={revenue} />
        ))}
        {data && used.length === 0 && <p className="text-muted text-sm">No subscriptions yet.</p>}
      </div>
    </Section>
  );
}

const isUsed = ({ mrr, trialing, pastDue, paused, activeSubscriptions }: Revenue): boolean =>
  activeSubscriptions > 0 || [mrr, trialing, pastDue, paused].some((amount) => amount !== "0");

function OfCurrency({ revenue }: { revenue: Revenue }) {
  const { currency, mrr, trialing, pastDue, paused, activeSubscriptions, byPlan } = revenue;
  const columns = [
    {
      name: "Plan",
      text: ({ planId }: Plan) => planId ?? "",
      cell: ({ planId }: Plan) =>
        planId ? <ObjectLink path="/dashboard/plans" id={planId} /> : "Without a plan",
    },
    {
      name: "Active",
      isNumber: true,
      text: (plan: Plan) => plan.activeSubscriptions,
      cell: (plan: Plan) => plan.activeSubscriptions,
    },
    {
      name: "In 30 days",
      isNumber: true,
      text: (plan: Plan) => toDecimal(BigInt(plan.mrr)),
      cell: (plan: Plan) => <Estimate amount={plan.mrr} currency={currency} />,
    },
  ];
  return (
    <div className="grid gap-4">
      <Figures>
        <Figure name="Monthly recurring revenue">
          <Estimate amount={mrr} currency={currency} />
        </Figure>
        <Figure name="Active subscriptions">{activeSubscriptions}</Figure>
        <Figure name="In trial">
          <Estimate amount={trialing} currency={currency} />
        </Figure>
        <Figure name="Past due">
          <Estimate amount={pastDue} currency={currency} />
        </Figure>
        <Figure name="Paused">
          <Estimate amount={paused} currency={currency} />
        </Figure>
      </Figures>
      {byPlan.length > 0 && (
        <FigureTable
          caption={`Recurring revenue in ${currency} by plan`}
          columns={columns}
          rows={byPlan}
          keyOf={({ planId }) => planId ?? ""}
        />
      )}
    </div>
  );
}
