import type { TransactionSql } from "@/db/client";
import {
  inShortTransaction,
  oldRows,
  type PageRow,
  pageEnd,
  type RetentionTask,
} from "./retention-task";

/**
 * Events, with what is left of their dispatches and deliveries. A resource's last event stays, since its
 * `sequence` goes on from it: it goes once one that followed it is old enough too. An event with a
 * delivery that is still to be sent stays until that has ended. The highest position that went is kept.
 */
export const removeEvents: RetentionTask = {
  name: "events",
  resumes: true,
  removeSlice: async (db, { RETENTION_EVENT_DAYS }, after) =>
    inShortTransaction(db, async (tx) => {
      const page = await tx<PageRow[]>`
        select id, created_at as at from events
        ${oldRows(tx, RETENTION_EVENT_DAYS, after)}`;
      const followed = await findFollowed(
        tx,
        page.map((row) => row.id),
        RETENTION_EVENT_DAYS,
      );
      const ended = await lockEnded(tx, followed);
      await removeWithDeliveries(tx, ended);
      return { removed: ended.length, ...pageEnd(page), waits: ended.length < followed.length };
    }),
};

/** Those of the given events that another one follows, and older ones that stayed as the last. */
async function findFollowed(
  tx: TransactionSql,
  ids: readonly string[],
  days: number,
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select distinct e.id
    from events p
    join events e on event_resource(e.resource_id) = event_resource(p.resource_id)
      and e.resource_id = p.resource_id and e.sequence <= p.sequence
      and e.created_at < clock_now() - ${days} * interval '1 day'
    where p.id = any (${[...ids]})
      and exists (
        select from events l where event_resource(l.resource_id) = event_resource(e.resource_id)
          and l.resource_id = e.resource_id and l.sequence > e.sequence
      )`;
  return rows.map(({ id }) => id);
}

/** Locks first: a replay that comes meanwhile waits, and finds its event gone. */
async function lockEnded(tx: TransactionSql, ids: readonly string[]): Promise<string[]> {
  const locked = await tx<{ id: string }[]>`
    select id from events where id = any (${[...ids]}) order by id for update skip locked`;
  const rows = await tx<{ id: string }[]>`
    select e.id from unnest(${locked.map(({ id }) => id)}::text[]) as e(id)
    where not exists (
      select from webhook_dispatches d
      where d.event_id = e.id and d.state in ('pending', 'sending')
    )`;
  return rows.map(({ id }) => id);
}

async function removeWithDeliveries(tx: TransactionSql, ids: readonly string[]): Promise<void> {
  const events = [...ids];
  await tx`
    delete from webhook_deliveries where dispatch_id = any (array(
      select id from webhook_dispatches where event_id = any (${events})
    ))`;
  await tx`delete from webhook_dispatches where event_id = any (${events})`;
  await tx`
    with removed as (
      delete from events where id = any (${events}) returning merchant_id, mode, position
    )
    insert into event_horizons as h (merchant_id, mode, removed_position)
    select merchant_id, mode, max(position) from removed
    where position is not null group by merchant_id, mode order by merchant_id, mode
    on conflict (merchant_id, mode)
      do update set removed_position = greatest(h.removed_position, excluded.removed_position)`;
}
