import type { JobName } from "@/lib/core/operations/job-periods";
import { noteJobRun } from "@/lib/domain/operations/note-job-run";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { systemContext } from "@/lib/server/system-context";
import { retrySoon } from "./retry-soon";

/** Runs a step of a job, and notes when it is done that the job runs. */
export function runJob<Result>(
  job: JobName,
  work: (ctx: Context<SystemActor>) => Promise<Result>,
): Promise<Result> {
  return retrySoon(async () => {
    const ctx = await systemContext();
    const result = await work(ctx);
    await noteJobRun(ctx, job);
    return result;
  });
}
