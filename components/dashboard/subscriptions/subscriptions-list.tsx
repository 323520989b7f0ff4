"use client";

import type { FirstPage } from "@/components/dashboard/data/use-list";
import type { ListDeclaration } from "@/components/dashboard/list/list-declaration";
import { ListView } from "@/components/dashboard/list/list-view";
import { PageLink } from "@/components/dashboard/shell/page-link";
import { Money } from "@/components/ui/money/money";
import { shortHex } from "@/components/ui/short-hex";
import { LocalTime } from "@/components/ui/time/local-time";
import { everyWords, type Subscription, SubscriptionState } from "./subscription-state";

function NextCharge({ nextChargeAt, pausedAt, closedAt }: Subscription) {
  if (pausedAt && !closedAt) return "None while paused";
  if (!nextChargeAt) return "None";
  return (
    <>
      <span className="md:hidden">Next </span>
      <LocalTime iso={nextChargeAt} shape="short" locale="en" />
    </>
  );
}

const subscriptionsList: ListDeclaration<Subscription> = {
  path: "/v1/subscriptions",
  shown: { resource: "subscription" },
  noun: "subscriptions",
  columns: [
    {
      name: "Payer",
      place: "title",
      cell: ({ payer }) => (
        <code translate="no" className="font-mono text-xs">
          {shortHex(payer)}
        </code>
      ),
    },
    { name: "State", place: "state", cell: (one) => <SubscriptionState {...one} /> },
    {
      name: "Next charge",
      place: "note",
      cell: (one) => <NextCharge {...one} />,
    },
    {
      name: "Charges",
      place: "more",
      isNumber: true,
      cell: ({ chargesMade }) => chargesMade,
    },
    {
      name: "Amount",
      place: "amount",
      cell: (one) => (
        <>
          <Money {...one} />
          <span className="block text-muted text-xs">{everyWords(one.intervalSeconds)}</span>
        </>
      ),
    },
  ],
  tabs: {
    name: "status",
    values: [
      { value: "active", label: "Active" },
      { value: "trialing", label: "In trial" },
      { value: "past_due", label: "Past due" },
      { value: "cancelled", label: "Cancelled" },
      { value: "lapsed", label: "Lapsed" },
      { value: "completed", label: "Completed" },
    ],
  },
  filters: [
    { kind: "text", name: "planId", label: "Plan", hint: "plan_…" },
    { kind: "text", name: "customerId", label: "Customer", hint: "cus_…" },
    { kind: "day", name: "createdAfter", label: "From", edge: "first" },
    { kind: "day", name: "createdBefore", label: "To", edge: "last" },
  ],
  hasCsv: true,
  hrefOf: ({ id }) => `/dashboard/subscriptions/${id}`,
  empty: "No subscriptions yet. Create a plan and share its link: new subscribers appear here.",
  example: { method: "GET", path: "/v1/subscriptions", input: { status: "active" } },
};

/** The subscriptions of a customer or to a plan. */
export const subscriptionsOf = (
  fixed: Readonly<Partial<Record<"customerId" | "planId", string>>>,
): ListDeclaration<Subscription> => ({ ...subscriptionsList, fixed, empty: "No subscriptions." });

/** The business's subscriptions. */
export function SubscriptionsList({ first }: { first: FirstPage<Subscription> | null }) {
  return (
    <ListView
      list={subscriptionsList}
      first={first}
      emptyAction={<PageLink path="/dashboard/plans">Open your plans</PageLink>}
    />
  );
}
