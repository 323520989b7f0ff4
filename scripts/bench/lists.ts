import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "@/db/client";
import { registry } from "@/lib/contract/registry";
import { newId } from "@/lib/core/ids";
import { fillLists } from "@/testing/lists/list-rows";
import { listSamples } from "@/testing/lists/list-samples";
import { type BenchStage, openStage } from "./bench-stage";
import { percentile } from "./percentile";

const ROWS = 1_000_000;
const PER_SECOND = 100;
const SECONDS = 20;
const WARM_UP_SECONDS = 3;
const SORTS = 20;

/** Every list, without a filter and with each value of each filter. */
function listPaths(): string[] {
  return Object.entries(listSamples).flatMap(([name, { filters }]) => {
    const path = registry.get(name)?.path ?? "";
    const filtered = Object.entries(filters).flatMap(([filter, { frequent, rare }]) =>
      [frequent ?? rare, rare].map(
        (value) => `${path}?${new URLSearchParams({ [filter]: value })}`,
      ),
    );
    return [path, ...filtered];
  });
}

/** Single objects, for comparison: what a request costs that reads a row by its key. */
async function objectPaths(db: Sql, merchantId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from transactions where merchant_id = ${merchantId} and mode = 'test' limit 100`;
  return rows.map(({ id }) => `/v1/transactions/${id}`);
}

async function get({ demo }: BenchStage, path: string): Promise<void> {
  const headers = { authorization: `Bearer ${demo.info.apiKeys.secret}` };
  const response = await fetch(demo.info.baseUrl + path, { headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
}

/** Sends at a fixed rate, whatever the answers take, and returns what each took in milliseconds. */
async function load(stage: BenchStage, paths: readonly string[], seconds: number) {
  const startedAt = performance.now();
  const times = Array.from({ length: seconds * PER_SECOND }, async (_, index) => {
    const dueAt = startedAt + (index * 1_000) / PER_SECOND;
    await sleep(dueAt - performance.now());
    const sentAt = performance.now();
    await get(stage, paths[index % paths.length] ?? "/");
    return performance.now() - sentAt;
  });
  return Promise.all(times);
}

/** Fills the lists without their indexes, which are made afterwards: that takes a fraction of the time. */
async function fill(stage: BenchStage, merchantId: string): Promise<void> {
  const { db, deployment } = stage;
  const indexes = await db<{ name: string; definition: string }[]>`
    select c.oid::regclass::text as name, pg_get_indexdef(c.oid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = c.oid)`;
  for (const { name } of indexes) await db`drop index ${db(name)}`;
  const filling = { rows: ROWS, big: merchantId, other: newId("merchant") };
  await fillLists(db, { ...filling, deploymentId: deployment.id });
  for (const { definition } of indexes) await db.unsafe(definition);
  await db`analyze`;
}

/** A page of transactions from an index that names the merchant but gives no order. */
async function measureSort(db: Sql, merchantId: string): Promise<number[]> {
  const times: number[] = [];
  await db
    .begin(async (tx) => {
      const indexes = await tx<{ name: string }[]>`
        select indexrelid::regclass::text as name from pg_index
        where indrelid = 'transactions'::regclass and indexrelid::regclass::text like '%recent%'`;
      for (const { name } of indexes) await tx`drop index ${tx(name)}`;
      await tx`create index on transactions (merchant_id, mode)`;
      for (let count = 0; count < SORTS; count += 1) {
        const startedAt = performance.now();
        await tx`
          select * from transactions where merchant_id = ${merchantId} and mode = 'test'
          order by created_at desc, id desc limit 21`;
        times.push(performance.now() - startedAt);
      }
      throw new Rollback();
    })
    .catch((error) => {
      if (!(error instanceof Rollback)) throw error;
    });
  return times;
}

class Rollback extends Error {}

const show = (name: string, times: readonly number[]) =>
  console.log(
    `${name.padEnd(52)} p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`,
  );

const stage = await openStage();
try {
  const { db } = stage;
  const [merchant] = await db<{ id: string }[]>`select id from merchants limit 1`;
  if (!merchant) throw new Error("the demo has a merchant");
  console.log(`filling each list with ${ROWS} rows`);
  await fill(stage, merchant.id);
  const lists = listPaths();
  const objects = await objectPaths(db, merchant.id);
  for (const paths of [lists, objects]) await load(stage, paths, WARM_UP_SECONDS);
  const listTimes = await load(stage, lists, SECONDS);
  const objectTimes = await load(stage, objects, SECONDS);
  const sortTimes = await measureSort(db, merchant.id);
  show(`${lists.length} lists and filters, ${PER_SECOND} requests/s`, listTimes);
  show(`GET /v1/transactions/{id}, ${PER_SECOND} requests/s`, objectTimes);
  show("transactions from an index without order, one by one", sortTimes);
  const p95 = percentile(listTimes, 0.95);
  console.log(`\np95, lists : single object = ${(p95 / percentile(objectTimes, 0.95)).toFixed(2)}`);
  console.log(`p95, sort : lists = ${(percentile(sortTimes, 0.95) / p95).toFixed(0)}`);
} finally {
  await stage.stop();
}
