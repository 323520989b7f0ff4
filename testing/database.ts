import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { createDb, type Sql } from "@/db/client";
import { templateUrl } from "./template-url";

/** A migrated, empty database of its own. */
export interface TestDatabase {
  db: Sql;
  url: string;
  /** Closes `db` and deletes the database, whoever is still connected. */
  drop(): Promise<void>;
}

/**
 * Copies the run's migrated template (tens of milliseconds): one per test file, made in `beforeAll`.
 * @example
 * const database = await createTestDatabase();
 * afterAll(() => database.drop());
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const source = await templateUrl();
  const name = `test_${randomBytes(8).toString("hex")}`;
  const template = new URL(source).pathname.slice(1);
  await administer(source, (sql) => sql`create database ${sql(name)} template ${sql(template)}`);
  const url = withDatabase(source, name);
  const db = createDb(url, { applicationName: "stipend-test", work: "maintenance" });
  return {
    db,
    url,
    drop: async () => {
      await db.end({ timeout: 5 });
      await administer(source, (sql) => sql`drop database ${sql(name)} with (force)`);
    },
  };
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** A template is copied only while nobody is connected to it, so this connects to another database. */
async function administer(
  server: string,
  run: (sql: postgres.Sql) => PromiseLike<unknown>,
): Promise<void> {
  const client = postgres(withDatabase(server, "postgres"), { max: 1 });
  try {
    await run(client);
  } finally {
    await client.end();
  }
}
