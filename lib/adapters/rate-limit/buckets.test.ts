import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createDb } from "@/db/client";
import { createTestDatabase, type TestDatabase } from "@/testing/database";
import { type Allowance, takeToken } from "./buckets";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A bucket that gets next to nothing back while the test lasts. */
const bucketOf = (burst: number, perSecond = 1e-6) => ({ key: randomUUID(), burst, perSecond });

/** A process of its own: what it has leased is known to no other. */
async function otherProcess(): Promise<typeof takeToken> {
  vi.resetModules();
  return (await import("./buckets")).takeToken;
}

async function storedTokens(key: string): Promise<number> {
  const [row] = await database.db<{ tokens: number }[]>`
    select tokens from rate_buckets where key = ${key}`;
  return row?.tokens ?? Number.NaN;
}

const allowed = (answers: readonly Allowance[]) => answers.filter((answer) => answer.allowed);

test("as many as the burst are allowed, and each tells what is left", async () => {
  const bucket = bucketOf(20);
  const answers: Allowance[] = [];
  for (let n = 0; n < 25; n += 1) answers.push(await takeToken(database.db, bucket));
  expect(answers.map((answer) => answer.allowed)).toEqual([
    ...Array(20).fill(true),
    ...Array(5).fill(false),
  ]);
  expect(answers.map(({ remaining }) => remaining)).toEqual([
    ...Array.from({ length: 20 }, (_, n) => 19 - n),
    ...Array(5).fill(0),
  ]);
});

test("all at once get no more than the burst", async () => {
  const bucket = bucketOf(30);
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => takeToken(database.db, bucket)),
  );
  expect(allowed(answers)).toHaveLength(30);
});

test("buckets that are asked for at once are each given their own", async () => {
  const buckets = Array.from({ length: 30 }, (_, n) => {
    const bucket = bucketOf(n + 1);
    return { ...bucket, key: `${String(n).padStart(2, "0")} ${bucket.key}` };
  });
  for (const bucket of buckets.slice(10)) await takeToken(database.db, bucket);
  const take = await otherProcess();
  const answers = await Promise.all(buckets.map((bucket) => take(database.db, bucket)));
  expect(answers.map(({ remaining }) => remaining)).toEqual(
    buckets.map((_, n) => (n < 10 ? n : n - 1)),
  );
});

test("processes share a bucket", async () => {
  const bucket = bucketOf(40);
  const processes = [takeToken, await otherProcess(), await otherProcess()];
  const answers = await Promise.all(
    processes.flatMap((take) => Array.from({ length: 40 }, () => take(database.db, bucket))),
  );
  expect(allowed(answers)).toHaveLength(40);
});

test("many processes leave a client its burst, however few requests each of them gets", async () => {
  const bucket = bucketOf(60);
  const processes = [takeToken];
  while (processes.length < 12) processes.push(await otherProcess());
  const answers: Allowance[] = [];
  for (const take of [...processes, ...processes]) answers.push(await take(database.db, bucket));
  expect(allowed(answers)).toHaveLength(24);
});

test("a lease grows while it is used up, to a tenth of the burst", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const bucket = bucketOf(200);
    const left: number[] = [];
    for (let n = 0; n < 60; n += 1) {
      await takeToken(database.db, bucket);
      const stored = Math.round(await storedTokens(bucket.key));
      if (stored !== left.at(-1)) left.push(stored);
    }
    expect(left).toEqual([199, 197, 193, 185, 169, 149, 129]);
  } finally {
    vi.useRealTimers();
  }
});

test("what was leased and not used in its second goes back", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const bucket = bucketOf(100);
    for (let round = 0; round < 5; round += 1) {
      for (let n = 0; n < 4; n += 1) {
        expect((await takeToken(database.db, bucket)).allowed).toBe(true);
      }
      vi.advanceTimersByTime(1_001);
    }
    // All but the twenty and the last lease: one, two and four were leased, of which one is used.
    expect(Math.round(await storedTokens(bucket.key))).toBe(100 - 20 - 3);
  } finally {
    vi.useRealTimers();
  }
});

test("a refusal says when one comes back, and when the bucket is full", async () => {
  const bucket = { ...bucketOf(4), perSecond: 0.1 };
  for (let n = 0; n < 4; n += 1) await takeToken(database.db, bucket);
  const refusal = await takeToken(database.db, bucket);
  expect(refusal).toMatchObject({ allowed: false, remaining: 0 });
  expect(refusal.retryAfterSeconds).toBeGreaterThanOrEqual(1);
  expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(10);
  expect(refusal.fullInSeconds).toBe(40);
});

test("a clock that is set back refuses no longer for it, with the database and without", async () => {
  const gone = createDb(database.url, { max: 1 });
  await gone.end();
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    for (const db of [database.db, gone]) {
      const bucket = bucketOf(1, 1);
      // One comes back each second, also while the test takes them.
      while ((await takeToken(db, bucket)).allowed);
      vi.setSystemTime(Date.now() - 3_600_000);
      expect((await takeToken(db, bucket)).retryAfterSeconds).toBeLessThanOrEqual(2);
      await sleep(2_100);
      expect((await takeToken(db, bucket)).allowed).toBe(true);
    }
  } finally {
    vi.useRealTimers();
  }
});

test("tokens come back, up to the burst", async () => {
  const bucket = { ...bucketOf(10), perSecond: 1 };
  for (let n = 0; n < 10; n += 1) await takeToken(database.db, bucket);
  const age = (seconds: number) => database.db`
    update rate_buckets set refilled_at = refilled_at - ${seconds} * interval '1 second'
    where key = ${bucket.key}`;
  await age(5);
  const take = await otherProcess();
  expect(await take(database.db, bucket)).toMatchObject({ allowed: true, remaining: 4 });
  await age(3_600);
  const later = await otherProcess();
  expect(await later(database.db, bucket)).toMatchObject({ allowed: true, remaining: 9 });
});

test("without the database a process limits by itself", async () => {
  const gone = createDb(database.url, { max: 1 });
  await gone.end();
  const bucket = bucketOf(10);
  const answers: Allowance[] = [];
  for (let n = 0; n < 15; n += 1) answers.push(await takeToken(gone, bucket));
  expect(allowed(answers)).toHaveLength(10);
});
