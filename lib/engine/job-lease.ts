import type { Sql } from "@/db/client";
import type { EngineFunctions } from "./function-config";

/** A job in hand. Its owner is new with each claim: it is the fence of everything written for the job. */
export interface ClaimedJob {
  id: string;
  owner: string;
  runId: string;
  functionId: string;
  limitKey: string;
  stepId: string;
  attempt: number;
  claims: number;
}

/** Only one engine claims at a time, so that counting against a limit is exact. */
const CLAIM_LOCK = 7_245_002;
/** Jobs looked at in one claim. Full keys are left out first, so the rest always contains a free one. */
const WINDOW = 500;

/**
 * Leases up to `limit` due jobs of the known functions, oldest first, within each function's
 * concurrency limit per key. A job whose lease has run out is due again.
 */
export async function claimJobs(
  db: Sql,
  functions: EngineFunctions,
  { owner, limit, leaseMs }: { owner: string; limit: number; leaseMs: number },
): Promise<ClaimedJob[]> {
  const ids = [...functions.keys()];
  const limits = [...functions.values()].map((fn) => fn.concurrency?.limit ?? null);
  // The statement's time, not the transaction's: it may have waited for the lock.
  // Instants are stored rounded to the millisecond, so what is due now may lie half of one ahead.
  const now = db`(statement_timestamp() + interval '1 millisecond')`;
  const [, jobs] = await db.begin((tx) => [
    tx`select pg_advisory_xact_lock(${CLAIM_LOCK})`,
    tx<ClaimedJob[]>`
      with busy as (
        select function_id, limit_key, count(*)::int as calls
        from engine.job where lease_owner is not null and run_at > ${now}
        group by function_id, limit_key
      ), due as (
        select j.id, j.run_at, j.function_id, j.limit_key, f.max_calls - coalesce(b.calls, 0) as room
        from engine.job j
        join unnest(${ids}::text[], ${limits}::int[]) as f (id, max_calls) on f.id = j.function_id
        left join busy b on b.function_id = j.function_id and b.limit_key = j.limit_key
        where j.run_at <= ${now} and (f.max_calls is null or f.max_calls > coalesce(b.calls, 0))
        order by j.run_at limit ${WINDOW}
      ), ranked as (
        select *, row_number() over (partition by function_id, limit_key order by run_at, id) as place
        from due
      ), chosen as (
        select id from ranked where room is null or place <= room order by run_at limit ${limit}
      )
      update engine.job j
      set lease_owner = ${owner}, claims = claims + 1,
        run_at = ${now} + ${leaseMs} * interval '1 millisecond'
      from chosen
      where j.id = chosen.id and j.run_at <= ${now}
      returning j.id, j.lease_owner as owner, j.run_id, j.function_id, j.limit_key, j.step_id,
        j.attempt, j.claims`,
  ]);
  return jobs;
}

/** Extends the leases of the jobs that their owners still hold. */
export async function renewLeases(db: Sql, jobs: ClaimedJob[], leaseMs: number): Promise<void> {
  await db`
    update engine.job j set run_at = now() + ${leaseMs} * interval '1 millisecond'
    from ${ownership(db, jobs)}
    where j.id = o.id and j.lease_owner = o.owner`;
}

/** Gives jobs in hand back, due at once; an answer that comes later is refused. */
export async function releaseJobs(db: Sql, jobs: ClaimedJob[]): Promise<void> {
  await db`
    update engine.job j set lease_owner = null, run_at = now(), claims = claims - 1
    from ${ownership(db, jobs)}
    where j.id = o.id and j.lease_owner = o.owner`;
}

function ownership(db: Sql, jobs: ClaimedJob[]) {
  const ids = jobs.map((job) => job.id);
  const owners = jobs.map((job) => job.owner);
  return db`unnest(${ids}::uuid[], ${owners}::uuid[]) as o (id, owner)`;
}
