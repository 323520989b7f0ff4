import { type JobName, jobPeriodSeconds } from "@/lib/core/job-periods";
import {
  blocksAll,
  combine,
  type Finding,
  ok,
  spoken,
  warn,
} from "@/lib/domain/operations/finding";
import type { Sources } from "@/lib/domain/operations/open-sources";

/** Without them nothing settles. */
const settling: ReadonlySet<JobName> = new Set(["drain-relay", "index-chain"]);
/** A step may take this long, and steps are tried again. */
const SLACK_SECONDS = 60;

/**
 * Whether every job has finished lately. What happened before this process began is not held against
 * anyone: the first run may still be ahead.
 */
export async function checkJobs({ jobRuns, uptimeSeconds }: Sources): Promise<Finding> {
  const runs = new Map((await jobRuns()).map((run) => [run.job, run.secondsAgo]));
  const names = Object.keys(jobPeriodSeconds) as JobName[];
  return combine([
    ok(),
    ...names.flatMap((job) => {
      const limit = 2 * jobPeriodSeconds[job] + SLACK_SECONDS;
      const secondsAgo = runs.get(job);
      if (Math.min(secondsAgo ?? Number.POSITIVE_INFINITY, uptimeSeconds()) <= limit) return [];
      const last =
        secondsAgo === undefined ? "has never run" : `last ran ${spoken(secondsAgo)} ago`;
      return [warn(`${job} ${last}`, settling.has(job) ? blocksAll(`${job} does not run`) : [])];
    }),
  ]);
}
