"use client";

import type { FirstPage } from "@/components/dashboard/data/use-list";
import { RawJson } from "@/components/dashboard/detail/raw-json";
import type { ListDeclaration } from "@/components/dashboard/list/list-declaration";
import { ListView } from "@/components/dashboard/list/list-view";
import { LocalTime } from "@/components/ui/time/local-time";
import type { RowOf } from "@/lib/client/read-page";
import type { listAuditLog } from "@/lib/contract/admin/audit-log";
import { auditActors } from "@/lib/core/operations/audit-actors";
import { sayChange } from "./say-change";

type AuditEntry = RowOf<typeof listAuditLog>;

const actorNames: Readonly<Record<(typeof auditActors)[number], string>> = {
  operator: "Operator",
  admin: "Admin user",
  system: "System",
  key: "API key",
  session: "Merchant’s person",
};

const auditList: ListDeclaration<AuditEntry> = {
  path: "/v1/admin/audit-log",
  shown: { resource: "audit_entry" },
  noun: "audit entries",
  columns: [
    {
      name: "Action",
      place: "title",
      cell: ({ action, reason, before, after }) => (
        <span className="block min-w-0">
          <code translate="no" className="wrap-anywhere font-mono text-xs">
            {action}
          </code>
          <span className="wrap-anywhere block text-muted text-xs">
            {[sayChange(before, after), reason && `“${reason}”`].filter(Boolean).join(" · ")}
          </span>
        </span>
      ),
    },
    {
      name: "By",
      place: "note",
      cell: ({ actorKind, actorName }) => (
        <span className="block">
          {actorNames[actorKind]}
          <code translate="no" className="block truncate font-mono text-muted text-xs md:max-w-44">
            {actorName}
          </code>
        </span>
      ),
    },
    {
      name: "Subject",
      place: "more",
      cell: ({ subjectType, subjectId }) => (
        <span className="block">
          {subjectType.replaceAll("_", " ")}
          <code translate="no" className="block max-w-44 truncate font-mono text-muted text-xs">
            {subjectId}
          </code>
        </span>
      ),
    },
    {
      name: "When",
      place: "amount",
      cell: ({ createdAt }) => <LocalTime iso={createdAt} shape="short" locale="en" />,
    },
    {
      name: "Entry",
      place: "state",
      cell: (entry) => <RawJson object={entry} name={`the entry ${entry.id}`} isQuiet />,
    },
  ],
  filters: [
    {
      kind: "choice",
      name: "actorKind",
      label: "By",
      options: auditActors.map((value) => ({ value, label: actorNames[value] })),
    },
    { kind: "text", name: "action", label: "Action", hint: "merchant.suspend" },
    { kind: "text", name: "merchantId", label: "Merchant", hint: "mer_…" },
    { kind: "text", name: "actorName", label: "Person or key", hint: "adm_…" },
    { kind: "day", name: "createdAfter", label: "From", edge: "first" },
    { kind: "day", name: "createdBefore", label: "To", edge: "last" },
  ],
  hasCsv: true,
  empty: "No entries yet. Each change of a setting appears here.",
};

/** Every change of a setting and every action by hand, newest first. */
export function AuditList({ first }: { first: FirstPage<AuditEntry> | null }) {
  return <ListView list={auditList} first={first} emptyAction={null} />;
}
