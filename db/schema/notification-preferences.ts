import { boolean, foreignKey, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { NotificationKind } from "@/lib/core/insight/notification-kinds";
import { memberships } from "./users";

/** What members have chosen about notifications of their merchant, in both modes. They go with the membership. */
export const notificationPreferences = pgTable(
  "notification_preferences",
  {
    merchantId: text().notNull(),
    userId: text().notNull(),
    kind: text().$type<NotificationKind>().notNull(),
    /** Null: as by default. */
    bell: boolean(),
    /** Null: as by default, and where `merchants.email_prefs` has it. */
    mail: boolean(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.userId, table.kind] }),
    foreignKey({
      name: "notification_preferences_membership",
      columns: [table.userId, table.merchantId],
      foreignColumns: [memberships.userId, memberships.merchantId],
    }).onDelete("cascade"),
  ],
);
