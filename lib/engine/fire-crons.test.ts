import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/testing/database";
import { advanceTime } from "./advance-time";
import { fireCrons, syncCrons } from "./fire-crons";
import type { EngineFunction } from "./function-config";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.db`truncate engine.event, engine.run, engine.job, engine.wait, engine.step, engine.cron`;
});
afterAll(() => database.drop());

const define = (id: string, ...crons: string[]): [string, EngineFunction] => [
  id,
  { id, url: "", maxAttempts: 1, events: [], crons, concurrency: undefined, singleton: undefined },
];
const countRuns = async () => (await database.db`select from engine.run`).length;

test("a due schedule fires once, however many engines look at the same moment", async () => {
  const functions = new Map([define("a", "* * * * *"), define("b", "* * * * *", "0 0 1 1 *")]);
  await syncCrons(database.db, functions);
  expect(await fireCrons(database.db, functions)).toBe(0);
  for (const round of [1, 2, 3]) {
    await advanceTime(database.db, 60_000);
    const fired = await Promise.all(
      Array.from({ length: 8 }, () => fireCrons(database.db, functions)),
    );
    expect(fired.reduce((sum, count) => sum + count)).toBe(2);
    expect(await countRuns()).toBe(2 * round);
  }
});

test("times missed while no engine ran are made up for once", async () => {
  const functions = new Map([define("a", "*/5 * * * *")]);
  await syncCrons(database.db, functions);
  await advanceTime(database.db, 86_400_000);
  expect(await fireCrons(database.db, functions)).toBe(1);
  expect(await fireCrons(database.db, functions)).toBe(0);
  const [row] = await database.db`select next_at > now() as is_ahead from engine.cron`;
  expect(row?.isAhead).toBe(true);
});

test("registering again keeps the next time of a schedule that stays and drops one that went", async () => {
  await syncCrons(
    database.db,
    new Map([define("a", "0 0 1 1 *", "0 0 2 1 *"), define("b", "0 0 * * *")]),
  );
  await advanceTime(database.db, 1_000);
  const times =
    await database.db`select expression, next_at from engine.cron where function_id = 'a' order by 1`;
  await syncCrons(database.db, new Map([define("a", "0 0 1 1 *", "0 0 3 1 *")]));
  const after =
    await database.db`select function_id, expression, next_at from engine.cron order by 1, 2`;
  expect(after.map((row) => [row.functionId, row.expression])).toEqual([
    ["a", "0 0 1 1 *"],
    ["a", "0 0 3 1 *"],
    ["b", "0 0 * * *"],
  ]);
  expect(after[0]?.nextAt).toEqual(times[0]?.nextAt);
});

test("an engine that does not know a function leaves its schedule alone", async () => {
  const functions = new Map([define("a", "* * * * *")]);
  await syncCrons(database.db, functions);
  await advanceTime(database.db, 60_000);
  expect(await fireCrons(database.db, new Map([define("b")]))).toBe(0);
  expect(await fireCrons(database.db, functions)).toBe(1);
});
