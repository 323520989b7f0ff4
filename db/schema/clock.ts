import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/**
 * What the time of the business is ahead of real time, negative where it is behind: one row, which `clock_now()` reads on a database whose
 * chains are all local.
 */
export const businessClock = pgTable(
  "business_clock",
  {
    id: boolean().primaryKey().default(true),
    aheadMs: bigint({ mode: "bigint" }).notNull().default(sql`0`),
    /** Process that is moving the clock, and the end of its lease in real time; then other processes may. */
    leaseOwner: text(),
    leaseUntil: instant(),
    /** Where it was to be moved last, by the time of the business. */
    target: instant(),
    /** When that target was first asked for, by the time of the business, and the stops since. */
    askedAt: instant(),
    stops: integer().notNull().default(0),
  },
  (table) => [check("business_clock_one_row", sql`${table.id}`)],
);

/**
 * By how much each call has moved the time of the business: `seconds_waited` leaves these times out. Kept for ever: a
 * row for each call that moves the clock, where all chains are local.
 */
export const clockMoves = pgTable(
  "clock_moves",
  {
    /** The call's lease of the clock. */
    id: text().primaryKey(),
    /** By the time of the business. */
    fromAt: instant().notNull(),
    untilAt: instant().notNull(),
  },
  (table) => [index("clock_moves_until").on(table.untilAt)],
);
