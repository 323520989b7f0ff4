import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { createTestDatabase, type TestDatabase } from "@/testing/database";
import { until } from "@/testing/engine-fixture";
import { applyOutcome } from "./apply-outcome";
import { callFunction, loadRun } from "./call-function";
import { createEvent } from "./engine-event";
import { readEventPath } from "./event-path";
import type { EngineFunction, EngineFunctions } from "./function-config";
import { type ClaimedJob, claimJobs, releaseJobs, renewLeases } from "./job-lease";
import type { Outcome, Progress } from "./read-answer";
import { storeEvents } from "./store-events";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.db`truncate engine.event, engine.run, engine.job, engine.wait, engine.step`;
});
afterAll(() => database.drop());

function define(fn: Partial<EngineFunction> = {}): EngineFunctions {
  const base: EngineFunction = {
    id: "app-fn",
    url: "http://app.test/api/inngest?fnId=app-fn&stepId=step",
    maxAttempts: 3,
    events: ["go"],
    crons: [],
    concurrency: undefined,
    singleton: undefined,
  };
  const merged = { ...base, ...fn };
  return new Map([[merged.id, merged]]);
}
const functions = define();

async function send(count: number, known = functions, data: (n: number) => object = () => ({})) {
  const events = Array.from({ length: count }, (_, n) =>
    createEvent({ name: "go", data: { ...data(n) } }),
  );
  await transaction(database.db, (tx) => storeEvents(tx, known, events));
}
const claim = (known = functions, limit = 100, leaseMs = 60_000) =>
  claimJobs(database.db, known, { owner: randomUUID(), limit, leaseMs });
const apply = (job: ClaimedJob, outcome: Outcome, known = functions) =>
  applyOutcome(database.db, known, job, outcome);
const expire = (job: ClaimedJob) =>
  database.db`update engine.job set run_at = now() - interval '1 second' where id = ${job.id}`;
const done = (step: string): Progress => ({
  kind: "progress",
  results: [{ id: step, data: step }],
  planned: [],
  waits: [],
  isParallel: false,
});
const first = ([job]: ClaimedJob[]): ClaimedJob => {
  if (!job) throw new Error("nothing was claimed");
  return job;
};

test("a job is claimed once at a time, and is due again when its lease runs out", async () => {
  await send(5);
  const claims = await Promise.all(Array.from({ length: 6 }, () => claim(functions, 2)));
  const ids = claims.flat().map((job) => job.id);
  expect(ids).toHaveLength(5);
  expect(new Set(ids).size).toBe(5);
  expect(await claim()).toEqual([]);
  await expire(first(claims.flat()));
  expect((await claim()).map(({ id, claims }) => [id, claims])).toEqual([[ids[0], 2]]);
});

test("an engine that stopped in the middle of a claim holds up what it had in hand, and nothing else", async () => {
  const perKey = { concurrency: { limit: 1, key: readEventPath("event.data.key") } };
  const limited = define({ id: "app-limited", ...perKey });
  const both: EngineFunctions = new Map([...functions, ...limited]);
  await send(2, limited, () => ({ key: "a" }));
  await send(4, functions);
  const stopped = new AbortController();
  const over = once(stopped.signal, "abort");
  let inHand: ClaimedJob[] = [];
  const frozen = transaction(database.db, async (tx) => {
    inHand = await claimJobs(tx, both, { owner: randomUUID(), limit: 3, leaseMs: 60_000 });
    await over;
    throw new Error("the server ended the transaction");
  });
  const rolledBack = expect(frozen).rejects.toThrow("the server ended");
  await until(() => inHand.length === 3);
  await send(1, limited, () => ({ key: "b" }));
  const keys = (jobs: ClaimedJob[]) => jobs.map((job) => job.limitKey).sort();
  expect(keys(inHand)).toEqual(["", "", '"a"']);
  expect(keys(await claim(both))).toEqual(["", '"b"']);
  stopped.abort();
  await rolledBack;
  expect(keys(await claim(both))).toEqual(["", "", "", '"a"']);
});

test("engines that claim at the same time keep each key's limit", async () => {
  const limited = define({ concurrency: { limit: 2, key: readEventPath("event.data.key") } });
  await send(60, limited, (n) => ({ key: n % 4 }));
  for (let round = 0; round < 7; round += 1) {
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(limited, 3)));
    const inHand = await database.db<{ calls: number }[]>`
      select count(*)::int as calls from engine.job
      where lease_owner is not null and run_at > now() group by limit_key`;
    for (const { calls } of inHand) expect(calls).toBeLessThanOrEqual(2);
    for (const job of claims.flat()) await apply(job, { kind: "complete", output: null }, limited);
  }
});

