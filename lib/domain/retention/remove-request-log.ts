import type { Db } from "@/db/client";
import { readClock } from "@/lib/domain/clock/read-clock";
import { dayFrom, findPartitionDays, partitionName } from "@/lib/domain/request-log/partitions";
import {
  inShortTransaction,
  type PageRow,
  pageEnd,
  type RetentionTask,
  type Slice,
  sliceRows,
} from "./retention-task";

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
