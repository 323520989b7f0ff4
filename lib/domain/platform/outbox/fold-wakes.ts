import type { Db } from "@/db/client";

/** Rows that no publisher is sending; one that another transaction holds is left to it. */
const freeRows = (db: Db) => db`
  select id from outbox where claimed_until is null or claimed_until <= now()
  for update skip locked`;

/**
 * Leaves one row of equal wake-ups, as old as the oldest, among those that were sent and among those that
 * were not: what waits for the job engine stays small, however long that takes.
 */
export async function foldWakes(db: Db): Promise<void> {
  await db`
    with free as (
      delete from outbox where id in (${freeRows(db)})
      returning name, data, created_at, sent_at
    )
    insert into outbox (name, data, created_at, sent_at)
    select name, data, min(created_at), max(sent_at) from free
    group by name, data, sent_at is null`;
}

/**
 * Has every wake-up sent once more that the job engine took and may have lost, under another id than
 * before: it may know that one as done.
 */
export async function returnWakes(db: Db): Promise<void> {
  await db`
    with free as (
      delete from outbox where id in (${freeRows(db)}) returning name, data, created_at
    )
    insert into outbox (name, data, created_at)
    select name, data, min(created_at) from free group by name, data`;
}
