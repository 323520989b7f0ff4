import { sql } from "drizzle-orm";
import { type AnyPgColumn, index } from "drizzle-orm/pg-core";
import { bookedCondition } from "@/db/booked-condition";

export type BookedColumn = "merchantId" | "mode" | "chainId" | "blockNumber" | "blockTimestamp";

/** Transactions that are in the books: a merchant's by the time of their block, and all by their block. */
export const bookedIndexes = (table: Record<BookedColumn, AnyPgColumn>) => [
  index("transactions_booked")
    .on(table.merchantId, table.mode, table.blockTimestamp)
    .where(sql.raw(bookedCondition))
    .concurrently(),
  index("transactions_booked_by_block")
    .on(table.chainId, table.blockNumber)
    .where(sql.raw(bookedCondition))
    .concurrently(),
];
