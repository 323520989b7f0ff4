import { afterAll, beforeAll, expect, test } from "vitest";
import { type ProbedWorld, probe } from "@/testing/probed";
import { submit } from "@/testing/relay";
import { newLocalWallet, payUndeployed } from "@/testing/smart-wallets";
import { createWorld, type World } from "@/testing/world";
import { familiesOf } from "./families-of";
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

/** Of a gauge that has one sample. */
async function gauge(name: string): Promise<number | undefined> {
  const sources = probed.sources();
  const found = await familiesOf(sources, readinessOf(sources))();
  return found.find((family) => family.name === `stipend_${name}`)?.samples[0]?.value;
}

test("payers' wallets that are being created are counted, with how long the oldest has waited", async () => {
  expect(await gauge("wallet_creations")).toBe(0);
  for (const minutes of [5, 1]) {
    const wallet = await newLocalWallet(world);
    await submit(world.merchantContext(), await payUndeployed(world, wallet, null));
    await world.db`
      update wallet_creations set created_at = clock_now() - ${minutes} * interval '1 minute'
      where payer = ${wallet.payer}`;
  }
  expect(await gauge("wallet_creations")).toBe(2);
  expect(await gauge("wallet_creations_oldest_seconds")).toBeGreaterThanOrEqual(300);
});
