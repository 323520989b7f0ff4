import { sql } from "drizzle-orm";
import { type AnyPgColumn, check } from "drizzle-orm/pg-core";

/**
 * A constraint that columns hold as many bytes as the name says. Hex that is given to Postgres as text, and
 * is not decoded, would be stored as the bytes of its characters.
 */
export function widths(name: string, bytes: number, ...columns: readonly AnyPgColumn[]) {
  const conditions = columns.map((column) => sql`octet_length(${column}) = ${sql.raw(`${bytes}`)}`);
  return check(name, sql.join(conditions, sql` and `));
}

/** A constraint that a text column holds one of `values`. */
export function oneOf(name: string, column: AnyPgColumn, values: readonly string[]) {
  const list = values.map((value) => `'${value}'`).join(", ");
  return check(name, sql`${column} in (${sql.raw(list)})`);
}
