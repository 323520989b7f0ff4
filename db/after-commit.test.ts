import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/testing/database";
import { afterCommit, transaction } from "./client";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db`create table written (text text)`;
});
afterAll(() => database.drop());

test("is called once everything is committed, and what was rolled back is never told", async () => {
  const { db } = database;
  const told: string[] = [];
  const tell = (text: string) => () => {
    told.push(text);
  };
  let seen: Promise<Iterable<unknown>> | undefined;
  await transaction(db, async (tx) => {
    await tx`insert into written values ('outer')`;
    afterCommit(tx, (pool) => {
      told.push("outer");
      seen = pool`select text from written`.then((rows) => [...rows]);
    });
    await transaction(tx, async (inner) => afterCommit(inner, tell("inner")));
    const undone = transaction(tx, async (inner) => {
      afterCommit(inner, tell("undone"));
      throw new Error("back");
    });
    await expect(undone).rejects.toThrow("back");
    expect(told).toEqual([]);
  });
  expect(told).toEqual(["outer", "inner"]);
  expect(await seen).toEqual([{ text: "outer" }]);
});

test("a transaction that rolls back tells nothing, and without one it is told at once", async () => {
  const told: string[] = [];
  const lost = transaction(database.db, async (tx) => {
    afterCommit(tx, () => told.push("lost"));
    throw new Error("back");
  });
  await expect(lost).rejects.toThrow("back");
  expect(told).toEqual([]);
  afterCommit(database.db, () => told.push("at once"));
  expect(told).toEqual(["at once"]);
});

test("of two transactions that wait for each other both succeed: the one that is ended runs once more", async () => {
  const { db } = database;
  await db`create table pair (id int primary key, n int not null)`;
  await db`insert into pair values (1, 0), (2, 0)`;
  const told: number[] = [];
  let tries = 0;
  let waiting = 0;
  const add = (first: number, second: number) =>
    transaction(db, async (tx) => {
      tries += 1;
      // The one that is ended begins again after the other's commit: sooner, it could take back its first row.
      if (tries > 2) await expect.poll(() => told, { timeout: 20_000 }).toHaveLength(1);
      await tx`update pair set n = n + 1 where id = ${first}`;
      afterCommit(tx, () => told.push(first));
      waiting += 1;
      // Neither goes on before both hold their first row.
      if (tries <= 2)
        await expect.poll(() => waiting, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
      await tx`update pair set n = n + 1 where id = ${second}`;
    });
  await Promise.all([add(1, 2), add(2, 1)]);
  expect(await db`select n from pair`).toEqual([{ n: 2 }, { n: 2 }]);
  expect(tries).toBe(3);
  expect(told.toSorted()).toEqual([1, 2]);
});
