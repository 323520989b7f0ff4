import { encodeFunctionData } from "viem";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { subscriptionManagerAbi as abi } from "@/lib/adapters/chain/abi/subscription-manager";
import { encodeCancel } from "@/lib/adapters/chain/calls/subscription-calls";
import { addressOf } from "@/lib/adapters/chain/chains";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { takeBackSettlements } from "@/lib/domain/payments/settlements/take-back-settlements";
import { createRefund } from "@/lib/domain/refunds/create-refund";
import { readSubscription } from "@/lib/domain/subscriptions/subscription-rows";
import type { ChainAccount } from "@/testing/chain";
import { makeFinal } from "@/testing/relay";
import { fundPayer } from "@/testing/settlements";
import { insertPlan } from "@/testing/subscription-rows";
import { chainTime, enrolDirectly } from "@/testing/subscriptions";
import { createWorld, type World } from "@/testing/world";
import { applySubscriptionEvents } from "./apply-subscription-events";
import { takeBackSubscriptions } from "./take-back-subscriptions";

const DAY = 86_400;

let world: World;
let payer: ChainAccount;

beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  payer = await fundPayer(world);
});
afterAll(() => world?.stop());

async function booked(onchainId: Bytes32) {
  const [row] = await world.db<{ id: string }[]>`
    select id from subscriptions where onchain_id = ${onchainId}`;
  if (!row) throw new Error("it is booked");
  return readSubscription(world.db, row.id);
}

async function enrol(given: Parameters<typeof enrolDirectly>[2]) {
  const { id } = await enrolDirectly(world, payer, given);
  await makeFinal(world, 4);
  return booked(id);
}

test("an enrolment without the relay is linked to a plan whose cycles it has, and to no other", async () => {
  const plan = await insertPlan(world, { maxCycles: 3 });
  expect(await enrol({ plan, periods: 4 })).toMatchObject({ planId: null });
  payer = await fundPayer(world);
  expect(await enrol({ plan, periods: 3 })).toMatchObject({ planId: plan.id });
});

test("nor is it to a plan that was archived before", async () => {
  const plan = await insertPlan(world, { active: false, archivedAt: new Date(0) });
  expect(await enrol({ plan })).toMatchObject({ planId: null });
});

test("nor to another merchant's plan, or with another token or interval", async () => {
  const other = await world.addMerchant();
  const foreign = await insertPlan(world, { merchantId: other.id });
  expect(await enrol({ plan: foreign })).toMatchObject({ planId: null });
  const plan = await insertPlan(world);
  for (const change of [{ interval: 86_400n }, { currency: "EURC" as const }]) {
    payer = await fundPayer(world);
    expect(await enrol({ plan, ...change })).toMatchObject({ planId: null });
  }
});

test("its trial is the plan's, once, and one that follows begins where the first ends", async () => {
  const plan = await insertPlan(world, { trialDays: 7, interval: "daily" });
  const late = await enrol({ plan, startIn: 8 * DAY, periods: 1 });
  expect(late).toMatchObject({ planId: null });
  for (const after of [0, 5]) {
    payer = await fundPayer(world);
    const first = await enrol({ plan, startIn: 7 * DAY, periods: 1 });
    expect(first).toMatchObject({ planId: plan.id, status: "trialing" });
    const endsIn = (first.endAt?.getTime() ?? 0) / 1_000 - Number(await chainTime(world));
    const next = await enrol({ plan, startIn: endsIn + after, periods: 1 });
    expect(next.planId).toBe(after === 0 ? plan.id : null);
  }
});

test.each([
  ["after", 1],
  ["before", -1],
])("one that follows is linked by whether the first ended %s its block", async (_, seconds) => {
  const plan = await insertPlan(world, { trialDays: 7, interval: "daily" });
  const first = await enrol({ plan, startIn: 7 * DAY, periods: 1 });
  const endsIn = (first.endAt?.getTime() ?? 0) / 1_000 - Number(await chainTime(world));
  const { id } = await enrolDirectly(world, payer, { plan, startIn: endsIn, periods: 1 });
  // The first one ends while the block of the second is not final.
  const endedAt = new Date((Number(await chainTime(world)) + seconds) * 1_000);
  await world.db`
    update subscriptions set status = 'cancelled', cancelled_at = ${endedAt}, closed_at = now(),
      attempt_at = null, next_charge_at = null
    where id = ${first.id}`;
  await makeFinal(world, 4);
  expect((await booked(id)).planId).toBe(seconds > 0 ? plan.id : null);
});

