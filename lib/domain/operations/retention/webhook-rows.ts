import type { TransactionSql } from "@/db/client";
import { stateList } from "@/db/state-list";
import { openDispatchStates } from "@/lib/core/states";
import {
  inShortTransaction,
  oldRows,
  type PageRow,
  pageEnd,
  type RetentionTask,
} from "./retention-task";

/** The answers that webhook deliveries got. One that waits to be sent keeps its place. */
export const removeDeliveryBodies: RetentionTask = {
  name: "delivery_bodies",
  resumes: true,
  removeSlice: async (db, { RETENTION_BODY_DAYS }, after) =>
    inShortTransaction(db, async (tx) => {
      const page = await tx<(PageRow & { open: boolean; hasBody: boolean })[]>`
        select id, created_at as at, status = 'pending' as open, response_body is not null as has_body
        from webhook_deliveries
        ${oldRows(tx, RETENTION_BODY_DAYS, after)}`;
      const ids = page.flatMap((row) => (row.hasBody ? [row.id] : []));
      const { count } = await tx`
        update webhook_deliveries d set response_body = null
        from (
          select id from webhook_deliveries where id = any (${ids}) order by id for update skip locked
        ) old
        where d.id = old.id`;
      const waits = count < ids.length || page.some(({ open }) => open);
      return { removed: count, ...pageEnd(page), waits };
    }),
};

/** Webhook deliveries, and their dispatch with the last of them. What is still to be sent stays. */
export const removeDeliveries: RetentionTask = {
  name: "webhook_deliveries",
  resumes: false,
  removeSlice: async (db, { RETENTION_EVENT_DAYS }, after) =>
    inShortTransaction(db, async (tx) => {
      const before = tx`clock_now() - ${RETENTION_EVENT_DAYS} * interval '1 day'`;
      const page = await tx<(PageRow & { dispatchId: string })[]>`
        select id, created_at as at, dispatch_id from webhook_deliveries
        ${oldRows(tx, RETENTION_EVENT_DAYS, after)}`;
      const dispatches = await lockEndedDispatches(
        tx,
        page.map(({ dispatchId }) => dispatchId),
      );
      const [row] = await tx<{ removed: number }[]>`
        with gone as (
          delete from webhook_deliveries
          where dispatch_id = any (${dispatches}) and created_at < ${before}
          returning id
        ), emptied as (
          delete from webhook_dispatches d
          where d.id = any (${dispatches}) and not exists (
            select from webhook_deliveries v where v.dispatch_id = d.id and v.created_at >= ${before}
          )
        )
        select count(*)::int as removed from gone`;
      return { removed: row?.removed ?? 0, ...pageEnd(page), waits: false };
    }),
};

/** The dispatches that have nothing more to send, locked. */
async function lockEndedDispatches(tx: TransactionSql, ids: readonly string[]): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select id from webhook_dispatches
    where id = any (${[...new Set(ids)]}) and state not in (${stateList(tx, openDispatchStates)})
    order by id for update skip locked`;
  return rows.map(({ id }) => id);
}

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
      const ended = await lockEndedEvents(tx, followed);
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
async function lockEndedEvents(tx: TransactionSql, ids: readonly string[]): Promise<string[]> {
  const locked = await tx<{ id: string }[]>`
    select id from events where id = any (${[...ids]}) order by id for update skip locked`;
  const rows = await tx<{ id: string }[]>`
    select e.id from unnest(${locked.map(({ id }) => id)}::text[]) as e(id)
    where not exists (
      select from webhook_dispatches d
      where d.event_id = e.id and d.state in (${stateList(tx, openDispatchStates)})
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

/** Replays of ranges that are over. What they sent are deliveries. */
export const removeReplays: RetentionTask = {
  name: "webhook_replays",
  resumes: false,
  removeSlice: async (db, { RETENTION_EVENT_DAYS }, after) =>
    inShortTransaction(db, async (tx) => {
      const page = await tx<PageRow[]>`
        select id, created_at as at from webhook_replays
        ${oldRows(tx, RETENTION_EVENT_DAYS, after)}`;
      const { count } = await tx`
        delete from webhook_replays
        where id = any (${page.map(({ id }) => id)}) and status <> 'running'`;
      return { removed: count, ...pageEnd(page), waits: false };
    }),
};
