import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { EventKind } from "@/lib/core/event-kinds";
import { modes } from "@/lib/core/modes";
import {
  type DeliveryStatus,
  type DispatchState,
  deliveryTransitions,
  dispatchTransitions,
  statesOf,
} from "@/lib/core/states";
import { oneOf } from "./checks";
import { createdAt, instant, mode } from "./columns";
import { events } from "./events";
import { merchants } from "./merchants";

export const endpointDisabledReasons = ["user", "gone_410", "failing"] as const;

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
    events: text().array().$type<EventKind[]>().notNull(),
    description: text(),
    apiVersion: text().notNull(),
    /** Sealed with AES-256-GCM; the endpoint's id is the associated data. */
    secretSealed: text().notNull(),
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
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    index().on(table.merchantId, table.mode),
    oneOf("webhook_endpoints_mode", table.mode, modes),
    oneOf("webhook_endpoints_status", table.status, ["enabled", "disabled"]),
  ],
);

/**
 * An event on its way to an endpoint: schedule, lease and fence. Its attempts are the deliveries.
 * A replay is a dispatch of its own, with a single attempt.
 */
export const webhookDispatches = pgTable(
  "webhook_dispatches",
  {
    id: text().primaryKey(),
    merchantId: text().notNull(),
    mode: mode().notNull(),
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
    /** When it may be claimed: as scheduled, or, while it is being sent, once that lease has run out. */
    nextAttemptAt: instant().notNull().defaultNow(),
    /** Rises with each claim: only the last claimer may write the outcome. */
    fence: bigint({ mode: "bigint" }).notNull().default(sql`0`),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("webhook_dispatches_pair")
      .on(table.eventId, table.endpointId)
      .where(sql`not ${table.isReplay}`),
    index("webhook_dispatches_due")
      .on(table.endpointId, table.nextAttemptAt)
      .where(sql`${table.state} in ('pending', 'sending')`),
    index("webhook_dispatches_next")
      .on(table.nextAttemptAt)
      .where(sql`${table.state} in ('pending', 'sending')`),
    index("webhook_dispatches_sending").on(table.endpointId).where(sql`${table.state} = 'sending'`),
    oneOf("webhook_dispatches_state", table.state, statesOf(dispatchTransitions)),
  ],
);

/** One attempt, with what came back. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: text().primaryKey(),
    merchantId: text().notNull(),
    mode: mode().notNull(),
    dispatchId: text()
      .notNull()
      .references(() => webhookDispatches.id),
    eventId: text().notNull(),
    endpointId: text().notNull(),
    attempt: integer().notNull(),
    isReplay: boolean().notNull().default(false),
    status: text().$type<DeliveryStatus>().notNull().default("pending"),
    responseCode: integer(),
    /** The first 16 kB. */
    responseBody: text(),
    error: text(),
    durationMs: integer(),
    /** The bytes that were signed and sent. */
    requestBody: text(),
    /** Of a delivery that waits: when it is sent. Of one that failed: when the next one is. */
    nextAttemptAt: instant(),
    startedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("webhook_deliveries_attempt").on(table.dispatchId, table.attempt),
    index("webhook_deliveries_list").on(
      table.merchantId,
      table.mode,
      table.createdAt.desc(),
      table.id.desc(),
    ),
    index("webhook_deliveries_endpoint").on(
      table.endpointId,
      table.createdAt.desc(),
      table.id.desc(),
    ),
    index().on(table.eventId),
    oneOf("webhook_deliveries_status", table.status, statesOf(deliveryTransitions)),
  ],
);
