"use client";

import type { FirstPage } from "@/components/dashboard/data/use-list";
import type { ListDeclaration } from "@/components/dashboard/list/list-declaration";
import { ListView } from "@/components/dashboard/list/list-view";
import { Money } from "@/components/ui/money/money";
import { Day } from "@/components/ui/time/day";
import { type Invoice, InvoiceState } from "./invoice-state";
import { NewInvoiceLink } from "./new-invoice-link";

const customerOf = ({ customerName, customerEmail }: Invoice) => customerName ?? customerEmail;

const invoicesList: ListDeclaration<Invoice> = {
  path: "/v1/invoices",
  shown: { resource: "invoice" },
  noun: "invoices",
  columns: [
    {
      name: "Number",
      place: "title",
      cell: (invoice) => (
        <>
          <span className="block tabular-nums">{invoice.number}</span>
          {customerOf(invoice) && (
            <span className="block truncate font-normal text-muted text-xs xl:hidden">
              {customerOf(invoice)}
            </span>
          )}
        </>
      ),
    },
    {
      name: "Customer",
      place: "more",
      cell: (invoice) => (
        <span className="block max-w-72 truncate">{customerOf(invoice) ?? "—"}</span>
      ),
    },
    { name: "State", place: "state", cell: (invoice) => <InvoiceState {...invoice} /> },
    {
      name: "Due",
      place: "note",
      cell: ({ dueAt, timeZone }) => (
        <span>
          <span className="md:hidden">Due </span>
          <Day iso={dueAt} timeZone={timeZone} locale="en" />
        </span>
      ),
    },
    {
      name: "Total",
      place: "amount",
      cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
    },
  ],
  tabs: {
    name: "status",
    values: [
      { value: "draft", label: "Drafts" },
      { value: "sent", label: "Sent" },
      { value: "overdue", label: "Overdue" },
      { value: "paid", label: "Paid" },
      { value: "void", label: "Void" },
    ],
  },
  filters: [],
  hasCsv: true,
  hrefOf: ({ id }) => `/dashboard/invoices/${id}`,
  empty:
    "No invoices yet. Create one, and Stipend emails it with a page where your customer can pay.",
  example: {
    method: "POST",
    path: "/v1/invoices",
    input: {
      currency: "USDC",
      customerEmail: "ada@example.com",
      lineItems: [{ description: "Consulting", quantity: 12, unitAmount: "95000000" }],
    },
  },
};

/** The business's invoices, and a way to write one. */
export function InvoicesList({ first }: { first: FirstPage<Invoice> | null }) {
  return <ListView list={invoicesList} first={first} emptyAction={<NewInvoiceLink />} />;
}
