"use client";

import { useState } from "react";
import { TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { type Column, Table } from "@/components/ui/table";
import { LocalTime } from "@/components/ui/time/local-time";
import { useOnce } from "@/components/ui/use-once";
import { saveFile } from "@/lib/client/save-file";
import type { KeyRequest, Keys, ShownKey } from "./acting-keys";

interface Props {
  shown: ShownKey;
  keys: Keys;
  onClose(): void;
}

interface RequestPage {
  readonly requests: readonly KeyRequest[];
  readonly cursor: string | null;
}

/** What a key was used for in the last 30 days, to be looked through here or as a file. */
export function KeyRequestsDialog({ shown, keys, onClose }: Props) {
  const { busy, problem, run } = useTask();
  const [listed, setListed] = useState<RequestPage | null>(null);
  const { id, name, leak } = shown;
  const read = (cursor?: string) =>
    run(async () => {
      const { data, nextCursor } = await keys.requests(id, cursor);
      const before = cursor === undefined ? [] : (listed?.requests ?? []);
      setListed({ requests: [...before, ...data], cursor: nextCursor });
    });
  useOnce(() => void read());
  const exportAll = () =>
    run(async () => {
      const file = await keys.exportRequests(id);
      saveFile(`${id}-requests.csv`, new Blob([file], { type: "text/csv" }));
    });
  return (
    <Dialog title={`Requests with “${name}”`} open wide onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-pretty text-muted text-sm">
          The last 30 days, newest first.
          {leak && (
            <>
              {" "}
              The key was reported as leaked on{" "}
              <LocalTime iso={leak.reportedAt} shape="second" locale="en" /> and has been refused
              since then. Look for requests and networks that are not yours.
            </>
          )}
        </p>
        <TaskProblem problem={problem} />
        {!listed && !problem && <Skeleton label="Loading requests" lines={5} />}
        {listed?.requests.length === 0 && <p className="text-sm">No requests.</p>}
        {listed && listed.requests.length > 0 && (
          <Table
            caption={`Requests with ${name}`}
            columns={columns}
            rows={listed.requests}
            keyOf={({ requestId }) => requestId}
          />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          {listed?.cursor && (
            <Button look="secondary" busy={busy} onClick={() => read(listed.cursor ?? undefined)}>
              Show more
            </Button>
          )}
          {listed && listed.requests.length > 0 && (
            <Button busy={busy} onClick={exportAll}>
              Download CSV
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

const columns: Column<KeyRequest>[] = [
  {
    name: "When",
    cell: ({ createdAt }) => <LocalTime iso={createdAt} shape="short" locale="en" />,
  },
  {
    name: "Request",
    cell: ({ method, route }) => (
      <code translate="no" className="font-mono text-xs">
        {method} {route}
      </code>
    ),
  },
  { name: "Network", cell: ({ addressPrefix }) => addressPrefix ?? "–" },
  {
    name: "Answer",
    cell: ({ status, reason }) => (
      <Badge tone={status < 400 ? "good" : "neutral"}>
        {reason === null ? status : `${status} ${reason.replaceAll("_", " ")}`}
      </Badge>
    ),
  },
];
