import { sql } from "drizzle-orm";
import { type AnyPgColumn, index } from "drizzle-orm/pg-core";

interface OwnedTable {
  merchantId: AnyPgColumn;
  mode: AnyPgColumn;
}

/** Index for case-insensitive prefix search in one merchant and mode; `beginsWith` queries it. */
export function prefixIndex(name: string, table: OwnedTable, column: AnyPgColumn) {
  const all = index(name)
    .on(table.merchantId, table.mode, sql`lower(${column}) text_pattern_ops`)
    .concurrently();
  return column.notNull ? all : all.where(sql`${column} is not null`);
}

/**
 * Rows by a hash of the chain's, by a Bloom filter for every 32 pages: it takes two bytes of a row where an entry of
 * its own takes twenty, and reads a thousandth of the pages that do not have it. Pages that are not summarised yet,
 * the newest few, are read whole.
 */
export function hashIndex(name: string, hash: AnyPgColumn) {
  return index(name)
    .using(
      "brin",
      sql`${hash} bytea_bloom_ops(n_distinct_per_range = 600, false_positive_rate = 0.001)`,
    )
    .with({ pages_per_range: 32, autosummarize: true })
    .concurrently();
}

/** Rows of all merchants by time: they lie nearly in the order in which they were made. */
export function timeIndex(name: string, { createdAt }: Record<"createdAt", AnyPgColumn>) {
  return index(name)
    .using("brin", createdAt)
    .with({ pages_per_range: 32, autosummarize: true })
    .concurrently();
}
