import { sql } from "drizzle-orm";
import { bigint, date, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { type Currency, currencies } from "@/lib/core/amounts/money";
import { modes } from "@/lib/core/modes";
import { oneOf } from "./checks";
import { mode } from "./columns";
import { count, stripe, total } from "./counter-columns";

/** Final payments and charges by the day (UTC) on which they were first seen, before fees and refunds. */
export const dailyTakings = pgTable(
  "daily_takings",
  {
    merchantId: text().notNull(),
    mode: mode().notNull(),
    day: date().notNull(),
    currency: text().$type<Currency>().notNull(),
    stripe: stripe(),
    /** Smallest unit. */
    amount: total(),
    payments: count(),
    /** What the contracts kept of `amount`. */
    fees: total().default(sql`0`),
  },
  (table) => [
    primaryKey({
      columns: [table.merchantId, table.mode, table.day, table.currency, table.stripe],
    }),
    index("daily_takings_by_day").on(table.day).concurrently(),
    oneOf("daily_takings_mode", table.mode, modes),
    oneOf("daily_takings_currency", table.currency, currencies),
  ],
);

/**
 * The sums of `daily_takings` over all merchants. Triggers of that table keep them, in 64 stripes: merchants seldom wait
 * for each other.
 */
export const platformTakings = pgTable(
  "platform_takings",
  {
    mode: mode().notNull(),
    day: date().notNull(),
    currency: text().$type<Currency>().notNull(),
    stripe: stripe(),
    /** Smallest unit. */
    amount: total(),
    payments: count(),
    fees: total(),
  },
  (table) => [
    primaryKey({ columns: [table.mode, table.day, table.currency, table.stripe] }),
    oneOf("platform_takings_mode", table.mode, modes),
    oneOf("platform_takings_currency", table.currency, currencies),
  ],
);

/**
 * What moved through the contracts for a merchant in final blocks, by the day (UTC) of the block: the transactions that
 * are in the books.
 */
export const dailyMovements = pgTable(
  "daily_movements",
  {
    merchantId: text().notNull(),
    mode: mode().notNull(),
    day: date().notNull(),
    chainId: integer().notNull(),
    currency: text().$type<Currency>().notNull(),
    stripe: stripe(),
    movements: count(),
    /** Payments and charges before fees, smallest unit. */
    received: total(),
    fees: total(),
    refunds: total(),
    /** Null while none is counted. What left the books has all stripes set to a recount. */
    firstBlock: bigint({ mode: "bigint" }),
    lastBlock: bigint({ mode: "bigint" }),
  },
  (table) => [
    primaryKey({
      columns: [
        table.merchantId,
        table.mode,
        table.day,
        table.chainId,
        table.currency,
        table.stripe,
      ],
    }),
    oneOf("daily_movements_mode", table.mode, modes),
    oneOf("daily_movements_currency", table.currency, currencies),
  ],
);
