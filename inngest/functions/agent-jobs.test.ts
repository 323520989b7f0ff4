import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { wakes } from "@/lib/core/operations/wakes";
import type { Engine } from "@/lib/engine/start-engine";
import { orderJob } from "@/testing/agent-jobs";
import { enableCommerce, giveTreasury } from "@/testing/agents";
import { findRuns, finishedRuns } from "@/testing/engine-fixture";
import { startJobs } from "@/testing/jobs";
import { createWorld, type World } from "@/testing/world";
import { advanceAgentJobs, readTreasuries } from "./agent-jobs";

const MINUTE_MS = 60_000;
const cents = { thresholdCents: 1_000n, vendorDayCents: 1_000n, monthlyCapCents: 1_000n };
const settings = {
  requireHumanApprovalAboveUsdCents: 1_000n,
  approvedVendors: [],
  monthlySpendCapUsdCents: null,
};

let world: World;
let engine: Engine;

beforeAll(async () => {
  world = await createWorld();
  engine = await startJobs(world.db, world.systemContext(), [advanceAgentJobs, readTreasuries]);
});
afterAll(async () => {
  await engine?.stop();
  await world?.stop();
});

/** How many steps each run of a function had, oldest first. */
const stepsOf = async (functionId: string) =>
  (
    await world.db<{ steps: number }[]>`
      select count(*)::int as steps from engine.step s join engine.run r on r.id = s.run_id
      where r.function_id = ${functionId} group by r.id order by min(r.created_at)`
  ).map(({ steps }) => steps);

test("a minute's run does what time decides of all jobs, and ends when none is left", async () => {
  await giveTreasury(world, world.merchant.id, cents);
  await enableCommerce(world, world.merchant.id, settings);
  const vendor = `0x${randomBytes(20).toString("hex")}` as const;
  // More than one step takes.
  for (let made = 0; made < 101; made += 1) {
    const { id } = await orderJob(world, world.merchant, vendor, 20_000_000n);
    await world.db`
      update agent_jobs set due_at = null, status = 'expired', closed_at = clock_now(),
        expires_at = clock_now() - interval '1 day'
      where id = ${id}`;
  }
  await world.db`update agent_jobs set due_at = clock_now() - interval '1 second'`;
  await engine.advance(MINUTE_MS);
  const runs = await finishedRuns(world.db, "stipend-advance-agent-jobs");
  expect(runs.map(({ error }) => error)).toEqual(runs.map(() => null));
  await vi.waitUntil(isDone, { timeout: 30_000, interval: 50 });
  // A hundred, the last one, and none. A minute of the real clock may have begun a run before.
  expect(await stepsOf("stipend-advance-agent-jobs")).toContain(3);
});

const isDone = async () =>
  (await world.db`select from agent_jobs where due_at is not null`).length === 0;

test("treasuries are read each minute, and at once when one was changed, until none is due", async () => {
  const id = "stipend-read-treasuries";
  await finishedRuns(world.db, id);
  const { length: before } = await findRuns(world.db, id);
  await world.db`delete from agent_treasury_looks`;
  await engine.send([{ name: wakes.treasuries, data: { chainId: 31_337 } }]);
  const runs = await finishedRuns(world.db, id, before + 1);
  expect(runs.map(({ error }) => error)).toEqual(runs.map(() => null));
  expect((await stepsOf(id))[before]).toBe(2);
});
