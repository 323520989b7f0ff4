import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/testing/database";
import { createTestClient, findRuns, startTestEngine, until } from "@/testing/engine-fixture";

const RUNS = 60;
const KILLS = 6;
/** No engine that lives loses its leases on a busy machine: it would repeat what it has in hand. */
const LEASE_MS = 3_000;
const program = resolve("testing/engine-process.ts");

let database: TestDatabase;
const children: ChildProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db`
    create table execution (run_id text, step text, was_finished boolean)`;
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
});
afterAll(() => database.drop());

async function spawnEngine(): Promise<ChildProcess> {
  const child = fork(program, [database.url, String(LEASE_MS)], { execArgv: ["--import", "tsx"] });
  children.push(child);
  await once(child, "message");
  return child;
}

const countRunning = async () => {
  const [row] = await database.db<{ count: number }[]>`
    select count(*)::int from engine.run where finished_at is null`;
  return row?.count ?? 0;
};

test("engines killed in the middle of everything lose no run and repeat no finished step", async () => {
  const client = createTestClient();
  const work = client.createFunction(
    { id: "work", retries: 3, triggers: [{ event: "work/go" }] },
    () => {
      throw new Error("this engine only sends");
    },
  );
  const sender = await startTestEngine(database.db, client, [work], { capacity: 0 });
  await sender.send(Array.from({ length: RUNS }, (_, n) => ({ id: `w${n}`, name: "work/go" })));
  await sender.stop();
  let child = await spawnEngine();
  for (let kill = 1; kill <= KILLS; kill += 1) {
    // Each one somewhere else in the work, and always before its end.
    const left = RUNS - (RUNS / (KILLS + 1)) * kill;
    await until(async () => (await countRunning()) <= left, 120_000);
    await sleep(Math.random() * 30);
    child.kill("SIGKILL");
    await once(child, "exit");
    child = await spawnEngine();
  }
  await until(async () => (await countRunning()) === 0, 120_000);
  const runs = await findRuns(database.db, "app-work");
  expect(runs).toHaveLength(RUNS);
  expect(new Set(runs.map((run) => run.output))).toEqual(new Set(["one two left right last"]));
  const executions = await database.db`
    select count(*)::int as count, count(*) filter (where was_finished)::int as repeated,
      count(distinct (run_id, step))::int as steps from execution`;
  expect(executions[0]).toMatchObject({ repeated: 0, steps: RUNS * 5 });
  expect(executions[0]?.count).toBeLessThan(RUNS * 5 + (KILLS + 1) * 8 + 1);
}, 600_000);
