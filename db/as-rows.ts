/**
 * Rows as the JSON text that `json_to_recordset` turns back into a table: one parameter for any number
 * of rows. Bigints become digits, which `numeric` and `bigint` columns read; Dates become ISO 8601.
 * @example
 * tx`insert into t (id, amount)
 *   select id, amount from json_to_recordset(${asRows(rows)}::text::json) as x(id text, amount numeric)`
 */
export function asRows(rows: readonly object[]): string {
  return JSON.stringify(rows.map(withDigits));
}

/** A replacer would do the same, five times as slowly. */
function withDigits(row: object): object {
  let copy: Record<string, unknown> | undefined;
  for (const [name, value] of Object.entries(row)) {
    if (typeof value !== "bigint") continue;
    copy ??= { ...row };
    copy[name] = value.toString();
  }
  return copy ?? row;
}
