import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChainAccount } from "@/testing/chain";
import { signEnrolment, submitEnrolment } from "@/testing/enrolments";
import { chainTime, drain, index, makeFinal, spend } from "@/testing/relay";
import { renew, storedSubscription, toldOf, warpTo } from "@/testing/renewals";
import { fundPayer } from "@/testing/settlements";
import { insertPlan, type PlanRow } from "@/testing/subscription-rows";
import { allowKeepers } from "@/testing/subscriptions";
import { createWorld, type World } from "@/testing/world";

let world: World;
beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
  await allowKeepers(world);
});
afterAll(() => world?.stop());

/** Intake believes what it read of the newest block for half a second, in which only tests pass months. */
const BELIEVED_MS = 600;

async function enrol(plan: PlanRow, payer: ChainAccount, change = {}): Promise<string> {
  await sleep(BELIEVED_MS);
  const input = await signEnrolment(world, payer, plan, change);
  const { subscriptionId } = await submitEnrolment(world.merchantContext(), input);
  await drain(world.systemContext(), 2);
  await makeFinal(world, 4);
  await drain(world.systemContext());
  return subscriptionId ?? "";
}

async function toNextCharge(id: string): Promise<void> {
  const { nextChargeAt } = await storedSubscription(world, id);
  if (!nextChargeAt) throw new Error("a charge is ahead");
  await warpTo(world, nextChargeAt);
  await renew(world);
}

test("a year of monthly renewals is twelve charges, to the unit, and then it is completed", async () => {
  const plan = await insertPlan(world, { maxCycles: 12, amount: 9_999_999n });
  const payer = await fundPayer(world);
  const held = await world.balanceOf(payer.address);
  const paid = await world.balanceOf(world.merchant.payout);
  const id = await enrol(plan, payer);
  const first = await storedSubscription(world, id);
  for (let month = 1; month < 12; month += 1) {
    expect(await storedSubscription(world, id)).toMatchObject({
      status: "active",
      chargesMade: month,
      currentPeriod: month - 1,
    });
    await toNextCharge(id);
  }
  const last = await storedSubscription(world, id);
  expect(last).toMatchObject({ chargesMade: 12, charged: 12n * plan.amount, nextChargeAt: null });
  // No drift: the twelfth period ends twelve intervals after the first began.
  expect(last.paidUntil?.getTime()).toBe(
    first.startAt.getTime() + 12 * Number(plan.intervalSeconds) * 1_000,
  );
  expect(held - (await world.balanceOf(payer.address))).toBe(12n * plan.amount);
  const fee = plan.amount / 100n;
  expect((await world.balanceOf(world.merchant.payout)) - paid).toBe(12n * (plan.amount - fee));
  await warpTo(world, last.attemptAt ?? new Date(0));
  await renew(world);
  expect(await storedSubscription(world, id)).toMatchObject({ status: "completed" });
  expect(await toldOf(world, id)).toEqual(["created", ...Array(12).fill("charged")]);
  const [books] = await world.db<{ net: bigint; rows: number }[]>`
    select sum(net_amount) as net, count(*)::int as rows from transactions
    where subscription_id = ${id} and status = 'confirmed'`;
  expect(books).toEqual({ net: 12n * (plan.amount - fee), rows: 12 });
});

test("a trial is charged when it ends, and not before", async () => {
  const plan = await insertPlan(world, { trialDays: 7 });
  const payer = await fundPayer(world);
  const held = await world.balanceOf(payer.address);
  const now = await chainTime(world);
  const id = await enrol(plan, payer, { startAt: now + 7n * 86_400n });
  expect(await storedSubscription(world, id)).toMatchObject({ status: "trialing", chargesMade: 0 });
  expect(await world.balanceOf(payer.address)).toBe(held);
  await toNextCharge(id);
  expect(await storedSubscription(world, id)).toMatchObject({ status: "active", chargesMade: 1 });
  expect(held - (await world.balanceOf(payer.address))).toBe(plan.amount);
});

