import { afterAll, beforeAll, expect, test } from "vitest";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import { addressOf } from "@/lib/adapters/chain/chains";
import { readContract } from "@/lib/adapters/chain/read-contract";
import { readSubscription } from "@/lib/domain/subscriptions/subscription-rows";
import { subscriptionSnapshot } from "@/lib/domain/subscriptions/view";
import { fundPayer } from "./settlements";
import { insertPlan, insertSubscription } from "./subscription-rows";
import { allowKeepers, enrolDirectly } from "./subscriptions";
import { createWorld, type World } from "./world";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

test("a payer is enrolled directly, and a relayer's wallet may charge", async () => {
  await allowKeepers(world);
  const plan = await insertPlan(world);
  const payer = await fundPayer(world);
  const before = await world.balanceOf(payer.address);
  const { id } = await enrolDirectly(world, payer, { plan });
  expect(before - (await world.balanceOf(payer.address))).toBe(plan.amount);
  const manager = addressOf(world.deployment(), "subscriptions");
  const call = { abi: subscriptionManagerAbi, address: manager } as const;
  const rpc = world.deployment().chain.rpc;
  const stored = await readContract(rpc, { ...call, functionName: "get", args: [id] });
  expect(stored.remaining).toBe(plan.amount * 11n);
  const keeper = world.chain.relayers[0]?.address ?? "0x";
  expect(await readContract(rpc, { ...call, functionName: "isKeeper", args: [keeper] })).toBe(true);
});

test("a stored subscription is shown", async () => {
  const plan = await insertPlan(world);
  const { id } = await insertSubscription(world, { planId: plan.id });
  const row = await readSubscription(world.db, id);
  expect(subscriptionSnapshot(row)).toMatchObject({
    id,
    planId: plan.id,
    status: "active",
    capRemaining: "110000000",
    chargeInFlight: null,
    latestCharge: null,
  });
});
