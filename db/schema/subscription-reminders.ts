import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { type PayerReminder, payerReminders } from "@/lib/core/mails/mail-kinds";
import { oneOf } from "./checks";
import { instant } from "./columns";
import { subscriptions } from "./subscriptions";

/** What the payers of live subscriptions are still to be reminded of: at most one row of a kind for each. */
export const subscriptionReminders = pgTable(
  "subscription_reminders",
  {
    subscriptionId: text()
      .notNull()
      .references(() => subscriptions.id),
    kind: text().$type<PayerReminder>().notNull(),
    /** The charge, or the end, that it is about. */
    about: instant().notNull(),
    /** When it is looked at next, by the time of the business. */
    remindAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subscriptionId, table.kind] }),
    index("subscription_reminders_due").on(table.remindAt),
    oneOf("subscription_reminders_kind", table.kind, payerReminders),
  ],
);
