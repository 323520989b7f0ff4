import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/testing/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

// Postgres refuses the character NUL in text, and lone surrogates are not UTF-8.
const word = fc
  .string({ unit: "binary" })
  .filter((text) => text.isWellFormed() && !text.includes("\0"));

test("arrays of text come back as they were sent", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(word)), async (words) => {
      const [row] = await database.db`select ${words}::text[] as words, ${words}::text[] = (
        select coalesce(array_agg(value order by place), '{}') from json_array_elements_text(
          ${JSON.stringify(words)}::text::json) with ordinality as e (value, place)) as is_same`;
      expect(row).toEqual({ words, isSame: true });
    }),
    { numRuns: 200, examples: [[["NULL", "null", null, "", "a,b", '{"\\}', " "]]] },
  );
});

test("arrays of the other types come back as they were sent", async () => {
  const uuid = "6b6c0f5e-0000-4000-8000-000000000000";
  const at = new Date("2030-01-02T03:04:05.678Z");
  const [row] = await database.db`
    select ${[1, null, -2]}::int[] as ints, ${[uuid]}::uuid[] as uuids,
      ${["1", "2"]}::text[]::bigint[] as bigs, array[9007199254740993::numeric] as numerics,
      array[true, false, null] as flags, array[${at}::timestamptz] as instants,
      array[0.5::float8] as floats, ${[]}::text[] as nothing`;
  expect(row).toEqual({
    ints: [1, null, -2],
    uuids: [uuid],
    bigs: [1n, 2n],
    numerics: [9007199254740993n],
    flags: [true, false, null],
    instants: [at],
    floats: [0.5],
    nothing: [],
  });
});

test("rows are found by a list of values", async () => {
  const found = await database.db`
    select name from (values ('a'), ('b,c'), ('d')) as v (name) where name = any(${["b,c", "d"]})`;
  expect(found.map((row) => row.name)).toEqual(["b,c", "d"]);
});

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
