import type { Db } from "@/db/client";
import type { JobName } from "@/lib/core/operations/job-periods";
import type { Context } from "@/lib/domain/platform/context";

/** Far below the shortest period: under load a job finishes many times a second. */
const SPACING_MS = 5_000;

const noted = new WeakMap<Db, Map<JobName, number>>();

/**
 * Notes that a job has just finished, at most once in five seconds: `/ready` reports jobs that no process runs. The
 * job's work stands whether or not this is written.
 */
export async function noteJobRun(
  { db, log }: Pick<Context, "db" | "log">,
  job: JobName,
): Promise<void> {
  const times = noted.get(db) ?? new Map<JobName, number>();
  noted.set(db, times);
  const now = performance.now();
  if (now < (times.get(job) ?? 0)) return;
  times.set(job, now + SPACING_MS);
  try {
    await db`
      insert into job_runs (job) values (${job})
      on conflict (job) do update set finished_at = now()`;
  } catch (error) {
    times.delete(job);
    log.warn({ err: error, job }, "a finished job could not be noted");
  }
}
