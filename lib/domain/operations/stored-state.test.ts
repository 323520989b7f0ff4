import { afterAll, beforeAll, expect, test } from "vitest";
import type { Sql } from "@/db/client";
import { fillOpen, fillStored } from "@/testing/busy-database";
import { siteOf } from "@/testing/busy-payment-rows";
import { type ExecutedPlan, type RecordingDb, recordingDb } from "@/testing/explain";
import { createWorld, type World } from "@/testing/world";
import * as relay from "./stored-relay";
import * as replays from "./stored-replays";
import * as stored from "./stored-state";

/*
 * `/ready` and `/metrics` are asked every second or so: what they read must not grow with what is stored,
 * whatever the statistics say. They are taken at rest; then something is open.
 */
const STORED = 30_000;
const OPEN = 2_000;
/** Postgres keeps a generic plan from the sixth execution on. */
const EXECUTIONS = 7;
/** What is open has no more rows than that, and is counted as a whole. */
const counted = new Set(["relay_open_submissions", "webhook_endpoints"]);
const small = new Set([
  "job_runs",
  "chain_cursors",
  "deployment_contracts",
  "retention_tasks",
  "relay_wallets",
  "cron",
  "webhook_replay_items",
]);

let world: World;
let recording: RecordingDb;

type Reading = (db: Sql) => Promise<unknown>;

const readings = Object.entries({ ...stored, ...relay, ...replays }).flatMap(
  ([name, read]): [string, Reading][] => (typeof read === "function" ? [[name, read]] : []),
);
const site = () => ({ ...siteOf(world), wallets: [`0x${"77".repeat(20)}` as const] });

beforeAll(async () => {
  world = await createWorld();
  recording = recordingDb(world.database.url, { max: 2 });
  await fillStored(world.db, site(), STORED);
  await insertReplays(STORED / 10, "completed");
  for (let time = 0; time < EXECUTIONS; time += 1) {
    for (const [, read] of readings) await read(recording.db);
  }
}, 180_000);
afterAll(async () => {
  await recording.db.end();
  await world.stop();
});

/** Of endpoints that are not there: the key to them is left unchecked. */
async function insertReplays(count: number, status: "completed" | "running"): Promise<void> {
  await world.db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into webhook_replays (id, merchant_id, mode, endpoint_id, from_position, to_position,
        next_position, total, status, progressed_at)
      select new_id('whr'), ${world.merchant.id}, 'test', new_id('we'), 1, 2, 1, 2, ${status},
        now() - interval '1 hour'
      from generate_series(1, ${count}::int)`;
  });
  if (status === "completed") await world.db`analyze webhook_replays`;
}

async function plansOf(read: Reading): Promise<ExecutedPlan[]> {
  const plans = await recording.during(() => read(recording.db));
  expect(plans).not.toEqual([]);
  const scans = plans.flatMap(({ scanned }) => scanned);
  expect(scans.filter((name) => !counted.has(name) && !small.has(name))).toEqual([]);
  return plans;
}

const buffersOf = (plans: readonly ExecutedPlan[]) =>
  plans.reduce((sum, { buffers }) => sum + buffers, 0);

test.each(readings)("%s reads next to nothing while nothing is open", async (_, read) => {
  expect(buffersOf(await plansOf(read))).toBeLessThan(40);
});

test("with work open, each reads what is open at the most", async () => {
  await fillOpen(world.db, site(), OPEN);
  await insertReplays(OPEN / 10, "running");
  for (const [name, read] of readings) {
    expect(buffersOf(await plansOf(read)), name).toBeLessThan(12 * OPEN);
  }
});
