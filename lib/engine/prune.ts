import type { Sql } from "@/db/client";

const RETENTION_DAYS = 7;
/** Of functions that are named as short-lived. */
const SHORT_HOURS = 1;
const BATCH = 5_000;

/**
 * Deletes runs that finished a retention ago, events that no run needs any more, and runs whose job could not run in
 * all that time because its function is gone. Returns the runs deleted.
 * @param shortLived functions whose finished runs go after an hour
 */
export async function prune(db: Sql, shortLived: readonly string[] = []): Promise<number> {
  const before = db`(now() - ${RETENTION_DAYS} * interval '1 day')`;
  let deleted = await pruneShortLived(db, shortLived);
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

async function pruneShortLived(db: Sql, shortLived: readonly string[]): Promise<number> {
  let deleted = 0;
  for (let batch = BATCH; batch === BATCH; deleted += batch) {
    const runs = await db<{ eventId: string }[]>`
      delete from engine.run where id in (
        select id from engine.run
        where function_id = any(${[...shortLived]}::text[])
          and finished_at < now() - ${SHORT_HOURS} * interval '1 hour'
        limit ${BATCH}
      ) returning event_id`;
    await db`
      delete from engine.event e
      where id = any(${runs.map(({ eventId }) => eventId)}::text[])
        and not exists (select from engine.run where event_id = e.id)`;
    batch = runs.length;
  }
  return deleted;
}
