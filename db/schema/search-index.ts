import { sql } from "drizzle-orm";
import { type AnyPgColumn, index } from "drizzle-orm/pg-core";

interface OwnedTable {
  merchantId: AnyPgColumn;
  mode: AnyPgColumn;
}

/** What of a merchant's and mode's begins with a text, whatever its capitals; `beginsWith` asks it. */
export function prefixIndex(name: string, table: OwnedTable, column: AnyPgColumn) {
  const all = index(name)
    .on(table.merchantId, table.mode, sql`lower(${column}) text_pattern_ops`)
    .concurrently();
  return column.notNull ? all : all.where(sql`${column} is not null`);
}

/** What of a merchant's and mode's is over an amount, newest first; by a hash of 64 bits, as `isOverAmount` asks it. */
export function amountIndex(
  name: string,
  table: OwnedTable & { createdAt: AnyPgColumn },
  amount: AnyPgColumn,
) {
  return index(name)
    .on(sql`amount_key(${table.merchantId}, ${table.mode}, ${amount})`, table.createdAt)
    .concurrently();
}
