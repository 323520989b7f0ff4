import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { isDatabaseTrouble } from "@/lib/core/operations/database-trouble";
import { createTestDatabase, type TestDatabase } from "@/testing/database";
import { until } from "@/testing/engine-fixture";
import { type StallingProxy, startStallingProxy } from "@/testing/stalling-proxy";
import { createDb, type Sql, type TransactionSql, transaction } from "./client";
import { endAbandonedTransactions } from "./end-abandoned-transactions";
import { poolState } from "./pool-state";
import type { WorkKind } from "./work-limits";

let database: TestDatabase;
let proxy: StallingProxy;
const pools: Sql[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db`create table written (text text)`;
});
beforeEach(async () => {
  proxy = await startStallingProxy(database.url);
});
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end({ timeout: 1 })));
  await proxy.close().catch(() => {});
  await database.db`truncate written`;
});
afterAll(() => database.drop());

function openPool(work: WorkKind = "request", max = 4, url = proxy.url): Sql {
  const pool = createDb(url, { work, max });
  pools.push(pool);
  return pool;
}
const one = (sql: Sql | TransactionSql) => sql<{ one: number }[]>`select 1 as one`;
const failure = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
const never = () => new Promise<never>(() => {});

test.each<[WorkKind, string[]]>([
  ["request", ["4s", "3s", "5s"]],
  ["job", ["15s", "10s", "5s"]],
  ["engine", ["10s", "8s", "5s"]],
  ["maintenance", ["10min", "10s", "1min"]],
])("the server knows the limits of a %s", async (work, expected) => {
  const pool = openPool(work);
  const limits = await pool<{ name: string; setting: string }[]>`
    select name, current_setting(name) as setting from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
    order by array_position(array['statement_timeout', 'lock_timeout'], name) nulls last`;
  expect(limits.map(({ setting }) => setting)).toEqual(expected);
  const tcp = await pool<{ setting: string }[]>`
    select current_setting(name) as setting from pg_settings
    where name ~ '^tcp_' order by name`;
  expect(tcp.map(({ setting }) => setting)).toEqual(["3", "5", "2", "10000"]);
});

test("a transaction in which nothing happens lets go of its locks", async () => {
  const [stuck, waiting] = [openPool(), openPool("job")];
  await database.db`insert into written values ('row')`;
  let isLocked = false;
  const hanging = stuck.begin(async (tx) => {
    await tx`update written set text = 'stuck'`;
    isLocked = true;
    await never();
  });
  const refused = failure(hanging);
  await until(() => isLocked);
  await waiting`update written set text = 'went on'`;
  expect(isDatabaseTrouble(await refused)).toBe(true);
  expect(await one(stuck)).toEqual([{ one: 1 }]);
});

test("a client that stops in the middle of a statement loses its transaction, and no other does", async () => {
  const [stuck, other] = [openPool("maintenance"), openPool("job", 4, database.url)];
  await database.db`insert into written values ('row')`;
  const hanging = stuck.begin(async (tx) => {
    await tx`update written set text = ${"stuck"}`;
    proxy.holdAnswers();
    await tx`select ${"never seen before"}::text`;
  });
  const refused = failure(hanging);
  const abandoned = () => database.db`
    select from pg_stat_activity
    where datname = current_database() and state = 'active' and wait_event = 'ClientRead'`;
  await until(async () => (await abandoned()).length === 1);
  const working = other.begin((tx) => tx`select pg_sleep(7), ${1}::int as one`);
  expect(await endAbandonedTransactions(database.db)).toBe(0);
  await until(async () => (await endAbandonedTransactions(database.db)) === 1);
  await other`update written set text = 'went on'`;
  proxy.resume();
  expect(isDatabaseTrouble(await refused)).toBe(true);
  expect(await working).toHaveLength(1);
});

test("a lock that is not let go of ends the wait for it, not the pool", async () => {
  const pool = openPool();
  await database.db`insert into written values ('row')`;
  await database.db.begin(async (tx) => {
    await tx`update written set text = 'held'`;
    const refused = failure(transaction(pool, (inner) => inner`update written set text = 'late'`));
    const keepingAlive = setInterval(() => one(tx).catch(() => {}), 500);
    expect(await refused).toMatchObject({ code: "55P03" });
    clearInterval(keepingAlive);
  });
  expect(await database.db`select text from written`).toEqual([{ text: "held" }]);
});

