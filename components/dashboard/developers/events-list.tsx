"use client";

import type { FirstPage } from "@/components/dashboard/data/use-list";
import { RawJson } from "@/components/dashboard/detail/raw-json";
import type { ListDeclaration } from "@/components/dashboard/list/list-declaration";
import { ListView } from "@/components/dashboard/list/list-view";
import { NewPayment } from "@/components/dashboard/payments/new-payment";
import { LocalTime } from "@/components/ui/time/local-time";
import { eventTypes } from "@/lib/core/webhooks/event-kinds";
import type { ShownEvent } from "./webhook-shapes";

const eventsList: ListDeclaration<ShownEvent> = {
  path: "/v1/events",
  shown: {
    resource: "event",
    watches: ["payment_session", "refund", "invoice", "subscription", "webhook_endpoint"],
  },
  noun: "events",
  columns: [
    { name: "Type", place: "title", cell: ({ type }) => type },
    {
      name: "Position",
      place: "amount",
      cell: ({ position }) => (position === null ? "…" : position),
    },
    {
      name: "About",
      place: "more",
      cell: ({ resource }) => (
        <span translate="no" className="font-mono text-xs">
          {resource.id}
        </span>
      ),
    },
    {
      name: "When",
      place: "note",
      cell: ({ createdAt }) => <LocalTime iso={createdAt} shape="second" locale="en" />,
    },
    {
      name: "Object",
      place: "state",
      cell: (event) => (
        <span className="relative z-1">
          <RawJson isQuiet object={event} name={event.type} />
        </span>
      ),
    },
  ],
  filters: [
    {
      kind: "choice",
      name: "type",
      label: "Type",
      options: eventTypes.map((type) => ({ value: type, label: type })),
    },
    { kind: "text", name: "resourceId", label: "Object", hint: "ps_…, inv_…, sub_…" },
  ],
  hasCsv: true,
  hrefOf: ({ id }) => `/dashboard/developers/events/${id}`,
  empty: "No events yet. Events of payments, refunds, invoices and subscriptions appear here.",
  example: { method: "GET", path: "/v1/events", input: { order: "asc" } },
};

/** What happened, as webhooks tell it. */
export const EventsList = ({ first }: { first: FirstPage<ShownEvent> | null }) => (
  <ListView list={eventsList} first={first} emptyAction={<NewPayment />} />
);
