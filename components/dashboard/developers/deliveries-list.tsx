"use client";

import { useFreshList } from "@/components/dashboard/data/use-fresh-list";
import type { FirstPage } from "@/components/dashboard/data/use-list";
import type { ListDeclaration } from "@/components/dashboard/list/list-declaration";
import { ListView } from "@/components/dashboard/list/list-view";
import { LocalTime } from "@/components/ui/time/local-time";
import { SendTest } from "./send-test";
import type { Delivery, ShownEndpoint } from "./webhook-shapes";
import { answerOf, DeliveryState } from "./webhook-states";

const path = "/v1/webhook-deliveries";
const LOOK_MS = 3_000;

const testRequest = { method: "POST", path: "/v1/webhook-endpoints/{id}/test" } as const;

const deliveriesList: ListDeclaration<Delivery> = {
  path,
  shown: { resource: "webhook_delivery", watches: ["payment_session", "webhook_endpoint"] },
  noun: "deliveries",
  columns: [
    {
      name: "Event",
      place: "title",
      cell: ({ eventId, isReplay, attempt, durationMs }) => (
        <>
          <span className="block truncate">{eventId}</span>
          <span className="block font-normal text-muted text-xs">
            {isReplay ? "Replay" : `Attempt ${attempt}`}
            {durationMs !== null && ` · ${durationMs} ms`}
          </span>
        </>
      ),
    },
    { name: "State", place: "state", cell: (delivery) => <DeliveryState {...delivery} /> },
    { name: "Answer", place: "amount", cell: answerOf },
    {
      name: "When",
      place: "note",
      cell: ({ attemptedAt, nextAttemptAt, createdAt }) => (
        <LocalTime iso={attemptedAt ?? nextAttemptAt ?? createdAt} shape="short" locale="en" />
      ),
    },
  ],
  tabs: {
    name: "status",
    values: [
      { value: "succeeded", label: "Delivered" },
      { value: "pending", label: "Waiting" },
      { value: "failed", label: "Failed" },
      { value: "exhausted", label: "Given up" },
    ],
  },
  filters: [{ kind: "text", name: "eventId", label: "Event", hint: "evt_…" }],
  hrefOf: ({ id }) => `/dashboard/developers/webhooks/deliveries/${id}`,
  empty: "No deliveries yet. Send a test event to check that your server answers.",
  example: testRequest,
};

/** The deliveries of an event, to all endpoints. */
export const deliveriesOf = (fixed: { readonly eventId: string }): ListDeclaration<Delivery> => ({
  ...deliveriesList,
  fixed,
  empty: "This event was not sent to any endpoint.",
});

interface Props {
  /** Only those of an endpoint. */
  endpoint: ShownEndpoint;
  first: FirstPage<Delivery> | null;
}

/** What was sent to an endpoint: each attempt, and the next one of what is not through yet. */
export function DeliveriesList({ endpoint, first }: Props) {
  useFreshList(path, LOOK_MS);
  const { id } = endpoint;
  const example = { ...testRequest, input: { id } };
  return (
    <ListView
      list={{ ...deliveriesList, fixed: { endpointId: id }, example }}
      first={first}
      emptyAction={<SendTest endpoint={endpoint} />}
    />
  );
}