/** Reads again what the chain says from the block of an enrolment on, as a rebuild does. */
async function readAgain(onchainId: Bytes32, before: () => Promise<void>): Promise<void> {
  const { chain } = world.deployment();
  const [from] = await world.db<{ above: bigint }[]>`
    select block_number as above from chain_subscriptions where onchain_id = ${onchainId}`;
  const above = from?.above ?? 0n;
  const range = { chainId: chain.id, above };
  await transaction(world.db, async (tx) => {
    await takeBackSubscriptions(world.systemContext(), tx, range);
    await takeBackSettlements(tx, range);
  });
  await before();
  await transaction(world.db, (tx) =>
    applySubscriptionEvents(world.systemContext(), tx, { ...range, through: 1_000_000n }),
  );
}

test("an end that the chain has lost is asked for by a call of ours, until it is there again", async () => {
  const plan = await insertPlan(world);
  const row = await enrol({ plan });
  const to = addressOf(world.deployment(), "subscriptions");
  await world.send(payer, { to, data: encodeCancel(row.onchainId) });
  await makeFinal(world, 4);
  expect(await booked(row.onchainId)).toMatchObject({ onchainCancel: "confirmed" });
  await readAgain(row.onchainId, async () => {
    expect(await booked(row.onchainId)).toMatchObject({
      status: "cancelled",
      onchainCancel: "queued",
    });
    const calls = await world.db`
      select from operator_calls where subscription_id = ${row.id} and state = 'queued'`;
    expect(calls).toHaveLength(1);
  });
  expect(await booked(row.onchainId)).toMatchObject({
    status: "cancelled",
    onchainCancel: "confirmed",
  });
});

test("a charge that is read again is judged by its block as before, whatever happened since", async () => {
  const plan = await insertPlan(world);
  const row = await enrol({ plan, startIn: 60 });
  await world.chain.request("evm_increaseTime", [60]);
  const [keeper] = world.chain.relayers;
  if (!keeper) throw new Error("there is a relayer");
  const to = addressOf(world.deployment(), "subscriptions");
  const allow = encodeFunctionData({
    abi: merchantRegistryAbi,
    functionName: "setKeeper",
    args: [keeper.address, true],
  });
  const registry = addressOf(world.deployment(), "registry");
  await world.send(world.chain.operator, { to: registry, data: allow });
  const item = { id: row.onchainId, period: 0n, number: 0n, amount: plan.amount };
  await world.send(keeper, {
    to,
    data: encodeFunctionData({ abi, functionName: "charge", args: [item] }),
  });
  await makeFinal(world, 4);
  await world.db`
    update subscriptions set status = 'cancelled', attempt_at = null, next_charge_at = null,
      cancelled_at = (select block_timestamp + interval '1 second' from chain_charges
        where onchain_id = ${row.onchainId})
    where id = ${row.id}`;
  await readAgain(row.onchainId, async () => {
    const [lost] = await world.db`
      select status, payment_exception from transactions where subscription_id = ${row.id}`;
    expect(lost).toEqual({ status: "reorged", paymentException: "reverted" });
  });
  const [back] = await world.db`
    select status, payment_exception from transactions where subscription_id = ${row.id}`;
  expect(back).toEqual({ status: "confirmed", paymentException: "none" });
});

test("a charge is refunded up to what was charged", async () => {
  const plan = await insertPlan(world);
  const row = await enrol({ plan });
  const ctx = world.merchantContext();
  const transactionId = row.latestTransactionId ?? "";
  const ask = async (amount: bigint) => {
    const input = { transactionId, amount, reason: "customer_request" } as const;
    return createRefund.run(ctx, input, await createRefund.prepare(ctx, input));
  };
  await expect(ask(plan.amount + 1n)).rejects.toMatchObject({
    info: { details: { reason: "exceeds_refundable" } },
  });
  expect(await ask(plan.amount)).toMatchObject({
    status: "pending",
    amount: plan.amount,
    payer: row.payer,
    instructions: expect.anything(),
  });
});
