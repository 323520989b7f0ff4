import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { connectJobs } from "@/lib/adapters/jobs/job-wiring";
import { createSession } from "@/lib/domain/payments/sessions/create-session";
import { publishOutbox } from "@/lib/domain/platform/outbox/publish";
import type { Engine } from "@/lib/engine/start-engine";
import { wakeChains as wake } from "@/lib/indexer/index-chain";
import { findRuns, SIGNING_KEY, startTestEngine, until } from "@/testing/engine-fixture";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { createWorld, type World } from "@/testing/world";
import { indexChain } from "./chain";

let world: World;
let engine: Engine;
const stopping = new AbortController();

beforeAll(async () => {
  vi.stubEnv("INNGEST_SIGNING_KEY", SIGNING_KEY);
  vi.stubEnv("INNGEST_EVENT_KEY", "event-key");
  world = await createWorld();
  const { config, log, chains } = world.systemContext();
  globalThis.stipendRuntime = {
    config,
    log,
    db: world.db,
    jobDb: world.db,
    stopping,
    chains: async () => chains,
  };
  engine = await startTestEngine(world.db, inngest, [indexChain]);
  connectJobs({ log, send: (events) => engine.send(events) });
});
afterAll(async () => {
  stopping.abort();
  await engine?.stop();
  connectJobs({ send: undefined });
  globalThis.stipendRuntime = undefined;
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
