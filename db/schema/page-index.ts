import { type AnyPgColumn, index } from "drizzle-orm/pg-core";

interface ListedTable {
  merchantId: AnyPgColumn;
  mode: AnyPgColumn;
  createdAt: AnyPgColumn;
}

/**
 * The index of a merchant's list, newest first, under equality of the filters given. It is ascending and
 * read from its end: that is exactly the order `created_at desc`, which a descending index of this schema
 * is not (it is made with `nulls last`), and new rows fill its pages from left to right. The ids are left
 * out: they are random, and would be most of it. Rows that share a moment are sorted when they are read,
 * and take next to no room here.
 * No condition is left to check on rows, so the planner takes it regardless of the statistics.
 */
export function pageIndex(name: string, table: ListedTable, ...filters: readonly AnyPgColumn[]) {
  return index(name)
    .on(table.merchantId, table.mode, ...filters, table.createdAt)
    .concurrently();
}
