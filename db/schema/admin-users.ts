import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { type AdminRole, adminRoles, adminStatuses } from "@/lib/core/identity/admin-roles";
import { oneOf } from "./checks";
import { businessInstant, createdAt, instant } from "./columns";

/** A person who runs the platform. Without a provider and subject the invitation was not taken yet. */
export const adminUsers = pgTable(
  "admin_users",
  {
    id: text().primaryKey(),
    email: text().notNull(),
    name: text(),
    role: text().$type<AdminRole>().notNull(),
    status: text().$type<(typeof adminStatuses)[number]>().notNull().default("active"),
    provider: text(),
    subject: text(),
    createdAt: createdAt(),
    updatedAt: businessInstant(),
  },
  (table) => [
    uniqueIndex("admin_users_email").on(sql`lower(${table.email})`),
    unique("admin_users_identity").on(table.provider, table.subject),
    oneOf("admin_users_role", table.role, adminRoles),
    oneOf("admin_users_status", table.status, adminStatuses),
  ],
);

/**
 * Sign-in sessions by which admin users have called. By the machine's time: signing in is no business of a simulated
 * clock.
 */
export const adminSessions = pgTable(
  "admin_sessions",
  {
    adminId: text()
      .notNull()
      .references(() => adminUsers.id),
    /** As the identity provider names it. */
    sessionId: text().notNull(),
    /** When its person had last authenticated as it was first seen. */
    startedAt: instant().notNull(),
    /** At most a minute old. */
    lastCallAt: instant().notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.adminId, table.sessionId] }),
    index("admin_sessions_age").on(table.lastCallAt),
  ],
);