test("a job whose function this engine does not know is left to others", async () => {
  await send(1);
  expect(await claim(define({ id: "app-other" }))).toEqual([]);
  expect(await claim()).toHaveLength(1);
});

test("the answer of an owner that lost its lease changes nothing, whatever it is", async () => {
  await send(1);
  const late = first(await claim());
  await expire(late);
  const current = first(await claim());
  const outcomes: Outcome[] = [
    done("late"),
    { kind: "complete", output: "late" },
    { kind: "fail", error: { name: "Error", message: "late" } },
    { kind: "retry", error: { name: "Error", message: "late" }, due: { inMs: 0 } },
    { kind: "unreachable", isDelivered: true, reason: "late" },
  ];
  for (const outcome of outcomes) await apply(late, outcome);
  expect(await database.db`select from engine.step`).toHaveLength(0);
  const [job] = await database.db`select lease_owner, attempt, claims from engine.job`;
  expect(job).toEqual({ leaseOwner: current.owner, attempt: 0, claims: 2 });
  await apply(current, { kind: "complete", output: "current" });
  const [run] = await database.db`select output, error from engine.run`;
  expect(run).toEqual({ output: "current", error: null });
});

test("the same answer written twice counts once", async () => {
  await send(1);
  const job = first(await claim());
  await Promise.all([apply(job, done("a")), apply(job, done("a")), apply(job, done("b"))]);
  expect(await database.db`select from engine.step`).toHaveLength(1);
  expect(await database.db`select from engine.job`).toHaveLength(1);
});

test("only the owner renews and releases", async () => {
  await send(1);
  const late = first(await claim());
  await expire(late);
  const current = first(await claim());
  await releaseJobs(database.db, [late]);
  expect(await claim()).toEqual([]);
  await expire(current);
  await renewLeases(database.db, [current], 60_000);
  expect(await claim()).toEqual([]);
  await expire(current);
  await renewLeases(database.db, [late], 60_000);
  expect(await claim()).toHaveLength(1);
});

test("full keys do not stand in the way of others, however many jobs they have due", async () => {
  const limited = define({
    concurrency: { limit: 2, key: readEventPath("event.data.key") },
  });
  await send(1_200, limited, () => ({ key: "crowded" }));
  await send(3, limited, () => ({ key: "calm" }));
  const claimed = [...(await claim(limited)), ...(await claim(limited)), ...(await claim(limited))];
  const keys = claimed.map((job) => job.limitKey).sort();
  expect(keys).toEqual(['"calm"', '"calm"', '"crowded"', '"crowded"']);
});

test("a limit counts executing calls only: a waiting run leaves its place", async () => {
  const limited = define({ concurrency: { limit: 1, key: undefined } });
  await send(2, limited);
  const job = first(await claim(limited));
  expect(await claim(limited)).toEqual([]);
  const sleeping: Outcome = {
    kind: "progress",
    results: [],
    planned: [],
    waits: [{ kind: "sleep", stepId: "nap", due: { inMs: 60_000 } }],
    isParallel: false,
  };
  await apply(job, sleeping, limited);
  expect(await claim(limited)).toHaveLength(1);
});

test("parallel siblings that end together discover the next steps once", async () => {
  const names = ["a", "b", "c", "d"];
  const planned: Outcome = { ...done("plan"), planned: names, isParallel: true };
  await send(25);
  for (const job of await claim()) await apply(job, planned);
  const siblings = await claim();
  expect(siblings).toHaveLength(100);
  await Promise.all(
    siblings
      .sort((a, b) => a.runId.localeCompare(b.runId))
      .map((job) => apply(job, done(job.stepId))),
  );
  const next = await claim();
  expect(next.map((job) => job.stepId)).toEqual(Array(25).fill("step"));
  expect(new Set(next.map((job) => job.runId)).size).toBe(25);
});

test("a job that takes its process down each time is given up", async () => {
  await send(1);
  let job = first(await claim());
  for (let n = 0; n < 10; n += 1) {
    await expire(job);
    job = first(await claim());
  }
  const run = await loadRun(database.db, job.runId);
  const fn = functions.get("app-fn");
  if (!fn || !run) throw new Error("no run");
  const call = () => Promise.reject(new Error("must not be called"));
  const outcome = await callFunction(fn, job, run, { signingKey: "k", call });
  expect(outcome).toMatchObject({
    kind: "fail",
    error: { message: expect.stringContaining("without an answer") },
  });
  await apply(job, outcome);
  expect(await database.db`select from engine.job`).toHaveLength(0);
});
