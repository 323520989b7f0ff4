"use client";

import type { FirstPage } from "@/components/dashboard/data/use-list";
import type { ListDeclaration } from "@/components/dashboard/list/list-declaration";
import { ListView } from "@/components/dashboard/list/list-view";
import { LocalTime } from "@/components/ui/time/local-time";
import { LinkPrice, LinkState, type PaymentLink } from "./link-state";
import { NewLinkButton } from "./new-link-button";

/** How often a link was paid, in words. */
const paidWords = (times: number) => (times === 1 ? "Paid once" : `Paid ${times} times`);

const linksList: ListDeclaration<PaymentLink> = {
  path: "/v1/payment-links",
  // A payment changes how often a link was paid.
  shown: { resource: "payment_link", watches: ["payment_session"] },
  noun: "payment links",
  columns: [
    {
      name: "Link",
      place: "title",
      cell: ({ name }) => <span className="block truncate">{name}</span>,
    },
    { name: "State", place: "state", cell: (link) => <LinkState {...link} /> },
    {
      name: "Created",
      place: "more",
      cell: ({ createdAt }) => <LocalTime iso={createdAt} shape="short" locale="en" />,
    },
    {
      name: "Times paid",
      place: "note",
      cell: ({ timesPaid }) => (timesPaid === 0 ? "Not paid yet" : paidWords(timesPaid)),
    },
    { name: "Price", place: "amount", cell: (link) => <LinkPrice {...link} /> },
  ],
  tabs: {
    name: "active",
    values: [
      { value: "true", label: "Active" },
      { value: "false", label: "Off" },
    ],
  },
  filters: [],
  hasCsv: true,
  hrefOf: ({ id }) => `/dashboard/links/${id}`,
  empty: "No payment links yet. A link is a page where anyone can pay you, as often as needed.",
  example: {
    method: "POST",
    path: "/v1/payment-links",
    input: { name: "Consulting", amount: "95000000", currency: "USDC" },
  },
};

/** The business's payment links. */
export function LinksList({ first }: { first: FirstPage<PaymentLink> | null }) {
  return <ListView list={linksList} first={first} emptyAction={<NewLinkButton />} />;
}