test("who finds every connection taken is refused, and the state shows the wait", async () => {
  const pool = openPool("request", 2);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const holding = pool.begin(async (tx) => {
    const keepingAlive = setInterval(() => one(tx).catch(() => {}), 500);
    await held;
    clearInterval(keepingAlive);
  });
  await until(() => poolState(pool).inUse === 1);
  const refused = failure(pool.begin((tx) => one(tx)));
  await until(() => poolState(pool).oldestWaitMs > 10);
  expect(poolState(pool)).toMatchObject({ max: 2, inUse: 1, waiting: 1, awaySince: null });
  expect(await refused).toMatchObject({ code: "DATABASE_UNAVAILABLE" });
  expect(poolState(pool)).toMatchObject({ waiting: 0, oldestWaitMs: 0 });
  letGo();
  await holding;
  expect(await pool.begin((tx) => one(tx))).toEqual([{ one: 1 }]);
});

test("while the server refuses connections nobody waits, and all works once it does not", async () => {
  const pool = openPool();
  await Promise.all([one(pool), pool.begin((tx) => one(tx))]);
  await proxy.refuse();
  await until(() => poolState(pool).open === 0);
  const early = await Promise.all([failure(one(pool)), failure(pool.begin((tx) => one(tx)))]);
  expect(early.map(isDatabaseTrouble)).toEqual([true, true]);
  const { awaySince, lastError } = poolState(pool);
  expect(awaySince).toBeInstanceOf(Date);
  expect(lastError?.message).toContain("ECONNREFUSED");
  const late = Array.from({ length: 50 }, () => failure(one(pool)));
  // Refused already: none of them is even counted as waiting.
  await sleep(0);
  expect(poolState(pool).waiting).toBe(0);
  expect((await Promise.all(late)).every(isDatabaseTrouble)).toBe(true);
  await proxy.accept();
  // It is noticed by itself, without a statement that fails first.
  await until(() => poolState(pool).awaySince === null);
  const answers = await Promise.all(Array.from({ length: 50 }, () => one(pool)));
  expect(answers.flat()).toHaveLength(50);
});

test.each<[string, (pool: Sql) => Promise<unknown>]>([
  ["a statement", (pool) => one(pool)],
  ["a transaction", (pool) => pool.begin((tx) => one(tx))],
])("%s ends when the server stops answering, and the pool is back when it does", async (_, run) => {
  const pool = openPool();
  await run(pool);
  proxy.stall();
  const refused = failure(run(pool));
  await until(() => poolState(pool).oldestAnswerMs > 100);
  expect(isDatabaseTrouble(await refused)).toBe(true);
  // The other connections lead to the same nowhere.
  expect(poolState(pool).open).toBe(0);
  expect(isDatabaseTrouble(await failure(run(pool)))).toBe(true);
  proxy.resume();
  await until(async () => (await failure(run(pool))) === undefined);
});

test("a transaction that was under way when the server stopped ends too, also at its commit", async () => {
  const pool = openPool();
  const inside = failure(
    pool.begin(async (tx) => {
      await one(tx);
      proxy.stall();
      await one(tx);
    }),
  );
  expect(isDatabaseTrouble(await inside)).toBe(true);
  proxy.resume();
  await until(async () => (await failure(one(pool))) === undefined);
  const atCommit = failure(
    pool.begin(async (tx) => {
      await one(tx);
      proxy.stall();
    }),
  );
  expect(isDatabaseTrouble(await atCommit)).toBe(true);
});

test("the end comes although the server does not answer", async () => {
  const pool = openPool();
  await one(pool);
  proxy.stall();
  const refused = failure(one(pool));
  await until(() => poolState(pool).oldestAnswerMs > 0);
  await pool.end({ timeout: 1 });
  expect(isDatabaseTrouble(await refused)).toBe(true);
});

test("notifications are heard again after the connection fell silent", async () => {
  const pool = openPool("job");
  let connections = 0;
  const heard: string[] = [];
  const connected = () => {
    connections += 1;
  };
  await pool.listen("news", (text) => heard.push(text), connected);
  await pool.listen("other", () => {}, connected);
  expect(connections).toBe(2);
  proxy.stall();
  // Longer than it takes to notice, and to fail to connect a few times.
  await sleep(15_000);
  expect(connections).toBe(2);
  proxy.resume();
  await until(() => connections === 4, 60_000);
  await database.db.notify("news", "again");
  await until(() => heard.includes("again"));
}, 90_000);
