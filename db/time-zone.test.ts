import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/testing/database";
import { createDb } from "./client";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("days are of UTC and have 24 hours where the server's clock changes", async () => {
  const name = new URL(database.url).pathname.slice(1);
  await database.db.unsafe(`alter database "${name}" set timezone to 'Europe/Berlin'`);
  const db = createDb(database.url, { max: 2 });
  const [row] = await db`
    select current_setting('TimeZone') as zone,
      (extract(epoch from before + interval '2 days') - extract(epoch from before))::int as seconds,
      before + interval '11 hours 30 minutes' < '2026-03-29'::date as is_before
    from (select '2026-03-28T12:00:00Z'::timestamptz as before) t`;
  await db.end();
  expect(row).toEqual({ zone: "UTC", seconds: 172_800, isBefore: true });
});
