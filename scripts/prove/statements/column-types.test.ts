import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/testing/database";
import type { ColumnTypes } from "./column-types";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const at = new Date("2030-01-02T03:04:05.678Z");
const uuid = "6b6c0f5e-0000-4000-8000-000000000000";

/** By oid: an expression, and the value that the client makes of it. */
const samples: { [Oid in keyof ColumnTypes]: readonly [string, ColumnTypes[Oid]] } = {
  16: ["true", true],
  17: ["'\\x0102'::bytea", "0x0102"],
  19: ["'a'::name", "a"],
  20: ["9007199254740993::bigint", 9007199254740993n],
  21: ["2::smallint", 2],
  23: ["3::integer", 3],
  25: ["'a'::text", "a"],
  26: ["4::oid", 4],
  114: [`'{"a": [1]}'::json`, { a: [1] }],
  701: ["0.5::float8", 0.5],
  1000: ["'{t,null}'::boolean[]", [true, null]],
  1001: ["array['\\x0102'::bytea, null]", ["0x0102", null]],
  1007: ["'{1,null}'::integer[]", [1, null]],
  1009: ["'{a,null}'::text[]", ["a", null]],
  1015: ["'{a,null}'::varchar[]", ["a", null]],
  1016: ["'{1,null}'::bigint[]", [1n, null]],
  1022: ["'{0.5,null}'::float8[]", [0.5, null]],
  1184: [`'${at.toISOString()}'::timestamptz`, at],
  1185: [`array['${at.toISOString()}'::timestamptz, null]`, [at, null]],
  1231: ["'{1,null}'::numeric[]", [1n, null]],
  1700: ["1::numeric", 1n],
  2950: [`'${uuid}'::uuid`, uuid],
  2951: [`array['${uuid}'::uuid, null]`, [uuid, null]],
  3802: [`'{"a": [1]}'::jsonb`, { a: [1] }],
};

test.each(Object.entries(samples))(
  "a column of type %s is what its declaration says",
  async (oid, [expression, value]) => {
    const rows = await database.db.unsafe<{ value: unknown }[]>(`select ${expression} as value`);
    expect(rows.columns.map(({ type }) => type)).toEqual([Number(oid)]);
    expect(rows[0]?.value).toEqual(value);
  },
);
