import { sql } from "drizzle-orm";
import { pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { oneOf } from "./checks";
import { instant } from "./columns";

export const identityUserStatuses = ["active", "disabled"] as const;

/**
 * The accounts of our own identity provider. Each owner has proved that they read mail at the address. Times are
 * machine time, as in all of identity: a simulated clock does not affect sign-in.
 */
export const identityUsers = pgTable(
  "identity_users",
  {
    id: text().primaryKey(),
    /** As it was typed; compared without regard to case. */
    email: text().notNull(),
    emailVerifiedAt: instant().notNull().default(sql`now()`),
    /** argon2id in the PHC format; null when the user signs in by codes alone. */
    passwordHash: text(),
    /** When it was last set by a code of a mail: for a day nothing is changed then that moves money. */
    passwordResetAt: instant(),
    status: text().$type<(typeof identityUserStatuses)[number]>().notNull().default("active"),
    createdAt: instant().notNull().default(sql`now()`),
    updatedAt: instant().notNull().default(sql`now()`),
  },
  (table) => [
    uniqueIndex("identity_users_email").on(sql`lower(${table.email})`),
    oneOf("identity_users_status", table.status, identityUserStatuses),
  ],
);
