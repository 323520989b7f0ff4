import { type Db, type Sql, type TransactionSql, transaction } from "@/db/client";
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

/** Names the advisory locks of concurrency keys, each of which one engine at a time counts. */
const KEY_LOCKS = 7_245_002;

interface LimitKeys {
  functionIds: string[];
  limitKeys: string[];
  limits: number[];
}

/**
 * Leases up to `limit` due jobs of the known functions, oldest first, within each function's
 * concurrency limit per key. A job whose lease has run out is due again. Nothing is waited for: jobs
 * and keys that another engine has in its hands are left to it, so one that has stopped in the middle
 * of a claim holds up only those, until the server ends its transaction.
 */
export async function claimJobs(
  db: Db,
  functions: EngineFunctions,
  claim: { owner: string; limit: number; leaseMs: number },
): Promise<ClaimedJob[]> {
  return transaction(db, async (tx) => {
    const keys = await lockFreeKeys(tx, functions, claim.limit);
    return lease(tx, functions, keys, claim);
  });
}

/** The statement's time: locks may have been waited for, and claims follow each other in a transaction. */
function moment(tx: TransactionSql) {
  // Instants are stored rounded to the millisecond, so what is due now may lie half of one ahead.
  return tx`(statement_timestamp() + interval '1 millisecond')`;
}

/**
 * Keys of limited functions that have due jobs and room, each locked until the end of the transaction.
 * Only a statement that starts after a key was locked sees what the one before has leased.
 */
async function lockFreeKeys(
  tx: TransactionSql,
  functions: EngineFunctions,
  limit: number,
): Promise<LimitKeys> {
  const limited = [...functions.values()].filter((fn) => fn.concurrency);
  const none = { functionIds: [], limitKeys: [], limits: [] };
  if (limited.length === 0) return none;
  const rows = await tx<{ functionId: string; limitKey: string; limit: number }[]>`
    with ${busy(tx)}, free as materialized (
      select j.function_id, j.limit_key, f.max_calls as limit
      from engine.job j
      join unnest(${limited.map((fn) => fn.id)}::text[],
        ${limited.map((fn) => fn.concurrency?.limit ?? 0)}::int[]) as f (id, max_calls)
        on f.id = j.function_id
      left join busy b on b.function_id = j.function_id and b.limit_key = j.limit_key
      where j.run_at <= ${moment(tx)} and f.max_calls > coalesce(b.calls, 0)
      group by j.function_id, j.limit_key, f.max_calls
      order by min(j.run_at) limit ${limit}
    )
    select * from free
    where pg_try_advisory_xact_lock(${KEY_LOCKS}, hashtext(function_id || ' ' || limit_key))`;
  return {
    functionIds: rows.map((row) => row.functionId),
    limitKeys: rows.map((row) => row.limitKey),
    limits: rows.map((row) => row.limit),
  };
}

function lease(
  tx: TransactionSql,
  functions: EngineFunctions,
  keys: LimitKeys,
  { owner, limit, leaseMs }: { owner: string; limit: number; leaseMs: number },
): Promise<ClaimedJob[]> {
  const unlimited = [...functions.values()].filter((fn) => !fn.concurrency).map((fn) => fn.id);
  const now = moment(tx);
  return tx<ClaimedJob[]>`
    with ${busy(tx)}, free as (
      select id, run_at from engine.job
      where function_id = any(${unlimited}::text[]) and run_at <= ${now}
      order by run_at limit ${limit} for update skip locked
    ), allowed as (
      select due.id, due.run_at
      from unnest(${keys.functionIds}::text[], ${keys.limitKeys}::text[], ${keys.limits}::int[])
        as k (function_id, limit_key, max_calls)
      left join busy b on b.function_id = k.function_id and b.limit_key = k.limit_key
      cross join lateral (
        select id, run_at from engine.job
        where function_id = k.function_id and limit_key = k.limit_key and run_at <= ${now}
        order by run_at limit greatest(0, k.max_calls - coalesce(b.calls, 0))
        for update skip locked
      ) due
    ), chosen as (
      select id from (select * from free union all select * from allowed) due
      order by run_at limit ${limit}
    )
    update engine.job j
    set lease_owner = ${owner}, claims = claims + 1,
      run_at = ${now} + ${leaseMs} * interval '1 millisecond'
    from chosen
    where j.id = chosen.id and j.run_at <= ${now}
    returning j.id, j.lease_owner as owner, j.run_id, j.function_id, j.limit_key, j.step_id,
      j.attempt, j.claims`;
}

/** The calls under way, counted per key. */
function busy(tx: TransactionSql) {
  return tx`
    busy as materialized (
      select function_id, limit_key, count(*)::int as calls
      from engine.job where lease_owner is not null and run_at > ${moment(tx)}
      group by function_id, limit_key
    )`;
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
