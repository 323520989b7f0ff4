import type { Db } from "@/db/client";
import {
  dayFrom,
  findPartitionDays,
  partitionName,
} from "@/lib/domain/operations/request-log/partitions";
import { readClock } from "@/lib/domain/platform/read-clock";
import {
  inShortTransaction,
  type PageRow,
  pageEnd,
  type RetentionTask,
  type Slice,
  sliceRows,
} from "./retention-task";

/**
 * Rate limits of callers who have sent nothing for so long that the bucket is full again: without a row it is
 * full too. Every bucket fills within two minutes. The table is gone through by its key: an index on the
 * time would cost every taking more than this costs.
 */
export const removeRateBuckets: RetentionTask = {
  name: "rate_buckets",
  resumes: false,
  removeSlice: async (db, { RETENTION_RATE_BUCKET_HOURS }, { id }) =>
    inShortTransaction(db, async (tx) => {
      const page = await tx<(PageRow & { idle: boolean })[]>`
        select key as id, refilled_at as at,
          refilled_at < now() - ${RETENTION_RATE_BUCKET_HOURS} * interval '1 hour' as idle
        from rate_buckets where key > ${id} order by key limit ${sliceRows}`;
      const idle = page.flatMap((row) => (row.idle ? [row.id] : []));
      const { count } = await tx`
        delete from rate_buckets where key in (
          select key from rate_buckets
          where key = any (${idle})
            and refilled_at < now() - ${RETENTION_RATE_BUCKET_HOURS} * interval '1 hour'
          for update skip locked
        )`;
      return { removed: count, ...pageEnd(page), waits: false };
    }),
};

/**
 * Rows of the outbox that were sent and left, by their ids: they rise with time. Unsent ones stay, and those
 * after which no heartbeat has run.
 */
export const removeSentWakes: RetentionTask = {
  name: "outbox",
  resumes: false,
  removeSlice: async (db, { RETENTION_OUTBOX_HOURS }, { id }) =>
    inShortTransaction(db, async (tx) => {
      const before = tx`now() - ${RETENTION_OUTBOX_HOURS} * interval '1 hour'`;
      const page = await tx<(PageRow & { old: boolean })[]>`
        select id::text, created_at as at, created_at < ${before} as old from outbox
        where id > ${id || "0"}::bigint order by outbox.id limit ${sliceRows}`;
      const ids = page.map((row) => row.id);
      const { count } = await tx`
        delete from outbox where id in (
          select id from outbox where id = any (${ids}::bigint[]) and sent_at < ${before}
            and sent_at < (select finished_at from job_runs where job = 'heartbeat')
          for update skip locked
        )`;
      // The first young row ends it: what follows is younger.
      const end = pageEnd(page);
      return {
        removed: count,
        ...end,
        isFull: end.isFull && page.every(({ old }) => old),
        waits: false,
      };
    }),
};

/** A day's budget is asked for on that day alone; these are left to look back at. */
const GAS_BUDGET_DAYS = 7;

/** Gas budgets of days that are over. */
export const removeGasBudgets: RetentionTask = {
  name: "gas_budgets",
  resumes: false,
  removeSlice: async (db) => {
    const removed = await inShortTransaction(
      db,
      (tx) => tx<PageRow[]>`
        delete from gas_budgets where (day, subject) in (
          select day, subject from gas_budgets
          where day < to_char((now() at time zone 'utc') - ${GAS_BUDGET_DAYS} * interval '1 day', 'YYYY-MM-DD')
          order by day, subject limit ${sliceRows} for update skip locked
        )
        returning subject as id, day::timestamptz as at`,
    );
    return { removed: removed.length, ...pageEnd(removed), waits: false };
  },
};

/** Requests, a whole day at a time: its partition is dropped. What stands in the default one is deleted. */
export const removeRequestLog: RetentionTask = {
  name: "request_log",
  resumes: false,
  removeSlice: async (db, { RETENTION_REQUEST_LOG_DAYS: days }) =>
    (await dropOldest(db, days)) ?? (await deleteStrays(db, days)),
};

async function dropOldest(db: Db, days: number): Promise<Slice | null> {
  const [oldest] = await findPartitionDays(db);
  if (!oldest || oldest >= dayFrom(await readClock(db), -days)) return null;
  const name = partitionName(oldest);
  const removed = await inShortTransaction(db, async (tx) => {
    const [table] = await tx<{ rows: number }[]>`
      select greatest(n_live_tup, 0)::int as rows from pg_stat_user_tables where relname = ${name}`;
    await tx`drop table if exists ${tx(name)}`;
    return table?.rows ?? 0;
  });
  return { removed, last: { at: oldest, id: name }, isFull: true, waits: false };
}

async function deleteStrays(db: Db, days: number): Promise<Slice> {
  const removed = await inShortTransaction(
    db,
    (tx) => tx<PageRow[]>`
      delete from request_log_default where ctid in (
        select ctid from request_log_default
        where created_at < clock_now() - ${days} * interval '1 day'
        order by created_at limit ${sliceRows} for update skip locked
      )
      returning request_id as id, created_at as at`,
  );
  return { removed: removed.length, ...pageEnd(removed), waits: false };
}
