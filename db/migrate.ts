import { setTimeout as sleep } from "node:timers/promises";
import { readMigrationFiles } from "drizzle-orm/migrator";
import postgres from "postgres";
import { sessionSettings } from "./work-limits";

/** Any constant will do, as long as every migrating process takes the same lock. */
const MIGRATION_LOCK = 7_245_001;
const LOCK_RETRY_MS = 100;
/**
 * How long a change of a table waits for a lock that requests hold. All who want the table meanwhile
 * wait behind it, so then it lets them pass and tries again.
 */
const TABLE_LOCK_MS = 5_000;
const CONNECT_SECONDS = 10;
/** One that is suspended loses its locks after so long. */
const IDLE_MS = 60_000;
/** Building the indexes of a large installation is what may take so long. */
const LOCK_WAIT_MS = 3_600_000;

const FOLDER = "db/migrations";

type Migration = ReturnType<typeof readMigrationFiles>[number];

/**
 * Applies the committed migrations to the database at `url`, each in a transaction. One that only makes
 * and drops indexes `concurrently` runs outside of any, while others read and write, and goes on where it
 * stopped when it is run again. One process migrates at a time; the others wait.
 * @throws Error when another process has been migrating for an hour, or the database is not one that this
 *   build can upgrade
 */
export async function migrate(url: string, migrationsFolder = FOLDER): Promise<void> {
  const client = connect(url);
  try {
    await takeLock(client);
    const migrations = readMigrationFiles({ migrationsFolder });
    await makeTable(client);
    const applied = await appliedTimes(client);
    requireKnown(applied, migrations);
    for (const migration of migrations) {
      if (applied.has(migration.folderMillis)) continue;
      if (isConcurrent(migration)) await applyConcurrently(client, migration);
      else await applyWithRetries(client, migration);
    }
  } finally {
    await client.end({ timeout: 5 });
  }
}

/**
 * How many migrations `migrate` would apply. Writes nothing.
 * @throws Error when the database is not one that this build can upgrade
 */
export async function countPendingMigrations(
  url: string,
  migrationsFolder = FOLDER,
): Promise<number> {
  const client = connect(url);
  try {
    const migrations = readMigrationFiles({ migrationsFolder });
    const [table] = await client<{ isThere: boolean }[]>`
      select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`;
    const applied = table?.isThere ? await appliedTimes(client) : new Set<number>();
    requireKnown(applied, migrations);
    return migrations.filter(({ folderMillis }) => !applied.has(folderMillis)).length;
  } finally {
    await client.end({ timeout: 5 });
  }
}

function connect(url: string): postgres.Sql {
  return postgres(url, {
    max: 1,
    onnotice: () => {},
    connect_timeout: CONNECT_SECONDS,
    connection: {
      ...sessionSettings({ statementMs: 0, lockMs: 0, idleInTransactionMs: IDLE_MS }),
      idle_session_timeout: IDLE_MS,
    },
  });
}

/**
 * Asks for the lock again and again: a statement that waited for it would hold a snapshot, and an index
 * that is made concurrently by the lock's holder waits for every snapshot to end.
 */
async function takeLock(client: postgres.Sql): Promise<void> {
  const giveUpAt = Date.now() + LOCK_WAIT_MS;
  for (;;) {
    const [row] = await client<{ locked: boolean }[]>`
      select pg_try_advisory_lock(${MIGRATION_LOCK}) as locked`;
    if (row?.locked) return;
    if (Date.now() > giveUpAt) throw new Error("Another process has been migrating for an hour");
    await sleep(LOCK_RETRY_MS);
  }
}

/** Makes the table of the migrations that were applied, where it is missing. */
async function makeTable(client: postgres.Sql): Promise<void> {
  await client`create schema if not exists drizzle`;
  await client`
    create table if not exists drizzle.__drizzle_migrations (
      id serial primary key, hash text not null, created_at bigint
    )`;
}

/** The time stamps of the migrations that were applied. */
async function appliedTimes(client: postgres.Sql): Promise<Set<number>> {
  const rows = await client<{ at: number }[]>`
    select created_at::float8 as at from drizzle.__drizzle_migrations`;
  return new Set(rows.map(({ at }) => at));
}

/** @throws Error when the database has migrations that this build does not */
function requireKnown(applied: ReadonlySet<number>, migrations: readonly Migration[]): void {
  const times = migrations.map(({ folderMillis }) => folderMillis);
  const unknown = [...applied].filter((at) => !times.includes(at));
  if (unknown.length === 0) return;
  throw new Error(
    unknown.some((at) => at > Math.max(...times))
      ? "The database belongs to a newer build than this one: start that build, or restore a backup from before its upgrade."
      : "The database belongs to a build that is too old to be upgraded from: set DATABASE_URL to an empty database, or start that build.",
  );
}

async function applyWithRetries(client: postgres.Sql, migration: Migration): Promise<void> {
  const giveUpAt = Date.now() + LOCK_WAIT_MS;
  for (;;) {
    try {
      return await client.begin((tx) => apply(tx, migration));
    } catch (error) {
      const isLocked = error instanceof postgres.PostgresError && error.code === "55P03";
      if (!isLocked || Date.now() > giveUpAt) throw error;
      await sleep(LOCK_RETRY_MS);
    }
  }
}

async function apply(tx: postgres.TransactionSql, migration: Migration): Promise<void> {
  await tx`select set_config('lock_timeout', ${`${TABLE_LOCK_MS}ms`}, true)`;
  for (const statement of migration.sql) await tx.unsafe(statement);
  await record(tx, migration);
}

function record(client: postgres.Sql | postgres.TransactionSql, migration: Migration) {
  return client`
    insert into drizzle.__drizzle_migrations (hash, created_at)
    values (${migration.hash}, ${migration.folderMillis})`;
}

const concurrently =
  /^\s*(?:--.*\n)*\s*(create|drop)\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+(?:not\s+)?exists\s+)?"(\w+)"/i;

function isConcurrent({ sql }: Migration): boolean {
  const count = sql.filter((statement) => concurrently.test(statement)).length;
  if (count > 0 && count < sql.length) {
    throw new Error("A migration that makes indexes concurrently may do nothing else");
  }
  return count > 0;
}

async function applyConcurrently(client: postgres.Sql, migration: Migration): Promise<void> {
  for (const statement of migration.sql) {
    const [, action, name = ""] = concurrently.exec(statement) ?? [];
    const isWanted = action?.toLowerCase() === "create";
    if ((await isThere(client, name)) !== isWanted) await client.unsafe(statement);
  }
  await record(client, migration);
}

/**
 * Whether the index exists. Drops an invalid index that an interrupted build left behind: it slows writes, serves no
 * query and occupies the name.
 */
async function isThere(client: postgres.Sql, name: string): Promise<boolean> {
  const [index] = await client<{ valid: boolean }[]>`
    select i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relname = ${name} and pg_table_is_visible(c.oid)`;
  if (index && !index.valid) await client`drop index concurrently ${client(name)}`;
  return index?.valid ?? false;
}
