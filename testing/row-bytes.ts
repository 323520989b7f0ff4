import type { Sql } from "@/db/client";

/** The pointer to a row or an entry on its page. */
const POINTER_BYTES = 4;
/** What an index's entry begins with. */
const ENTRY_HEADER_BYTES = 8;
/** What `row(…)` begins with, as a stored row does. */
const ROW_HEADER_BYTES = 24;
/** A hash's entry: a header and four bytes. */
const HASH_ENTRY_BYTES = 16;
/** What a row adds to a Bloom filter that is wrong once in a thousand times, with its share of the range's entry. */
const BLOOM_ROW_BYTES = 3;

const aligned = (bytes: number) => Math.ceil(bytes / 8) * 8;

interface Index {
  name: string;
  method: string;
  columns: string[];
  predicate: string | null;
}

/**
 * The bytes that a table's rows and the entries of its indexes take, by part, without what pages leave free and
 * without what equal entries share: so it is the same each time, and larger than on disk.
 */
export async function rowBytes(db: Sql, table: string): Promise<Map<string, number>> {
  const parts = new Map<string, number>();
  const sizes = await db.unsafe<{ bytes: number }[]>(
    `select pg_column_size(t.*)::int as bytes from ${table} t`,
  );
  parts.set(
    table,
    sizes.reduce((sum, { bytes }) => sum + aligned(bytes) + POINTER_BYTES, 0),
  );
  const indexes = await db<Index[]>`
    select c.relname as name, a.amname as method, pg_get_expr(x.indpred, x.indrelid) as predicate,
      array(select pg_get_indexdef(x.indexrelid, n, true) from generate_series(1, x.indnatts) n) as columns
    from pg_index x join pg_class c on c.oid = x.indexrelid join pg_am a on a.oid = c.relam
    where x.indrelid = ${table}::regclass`;
  for (const index of indexes) parts.set(index.name, await entryBytes(db, table, index));
  return parts;
}

async function entryBytes(db: Sql, table: string, index: Index): Promise<number> {
  const { method, columns, predicate } = index;
  if (method === "brin") {
    const [row] = await db.unsafe<{ rows: number }[]>(
      `select count(*)::int as rows from ${table} where ${predicate ?? "true"}`,
    );
    return (row?.rows ?? 0) * BLOOM_ROW_BYTES;
  }
  const entries = await db.unsafe<{ bytes: number }[]>(
    `select pg_column_size(row(${columns.join(", ")}))::int as bytes from ${table}
     where ${predicate ?? "true"}`,
  );
  const sizeOf = (bytes: number) =>
    method === "hash" ? HASH_ENTRY_BYTES : ENTRY_HEADER_BYTES + aligned(bytes - ROW_HEADER_BYTES);
  return entries.reduce((sum, { bytes }) => sum + POINTER_BYTES + sizeOf(bytes), 0);
}
