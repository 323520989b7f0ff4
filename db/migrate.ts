import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as applyMigrations } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";

/** Any constant will do, as long as every migrating process takes the same lock. */
const MIGRATION_LOCK = 7_245_001;

/**
 * Applies the committed migrations to the database at `url`.
 * Holds an advisory lock, so that processes that start together migrate one after the other.
 */
export async function migrate(url: string, migrationsFolder = "db/migrations"): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await client`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await applyMigrations(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}
