import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Sql, TransactionSql } from "@/db/client";
import { removeOldRows } from "@/lib/domain/operations/retention/remove-old-rows";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { countPreparedDays, dayFrom, findPartitionDays, partitionName } from "./partitions";
import { preparePartitions } from "./prepare-partitions";

let world: WebhookWorld;
let db: Sql;

beforeAll(async () => {
  world = await createWebhookWorld();
  db = world.db;
});
beforeEach(async () => {
  for (const day of await findPartitionDays(db)) await db`drop table ${db(partitionName(day))}`;
  await db`truncate request_log`;
});
afterAll(() => world.stop());

const day = (days: number) => dayFrom(new Date(), days);
const prepare = () => preparePartitions(world.system());
const until = () => new Date(Date.now() + 60_000);

/** A request at noon (UTC) of a day. */
const logAt = (days: number) => db`
  insert into request_log (created_at, request_id, method, route, status, duration_ms)
  values (${new Date(day(days).getTime() + 43_200_000)}, ${`req_${days}`}, 'GET', '/v1', 200, 1)`;

/** Which table each request is in. */
async function places(): Promise<Record<string, string>> {
  const rows = await db<{ requestId: string; place: string }[]>`
    select request_id, tableoid::regclass::text as place from request_log`;
  return Object.fromEntries(rows.map(({ requestId, place }) => [requestId, place]));
}

async function make(days: number, sql: Sql | TransactionSql = db): Promise<void> {
  const [from, to] = [day(days).toISOString(), day(days + 1).toISOString()];
  await sql.unsafe(`create table ${partitionName(day(days))} partition of request_log
    for values from ('${from}') to ('${to}')`);
}

test("today and three days ahead get a partition, once, and requests go to their day's", async () => {
  expect(await countPreparedDays(db)).toBe(-1);
  expect(await prepare()).toBe(4);
  expect(await prepare()).toBe(0);
  expect(await findPartitionDays(db)).toEqual([day(0), day(1), day(2), day(3)]);
  expect(await countPreparedDays(db)).toBe(3);
  await logAt(0);
  await logAt(3);
  await logAt(4);
  expect(await places()).toEqual({
    req_0: partitionName(day(0)),
    req_3: partitionName(day(3)),
    req_4: "request_log_default",
  });
});

test("a partition that another process makes at the same time is there, and no failure", async () => {
  let preparing: Promise<number> | undefined;
  await db.begin(async (tx) => {
    await make(0, tx);
    preparing = prepare();
    await sleep(300);
  });
  expect(await preparing).toBe(3);
  expect(await countPreparedDays(db)).toBe(3);
});

test("a day that no job made stays in the default partition, and the next ones are made", async () => {
  await logAt(0);
  expect(await prepare()).toBe(3);
  expect(await findPartitionDays(db)).toEqual([day(1), day(2), day(3)]);
  await logAt(1);
  expect(await places()).toEqual({
    req_0: "request_log_default",
    req_1: partitionName(day(1)),
  });
});

test("a day is dropped when all of it is 30 days old, and what the default partition has is deleted", async () => {
  for (const days of [-32, -31, -30, -1]) await make(days);
  for (const days of [-40, -32, -31, -30, -2, -1]) await logAt(days);
  await removeOldRows(world.system(), { until: until() });
  expect(Object.keys(await places()).sort()).toEqual(["req_-1", "req_-2", "req_-30"]);
  expect(await findPartitionDays(db)).toEqual([day(-30), day(-1)]);
});

test("the requests of a key are found by index, in every partition", async () => {
  await prepare();
  await db`insert into request_log (created_at, request_id, method, route, status, caller, duration_ms)
    select ${day(0)}::timestamptz + n * interval '1 second', 'req_' || n, 'GET', '/v1', 200, 'ak_' || n % 100, 1
    from generate_series(1, 20000) n`;
  await db`analyze request_log`;
  const plan = await db<{ "QUERY PLAN": string }[]>`
    explain select * from request_log where caller = 'ak_7' and created_at >= ${day(0)}
    order by created_at desc limit 20`;
  const text = plan.map((row) => row["QUERY PLAN"]).join("\n");
  expect(text).toContain("_caller_created_at_idx");
  expect(text).not.toMatch(/Seq Scan/);
});
