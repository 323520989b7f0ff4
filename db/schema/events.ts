import { sql } from "drizzle-orm";
import { bigint, index, integer, json, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import type { EventType } from "@/lib/core/event-kinds";
import { modes } from "@/lib/core/modes";
import { oneOf } from "./checks";
import { createdAt, instant, mode } from "./columns";
import { merchants } from "./merchants";

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
    apiVersion: text().notNull(),
    resourceType: text().notNull(),
    resourceId: text().notNull(),
    /** Rises by one per resource, so that a receiver can drop what is stale. */
    sequence: integer().notNull(),
    /** The resource as the API shows it, at the time of the event. */
    object: json().$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("events_sequence").on(table.resourceId, table.sequence),
    index("events_list").on(table.merchantId, table.mode, table.createdAt.desc(), table.id.desc()),
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
    sentAt: instant(),
  },
  (table) => [index("outbox_unsent").on(table.id).where(sql`${table.sentAt} is null`)],
);
