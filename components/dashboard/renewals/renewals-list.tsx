"use client";

import type { FirstPage } from "@/components/dashboard/data/use-list";
import type { ListDeclaration } from "@/components/dashboard/list/list-declaration";
import { ListView } from "@/components/dashboard/list/list-view";
import { PageLink } from "@/components/dashboard/shell/page-link";
import { Money } from "@/components/ui/money/money";
import { shortHex } from "@/components/ui/short-hex";
import { LocalTime } from "@/components/ui/time/local-time";
import { type Renewal, RenewalState } from "./renewal-state";

const renewalsList: ListDeclaration<Renewal> = {
  path: "/v1/renewals",
  shown: { resource: "renewal", watches: ["subscription"] },
  noun: "renewals",
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
    { name: "Outlook", place: "state", cell: (renewal) => <RenewalState {...renewal} /> },
    {
      name: "Due",
      place: "note",
      cell: ({ dueAt }) => <LocalTime iso={dueAt} shape="short" locale="en" />,
    },
    {
      name: "Missing",
      place: "more",
      isNumber: true,
      cell: ({ missing, currency }) =>
        missing === null ? "–" : <Money amount={missing} currency={currency} />,
    },
    { name: "Amount", place: "amount", cell: (renewal) => <Money {...renewal} /> },
  ],
  tabs: {
    name: "blocked",
    values: [
      { value: "true", label: "At risk" },
      { value: "false", label: "Not at risk" },
    ],
  },
  filters: [
    { kind: "day", name: "from", label: "From", edge: "first" },
    { kind: "day", name: "to", label: "To", edge: "last" },
  ],
  hasCsv: true,
  hrefOf: ({ subscriptionId }) => `/dashboard/subscriptions/${subscriptionId}`,
  empty:
    "No renewals in the next seven days. Charges of subscriptions appear here before they are due.",
  example: { method: "GET", path: "/v1/renewals", input: { blocked: "true" } },
};

/** The charges that the business has ahead. */
export function RenewalsList({ first }: { first: FirstPage<Renewal> | null }) {
  return (
    <ListView
      list={renewalsList}
      first={first}
      emptyAction={<PageLink path="/dashboard/subscriptions">Open your subscriptions</PageLink>}
    />
  );
}
