import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  pgSequence,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { indexCondition } from "@/db/index-condition";
import { modes } from "@/lib/core/modes";
import {
  type DeliveryStatus,
  type DispatchState,
  deliveryTransitions,
  dispatchTransitions,
  type ReplayStatus,
  replayTransitions,
  statesOf,
} from "@/lib/core/states";
import type { EventKind, EventType, everyEvent } from "@/lib/core/webhooks/event-kinds";
import { oneOf } from "./checks";
import { businessInstant, createdAt, instant, mode } from "./columns";
import { events } from "./events";
import { merchants } from "./merchants";
import { pageIndex } from "./page-index";
import { prefixIndex } from "./search-index";

export const endpointDisabledReasons = ["user", "gone_410", "failing", "key_leaked"] as const;

export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: text().primaryKey(),
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    url: text().notNull(),
    /** Host and port, the unit of the limit across merchants. */
    destination: text().notNull(),
    events: text().array().$type<(EventKind | typeof everyEvent)[]>().notNull(),
    description: text(),
    apiVersion: text().notNull(),
    /** Sealed with AES-256-GCM; the endpoint's id is the associated data. */
    secretSealed: text().notNull(),
    /** The names of its own header fields, and names with values, sealed likewise; null where it has none. */
    headerNames: text().array().notNull().default(sql`'{}'`),
    headersSealed: text(),
    status: text().$type<"enabled" | "disabled">().notNull().default("enabled"),
    disabledReason: text().$type<(typeof endpointDisabledReasons)[number]>(),
    disabledAt: instant(),
    /** The last attempt timed out or failed: it goes through the slow lane. */
    slow: boolean().notNull().default(false),
    lastClaimedAt: instant().notNull().defaultNow(),
    lastSuccessAt: instant(),
    /** The first failure since the last success. */
    failingSince: instant(),
    failedEvents: integer().notNull().default(0),
    createdAt: createdAt(),
    updatedAt: businessInstant(),
    /** Its deliveries stay; it is disabled as well, and found no more. */
    deletedAt: instant(),
    /** The key that it was made with; null of a person. */
    createdByKey: text(),
    /** Keys that changed where it sends to, what, or how it signs, since a person last confirmed the URL. */
    changedByKeys: text().array().notNull().default(sql`'{}'`),
  },
  (table) => [
    pageIndex("webhook_endpoints_recent", table),
    prefixIndex("webhook_endpoints_by_destination", table, table.destination),
    index("webhook_endpoints_of_key")
      .on(table.createdByKey)
      .where(sql`${table.createdByKey} is not null`)
      .concurrently(),
    index("webhook_endpoints_failing")
      .on(table.failingSince)
      .where(sql`${table.status} = 'enabled' and ${table.failingSince} is not null`),
    oneOf("webhook_endpoints_mode", table.mode, modes),
    oneOf("webhook_endpoints_status", table.status, ["enabled", "disabled"]),
  ],
);

const openInstant = sql`case when state in ('pending', 'sending') then next_attempt_at end`;

/** The ids of dispatches are numbers, in hex behind an `x`: they are internal, and they fill their index in order. */
export const webhookDispatchNumbers = pgSequence("webhook_dispatch_numbers");

/**
 * An event on its way to an endpoint: schedule, lease and fence. Its attempts are the deliveries.
 * A replay is a dispatch of its own, with a single attempt.
 */
export const webhookDispatches = pgTable(
  "webhook_dispatches",
  {
    id: text().primaryKey(),
    /** The event's merchant and mode are the dispatch's. */
    eventId: text()
      .notNull()
      .references(() => events.id),
    endpointId: text()
      .notNull()
      .references(() => webhookEndpoints.id),
    state: text().$type<DispatchState>().notNull().default("pending"),
    isReplay: boolean().notNull().default(false),
    /** Attempts whose outcome is known. */
    attempts: integer().notNull().default(0),
    /** When it is to be sent, by the time of the business; `infinity` while it is being sent. */
    nextAttemptAt: businessInstant(),
    /**
     * The same while it is open, and null once it has ended: twice, for what is due at an endpoint and for
     * what is due at any. Each has an index of its own, and no index is about the state, so that one alone
     * can answer, even with statistics that were taken while nothing was open.
     */
    endpointDueAt: instant().generatedAlwaysAs(openInstant),
    dueAt: instant().generatedAlwaysAs(openInstant),
    /** While it is being sent, in real time: then others may take it over. Else null. */
    leaseUntil: instant(),
    /** Rises with each claim: only the last claimer may write the outcome. */
    fence: bigint({ mode: "bigint" }).notNull().default(sql`0`),
    createdAt: createdAt(),
  },
  (table) => [
    // An event goes to an endpoint once, and once with each replay. By a hash of 128 bits.
    uniqueIndex("webhook_dispatches_of_pair")
      .on(
        sql`dispatch_key(${table.eventId}, ${table.endpointId}, case when ${table.isReplay} then ${table.id} else '' end)`,
      )
      .concurrently(),
    index("webhook_dispatches_by_event").using("hash", table.eventId).concurrently(),
    index("webhook_dispatches_due")
      .on(table.endpointId, table.endpointDueAt, table.id)
      .where(sql`${table.endpointDueAt} is not null`),
    index("webhook_dispatches_next").on(table.dueAt).where(sql`${table.dueAt} is not null`),
    index("webhook_dispatches_lease")
      .on(table.leaseUntil)
      .where(sql`${table.leaseUntil} is not null`)
      .concurrently(),
    oneOf("webhook_dispatches_state", table.state, statesOf(dispatchTransitions)),
  ],
);

