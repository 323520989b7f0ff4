import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/testing/database";
import { createTestClient, finishedRuns, startTestEngine, until } from "@/testing/engine-fixture";

const WAVE = 12;
/** Calls that an engine process has in hand at most. */
const CAPACITY = 8;
const TIMEOUT_MS = 120_000;
/** Statements inside transactions after which an engine stops: early, in a claim, in an answer. */
const MOMENTS = [2, 5, 9, 20, 33, 54];
const program = resolve("testing/engine-process.ts");

let database: TestDatabase;
const children: ChildProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db`create table execution (run_id text, step text, was_finished boolean)`;
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(() => database.drop());

async function spawnEngine(): Promise<ChildProcess> {
  const child = fork(program, [database.url], { execArgv: ["--import", "tsx"] });
  children.push(child);
  await once(child, "message");
  return child;
}

/** As the kernel tells it: T is stopped by a signal. */
const isStopped = ({ pid }: ChildProcess) =>
  / T /.test(readFileSync(`/proc/${pid}/stat`, "utf8").slice(0, 60));

async function sendWave(name: string): Promise<void> {
  const client = createTestClient();
  const work = client.createFunction(
    { id: "work", retries: 3, triggers: [{ event: "work/go" }] },
    () => {
      throw new Error("this engine only sends");
    },
  );
  const sender = await startTestEngine(database.db, client, [work], { capacity: 0 });
  const events = Array.from({ length: WAVE }, (_, n) => ({ id: `${name}-${n}`, name: "work/go" }));
  await sender.send(events);
  await sender.stop();
}

const countFinished = async () => {
  const [row] = await database.db<{ count: number }[]>`
    select count(*)::int from engine.run where finished_at is not null`;
  return row?.count ?? 0;
};

test("what an engine that is suspended inside a transaction has in its hands is finished by another", async ({
  skip,
}) => {
  skip(process.platform !== "linux", "needs Linux");
  const healthy = await spawnEngine();
  let expected = 0;
  const frozen = await spawnEngine();
  for (const moment of MOMENTS) {
    frozen.send(moment);
    await sendWave(`at-${moment}`);
    await until(() => isStopped(frozen), TIMEOUT_MS);
    expected += WAVE;
    // The frozen one is left as it is meanwhile: only the server can take its locks away.
    await until(async () => (await countFinished()) === expected, TIMEOUT_MS);
    frozen.kill("SIGCONT");
  }
  // The one that was frozen goes on, alone.
  healthy.kill("SIGKILL");
  await sendWave("after");
  await until(async () => (await countFinished()) === expected + WAVE, TIMEOUT_MS);
  const runs = await finishedRuns(database.db, "app-work", expected + WAVE);
  expect(new Set(runs.map((run) => run.output))).toEqual(new Set(["one two left right last"]));
  // It may have repeated what it had in its hands, and nothing of that was stored twice.
  const repeated = await database.db`select from execution where was_finished`;
  expect(repeated.length).toBeLessThanOrEqual(CAPACITY * MOMENTS.length);
}, 600_000);
