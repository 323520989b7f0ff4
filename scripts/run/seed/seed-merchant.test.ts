import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readMerchantCount } from "@/lib/adapters/chain/calls/registry-calls";
import { addressOf } from "@/lib/adapters/chain/chains";
import { newId } from "@/lib/core/ids";
import { operatorContext, operatorNonce } from "@/testing/operator-calls";
import { index } from "@/testing/relay";
import { createWorld, type World } from "@/testing/world";
import { findOpenCalls, type MerchantSeed, seedMerchant, seedRegistrations } from "./seed-merchant";

let world: World;
let merchant: MerchantSeed;

beforeAll(async () => {
  world = await createWorld();
}, 120_000);
afterAll(() => world?.stop());
beforeEach(() => {
  const [owner, payout] = [world.chain.payers[0], world.chain.payers[1]];
  if (!owner || !payout) throw new Error("the chain has no payers");
  merchant = {
    id: newId("merchant"),
    businessName: "Acme",
    email: null,
    owner: owner.address,
    payout: payout.address,
    feeBps: 100,
  };
});

const onPending = () => world.chain.mine();
const count = () => {
  const deployment = world.deployment();
  return readMerchantCount(deployment.chain.rpc, addressOf(deployment, "registry"));
};
const rows = () => world.db`
  select m.*, r.* from merchants m join merchant_registrations r on r.merchant_id = m.id
  where m.id = ${merchant.id}`;
async function seed(patienceMs = 30_000, config = world.config) {
  await seedMerchant(world.db, merchant);
  const ctx = { ...operatorContext(world), config };
  return seedRegistrations(ctx, [world.deployment()], merchant, { patienceMs, onPending });
}

test("a merchant is registered once, however often it is seeded", async () => {
  const before = await count();
  const first = await seed();
  const seeded = await rows();
  const payout = merchant.payout.toLowerCase();
  expect(first).toMatchObject([{ chainMerchantId: before + 1n, mode: "test", payout }]);
  expect(seeded).toMatchObject([
    { businessName: "Acme", chainMerchantId: before + 1n, mode: "test", feeBps: 100, payout },
  ]);
  const nonce = await operatorNonce(world);
  expect(await seed()).toEqual(first);
  expect(await count()).toBe(before + 1n);
  expect(await operatorNonce(world)).toBe(nonce);
  expect(await rows()).toEqual(seeded);
});

test("runs that overlap, or are killed in between, register a merchant once", async () => {
  const before = await count();
  expect(await seed(0)).toEqual([]);
  await Promise.all([seed(), seed()]);
  expect(await count()).toBe(before + 1n);
  expect(await rows()).toHaveLength(1);
  await index(world);
  await seed();
  expect(await count()).toBe(before + 1n);
});

test("without the operator's key the registration waits, and says so", async () => {
  const keyless = { ...world.config, OPERATOR_PRIVATE_KEY: [] };
  expect(await seed(500, keyless)).toEqual([]);
  expect(await findOpenCalls(world.db, merchant)).toMatchObject([{ state: "queued" }]);
  expect(await seed()).toHaveLength(1);
});
