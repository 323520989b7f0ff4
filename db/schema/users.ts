import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { membershipRoles } from "@/lib/core/merchants/merchant-states";
import { oneOf } from "./checks";
import { createdAt } from "./columns";
import { merchants } from "./merchants";

export const userStatuses = ["active", "disabled"] as const;

/** A person who signs in to the dashboard, as an identity provider names them. */
export const users = pgTable(
  "users",
  {
    id: text().primaryKey(),
    provider: text().notNull(),
    subject: text().notNull(),
    status: text().$type<(typeof userStatuses)[number]>().notNull().default("active"),
    createdAt: createdAt(),
  },
  (table) => [
    unique("users_identity").on(table.provider, table.subject),
    oneOf("users_status", table.status, userStatuses),
  ],
);

/** Which merchants a user belongs to. The default one is meant where a request names none. */
export const memberships = pgTable(
  "memberships",
  {
    userId: text()
      .notNull()
      .references(() => users.id),
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    role: text().$type<(typeof membershipRoles)[number]>().notNull().default("owner"),
    isDefault: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.merchantId] }),
    uniqueIndex("memberships_default").on(table.userId).where(sql`${table.isDefault}`),
    index("memberships_of_merchant").on(table.merchantId),
    oneOf("memberships_role", table.role, membershipRoles),
  ],
);
