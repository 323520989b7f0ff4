import type { TransactionSql } from "@/db/client";
import type { EventKind } from "@/lib/core/webhooks/event-kinds";
import { recordEvent } from "@/lib/domain/platform/events/record-event";
import { readClock } from "@/lib/domain/platform/read-clock";
import type { JobRow } from "./job-rows";
import { type JobViewer, jobSnapshot } from "./view";

/** Records an event of a job whose row the caller has locked or inserted. */
export async function tellJob(
  viewer: JobViewer,
  tx: TransactionSql,
  type: Extract<EventKind, `agent.job_${string}`>,
  row: JobRow,
): Promise<void> {
  await recordEvent(tx, {
    merchantId: row.merchantId,
    mode: row.mode,
    type,
    resource: { type: "agent_job", id: row.id },
    object: jobSnapshot(viewer, row, await readClock(tx)),
  });
}
