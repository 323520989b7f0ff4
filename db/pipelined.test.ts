import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/testing/database";
import { transaction } from "./client";
import { pipelined } from "./pipelined";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db`create table written (place serial, name text not null unique)`;
});
beforeEach(() => database.db`truncate written`);
afterAll(() => database.drop());

const names = async () => {
  const rows = await database.db<{ name: string }[]>`select name from written order by place`;
  return rows.map(({ name }) => name);
};

test("statements are executed in the order given, whether functions send them or not", async () => {
  const results = await transaction(database.db, (tx) => {
    const write = async (name: string) => {
      await tx`insert into written (name) values (${name})`;
      return name;
    };
    return pipelined([
      () => tx<{ name: string }[]>`insert into written (name) values ('a') returning name`,
      () => write("b"),
      () => tx`insert into written (name) values ('c')`,
      () => write("d"),
      () => null,
    ]);
  });
  expect(await names()).toEqual(["a", "b", "c", "d"]);
  const [[first], second, , , last] = results;
  expect([first, second, last]).toEqual([{ name: "a" }, "b", null]);
});

test("one failure takes all back", async () => {
  const failed = transaction(database.db, (tx) =>
    pipelined([
      () => tx`insert into written (name) values ('a')`,
      () => tx`insert into written (name) values (null)`,
      () => tx`insert into written (name) values ('b')`,
    ]),
  );
  await expect(failed).rejects.toMatchObject({ code: "23502" });
  expect(await names()).toEqual([]);
});

test("of several failures the first in the order is told, once all have ended", async () => {
  const ended: string[] = [];
  const works = pipelined([
    async () => {
      await sleep(20);
      ended.push("first");
      throw new Error("first");
    },
    () => {
      throw new Error("second");
    },
    async () => {
      await sleep(30);
      ended.push("third");
      throw new Error("third");
    },
  ]);
  await expect(works).rejects.toThrow("first");
  expect(ended).toEqual(["first", "third"]);
});
