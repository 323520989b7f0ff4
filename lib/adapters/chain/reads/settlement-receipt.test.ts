import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOf } from "@/lib/adapters/chain/chains";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { saltOf } from "@/scripts/build/contracts/core-salts";
import { deployForeign } from "@/testing/foreign-contracts";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { createWorld, type World } from "@/testing/world";
import { readSettlementReceipt } from "./settlement-receipt";
import { readReceipt } from "./transactions";

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.stop());

async function receiptOf(hash: Bytes32) {
  const receipt = await readReceipt(world.deployment().chain.rpc, hash);
  if (!receipt) throw new Error("it is mined");
  return receipt;
}

test("a receipt tells what its own contract settled, and nothing that another one says", async () => {
  const payer = await fundPayer(world);
  const processor = addressOf(world.deployment(), "processor");
  const deployment = await deployForeign(world, saltOf("a core of another house"));
  const own = await payDirectly(world, payer, { amount: 5n });
  const other = await payDirectly(world, payer, { deployment, amount: 5n });
  await world.chain.mine();
  const settledIn = async (hash: Bytes32, by = processor) => [
    ...readSettlementReceipt(await receiptOf(hash), by).settled,
  ];
  expect(await settledIn(own.hash)).toEqual([own.paymentId]);
  expect(await settledIn(other.hash, addressOf(deployment, "processor"))).toEqual([
    other.paymentId,
  ]);
  expect(await settledIn(other.hash)).toEqual([]);
});
