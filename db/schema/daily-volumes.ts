import { bigint, date, index, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { type Currency, currencies } from "@/lib/core/amounts/money";
import { modes } from "@/lib/core/modes";
import { oneOf } from "./checks";
import { instant, mode, uint256 } from "./columns";

/**
 * What a merchant took on a day (UTC) that is over: counted once, at the first query, and not again. A day on
 * which nothing was taken has rows too.
 */
export const dailyVolumes = pgTable(
  "daily_volumes",
  {
    id: bigint({ mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
    merchantId: text().notNull(),
    mode: mode().notNull(),
    day: date().notNull(),
    currency: text().$type<Currency>().notNull(),
    /** Payments and charges that are final, smallest unit, before fees and refunds. */
    amount: uint256().notNull(),
    payments: integer().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    unique("daily_volumes_of_day").on(table.merchantId, table.mode, table.day, table.currency),
    index("daily_volumes_expiry").on(table.expiresAt, table.id),
    oneOf("daily_volumes_mode", table.mode, modes),
    oneOf("daily_volumes_currency", table.currency, currencies),
  ],
);
