import type { Sql } from "@/db/client";

const RETENTION_DAYS = 7;
const BATCH = 5_000;

/**
 * Deletes runs that finished a retention ago, events that no run needs any more, and runs with a job
 * that nobody could run in all that time because its function is gone. Returns the runs deleted.
 */
export async function prune(db: Sql): Promise<number> {
  const before = db`(now() - ${RETENTION_DAYS} * interval '1 day')`;
  let deleted = 0;
  for (let batch = BATCH; batch === BATCH; deleted += batch) {
    const { count } = await db`
      delete from engine.run where id in (
        select id from engine.run where finished_at < ${before}
        union all
        select run_id from engine.job where run_at < ${before}
        limit ${BATCH}
      )`;
    batch = count;
  }
  await db`
    delete from engine.event e
    where received_at < ${before} and not exists (select from engine.run where event_id = e.id)`;
  return deleted;
}
