import { sql } from "drizzle-orm";
import { index, pgTable, text } from "drizzle-orm/pg-core";
import { widths } from "./checks";
import { bytes32, instant } from "./columns";
import { identityUsers } from "./identity-users";

/** Between the first factor of a sign-in and the second: who has proved the first holds a ticket. */
export const identityTickets = pgTable(
  "identity_tickets",
  {
    /** SHA-256 of the ticket. */
    tokenHash: bytes32().primaryKey(),
    userId: text()
      .notNull()
      .references(() => identityUsers.id),
    /** How the first factor was proved (RFC 8176). */
    amr: text().array().notNull(),
    createdAt: instant().notNull().default(sql`now()`),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [
    index("identity_tickets_age").on(table.expiresAt, table.tokenHash),
    index("identity_tickets_of_user").on(table.userId),
    widths("identity_tickets_hash", 32, table.tokenHash),
  ],
);
