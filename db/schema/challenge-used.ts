import { index, pgTable } from "drizzle-orm/pg-core";
import { widths } from "./checks";
import { bytes32, instant } from "./columns";

/** Solved bot challenges, kept until they expire: each is accepted once. */
export const challengeUsed = pgTable(
  "challenge_used",
  {
    id: bytes32().primaryKey(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    index("challenge_used_age").on(table.expiresAt, table.id),
    widths("challenge_used_id", 32, table.id),
  ],
);
