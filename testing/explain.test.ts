import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "./database";
import { explain, type RecordingDb, recordingDb } from "./explain";

let database: TestDatabase;
let recording: RecordingDb;

beforeAll(async () => {
  database = await createTestDatabase();
  recording = recordingDb(database.url);
  await database.db.unsafe(`
    create table numbers (id int primary key, square int not null);
    insert into numbers select n, n * n from generate_series(1, 20000) as n;
    create function look() returns trigger language plpgsql as $$
    begin
      perform from numbers where id = new.id + 1;
      return null;
    end $$;
    create trigger look after update on numbers for each row execute function look();
    analyze numbers;`);
});
afterAll(async () => {
  await recording.db.end();
  await database.drop();
});

test("a query's plan tells what it read, scanned and sorted", async () => {
  const { db } = database;
  const found = await explain(db, db`select * from numbers where id = ${7}`);
  expect(found).toMatchObject({ scanned: [], sorted: 0 });
  expect(found.buffers).toBeLessThan(5);
  const all = await explain(db, db`select * from numbers order by square desc limit 3`);
  expect(all).toMatchObject({ scanned: ["numbers"], sorted: 20_000 });
  expect(all.buffers).toBeGreaterThan(80);
});

test("what ran is recorded with its plan, also inside transactions and triggers", async () => {
  const plans = await recording.during(() =>
    recording.db.begin((tx) => tx`update numbers set square = square + 1 where id = ${3}`),
  );
  expect(plans.map(({ text }) => text.split(" ")[0])).toEqual(["SELECT", "update"]);
  expect(plans.every(({ buffers }) => buffers > 0)).toBe(true);
});
