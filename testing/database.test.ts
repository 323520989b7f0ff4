import { afterAll, beforeAll, expect, test } from "vitest";
import { createDb } from "@/db/client";
import { createTestDatabase, type TestDatabase } from "./database";

let first: TestDatabase;
let second: TestDatabase;

beforeAll(async () => {
  [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});

afterAll(async () => {
  await Promise.all([first?.drop(), second?.drop()]);
});

test("every test database has the migrated tables", async () => {
  const tables = await first.db<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public'`;
  expect(tables.map((table) => table.name)).toContain("payment_sessions");
});

test("what one test file writes is invisible to another", async () => {
  await first.db`create table only_here (id int)`;
  const [row] = await second.db<
    { found: string | null }[]
  >`select to_regclass('only_here') as found`;
  expect(row?.found).toBeNull();
});

test("a dropped database is gone although somebody is still connected to it", async () => {
  const dropped = await createTestDatabase();
  const name = new URL(dropped.url).pathname.slice(1);
  const other = createDb(dropped.url, { max: 1 });
  await other`select 1`;
  await dropped.drop();
  await other.end();
  const rows = await first.db`select from pg_database where datname = ${name}`;
  expect(rows).toHaveLength(0);
});
