import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { index } from "@/testing/relay";
import {
  insertPlan,
  insertSubscription,
  type StoredSubscription,
} from "@/testing/subscription-rows";
import { createWorld, type World } from "@/testing/world";
import { chargeRenewalsWork } from "./charge-renewals-work";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await index(world);
});
afterAll(() => world?.stop());
afterEach(() => world.db`delete from subscriptions`);

const { nextAt, waiting, run } = chargeRenewalsWork;
const minutes = (count: number) => new Date(Date.now() + count * 60_000);
const look = async () => [
  await nextAt?.(world.db, new Date()),
  await waiting?.(world.db, new Date()),
];

async function insert(given: Partial<StoredSubscription>) {
  const { id: planId } = await insertPlan(world);
  return insertSubscription(world, { planId, ...given });
}

test("the clock stops at the next charge, or the next try of one that has failed", async () => {
  expect(await look()).toEqual([null, 0]);
  const [charge, end] = [minutes(60), minutes(50)];
  await insert({ nextChargeAt: charge, attemptAt: charge });
  expect(await look()).toEqual([charge, 0]);
  await insert({ nextChargeAt: null, attemptAt: end });
  expect(await look()).toEqual([end, 0]);
  const attemptAt = minutes(40);
  const since = minutes(-40);
  const grace = { pastDueSince: since, graceEndsAt: minutes(60), failedPeriod: 1 };
  await insert({
    status: "past_due",
    failureCode: "insufficient_balance",
    ...grace,
    nextChargeAt: since,
    attemptAt,
  });
  expect(await look()).toEqual([attemptAt, 0]);
});

test("the clock stops where a charge that was put off is tried again, instead of passing its period over", async () => {
  const attemptAt = minutes(9);
  await insert({ nextChargeAt: minutes(-1), attemptAt });
  await insert({ nextChargeAt: minutes(60), attemptAt: minutes(60) });
  expect(await look()).toEqual([attemptAt, 0]);
});

test("neither what is paused nor what is owed to a merchant that may not collect is waited for", async () => {
  const past = minutes(-1);
  const { id } = await insert({ nextChargeAt: past, attemptAt: past, pausedAt: past });
  expect(await look()).toEqual([null, 0]);
  await world.db`update subscriptions set paused_at = null where id = ${id}`;
  expect(await look()).toEqual([null, 1]);
  await world.db`update merchants set status = 'suspended' where id = ${world.merchant.id}`;
  expect(await look()).toEqual([null, 0]);
  await world.db`update merchants set status = 'active' where id = ${world.merchant.id}`;
});

test("what a keeper has taken is waited for, until it is charged", async () => {
  // A claim moves the next look a minute ahead.
  const { id } = await insert({ nextChargeAt: minutes(-1), attemptAt: minutes(1) });
  expect(await waiting?.(world.db, new Date())).toBe(1);
  let done = false;
  const until = minutes(1);
  const running = run(world.systemContext(), { db: world.db, until }).then((count) => {
    done = true;
    return count;
  });
  await sleep(300);
  expect(done).toBe(false);
  const next = minutes(60);
  await world.db`
    update subscriptions set next_charge_at = ${next}, attempt_at = ${next} where id = ${id}`;
  expect(await running).toBe(1);
});

test("what a keeper has taken by the time of a chain that is ahead of the clock is waited for", async () => {
  await insert({ nextChargeAt: minutes(-1), attemptAt: minutes(11) });
  expect(await waiting?.(world.db, new Date())).toBe(0);
  await world.db`update chain_cursors set head_at = ${minutes(10)}`;
  expect(await waiting?.(world.db, new Date())).toBe(1);
});
