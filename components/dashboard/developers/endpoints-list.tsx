"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { scopeKey } from "@/components/dashboard/data/query-keys";
import type { FirstPage } from "@/components/dashboard/data/use-list";
import { useShortcut } from "@/components/dashboard/keyboard/use-shortcut";
import { counted } from "@/components/dashboard/list/counted";
import type { ListDeclaration } from "@/components/dashboard/list/list-declaration";
import { ListView } from "@/components/dashboard/list/list-view";
import { useActing, useWhyReadOnly } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { Offered } from "@/components/ui/offered";
import { LocalTime } from "@/components/ui/time/local-time";
import { EndpointFormDialog } from "./endpoint-form-dialog";
import { EndpointSecretDialog } from "./endpoint-secret-dialog";
import { getsAll, type NewEndpoint, type ShownEndpoint } from "./webhook-shapes";
import { EndpointState } from "./webhook-states";

const eventsOf = (endpoint: ShownEndpoint) =>
  getsAll(endpoint) ? "All events" : counted(endpoint.events.length, "events");

const endpointsList: ListDeclaration<ShownEndpoint> = {
  path: "/v1/webhook-endpoints",
  shown: { resource: "webhook_endpoint" },
  noun: "endpoints",
  columns: [
    {
      name: "URL",
      place: "title",
      cell: ({ url }) => <span className="block max-w-96 truncate">{url}</span>,
    },
    { name: "State", place: "state", cell: (endpoint) => <EndpointState {...endpoint} /> },
    { name: "Events", place: "note", cell: eventsOf },
    {
      name: "Description",
      place: "more",
      cell: ({ description }) => <span className="block max-w-60 truncate">{description}</span>,
    },
    {
      name: "Created",
      place: "more",
      cell: ({ createdAt }) => <LocalTime iso={createdAt} shape="short" locale="en" />,
    },
  ],
  filters: [],
  hasCsv: true,
  hrefOf: ({ id }) => `/dashboard/developers/webhooks/${id}`,
  empty: "No endpoints yet. Add your server’s URL to receive webhooks about payments.",
  example: {
    method: "POST",
    path: "/v1/webhook-endpoints",
    input: { url: "https://shop.example/hook", events: ["payment.completed"], mode: "test" },
  },
};

/** The business's webhook endpoints. */
export function EndpointsList({ first }: { first: FirstPage<ShownEndpoint> | null }) {
  return <ListView list={endpointsList} first={first} emptyAction={<NewEndpointButton />} />;
}

/** Makes an endpoint and shows its secret. */
export function NewEndpointButton() {
  const client = useQueryClient();
  const acting = useActing();
  const why = useWhyReadOnly();
  const [asked, setAsked] = useState<"form" | NewEndpoint | null>(null);
  const open = () => setAsked("form");
  useShortcut({ key: "c", label: "Create an endpoint", run: why === null ? open : null });
  const show = (made: NewEndpoint) => {
    setAsked(made);
    void client.invalidateQueries({ queryKey: scopeKey(acting) });
  };
  return (
    <>
      <Offered why={why}>
        <Button onClick={open}>Create endpoint</Button>
      </Offered>
      {asked === "form" && (
        <EndpointFormDialog
          endpoint={null}
          onMade={show}
          onChanged={() => setAsked(null)}
          onClose={() => setAsked(null)}
        />
      )}
      {asked !== null && asked !== "form" && (
        <EndpointSecretDialog made={asked} onClose={() => setAsked(null)} />
      )}
    </>
  );
}