export const replayReasons = ["endpoint_disabled", "too_many_failures"] as const;

/** A range of events that is sent to an endpoint once more. */
export const webhookReplays = pgTable(
  "webhook_replays",
  {
    id: text().primaryKey(),
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    endpointId: text()
      .notNull()
      .references(() => webhookEndpoints.id),
    /** The key that asked for it; null of a person. */
    createdByKey: text(),
    fromPosition: bigint({ mode: "bigint" }).notNull(),
    toPosition: bigint({ mode: "bigint" }).notNull(),
    createdAfter: instant(),
    createdBefore: instant(),
    types: text().array().$type<EventType[]>(),
    status: text().$type<ReplayStatus>().notNull().default("running"),
    reason: text().$type<(typeof replayReasons)[number]>(),
    /** Where it goes on. */
    nextPosition: bigint({ mode: "bigint" }).notNull(),
    total: integer().notNull(),
    succeeded: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    failuresInRow: integer().notNull().default(0),
    /** When it was last given events, or some of them had been sent. */
    progressedAt: instant().notNull().defaultNow(),
    createdAt: createdAt(),
    endedAt: instant(),
  },
  (table) => [
    pageIndex("webhook_replays_recent_by_endpoint", table, table.endpointId),
    uniqueIndex("webhook_replays_running")
      .on(table.endpointId)
      .where(sql`${table.status} = 'running'`),
    index("webhook_replays_age").on(sql`(${table.createdAt} at time zone 'UTC')`),
    oneOf("webhook_replays_mode", table.mode, modes),
    oneOf("webhook_replays_status", table.status, statesOf(replayTransitions)),
  ],
);

/** The dispatches of a replay whose outcome it has not counted. */
export const webhookReplayItems = pgTable(
  "webhook_replay_items",
  {
    dispatchId: text().primaryKey(),
    replayId: text()
      .notNull()
      .references(() => webhookReplays.id),
  },
  (table) => [index("webhook_replay_items_by_replay").on(table.replayId)],
);

/** One attempt, with what came back. Its dispatch has the event, and whether it is a replay. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: text().primaryKey(),
    merchantId: text().notNull(),
    mode: mode().notNull(),
    dispatchId: text()
      .notNull()
      .references(() => webhookDispatches.id),
    endpointId: text().notNull(),
    attempt: integer().notNull(),
    status: text().$type<DeliveryStatus>().notNull().default("pending"),
    responseCode: integer(),
    /** The first 16 kB. */
    responseBody: text(),
    error: text(),
    durationMs: integer(),
    /** Of a delivery that waits: when it is sent. Of one that failed: when the next one is. */
    nextAttemptAt: instant(),
    startedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("webhook_deliveries_attempt").on(table.dispatchId, table.attempt),
    pageIndex("webhook_deliveries_recent", table),
    pageIndex("webhook_deliveries_recent_by_endpoint", table, table.endpointId),
    // Those that succeeded are nearly all of them, so the whole list has them close together.
    pageIndex("webhook_deliveries_recent_unsuccessful", table, table.status).where(
      sql.raw(indexCondition("listed", "status", ["pending", "failed", "exhausted"])),
    ),
    // An expression: from an index of the column itself the planner would read merchants' lists too.
    index("webhook_deliveries_age").on(sql`(${table.createdAt} at time zone 'UTC')`).concurrently(),
    oneOf("webhook_deliveries_status", table.status, statesOf(deliveryTransitions)),
  ],
);
