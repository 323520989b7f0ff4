import { createReadStream, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Sql } from "@/db/client";
import type { Finding } from "./invariant";

/**
 * Looks for secrets in everything that the workers printed and in every row of the database.
 * @param secrets by what they are
 */
export async function findLeaks(
  db: Sql,
  logFolder: string,
  secrets: ReadonlyMap<string, string>,
): Promise<Finding> {
  const leaks = new Set<string>();
  const scan = (place: string, text: string) => {
    for (const [name, secret] of secrets) {
      if (secret !== "" && text.includes(secret)) leaks.add(`${name} in ${place}`);
    }
  };
  for (const name of readdirSync(logFolder).filter((file) => file.endsWith(".log"))) {
    const lines = createInterface({ input: createReadStream(join(logFolder, name)) });
    for await (const line of lines) scan(name, line);
  }
  const tables = await db<{ schema: string; name: string }[]>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`;
  for (const { schema, name } of tables) {
    const rows = await db<{ row: string }[]>`
      select t::text as row from ${db(schema)}.${db(name)} t`;
    for (const { row } of rows) scan(`table ${name}`, row);
  }
  return { name: "no secret is in a log or a row", violations: [...leaks] };
}
