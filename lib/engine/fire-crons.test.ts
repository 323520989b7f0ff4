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

test("registering again keeps the next time of a schedule that stays; one that nothing fires goes after an hour", async () => {
  const { db } = database;
  const before = new Map([define("a", "0 0 1 1 *", "0 0 2 1 *"), define("b", "0 0 * * *")]);
  const after = new Map([define("a", "0 0 1 1 *", "0 0 3 1 *")]);
  const stored = async () =>
    (await db`select function_id, expression from engine.cron order by 1, 2`).map((row) =>
      [row.functionId, row.expression].join(" "),
    );
  const nextOf = () => db`select next_at from engine.cron where expression = '0 0 1 1 *'`;
  await syncCrons(db, before);
  const [first] = await nextOf();
  await syncCrons(db, after);
  expect(await nextOf()).toEqual([first]);
  // An engine of the release before may still fire it, and one that starts again leaves the newer one.
  const lateBy = (minutes: number) => db`
    update engine.cron set next_at = now() - ${minutes} * interval '1 minute'
    where expression in ('0 0 2 1 *', '0 0 * * *')`;
  await lateBy(59);
  await fireCrons(db, after);
  await syncCrons(db, before);
  expect(await stored()).toEqual(["a 0 0 1 1 *", "a 0 0 2 1 *", "a 0 0 3 1 *", "b 0 0 * * *"]);
  await lateBy(61);
  expect(await fireCrons(db, after)).toBe(0);
  expect(await stored()).toEqual(["a 0 0 1 1 *", "a 0 0 3 1 *", "b 0 0 * * *"]);
});

test("an engine that does not know a function leaves its schedule alone", async () => {
  const functions = new Map([define("a", "* * * * *")]);
  await syncCrons(database.db, functions);
  await advanceTime(database.db, 60_000);
  expect(await fireCrons(database.db, new Map([define("b")]))).toBe(0);
  expect(await fireCrons(database.db, functions)).toBe(1);
});

test("the schedule of a function that no engine knows any more goes after a day, and stays while none is known", async () => {
  const functions = new Map([define("a", "0 0 1 1 *"), define("gone", "0 0 * * *")]);
  await syncCrons(database.db, functions);
  const lateBy = (hours: number) => database.db`
    update engine.cron set next_at = now() - ${hours} * interval '1 hour'
    where function_id = 'gone'`;
  const stored = async () =>
    (await database.db`select function_id from engine.cron order by 1`).map(
      (row) => row.functionId,
    );
  const after = new Map([define("a", "0 0 1 1 *")]);
  await lateBy(23);
  await fireCrons(database.db, after);
  expect(await stored()).toEqual(["a", "gone"]);
  await lateBy(25);
  await fireCrons(database.db, new Map());
  expect(await stored()).toEqual(["a", "gone"]);
  expect(await fireCrons(database.db, after)).toBe(0);
  expect(await stored()).toEqual(["a"]);
});
