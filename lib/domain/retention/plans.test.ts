import { afterAll, beforeAll, expect, test } from "vitest";
import { createDb, type Sql } from "@/db/client";
import { insertOldRows } from "@/testing/old-rows";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { removeOldRows } from "./remove-old-rows";

const YOUNG = 20_000;
const OLD = 50;

let world: WebhookWorld;
let db: Sql;

beforeAll(async () => {
  world = await createWebhookWorld();
  db = world.db;
  const { id: endpointId } = await world.addEndpoint({ url: "http://127.0.0.1:9/" });
  const common = { merchantId: world.merchantId, endpointId };
  await insertOldRows(db, { ...common, payments: OLD, ageDays: 91, prefix: "old" });
  await insertOldRows(db, { ...common, payments: YOUNG, ageDays: 0, prefix: "young" });
});
afterAll(() => world.stop());

interface Scans {
  table: string;
  rows: number;
  read: number;
}

/** Rows that sequential scans have read, by table. What ended connections did is counted. */
const scans = () =>
  db<Scans[]>`
    select relname as table, n_live_tup::int as rows, seq_tup_read::int as read
    from pg_stat_user_tables where n_live_tup >= ${YOUNG / 2}`;

/** Removes over connections of its own, whose statistics are complete once they are gone. */
async function removeApart(): Promise<number> {
  const pool = createDb(world.url, { applicationName: "retention-test" });
  const until = new Date(Date.now() + 60_000);
  const { removed } = await removeOldRows({ ...world.system(), db: pool }, { until });
  await pool.end();
  for (;;) {
    const left = await db`
      select from pg_stat_activity where application_name = 'retention-test'`;
    if (left.length === 0) return removed;
  }
}

test.each([
  ["before the tables were ever analysed", ""],
  ["with fresh statistics", "analyze"],
])("no table is read from end to end, %s", async (_, statement) => {
  if (statement) await db.unsafe(statement);
  await db`select pg_stat_force_next_flush()`;
  const before = new Map((await scans()).map(({ table, read }) => [table, read]));
  const removed = await removeApart();
  if (!statement) expect(removed).toBeGreaterThan(OLD * 5);
  const after = await scans();
  expect(after.length).toBeGreaterThan(8);
  const read = after.map(({ table, read }) => [table, read - (before.get(table) ?? 0)] as const);
  expect(read.filter(([, rows]) => rows > 0)).toEqual([]);
});
