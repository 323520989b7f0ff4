import { afterAll, beforeAll, expect, test } from "vitest";
import { connectJobs } from "@/lib/adapters/jobs/job-wiring";
import { createSession } from "@/lib/domain/payments/sessions/create-session";
import { publishOutbox } from "@/lib/domain/platform/outbox/publish";
import type { Engine } from "@/lib/engine/start-engine";
import { wakeChains as wake } from "@/lib/indexer/index-chain";
import { findRuns, until } from "@/testing/engine-fixture";
import { startJobs } from "@/testing/jobs";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { createWorld, type World } from "@/testing/world";
import { indexChain } from "./chain";

let world: World;
let engine: Engine;

beforeAll(async () => {
  world = await createWorld();
  const system = world.systemContext();
  engine = await startJobs(world.db, system, [indexChain]);
  connectJobs({ log: system.log, send: (events) => engine.send(events) });
});
afterAll(async () => {
  await engine?.stop();
  connectJobs({ send: undefined });
  await world?.stop();
});

/** As the minute's tick does. */
async function tick(): Promise<void> {
  await wake(world.systemContext());
  await publishOutbox(world.systemContext());
}

const runs = () => findRuns(world.db, "stipend-index-chain");

test("one run sees payments as they come, however many ticks and wake-ups there are meanwhile", async () => {
  const payer = await fundPayer(world);
  await createSession(world.merchantContext(), { amount: 1n, currency: "USDC" });
  await tick();
  await until(async () => (await world.db`select from chain_cursors`).length > 0, 30_000);
  for (let block = 0; block < 3; block += 1) {
    await tick();
    const { paymentId } = await payDirectly(world, payer, { amount: 1_000_000n });
    await world.chain.mine();
    const seen = () => world.db`select from transactions where payment_id = ${paymentId}`;
    await until(async () => (await seen()).length === 1, 30_000);
  }
  expect(await runs()).toEqual([expect.objectContaining({ finishedAt: null })]);
}, 120_000);
