import { afterAll, beforeAll, expect, test } from "vitest";
import { claimDispatches } from "@/lib/domain/webhooks/deliveries/claim-dispatches";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { findShortClaims, readClaims, recordClaims } from "./webhook-claims";

let world: WebhookWorld;

beforeAll(async () => {
  world = await createWebhookWorld();
  for (const statement of recordClaims) await world.db.unsafe(statement);
});
afterAll(() => world.stop());

test("a claim that is followed by another within an attempt's time is found, unless leases were ended", async () => {
  const { db } = world;
  const merchantId = await world.addMerchant();
  await world.addEndpoint({ merchantId, url: "https://hooks.example/" });
  await world.emit({ merchantId });
  const claim = async () => (await claimDispatches(db, 1)).length;
  const short = async (...leaseEnds: number[]) => findShortClaims(await readClaims(db), leaseEnds);
  expect([await claim(), await claim()]).toEqual([1, 0]);
  expect(await short()).toEqual([]);
  await db`update webhook_dispatches set lease_until = now()`;
  expect(await claim()).toBe(1);
  expect(await short()).toHaveLength(1);
  expect(await short(Date.now())).toEqual([]);
  expect(await short(Date.now() - 60_000)).toHaveLength(1);
  // One that the lease's own time has ended.
  await db`update chaos_claims set at = at - interval '30 seconds' where fence = 1`;
  expect(await short()).toEqual([]);
  // An outcome came between them.
  await db`update chaos_claims set at = at + interval '30 seconds', attempts = -1 where fence = 1`;
  expect(await short()).toEqual([]);
});
