"use client";

import { useWhileSeen } from "@/components/admin/shell/attention";
import { ModeName } from "@/components/admin/shell/mode-name";
import { sourceWords } from "@/components/dashboard/compliance/screening-words";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { CopyHex } from "@/components/dashboard/detail/copy-hex";
import { EmptyState } from "@/components/ui/empty-state";
import { Money } from "@/components/ui/money/money";
import { Section } from "@/components/ui/section";
import { Skeleton } from "@/components/ui/skeleton";
import { type Column, Table } from "@/components/ui/table";
import { LocalTime } from "@/components/ui/time/local-time";
import type { listHeldPayments } from "@/lib/contract/admin/repairs";
import { HoldActions } from "./hold-actions";
import { type Held, holdsPath, isSettled } from "./hold-shapes";

const route = { method: "GET", path: holdsPath } as const;
const LOOK_MS = 15_000;

/** Why a payment is held, in words. */
function sayWhy({ result, provider, matches }: Held): string {
  if (result === "unavailable" || result === null)
    return "Screening didn’t answer. It is asked again.";
  const names = matches && matches.length > 0 ? matches : provider === null ? [] : [provider];
  return names.length > 0
    ? `Named by: ${sourceWords(names)}`
    : "The payer’s wallet is named by a list";
}

const columns: readonly Column<Held>[] = [
  {
    name: "Payment",
    cell: (held) => (
      <span className="grid gap-0.5">
        <span className="font-medium">
          <Money amount={held.amount} currency={held.currency ?? ""} />
        </span>
        <span className="text-muted text-xs">{isSettled(held) ? "Settled" : "Not sent yet"}</span>
      </span>
    ),
  },
  { name: "Mode", cell: ({ mode }) => <ModeName mode={mode} /> },
  {
    name: "Payer",
    cell: ({ payer }) => <CopyHex hex={payer} what="the payer’s wallet" />,
  },
  {
    name: "Merchant",
    cell: ({ merchantId }) => (
      <a
        href={`/admin/merchants/${merchantId}`}
        className="inline-flex min-h-6 items-center underline decoration-edge underline-offset-4"
      >
        Open merchant
      </a>
    ),
  },
  { name: "Reason", cell: sayWhy },
  { name: "Held since", cell: ({ since }) => <LocalTime iso={since} shape="short" locale="en" /> },
  { name: "Decide", cell: (held) => <HoldActions held={held} /> },
];

const keyOf = ({ id }: Held) => id;

/** The payments that screening holds: those that wait for a decision, and those that were refused. */
export function HoldsPage() {
  const everyMs = useWhileSeen(LOOK_MS);
  const { data, error, refetch } = useAnswer<typeof listHeldPayments>(route, {}, { everyMs });
  const waiting = data?.holds.filter(({ decision }) => decision === null) ?? [];
  const refused = data?.holds.filter(({ decision }) => decision !== null) ?? [];
  return (
    <div className="grid min-w-0 gap-5">
      <QueryProblem problem={error} onRetry={() => void refetch()} />
      {!data && !error && <Skeleton label="Loading payments on hold" />}
      {data && waiting.length === 0 && (
        <EmptyState>No payments are waiting for a decision.</EmptyState>
      )}
      {waiting.length > 0 && (
        <Section title="Waiting for a decision">
          <Table caption="Waiting for a decision" {...{ columns, keyOf }} rows={waiting} />
        </Section>
      )}
      {refused.length > 0 && (
        <Section title="Refused" text="Never confirmed unless they are released later.">
          <Table caption="Refused" {...{ columns, keyOf }} rows={refused} />
        </Section>
      )}
    </div>
  );
}
