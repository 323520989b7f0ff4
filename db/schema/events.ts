import { sql } from "drizzle-orm";
import {
  bigint,
  index,
  integer,
  json,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { modes } from "@/lib/core/modes";
import type { JsonObject } from "@/lib/core/text/json";
import type { EventType } from "@/lib/core/webhooks/event-kinds";
import { oneOf } from "./checks";
import { createdAt, instant, mode } from "./columns";
import { merchants } from "./merchants";
import { pageIndex } from "./page-index";

/** Numbers events in the order in which they are written, which is not the order in which they commit. */
export const eventArrivals = pgSequence("event_arrivals");

/** What happened, as it is told to webhook endpoints. Written in the transaction of the change. */
export const events = pgTable(
  "events",
  {
    id: text().primaryKey(),
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    type: text().$type<EventType>().notNull(),
    /** Null for the first version. */
    apiVersion: text(),
    /** Null for a payment session. */
    resourceType: text(),
    resourceId: text().notNull(),
    /** Rises by one per resource, so that a receiver can drop what is stale. */
    sequence: integer().notNull(),
    /** The resource as the API shows it, at the time of the event. Not jsonb: its keys keep their order. */
    object: json().$type<JsonObject>().notNull(),
    createdAt: createdAt(),
    /**
     * Taken while the event is written. The writer of a resource's next event sees this one committed, so arrivals rise
     * within a resource. Null once the event has its position.
     */
    arrival: bigint({ mode: "bigint" }).default(sql`nextval('event_arrivals')`),
    /** 1, 2, 3, … without gap per merchant and mode. Given soon after the event has committed, and kept. */
    position: bigint({ mode: "bigint" }),
  },
  (table) => [
    // By hashes of 64 bits, in a third of the room: what they lead to is compared.
    uniqueIndex("events_by_resource")
      .on(sql`event_resource(${table.resourceId})`, table.sequence)
      .concurrently(),
    uniqueIndex("events_by_position")
      .on(sql`event_stream(${table.merchantId}, ${table.mode})`, table.position)
      .where(sql`${table.position} is not null`)
      .concurrently(),
    // An expression: no other index has this order, so the planner's row estimate does not matter.
    index("events_unnumbered")
      .on(sql`(${table.merchantId} || ' ' || ${table.mode})`, table.arrival)
      .where(sql`${table.position} is null`)
      .concurrently(),
    pageIndex("events_recent", table),
    pageIndex("events_recent_by_type", table, table.type),
    // Nearly every resource is a session with three events: what has more is little, and else hard to find.
    index("events_newest_after_third")
      .on(table.merchantId, table.mode, table.createdAt, table.id, table.sequence)
      .where(sql`${table.sequence} > 3`)
      .concurrently(),
    // An expression: from an index of the column itself the planner would read merchants' lists too.
    index("events_age").on(sql`(${table.createdAt} at time zone 'UTC')`).concurrently(),
    oneOf("events_mode", table.mode, modes),
  ],
);

/** The last position that was given, per merchant and mode. */
export const eventCounters = pgTable(
  "event_counters",
  {
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    lastPosition: bigint({ mode: "bigint" }).notNull(),
  },
  (table) => [
    primaryKey({ name: "event_counters_pk", columns: [table.merchantId, table.mode] }),
    oneOf("event_counters_mode", table.mode, modes),
  ],
);

/** The highest position whose event retention has removed: behind it no event is missing. */
export const eventHorizons = pgTable(
  "event_horizons",
  {
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    removedPosition: bigint({ mode: "bigint" }).notNull(),
  },
  (table) => [
    primaryKey({ name: "event_horizons_pk", columns: [table.merchantId, table.mode] }),
    oneOf("event_horizons_mode", table.mode, modes),
  ],
);

/** The event streams that are open, of all processes: one that is not renewed is over. */
export const eventStreams = pgTable(
  "event_streams",
  {
    id: text().primaryKey(),
    /** The key or the person that reads it. */
    caller: text().notNull(),
    /** Null only for what a process of an earlier version has opened. */
    merchantId: text(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    index("event_streams_by_caller").on(table.caller),
    index("event_streams_by_merchant").on(table.merchantId),
  ],
);

/** Wake-ups for the job engine, written with the change and sent after it. The row's id is the event's. */
export const outbox = pgTable(
  "outbox",
  {
    id: bigint({ mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    data: jsonb().$type<Record<string, string | number | boolean | null>>().notNull(),
    /** In real time: how long it has waited to be sent. */
    createdAt: instant().notNull().defaultNow(),
    /** The process that is sending the row may take until then. */
    claimedUntil: instant(),
    /** When the job engine took it, in real time: removed once a heartbeat that was sent later has run. */
    sentAt: instant(),
  },
  (table) => [index("outbox_unsent").on(table.id).where(sql`${table.sentAt} is null`)],
);
