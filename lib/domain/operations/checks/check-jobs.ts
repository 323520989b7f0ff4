import { SILENT_SECONDS } from "@/lib/core/heartbeat";
import { type JobName, jobPeriodSeconds } from "@/lib/core/job-periods";
import { explainSilence } from "@/lib/domain/heartbeat/explain-silence";
import { silentSeconds } from "@/lib/domain/heartbeat/read-pulse";
import {
  blocksAll,
  combine,
  type Finding,
  fail,
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
 * Whether the job engine runs anything, by its heartbeat, and whether every job has finished lately. What
 * happened before this process began is not held against anyone: the first run may still be ahead.
 */
export async function checkJobs(sources: Sources): Promise<Finding> {
  const { jobRuns, uptimeSeconds } = sources;
  const runs = new Map((await jobRuns()).map((run) => [run.job, run.secondsAgo]));
  const { heartbeat: _, ...periods } = jobPeriodSeconds;
  const names = Object.keys(periods) as (keyof typeof periods)[];
  return combine([
    ok(),
    checkHeartbeat(sources, runs.get("heartbeat") ?? null),
    ...names.flatMap((job) => {
      const limit = 2 * periods[job] + SLACK_SECONDS;
      const secondsAgo = runs.get(job);
      if (Math.min(secondsAgo ?? Number.POSITIVE_INFINITY, uptimeSeconds()) <= limit) return [];
      const last =
        secondsAgo === undefined ? "has never run" : `last ran ${spoken(secondsAgo)} ago`;
      return [warn(`${job} ${last}`, settling.has(job) ? blocksAll(`${job} does not run`) : [])];
    }),
  ]);
}

function checkHeartbeat({ config, engine }: Sources, secondsAgo: number | null): Finding {
  const { beatingSeconds, refusal } = engine();
  if (silentSeconds(secondsAgo, beatingSeconds) <= SILENT_SECONDS) return ok();
  return fail(
    explainSilence(config, { refusal, secondsAgo }),
    blocksAll("the job engine runs nothing"),
  );
}
