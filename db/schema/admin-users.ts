import { sql } from "drizzle-orm";
import { pgTable, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { type AdminRole, adminRoles, adminStatuses } from "@/lib/core/identity/admin-roles";
import { oneOf } from "./checks";
import { businessInstant, createdAt } from "./columns";

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
