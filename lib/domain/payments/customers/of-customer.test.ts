import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/testing/database";
import { ofCustomer } from "./of-customer";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("of two customers with one hash each has its own rows", async () => {
  await database.db`
    create or replace function customer_hash(customer_id text) returns bigint
    language sql immutable parallel safe return 1`;
  const rows = await database.db<{ customerId: string }[]>`
    select customer_id from (
      values ('cus_1', 'mer_1', 'test'), ('cus_1', 'mer_1', 'live'), ('cus_1', 'mer_2', 'test'),
        ('cus_2', 'mer_1', 'test'), (null, 'mer_1', 'test')
    ) as s (customer_id, merchant_id, mode)
    where ${ofCustomer(database.db, { merchantId: "mer_1", mode: "test" }, "s", "cus_1")}`;
  expect(rows.map(({ customerId }) => customerId)).toEqual(["cus_1"]);
});
