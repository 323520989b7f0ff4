import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";
import { subscriptions } from "./subscriptions";

/**
 * Pauses of subscriptions that are over; one that goes on is the subscription's `paused_at`. A charge is judged by its
 * block's time, which may lie in a pause that has ended since.
 */
export const subscriptionPauses = pgTable(
  "subscription_pauses",
  {
    subscriptionId: text()
      .notNull()
      .references(() => subscriptions.id),
    pausedAt: instant().notNull(),
    resumedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subscriptionId, table.pausedAt] }),
    index("subscription_pauses_resumed").on(table.resumedAt, table.subscriptionId),
  ],
);
