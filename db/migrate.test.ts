import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { templateUrl } from "@/testing/template-url";
import { countPendingMigrations, migrate } from "./migrate";

/** The migrations of a later build: this one's, and one that makes and drops indexes of `customers`. */
const later = furtherMigration(
  `create index concurrently "customers_newest" on "customers" ("merchant_id", "mode", "created_at" desc);
--> statement-breakpoint
drop index concurrently if exists "customers_recent";`,
);
const template = await templateUrl();
const admin = postgres(template.replace(/\/[^/]*$/, "/postgres"), { max: 1 });
let db: postgres.Sql;
let url: string;
let count = 0;

/** A folder with this build's migrations and a further one. */
function furtherMigration(sql: string): string {
  const folder = mkdtempSync(join(tmpdir(), "stipend-migrations-"));
  cpSync("db/migrations", folder, { recursive: true });
  const file = join(folder, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8")) as { entries: object[] };
  const idx = journal.entries.length;
  journal.entries.push({ idx, version: "7", when: 9e12, tag: "further", breakpoints: true });
  writeFileSync(file, JSON.stringify(journal));
  writeFileSync(join(folder, "further.sql"), sql);
  return folder;
}

beforeEach(async () => {
  const name = `migrate_${process.pid}_${count}`;
  count += 1;
  const base = new URL(template).pathname.slice(1);
  await admin`create database ${admin(name)} template ${admin(base)}`;
  url = template.replace(/\/[^/]*$/, `/${name}`);
  db = postgres(url, { onnotice: () => {} });
});
afterEach(async () => {
  await db.end({ timeout: 5 });
});
afterAll(async () => {
  const left = await admin<{ datname: string }[]>`
    select datname from pg_database where datname like ${`migrate\\_${process.pid}\\_%`}`;
  for (const { datname } of left) await admin`drop database ${admin(datname)} with (force)`;
  await admin.end();
  rmSync(later, { recursive: true });
});

const addMerchant = (sql: postgres.Sql | postgres.TransactionSql, id: string) =>
  sql`insert into merchants (id, business_name) values (${id}, 'Aurora Coffee')`;
const addCustomer = (sql: postgres.Sql | postgres.TransactionSql, id: string, digit: string) =>
  sql`insert into customers (id, merchant_id, mode, wallet_address)
    values (${id}, 'mer_1', 'test', ${Buffer.from(digit.repeat(40), "hex")})`;

interface IndexState {
  name: string;
  valid: boolean;
}
const upgraded: IndexState[] = [{ name: "customers_newest", valid: true }];
const customerIndexes = () => db<IndexState[]>`
  select c.relname as name, i.indisvalid as valid
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where i.indrelid = 'customers'::regclass
    and c.relname in ('customers_recent', 'customers_newest')`;

test("an installation with data gets a further migration's indexes in place of the old ones", async () => {
  await addMerchant(db, "mer_1");
  await addCustomer(db, "cus_1", "1");
  expect(await customerIndexes()).toEqual([{ name: "customers_recent", valid: true }]);
  await migrate(url, later);
  expect(await customerIndexes()).toEqual(upgraded);
  expect(await db`select id from customers`).toEqual([{ id: "cus_1" }]);
});

test("pending migrations are counted, and nothing is written", async () => {
  expect(await countPendingMigrations(url)).toBe(0);
  expect(await countPendingMigrations(url, later)).toBe(1);
  const applied = await db`select created_at from drizzle.__drizzle_migrations`;
  await db`drop schema drizzle cascade`;
  expect(await countPendingMigrations(url, later)).toBe(applied.length + 1);
  expect(await db`select from pg_namespace where nspname = 'drizzle'`).toEqual([]);
});

test("a database of a newer build stops the start with what to do", async () => {
  await migrate(url, later);
  await expect(migrate(url)).rejects.toThrow(
    "belongs to a newer build than this one: start that build",
  );
});

test("a database of a build that cannot be upgraded from stops the start with what to do", async () => {
  await db`delete from drizzle.__drizzle_migrations`;
  await db`insert into drizzle.__drizzle_migrations (hash, created_at) values ('old', 1)`;
  await expect(migrate(url)).rejects.toThrow("set DATABASE_URL to an empty database");
});

test("writers go on while an index waits for an older transaction", async () => {
  await addMerchant(db, "mer_1");
  let commit = () => {};
  const held = new Promise<void>((resolve) => {
    commit = resolve;
  });
  const open = db.begin(async (tx) => {
    await addCustomer(tx, "cus_1", "1");
    await held;
  });
  await until(
    async () =>
      (
        await db`select from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`
      ).length > 0,
  );
  const migrated = migrate(url, later);
  await until(async () => (await waiting()) > 0);
  await db.begin(async (tx) => {
    await tx`set local lock_timeout = '5s'`;
    await addCustomer(tx, "cus_2", "2");
  });
  expect(await waiting()).toBe(1);
  commit();
  await open;
  await migrated;
  expect(await customerIndexes()).toEqual(upgraded);
});

test("processes that start together migrate once, and none dies of the other", async () => {
  await Promise.all([migrate(url, later), migrate(url, later), migrate(url, later)]);
  expect(await customerIndexes()).toEqual(upgraded);
  const [row] = await db<{ twice: number }[]>`
    select count(*)::int - count(distinct hash)::int as twice from drizzle.__drizzle_migrations`;
  expect(row?.twice).toBe(0);
});

test("an index that a killed process left half made is made again", async () => {
  await db`create index customers_newest on customers (id)`;
  await db`update pg_index set indisvalid = false where indexrelid = 'customers_newest'::regclass`;
  await migrate(url, later);
  expect(await customerIndexes()).toEqual(upgraded);
  const [row] = await db<{ definition: string }[]>`
    select pg_get_indexdef('customers_newest'::regclass) as definition`;
  expect(row?.definition).toContain("(merchant_id, mode, created_at DESC)");
});

test("a migration of indexes that was killed goes on where it stopped", async () => {
  await db`create index customers_newest on customers (merchant_id, mode, created_at desc)`;
  await migrate(url, later);
  expect(await customerIndexes()).toEqual(upgraded);
});

test("a migration that mixes concurrent statements with others is refused", async () => {
  const sql = readFileSync(join(later, "further.sql"), "utf8");
  const mixed = furtherMigration(`${sql}\n--> statement-breakpoint\nselect 1`);
  await expect(migrate(url, mixed)).rejects.toThrow("may do nothing else");
  rmSync(mixed, { recursive: true });
});

test("a change of a table that cannot have its lock lets others pass, and tries again", async () => {
  const changing = furtherMigration("alter table merchants add column wider text;");
  let migrating: Promise<void> | undefined;
  await db.begin(async (tx) => {
    await addMerchant(tx, "mer_1");
    migrating = migrate(url, changing);
    await until(async () => (await waitingFor("alter table")) > 0);
    // It waits behind the migration, which waits for this transaction.
    await db`select id from merchants`;
    await until(async () => (await waitingFor("alter table")) > 0);
  });
  await migrating;
  expect(await db`select wider from merchants`).toEqual([{ wider: null }]);
  rmSync(changing, { recursive: true });
}, 60_000);

async function waitingFor(text: string): Promise<number> {
  const rows = await db`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ilike ${`${text}%`}`;
  return rows.length;
}

/** Statements that make an index and wait for a lock. */
async function waiting(): Promise<number> {
  const rows = await db`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ilike '%create index%'`;
  return rows.length;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if (await condition()) return;
    await sleep(25);
  }
  throw new Error("it did not come to that");
}
