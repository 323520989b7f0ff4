import { sql } from "drizzle-orm";
import { index, integer, pgTable } from "drizzle-orm/pg-core";
import { widths } from "./checks";
import { bytes32, instant } from "./columns";

/** Tries that are counted against an account, whether it exists or not. */
export const identityThrottles = pgTable(
  "identity_throttles",
  {
    /** HMAC-SHA256 under the server's pepper, of what is counted and for whom. */
    key: bytes32().primaryKey(),
    tries: integer().notNull().default(1),
    /** When counting began, or from when on nothing more is taken. */
    since: instant().notNull().default(sql`now()`),
    /** When the row says nothing any more. */
    expiresAt: instant().notNull(),
  },
  (table) => [
    index("identity_throttles_age").on(table.expiresAt, table.key),
    widths("identity_throttles_key", 32, table.key),
  ],
);
