"use client";

import { useState } from "react";
import { RepairDialog } from "@/components/admin/repairs/repair-dialog";
import { useWhileSeen } from "@/components/admin/shell/attention";
import { ModeName } from "@/components/admin/shell/mode-name";
import { useListChanged } from "@/components/admin/shell/use-list-changed";
import { QueryProblem } from "@/components/dashboard/data/query-problem";
import { useAnswer } from "@/components/dashboard/data/use-answer";
import { CopyHex } from "@/components/dashboard/detail/copy-hex";
import { useApi } from "@/components/dashboard/shell/acting-context";
import { LinkButton } from "@/components/ui/link-button";
import { shortHex } from "@/components/ui/short-hex";
import { Skeleton } from "@/components/ui/skeleton";
import { type Column, Table } from "@/components/ui/table";
import { LocalTime } from "@/components/ui/time/local-time";
import type { listOpenSubmissions, requeueSubmission } from "@/lib/contract/admin/submissions";
import type { ReceivedOutput } from "@/lib/contract/endpoint";

type Submission = ReceivedOutput<typeof listOpenSubmissions>["submissions"][number];
type Requeue = ReceivedOutput<typeof requeueSubmission>;

const path = "/v1/admin/relay-submissions";
const LOOK_MS = 10_000;

const words = (code: string) => {
  const text = code.replaceAll("_", " ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};

const columns: readonly Column<Submission>[] = [
  {
    name: "Submission",
    cell: ({ id }) => <CopyHex hex={id} what={`the id ${id}`} />,
  },
  { name: "Mode", cell: ({ mode }) => <ModeName mode={mode} /> },
  { name: "Chain", cell: ({ chainId }) => chainId },
  {
    name: "State",
    cell: ({ state, failureCode }) => (
      <span className="grid gap-0.5">
        <span>{words(state)}</span>
        {failureCode && <span className="text-muted text-xs">{words(failureCode)}</span>}
      </span>
    ),
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
  {
    name: "Since",
    cell: ({ createdAt }) => <LocalTime iso={createdAt} shape="short" locale="en" />,
  },
  { name: "Repair", cell: (submission) => <TakeUp submission={submission} /> },
];

/** The payments that the relay works on; each can be taken up again where that is safe. */
export function OpenSubmissions() {
  const everyMs = useWhileSeen(LOOK_MS);
  const found = useAnswer<typeof listOpenSubmissions>({ method: "GET", path }, {}, { everyMs });
  const { data, error, refetch } = found;
  if (!data) {
    return error ? (
      <QueryProblem problem={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton label="Loading payments in progress" />
    );
  }
  if (data.submissions.length === 0) {
    return <p className="text-muted text-sm">No payment is in progress.</p>;
  }
  return (
    <Table
      caption="Payments in progress"
      columns={columns}
      rows={data.submissions}
      keyOf={({ id }) => id}
    />
  );
}

function TakeUp({ submission: { id } }: { submission: Submission }) {
  const [isOpen, setOpen] = useState(false);
  const api = useApi();
  const changed = useListChanged(path);
  const route = { method: "POST", path: `${path}/{id}/requeue` } as const;
  return (
    <>
      <LinkButton label={`Check the payment ${shortHex(id)}`} onClick={() => setOpen(true)}>
        Check
      </LinkButton>
      {isOpen && (
        <RepairDialog
          title={`Payment ${shortHex(id)}`}
          action="Requeue payment"
          done="Payment queued again."
          call={(input) => api<typeof requeueSubmission>(route, { id, ...input })}
          canApply={({ possible }) => possible}
          onDone={changed}
          onClose={() => setOpen(false)}
        >
          {(requeue) => <RequeueEffect requeue={requeue} />}
        </RepairDialog>
      )}
    </>
  );
}

/** Where a payment stands, and what can be done about it. */
function RequeueEffect({ requeue }: { requeue: Requeue }) {
  const { state, failureCode, rounds, slot, consequence } = requeue;
  return (
    <>
      <p className="font-medium text-ink">{consequence}</p>
      <ul className="grid list-disc gap-1 pl-4">
        <li>
          {words(state)}
          {failureCode && `, ${words(failureCode).toLowerCase()}`}. Attempts: {rounds}.
        </li>
        <li className="wrap-anywhere">
          {slot
            ? `Signed with nonce ${slot.nonce} of ${slot.wallet} (${words(slot.state).toLowerCase()}).`
            : "No nonce is reserved for it."}
        </li>
      </ul>
    </>
  );
}
