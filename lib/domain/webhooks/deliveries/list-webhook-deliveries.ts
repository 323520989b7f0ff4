import type { PendingQuery, Row } from "postgres";
import type { Db } from "@/db/client";
import { indexCondition } from "@/db/index-condition";
import type { InputOf } from "@/lib/contract/endpoint";
import type { listWebhookDeliveries as declaration } from "@/lib/contract/webhooks/webhook-deliveries";
import type { DeliveryStatus } from "@/lib/core/states";
import type { EventType } from "@/lib/core/webhooks/event-kinds";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import {
  DEFAULT_LIMIT,
  encodeCursor,
  inPage,
  newestFirst,
  type Page,
  toPage,
} from "@/lib/domain/platform/pages/page";
import { type DeliveryRow, withDispatch } from "./delivery-rows";
import { type DeliveryView, requestBodies, viewDelivery } from "./view";

type Input = InputOf<typeof declaration>;

/** A type with at most so many events has their deliveries read whole. */
const FEW_EVENTS = 200;
/** Of a more frequent type, a page looks at so many deliveries of any type at most. */
const MOST_READ = 1_000;

/**
 * Lists the merchant's webhook deliveries, newest first: each attempt that was made, and the next one
 * of each event that is not through yet.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listWebhookDeliveries(
  ctx: Context<MerchantActor>,
  input: Input,
): Promise<Page<DeliveryView>> {
  const { db } = ctx;
  const { eventId, type } = input;
  if (type === undefined) {
    const source = eventId === undefined ? db`webhook_deliveries` : sentOf(db, [eventId]);
    return pageOf(ctx, input, await readPage(ctx, input, filtered(ctx, input, source)));
  }
  const events = await findEvents(ctx, type, eventId);
  if (events.length > FEW_EVENTS) return listFrequent(ctx, { ...input, type });
  const source = filtered(ctx, input, sentOf(db, events));
  return pageOf(ctx, input, await readPage(ctx, input, source));
}

/**
 * No index of deliveries has the type of their event: so many of the newest are looked at, and the next page begins
 * behind them.
 */
async function listFrequent(
  ctx: Context<MerchantActor>,
  input: Input & { type: EventType },
): Promise<Page<DeliveryView>> {
  const { db } = ctx;
  const newest = db`
    ${filtered(ctx, input, db`webhook_deliveries`)}
    order by v.created_at desc fetch first (${MOST_READ}::int) rows with ties`;
  const rows = await readPage(ctx, input, newest, input.type);
  if (rows.length > (input.limit ?? DEFAULT_LIMIT)) return pageOf(ctx, input, rows);
  const [last] = await db<{ id: string; createdAt: Date; read: number }[]>`
    select id, created_at, count(*) over ()::int as read from (${newest}) n
    order by created_at, id limit 1`;
  if (!last || last.read < MOST_READ) return pageOf(ctx, input, rows);
  // Newer ones that came meanwhile move the end: what lies behind it is the next page's.
  const shown = rows.filter(({ createdAt }) => createdAt >= last.createdAt);
  const page = await pageOf(ctx, input, shown);
  return { ...page, hasMore: true, nextCursor: encodeCursor(last) };
}

/** The deliveries `v` of a page, by every filter but those of their event. */
function filtered(
  { db, actor }: Context<MerchantActor>,
  input: Input,
  source: PendingQuery<Row[]>,
) {
  const { endpointId, status } = input;
  return db`
    select v.* from ${source} v
    where ${ownedBy(db, actor, "v")}
      and ${inPage(db, "v", input)}
      ${endpointId === undefined ? db`` : db`and v.endpoint_id = ${endpointId}`}
      ${statusIs(db, status)}`;
}

/** With their dispatches, and of events of one type where it is named: each event is looked up by its key. */
function readPage(
  { db }: Context<MerchantActor>,
  input: Input,
  deliveries: PendingQuery<Row[]>,
  type?: EventType,
) {
  const ofType = db`
    cross join lateral (select type from events where id = d.event_id offset 0) e
    where e.type = ${type ?? null}`;
  const listed = db<DeliveryRow[]>`
    select v.*, d.event_id, d.is_replay from (${deliveries}) v ${withDispatch(db)}
    ${type === undefined ? db`` : ofType}`;
  return newestFirst(db, "v", listed, input);
}

async function pageOf(ctx: Context<MerchantActor>, input: Input, rows: readonly DeliveryRow[]) {
  const bodies = await requestBodies(ctx, rows);
  return toPage(rows, input, "/v1/webhook-deliveries", (row) =>
    viewDelivery(row, bodies.get(row.id) ?? null),
  );
}

/** The newest events of a type, or the one with this id if it is of the type: one more than few of them. */
async function findEvents(
  { db, actor }: Context<MerchantActor>,
  type: EventType,
  eventId: string | undefined,
): Promise<string[]> {
  const events = db`
    select e.id from events e where ${ownedBy(db, actor, "e")} and e.type = ${type}`;
  const rows = await db<{ id: string }[]>`
    ${events} ${
      eventId === undefined
        ? db`order by e.created_at desc limit ${FEW_EVENTS + 1}`
        : db`and e.id = ${eventId}`
    }`;
  return rows.map(({ id }) => id);
}

/** An event's deliveries are few: they are read whole, by way of its dispatches, and sorted. */
const sentOf = (db: Db, eventIds: readonly string[]) => db`(
  select * from webhook_deliveries where dispatch_id = any (array(
    select w.id from unnest(${[...eventIds]}::text[]) e (id)
    cross join lateral (select id from webhook_dispatches where event_id = e.id offset 0) w
  )) offset 0
)`;

/** The index of those that did not succeed is usable only where the statement itself says so. */
function statusIs(db: Db, status?: DeliveryStatus) {
  if (!status) return db``;
  if (status === "succeeded") return db`and v.status = 'succeeded'`;
  return db`and ${unsuccessful(db)} and v.status = ${status}`;
}

const unsuccessful = (db: Db) =>
  db.unsafe(indexCondition("listed", "v.status", ["pending", "failed", "exhausted"]));
