import { setTimeout as sleep } from "node:timers/promises";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { findPosition, noteSlice } from "./retention-progress";
import type { RetentionTask } from "./retention-task";
import { retentionTasks } from "./retention-tasks";

/** Between two slices, for the work that came meanwhile; a slice that took longer is followed by as long a pause. */
const LEAST_PAUSE_MS = 20;

/**
 * Removes what is older than the periods of the settings (`RETENTION_…`), kind by kind, in slices of some
 * hundred rows with pauses between them. It waits for no lock: what is in use is left for the next
 * run. Two at once do no harm. A kind that fails is logged, and the others go on.
 * @param until no slice begins after it, nor after the process is to stop
 * @returns `removed`: rows; `more`: the time ended before the rows did
 */
export async function removeOldRows(
  ctx: Context<SystemActor>,
  { until }: { until: Date },
): Promise<{ removed: number; more: boolean }> {
  let removed = 0;
  let more = false;
  for (const task of retentionTasks) {
    try {
      const outcome = await runTask(ctx, task, until);
      removed += outcome.removed;
      more ||= !outcome.finished;
    } catch (error) {
      ctx.log.error({ err: error, task: task.name }, "old rows were not removed");
    }
  }
  return { removed, more };
}

async function runTask(
  { db, config, stopping }: Context<SystemActor>,
  task: RetentionTask,
  until: Date,
): Promise<{ removed: number; finished: boolean }> {
  let after = await findPosition(db, task);
  let removed = 0;
  let advances = task.resumes;
  for (;;) {
    if (Date.now() >= until.getTime() || stopping?.aborted) return { removed, finished: false };
    const startedAt = performance.now();
    const slice = await task.removeSlice(db, config, after);
    removed += slice.removed;
    advances &&= !slice.waits;
    const finished = !slice.isFull || slice.last === null;
    await noteSlice(db, task, { ...slice, last: advances ? slice.last : null, finished });
    if (finished) return { removed, finished };
    after = slice.last ?? after;
    await sleep(Math.max(LEAST_PAUSE_MS, performance.now() - startedAt));
  }
}
