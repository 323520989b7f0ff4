"use client";

import type { FirstPage } from "@/components/dashboard/data/use-list";
import type { ListDeclaration } from "@/components/dashboard/list/list-declaration";
import { ListView } from "@/components/dashboard/list/list-view";
import { everyWords } from "@/components/dashboard/subscriptions/subscription-state";
import { CheckIcon, CrossIcon } from "@/components/ui/icons";
import { Money } from "@/components/ui/money/money";
import { StateBadge, type StateLook } from "@/components/ui/state-badge";
import { LocalTime } from "@/components/ui/time/local-time";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { getPlan } from "@/lib/contract/subscriptions/subscription-plans";
import { NewPlanLink } from "./new-plan-link";

export type Plan = ReceivedOutput<typeof getPlan>;

/** Whether payers can subscribe to a plan. */
export const PlanState = ({ active }: Pick<Plan, "active">) => (
  <StateBadge look={active ? looks.active : looks.archived} />
);

const looks = {
  active: { tone: "good", word: "Active", icon: CheckIcon },
  archived: { tone: "neutral", word: "Archived", icon: CrossIcon },
} satisfies Record<string, StateLook>;

const plansList: ListDeclaration<Plan> = {
  path: "/v1/subscription-plans",
  shown: { resource: "subscription_plan" },
  noun: "plans",
  columns: [
    {
      name: "Plan",
      place: "title",
      cell: ({ name }) => <span className="block truncate">{name}</span>,
    },
    { name: "State", place: "state", cell: (plan) => <PlanState {...plan} /> },
    {
      name: "Created",
      place: "note",
      cell: ({ createdAt }) => <LocalTime iso={createdAt} shape="short" locale="en" />,
    },
    {
      name: "Price",
      place: "amount",
      cell: (plan) => (
        <>
          <Money {...plan} />
          <span className="block text-muted text-xs">{everyWords(plan.intervalSeconds)}</span>
        </>
      ),
    },
  ],
  tabs: {
    name: "active",
    values: [
      { value: "true", label: "Active" },
      { value: "false", label: "Archived" },
    ],
  },
  filters: [
    { kind: "day", name: "createdAfter", label: "From", edge: "first" },
    { kind: "day", name: "createdBefore", label: "To", edge: "last" },
  ],
  hasCsv: true,
  hrefOf: ({ id }) => `/dashboard/plans/${id}`,
  empty: "No plans yet. A plan is a price that payers are charged at intervals.",
  example: {
    method: "POST",
    path: "/v1/subscription-plans",
    input: { name: "Membership", amount: "9000000", currency: "USDC", interval: "monthly" },
  },
};

/** The business's plans. */
export function PlansList({ first }: { first: FirstPage<Plan> | null }) {
  return <ListView list={plansList} first={first} emptyAction={<NewPlanLink />} />;
}
