import type { Sql } from "@/db/client";
import { registry } from "@/lib/contract/registry";
import { listSamples } from "@/testing/lists/list-samples";
import { fillQuickly, openStage, percentile, sendAtRate } from "./bench-stage";

const ROWS = 1_000_000;
const PER_SECOND = 100;
const load = { perSecond: PER_SECOND, seconds: 20 };
const warmUp = { perSecond: PER_SECOND, seconds: 3 };
const SORTS = 20;

/** Single objects, for comparison: what a request costs that reads a row by its key. */
async function objectPaths(db: Sql, merchantId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from transactions where merchant_id = ${merchantId} and mode = 'test' limit 100`;
  return rows.map(({ id }) => `/v1/transactions/${id}`);
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

/** Every list, without a filter and with each value of each filter. */
function listPaths(): string[] {
  return Object.entries(listSamples).flatMap(([name, { filters, below }]) => {
    const path = (registry.get(name)?.path ?? "").replace("{id}", below?.id ?? "");
    const filtered = Object.entries(filters).flatMap(([filter, { frequent, rare }]) =>
      [frequent ?? rare, rare].map(
        (value) => `${path}?${new URLSearchParams({ [filter]: value })}`,
      ),
    );
    return [path, ...filtered];
  });
}

try {
  const { db } = stage;
  const merchantId = await fillQuickly(stage, ROWS);
  const lists = listPaths();
  const objects = await objectPaths(db, merchantId);
  for (const paths of [lists, objects]) await sendAtRate(stage, paths, warmUp);
  const listTimes = await sendAtRate(stage, lists, load);
  const objectTimes = await sendAtRate(stage, objects, load);
  const sortTimes = await measureSort(db, merchantId);
  show(`${lists.length} lists and filters, ${PER_SECOND} requests/s`, listTimes);
  show(`GET /v1/transactions/{id}, ${PER_SECOND} requests/s`, objectTimes);
  show("transactions from an index without order, one by one", sortTimes);
  const p95 = percentile(listTimes, 0.95);
  console.log(`\np95, lists : single object = ${(p95 / percentile(objectTimes, 0.95)).toFixed(2)}`);
  console.log(`p95, sort : lists = ${(percentile(sortTimes, 0.95) / p95).toFixed(0)}`);
} finally {
  await stage.stop();
}
