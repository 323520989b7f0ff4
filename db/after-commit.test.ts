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
