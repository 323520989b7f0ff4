"use client";

import type { FirstPage } from "@/components/dashboard/data/use-list";
import { shortId } from "@/components/dashboard/detail/short-id";
import type { ListDeclaration } from "@/components/dashboard/list/list-declaration";
import { ListView } from "@/components/dashboard/list/list-view";
import { PageLink } from "@/components/dashboard/shell/page-link";
import { shortHex } from "@/components/ui/short-hex";
import { LocalTime } from "@/components/ui/time/local-time";
import type { RowOf } from "@/lib/client/read-page";
import type { listComplianceLogs } from "@/lib/contract/insight/compliance-logs";
import { resultOptions, ScreeningState, sourceWords, triggerWords } from "./screening-words";

type Log = RowOf<typeof listComplianceLogs>;

const actions: Readonly<Record<string, string>> = {
  allowed: "Allowed",
  held: "Held",
  refused: "Refused",
  told: "Told",
};

const logsList: ListDeclaration<Log> = {
  path: "/v1/compliance/logs",
  shown: { resource: "compliance_log", watches: ["payment_session", "subscription", "refund"] },
  noun: "screenings",
  columns: [
    {
      name: "Wallet",
      place: "title",
      cell: ({ subject }) => (
        <code translate="no" className="font-mono text-xs">
          {shortHex(subject)}
        </code>
      ),
    },
    { name: "Result", place: "state", cell: (log) => <ScreeningState {...log} /> },
    { name: "Screened for", place: "more", cell: ({ trigger }) => triggerWords(trigger) },
    {
      name: "Lists",
      place: "more",
      cell: ({ matches, provider }) =>
        sourceWords(matches.length > 0 ? matches : provider.split(",")),
    },
    {
      name: "Object",
      place: "more",
      cell: ({ resourceId }) => (
        <code translate="no" className="font-mono text-xs">
          {shortId(resourceId)}
        </code>
      ),
    },
    { name: "Action", place: "amount", cell: ({ action }) => actions[action] ?? action },
    {
      name: "Time",
      place: "note",
      cell: ({ createdAt }) => <LocalTime iso={createdAt} shape="short" locale="en" />,
    },
  ],
  filters: [
    { kind: "choice", name: "result", label: "Result", options: resultOptions },
    { kind: "text", name: "subject", label: "Wallet", hint: "0x…" },
    { kind: "day", name: "createdAfter", label: "From", edge: "first" },
  ],
  empty: "No screenings yet. Each wallet that pays you is checked, and each check appears here.",
  example: { method: "GET", path: "/v1/compliance/logs", input: { result: "blocked" } },
};

/** The screenings of the business's payers. */
export function LogsList({ first }: { first: FirstPage<Log> | null }) {
  return (
    <ListView
      list={logsList}
      first={first}
      emptyAction={<PageLink path="/dashboard/payments">Open payments</PageLink>}
    />
  );
}
