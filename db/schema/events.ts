import { sql } from "drizzle-orm";
import { bigint, index, integer, json, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import type { EventType } from "@/lib/core/event-kinds";
import { modes } from "@/lib/core/modes";
import { oneOf } from "./checks";
import { bytes, createdAt, instant, mode } from "./columns";
import { merchants } from "./merchants";
import { pageIndex } from "./page-index";

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
    /**
     * What of the object is not in `packed`: values that only the database knew, all of it where nothing
     * is packed, as older versions stored it, or null.
     */
    object: json().$type<Record<string, unknown>>(),
    createdAt: createdAt(),
    /** The resource as the API shows it, at the time of the event: JSON, packed. */
    packed: bytes(),
  },
  (table) => [
    unique("events_sequence").on(table.resourceId, table.sequence),
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

/** Wake-ups for the job engine, written with the change and sent after it. The row's id is the event's. */
export const outbox = pgTable(
  "outbox",
  {
    id: bigint({ mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    data: jsonb().$type<Record<string, string | number | boolean | null>>().notNull(),
    createdAt: createdAt(),
    /** Whoever is sending the row may take until then. */
    claimedUntil: instant(),
    /** Only in rows that an older version sent: what is sent now is removed. */
    sentAt: instant(),
  },
  (table) => [index("outbox_unsent").on(table.id).where(sql`${table.sentAt} is null`)],
);
