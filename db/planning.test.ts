import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/testing/database";
import { transaction } from "./client";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("a connection plans a statement once, for any values", async () => {
  const plans = await transaction(database.db, async (tx) => {
    for (const id of ["mer_1", "mer_2", "mer_3"]) {
      await tx`select id as planned_once from merchants where id = ${id}`;
    }
    return tx<{ generic: bigint; custom: bigint }[]>`
      select generic_plans as generic, custom_plans as custom from pg_prepared_statements
      where statement like 'select id as planned_once%'`;
  });
  expect([...plans]).toEqual([{ generic: 3n, custom: 0n }]);
});
