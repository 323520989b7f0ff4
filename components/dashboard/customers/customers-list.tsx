"use client";

import type { FirstPage } from "@/components/dashboard/data/use-list";
import type { ListDeclaration } from "@/components/dashboard/list/list-declaration";
import { ListView } from "@/components/dashboard/list/list-view";
import { shortHex } from "@/components/ui/short-hex";
import { LocalTime } from "@/components/ui/time/local-time";
import type { Customer } from "./customer-draft";
import { EditCustomer } from "./edit-customer";

const customersList: ListDeclaration<Customer> = {
  path: "/v1/customers",
  shown: { resource: "customer", watches: ["payment_session", "subscription"] },
  noun: "customers",
  columns: [
    {
      name: "Customer",
      place: "title",
      cell: ({ name, email, walletAddress }) => (
        <span className="block truncate">{name ?? email ?? shortHex(walletAddress)}</span>
      ),
    },
    {
      name: "E-mail",
      place: "more",
      cell: ({ email }) => <span className="block max-w-56 truncate">{email ?? "–"}</span>,
    },
    {
      name: "Wallet",
      place: "amount",
      cell: ({ walletAddress }) => (
        <code translate="no" className="font-mono text-xs">
          {shortHex(walletAddress)}
        </code>
      ),
    },
    {
      name: "Your reference",
      place: "state",
      cell: ({ externalRef }) => (
        <span className="block max-w-40 truncate text-muted">{externalRef ?? ""}</span>
      ),
    },
    {
      name: "Created",
      place: "note",
      cell: ({ createdAt }) => <LocalTime iso={createdAt} shape="short" locale="en" />,
    },
  ],
  filters: [
    { kind: "text", name: "externalRef", label: "Your reference", hint: "user-42" },
    { kind: "day", name: "createdAfter", label: "From", edge: "first" },
    { kind: "day", name: "createdBefore", label: "To", edge: "last" },
  ],
  hasCsv: true,
  hrefOf: ({ id }) => `/dashboard/customers/${id}`,
  empty:
    "No customers yet. Anyone who pays becomes a customer; you can also add customers yourself.",
  example: {
    method: "POST",
    path: "/v1/customers",
    input: { walletAddress: "0x…", email: "ada@example.com" },
  },
};

/** The business's customers. */
export function CustomersList({ first }: { first: FirstPage<Customer> | null }) {
  return (
    <ListView list={customersList} first={first} emptyAction={<EditCustomer customer={null} />} />
  );
}