test("one whose payer has nothing fails, recovers when money arrives, and is told so in order", async () => {
  const plan = await insertPlan(world);
  const payer = await fundPayer(world);
  const id = await enrol(plan, payer);
  await spend(world, payer, await world.balanceOf(payer.address));
  await toNextCharge(id);
  expect(await storedSubscription(world, id)).toMatchObject({
    status: "past_due",
    failureCode: "insufficient_balance",
  });
  await world.mint(payer.address, plan.amount);
  await index(world);
  await renew(world);
  expect(await storedSubscription(world, id)).toMatchObject({
    status: "active",
    chargesMade: 2,
    failureCode: null,
    graceEndsAt: null,
  });
  const told = await toldOf(world, id);
  expect(told.slice(0, 3)).toEqual(["created", "charged", "charge_failed"]);
  expect(told.slice(-2)).toEqual(["charged", "recovery_outcome"]);
});

test("one that lapses is ended on the chain, and its payer may enrol again after that", async () => {
  const plan = await insertPlan(world);
  const payer = await fundPayer(world);
  const id = await enrol(plan, payer);
  await spend(world, payer, await world.balanceOf(payer.address));
  await toNextCharge(id);
  for (let look = 0; look < 5; look += 1) {
    const { attemptAt } = await storedSubscription(world, id);
    if (!attemptAt) break;
    await warpTo(world, attemptAt);
    await renew(world);
  }
  expect(await storedSubscription(world, id)).toMatchObject({ status: "lapsed" });
  await world.mint(payer.address, 100n * plan.amount);
  await drain(world.systemContext(), 3);
  await makeFinal(world, 4);
  await drain(world.systemContext());
  await makeFinal(world, 4);
  expect(await storedSubscription(world, id)).toMatchObject({ onchainCancel: "confirmed" });
  const again = await enrol(plan, payer);
  expect(await storedSubscription(world, again)).toMatchObject({ status: "active" });
});

test("one that follows another begins where that ends, and nobody pays twice for a day", async () => {
  const plan = await insertPlan(world, { interval: "daily" });
  const payer = await fundPayer(world);
  const id = await enrol(plan, payer, { periods: 2n });
  const { endAt } = await storedSubscription(world, id);
  if (!endAt) throw new Error("it has an end");
  const startAt = BigInt(endAt.getTime() / 1_000);
  const next = await enrol(plan, payer, { startAt, permitValue: 100n * plan.amount });
  expect(await storedSubscription(world, next)).toMatchObject({ status: "trialing" });
  await toNextCharge(id);
  expect(await storedSubscription(world, id)).toMatchObject({ chargesMade: 2 });
  await toNextCharge(next);
  expect(await storedSubscription(world, next)).toMatchObject({ status: "active", chargesMade: 1 });
  expect(await storedSubscription(world, id)).toMatchObject({
    status: "completed",
    chargesMade: 2,
  });
});

test("one without an end that its limit completes is ended on the chain, and its payer may enrol again", async () => {
  const plan = await insertPlan(world);
  const payer = await fundPayer(world);
  const id = await enrol(plan, payer, { endAt: 0n, permitValue: 2n * plan.amount + 1n });
  await toNextCharge(id);
  const { attemptAt, nextChargeAt } = await storedSubscription(world, id);
  expect(nextChargeAt).toBeNull();
  await warpTo(world, attemptAt ?? new Date(0));
  await renew(world);
  expect(await storedSubscription(world, id)).toMatchObject({
    status: "completed",
    charged: 2n * plan.amount,
    onchainCancel: expect.stringMatching(/queued|confirmed/),
  });
  await drain(world.systemContext(), 3);
  await makeFinal(world, 4);
  await drain(world.systemContext());
  await makeFinal(world, 4);
  expect(await storedSubscription(world, id)).toMatchObject({
    status: "completed",
    onchainCancel: "confirmed",
  });
  const again = await enrol(plan, payer);
  expect(await storedSubscription(world, again)).toMatchObject({ status: "active" });
});
