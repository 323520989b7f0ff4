import { afterAll, beforeAll, expect, test } from "vitest";
import { type ProbedWorld, probe } from "@/testing/probed";
import { insertSignedRefund } from "@/testing/signed-refunds";
import { createWorld, type World } from "@/testing/world";
import { familiesOf } from "./families-of";
import { readWorkStatus } from "./read-work-status";
import { readinessOf } from "./readiness";

let world: World;
let probed: ProbedWorld;

beforeAll(async () => {
  world = await createWorld();
  probed = probe(world);
});
afterAll(async () => {
  await probed?.end();
  await world?.stop();
});

/** Of a gauge by what refunds wait for. */
async function gauge(name: string): Promise<Record<string, number>> {
  const sources = probed.sources();
  const families = await familiesOf(sources, readinessOf(sources))();
  const samples = families.find((family) => family.name === `stipend_${name}`)?.samples ?? [];
  return Object.fromEntries(samples.map(({ labels, value }) => [String(labels.waits_for), value]));
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const none = { relay: 0, chain: 0, merchant: 0, installation: 0, others: 0 };

test("signed refunds are counted by what they wait for, with how long the oldest has", async () => {
  expect(await gauge("signed_refunds")).toEqual(none);
  expect(await gauge("signed_refunds_oldest_seconds")).toEqual(none);
  await insertSignedRefund(world, { createdAt: minutesAgo(2) });
  await insertSignedRefund(world, { createdAt: minutesAgo(5) });
  await insertSignedRefund(world, { state: "in_flight" });
  await insertSignedRefund(world, { state: "done" });
  await insertSignedRefund(world, { obstacle: "insufficient_balance", createdAt: minutesAgo(60) });
  await insertSignedRefund(world, { obstacle: "signature_refused" });
  await insertSignedRefund(world, { obstacle: "payer_blocked" });
  await insertSignedRefund(world, { obstacle: "given_up", rounds: 3 });
  expect(await gauge("signed_refunds")).toEqual({
    relay: 2,
    chain: 1,
    merchant: 3,
    installation: 0,
    others: 1,
  });
  const oldest = await gauge("signed_refunds_oldest_seconds");
  expect(oldest.relay).toBeGreaterThanOrEqual(300);
  expect(oldest.relay).toBeLessThan(3_600);
  expect(oldest.merchant).toBeGreaterThanOrEqual(3_600);
});

test("status counts those that the relay is to look at now", async () => {
  const due = async () => (await readWorkStatus(world.db, world.config)).signedRefunds.due;
  await world.db`delete from refund_authorizations`;
  expect(await due()).toBe(0);
  await insertSignedRefund(world);
  await insertSignedRefund(world, { nextCheckAt: minutesAgo(1) });
  await insertSignedRefund(world, { nextCheckAt: minutesAgo(-1) });
  await insertSignedRefund(world, { obstacle: "given_up", rounds: 3 });
  await insertSignedRefund(world, { state: "mined" });
  expect(await due()).toBe(2);
});
