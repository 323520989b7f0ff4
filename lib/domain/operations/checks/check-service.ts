import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "@/db/client";
import { NoAnswer, withTimeout } from "@/lib/core/async/with-timeout";
import { isForwardingDoubted } from "@/lib/core/operations/forwarding";
import { type JobName, jobPeriodSeconds, SILENT_SECONDS } from "@/lib/core/operations/job-periods";
import { databaseTrouble } from "@/lib/domain/operations/database-trouble";
import {
  blocksAll,
  combine,
  type Finding,
  fail,
  ok,
  raising,
  spoken,
  warn,
} from "@/lib/domain/operations/finding";
import { explainSilence } from "@/lib/domain/operations/heartbeat/explain-silence";
import { silentSeconds } from "@/lib/domain/operations/heartbeat/read-pulse";
import type { PoolSources, Sources } from "@/lib/domain/operations/open-sources";

async function countFiles(): Promise<number> {
  const files = await readdir(join(process.cwd(), "db/migrations"));
  return files.filter((file) => file.endsWith(".sql")).length;
}

async function countApplied(db: Sql): Promise<number> {
  const [row] = await db<{ applied: number }[]>`
    select count(*)::int as applied from drizzle.__drizzle_migrations`;
  return row?.applied ?? 0;
}

/** Whether the database has every migration of this release; it may have those of a newer one. */
export function checkMigrations({ query }: Sources): () => Promise<Finding> {
  const applied = query(countApplied);
  return async () => {
    const pending = (await countFiles()) - (await applied());
    if (pending <= 0) return ok();
    return fail(`pending migrations: ${pending}`, blocksAll("migrations are pending"));
  };
}

const DOUBT_MS = 3_600_000;

/** Whether clients are told apart behind the proxies that are trusted. */
export async function checkProxies(): Promise<Finding> {
  if (!isForwardingDoubted(DOUBT_MS)) return ok();
  return warn("a trusted proxy named clients in a form that is not understood: they share limits");
}

const POOL_MS = 600;
/** A burst may wait for a moment. */
const LONG_WAIT_MS = 500;

/** Whether requests and background work get connections, those for transactions included. */
export async function checkPools({ pools }: Sources): Promise<Finding> {
  return combine(await Promise.all(pools.map(checkPool)));
}

async function checkPool({ name, ask, state }: PoolSources): Promise<Finding> {
  const trouble = await withTimeout(POOL_MS, ask()).then(
    () => null,
    (error) => error,
  );
  const { inUse, max, waiting, oldestWaitMs } = state();
  const use = `${inUse} of ${max} connections in use, ${waiting} wait`;
  if (waiting > 0 && oldestWaitMs > LONG_WAIT_MS) {
    return warn(
      `the ${name} pool is exhausted: ${use}, the first for ${spoken(oldestWaitMs / 1e3)}`,
    );
  }
  if (trouble === null) return ok();
  if (trouble instanceof NoAnswer) {
    return warn(`the ${name} pool gives ${trouble.message}: ${use}`);
  }
  return warn(`the ${name} pool: ${databaseTrouble(trouble)}`);
}

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
  const detail = explainSilence(config, { refusal, secondsAgo });
  return raising("engine_dead", fail(detail, blocksAll("the job engine runs nothing")));
}

/** A backlog may take hours; what takes longer fails, or grows faster than it is removed. */
const LATE_REMOVAL_SECONDS = 86_400;

/** Whether old rows are removed, of every kind. That the job runs at all is told by the check of the jobs. */
export async function checkRetention({ retention, uptimeSeconds }: Sources): Promise<Finding> {
  const kinds = await retention();
  return combine([
    ok(),
    ...kinds.map(({ name, finishedSecondsAgo }) => {
      const late = Math.min(finishedSecondsAgo ?? Number.POSITIVE_INFINITY, uptimeSeconds());
      if (late <= LATE_REMOVAL_SECONDS) return ok();
      const last = finishedSecondsAgo === null ? "never" : `${spoken(finishedSecondsAgo)} ago`;
      return warn(`old rows of the kind ${name} were last all removed: ${last}`);
    }),
  ]);
}

const RECENT_SECONDS = 600;

/** Whether requests are logged, each in the partition of its day. */
export async function checkRequestLog({
  preparedDays,
  requestLog,
}: Pick<Sources, "preparedDays" | "requestLog">): Promise<Finding> {
  const droppedAt = requestLog?.droppedAt() ?? null;
  const ago = droppedAt === null ? Infinity : (performance.now() - droppedAt) / 1_000;
  return combine([
    (await preparedDays()) < 1 ? warn("the request log has no partition for tomorrow") : ok(),
    ago < RECENT_SECONDS
      ? warn(`requests were left out of the request log ${spoken(ago)} ago`)
      : ok(),
  ]);
}
