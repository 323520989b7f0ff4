import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { audiences, deliveryStates } from "@/lib/core/operations/broadcast-kinds";
import { adminUsers } from "./admin-users";
import { oneOf } from "./checks";
import { createdAt, instant } from "./columns";
import { merchants } from "./merchants";

/** Messages of admin users to merchants. */
export const broadcasts = pgTable(
  "broadcasts",
  {
    id: text().primaryKey(),
    title: text().notNull(),
    /** Plain text. */
    body: text().notNull(),
    audience: text().$type<(typeof audiences)[number]>().notNull(),
    /** Of the audience `merchant` alone. */
    merchantId: text().references(() => merchants.id),
    createdBy: text()
      .notNull()
      .references(() => adminUsers.id),
    createdAt: createdAt(),
    /** The merchants up to this id have theirs; a job goes on behind it. */
    reachedId: text().notNull().default(""),
    /** When every merchant had theirs. */
    sentAt: instant(),
    recipients: integer().notNull().default(0),
    /** Mails that a server has taken, and those that none will take. */
    delivered: integer().notNull().default(0),
    failed: integer().notNull().default(0),
  },
  (table) => [
    index("broadcasts_recent").on(table.createdAt, table.id),
    index("broadcasts_unsent").on(table.createdAt).where(sql`${table.sentAt} is null`),
    oneOf("broadcasts_audience", table.audience, audiences),
    check(
      "broadcasts_merchant",
      sql`(${table.merchantId} is not null) = (${table.audience} = 'merchant')`,
    ),
  ],
);

/** Which merchants a broadcast has reached: each is a notification of the merchant, and has one mail. */
export const broadcastDeliveries = pgTable(
  "broadcast_deliveries",
  {
    broadcastId: text()
      .notNull()
      .references(() => broadcasts.id),
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    /** Of its mail. */
    state: text().$type<(typeof deliveryStates)[number]>().notNull().default("queued"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.broadcastId, table.merchantId] }),
    index("broadcast_deliveries_of_merchant").on(table.merchantId, table.createdAt),
    oneOf("broadcast_deliveries_state", table.state, deliveryStates),
  ],
);
