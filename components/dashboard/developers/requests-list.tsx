"use client";

import { useFreshList } from "@/components/dashboard/data/use-fresh-list";
import type { FirstPage } from "@/components/dashboard/data/use-list";
import type { ListDeclaration } from "@/components/dashboard/list/list-declaration";
import { ListView } from "@/components/dashboard/list/list-view";
import { PageLink } from "@/components/dashboard/shell/page-link";
import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy-button";
import { LocalTime } from "@/components/ui/time/local-time";
import type { LoggedRequest } from "./webhook-shapes";

const path = "/v1/request-log";
const LOOK_MS = 5_000;

const toneOf = (status: number) => {
  if (status >= 500) return "bad";
  return status >= 400 ? "wait" : "good";
};

export const requestsList: ListDeclaration<LoggedRequest> = {
  path,
  shown: { resource: "request" },
  noun: "requests",
  columns: [
    {
      name: "Request",
      place: "title",
      cell: ({ method, route }) => (
        <code translate="no" className="wrap-anywhere font-mono text-xs">
          {method} {route}
        </code>
      ),
    },
    {
      name: "Answer",
      place: "state",
      cell: ({ status, reason }) => (
        <span className="inline-flex flex-wrap items-center justify-end gap-x-2 md:justify-start">
          <Badge tone={toneOf(status)}>{status}</Badge>
          {reason && (
            <span translate="no" className="font-mono text-muted text-xs">
              {reason}
            </span>
          )}
        </span>
      ),
    },
    { name: "Duration", place: "amount", cell: ({ durationMs }) => `${durationMs} ms` },
    {
      name: "Request id",
      place: "more",
      cell: ({ id }) => <CopyButton compact text={id} label={`Copy ${id}`} copied="Copied" />,
    },
    {
      name: "From",
      place: "more",
      cell: ({ addressPrefix }) => (
        <span translate="no" className="font-mono text-xs">
          {addressPrefix}
        </span>
      ),
    },
    {
      name: "When",
      place: "note",
      cell: ({ createdAt }) => <LocalTime iso={createdAt} shape="second" locale="en" />,
    },
  ],
  tabs: {
    name: "status",
    values: [
      { value: "2xx", label: "Answered" },
      { value: "4xx", label: "Refused" },
      { value: "5xx", label: "Failed" },
    ],
  },
  filters: [
    { kind: "text", name: "route", label: "Route", hint: "/v1/payment-sessions" },
    { kind: "day", name: "createdAfter", label: "From", edge: "first" },
    { kind: "day", name: "createdBefore", label: "To", edge: "last" },
  ],
  hasCsv: true,
  empty: "No requests yet. Requests made with this mode’s keys appear here.",
  example: { method: "GET", path: "/v1/payment-sessions" },
};

/** What the business's keys asked. */
export function RequestsList({ first }: { first: FirstPage<LoggedRequest> | null }) {
  useFreshList(path, LOOK_MS);
  return (
    <ListView
      list={requestsList}
      first={first}
      emptyAction={<PageLink path="/dashboard/developers/keys">Open your keys</PageLink>}
    />
  );
}
