import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { wakes } from "@/lib/core/operations/wakes";
import { insertSignedRefund } from "@/testing/signed-refunds";
import { createWorld, type World } from "@/testing/world";
import { waitForRelayWork } from "./wait-for-relay-work";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.stop());
afterEach(() => world.db`delete from refund_authorizations`);

const { waiting, run } = waitForRelayWork;
const minutes = (count: number) => new Date(Date.now() + count * 60_000);
const count = (at = new Date()) => waiting?.(world.db, at);

test("a signed refund that is due is waited for", async () => {
  expect(await count()).toBe(0);
  await insertSignedRefund(world);
  expect(await count()).toBe(1);
  expect(await count(minutes(-1))).toBe(0);
  await insertSignedRefund(world, { nextCheckAt: minutes(-1), obstacle: "token_paused" });
  expect(await count()).toBe(2);
});

test("neither one that is looked at later, nor one that waits for its merchant or is sent no more", async () => {
  await insertSignedRefund(world, { nextCheckAt: minutes(1), obstacle: "token_paused" });
  await insertSignedRefund(world, { nextCheckAt: minutes(-1), obstacle: "insufficient_balance" });
  await insertSignedRefund(world, { obstacle: "given_up", rounds: 3 });
  await insertSignedRefund(world, { state: "done" });
  const cancelled = await insertSignedRefund(world);
  await world.db`update refunds set status = 'cancelled' where id = ${cancelled}`;
  expect(await count()).toBe(0);
});

test("the clock goes on once the relay has looked at it", async () => {
  const id = await insertSignedRefund(world);
  let done = false;
  const running = run(world.systemContext(), { db: world.db, until: minutes(1) }).then(() => {
    done = true;
  });
  await sleep(300);
  expect(done).toBe(false);
  const woken = await world.db`select from outbox where name = ${wakes.relay}`;
  expect(woken.length).toBeGreaterThan(0);
  await world.db`
    update refund_authorizations set obstacle = 'token_paused', next_check_at = ${minutes(1)}
    where refund_id = ${id}`;
  await running;
  expect(done).toBe(true);
});
