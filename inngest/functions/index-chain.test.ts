import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { connectJobs } from "@/lib/adapters/jobs/job-wiring";
import { wakes } from "@/lib/core/operations/wakes";
import { createSession } from "@/lib/domain/payments/sessions/create-session";
import { publishOutbox } from "@/lib/domain/platform/outbox/publish";
import { wake } from "@/lib/domain/platform/outbox/wake";
import type { Engine } from "@/lib/engine/start-engine";
import { wakeChains } from "@/lib/indexer/index-chain";
import { findRuns, until } from "@/testing/engine-fixture";
import { startJobs } from "@/testing/jobs";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { createWorld, type World } from "@/testing/world";
import { drainRelay, indexChain } from "./chain";

let world: World;
let engine: Engine;

beforeAll(async () => {
  world = await createWorld();
  const system = world.systemContext();
  engine = await startJobs(world.db, system, [indexChain, drainRelay]);
  connectJobs({ log: system.log, send: (events) => engine.send(events) });
});
afterAll(async () => {
  await engine?.stop();
  connectJobs({ send: undefined });
  await world?.stop();
});

/** As the minute's tick does. */
async function tick(): Promise<void> {
  await wakeChains(world.systemContext());
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

test("a chain that this process is not configured for is left to one that is", async () => {
  const served = globalThis.stipendRuntime;
  const chain = world.chains.all[0];
  if (!served || !chain) throw new Error("the jobs run on a chain");
  const stepsOf = (functionId: string, chainId: number) => world.db<{ finishedAt: Date | null }[]>`
    select r.finished_at from engine.step s join engine.run r on r.id = s.run_id
    join engine.event e on e.id = r.event_id
    where r.function_id = ${functionId} and (e.payload -> 'data' ->> 'chainId')::int = ${chainId}`;
  globalThis.stipendRuntime = { ...served, chains: async () => ({ all: [], deployments: [] }) };
  try {
    await transaction(world.db, async (tx) => {
      await wake(tx, wakes.chain, { chainId: 31_400 });
      await wake(tx, wakes.relay, { chainId: chain.id });
    });
    await publishOutbox(world.systemContext());
    await until(async () => (await stepsOf("stipend-index-chain", 31_400)).length > 2);
    await until(async () => (await stepsOf("stipend-drain-relay", chain.id)).length > 2);
  } finally {
    globalThis.stipendRuntime = served;
  }
  const ofRelay = () => stepsOf("stipend-drain-relay", chain.id);
  await until(async () => (await ofRelay()).every(({ finishedAt }) => finishedAt !== null));
  expect(await findRuns(world.db, "stipend-drain-relay")).toEqual(
    expect.arrayContaining([expect.objectContaining({ error: null })]),
  );
});
