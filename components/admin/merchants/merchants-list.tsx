"use client";

import type { FirstPage } from "@/components/dashboard/data/use-list";
import type { ListDeclaration } from "@/components/dashboard/list/list-declaration";
import { ListView } from "@/components/dashboard/list/list-view";
import { LocalTime } from "@/components/ui/time/local-time";
import { tiers } from "@/lib/core/merchants/merchant-states";
import type { ListedMerchant } from "./merchant-shapes";
import { MerchantState, statusWords, tierWords } from "./merchant-states";

const merchantsList: ListDeclaration<ListedMerchant> = {
  path: "/v1/admin/merchants",
  shown: { resource: "merchant" },
  noun: "merchants",
  columns: [
    {
      name: "Merchant",
      place: "title",
      cell: ({ businessName }) => <span className="block truncate">{businessName}</span>,
    },
    {
      name: "E-mail",
      place: "note",
      cell: ({ email }) => <span className="block truncate md:max-w-64">{email ?? "–"}</span>,
    },
    { name: "Status", place: "state", cell: (merchant) => <MerchantState {...merchant} /> },
    { name: "Tier", place: "amount", cell: ({ tier }) => tierWords[tier] },
    {
      name: "Live",
      place: "more",
      cell: ({ hasLive }) => (hasLive ? "Registered" : "–"),
    },
    {
      name: "Created",
      place: "more",
      cell: ({ createdAt }) => <LocalTime iso={createdAt} shape="short" locale="en" />,
    },
  ],
  tabs: {
    name: "status",
    values: Object.entries(statusWords).map(([value, label]) => ({ value, label })),
  },
  filters: [
    { kind: "text", name: "q", label: "Search", hint: "Name, id, wallet…" },
    {
      kind: "choice",
      name: "tier",
      label: "Tier",
      options: tiers.map((value) => ({ value, label: tierWords[value] })),
    },
    {
      kind: "choice",
      name: "hasLive",
      label: "Live registration",
      options: [
        { value: "true", label: "Registered" },
        { value: "false", label: "Not registered" },
      ],
    },
    { kind: "day", name: "createdAfter", label: "From", edge: "first" },
    { kind: "day", name: "createdBefore", label: "To", edge: "last" },
  ],
  hasCsv: true,
  hrefOf: ({ id }) => `/admin/merchants/${id}`,
  empty: "No merchants yet. Each business that signs up appears here.",
};

/** The merchants of the installation. */
export function MerchantsList({ first }: { first: FirstPage<ListedMerchant> | null }) {
  return <ListView list={merchantsList} first={first} emptyAction={null} />;
}
