import { sql } from "drizzle-orm";
import { bigint, boolean, check, pgTable, text } from "drizzle-orm/pg-core";
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
  },
  (table) => [check("business_clock_one_row", sql`${table.id}`)],
);
