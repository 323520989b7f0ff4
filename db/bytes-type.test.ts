import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/testing/database";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("bytes come back as lowercase hex, whether they were given as hex or as a buffer", async () => {
  const { db } = database;
  const whole = Buffer.from("00ffAB5c22", "hex");
  const part = whole.subarray(1, 3);
  expect(
    await db`select ${"0x00ffAB5c22"}::bytea as a, ${whole}::bytea as b, ${part}::bytea as c, ${"0x"}::bytea as d`,
  ).toEqual([{ a: "0x00ffab5c22", b: "0x00ffab5c22", c: "0xffab", d: "0x" }]);
  expect(
    await db`select ${["0x5c22", "0x", null]}::bytea[] as a, array(select ${part}::bytea) as b`,
  ).toEqual([{ a: ["0x5c22", "0x", null], b: ["0xffab"] }]);
});

test.each(["ab", "0xabc", "0xzz", "\\xab", ""])(
  "%j is refused, which Postgres would store as the bytes of its characters",
  async (text) => {
    const { db } = database;
    await expect(db`select ${text}::bytea`).rejects.toThrow("invalid hexadecimal digit");
    await expect(db`select ${[text]}::bytea[]`).rejects.toThrow("invalid hexadecimal digit");
  },
);

test("hex that is not decoded finds no place in a table", async () => {
  const { db } = database;
  const insert = (address: ReturnType<typeof db>) => db`
    insert into relay_wallets (chain_id, address, next_nonce) values (1, ${address}, 0)`;
  const hex = "0x1111111111111111111111111111111111111111";
  await expect(insert(db`${hex}::text::bytea`)).rejects.toThrow("relay_wallets_addresses");
  await insert(db`hex_bytes(${hex})`);
  expect(await db`select address from relay_wallets`).toEqual([{ address: hex }]);
});
