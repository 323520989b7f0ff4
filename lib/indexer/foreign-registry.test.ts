import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOf } from "@/lib/adapters/chain/chains";
import { createSession } from "@/lib/domain/payments/sessions/create-session";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import { deployForeign } from "@/testing/foreign-contracts";
import { fundPayer, payDirectly, signPayment } from "@/testing/settlements";
import { createWorld, type World } from "@/testing/world";
import { scanChain } from "./scan-chain";

const AMOUNT = 12_500_000n;
let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.stop());

async function settle() {
  await world.chain.mine(3);
  const until = new Date(Date.now() + 20_000);
  const { chain } = world.deployment();
  expect(await scanChain(world.systemContext(), chain, until)).toEqual({ kind: "current" });
}

const rows = async () => {
  const [row] = await world.db<{ events: number; transactions: number; fees: number }[]>`
    select (select count(*)::int from chain_events where kind = 'processor') as events,
      (select count(*)::int from transactions) as transactions,
      (select count(*)::int from unbooked_fees) as fees`;
  return row;
};

// The core is one for all: whoever deploys a registry can give our merchant's number to an account of his own.
test("a stranger's registry that settles a live reference through the same core leaves no row", async () => {
  const payer = await fundPayer(world);
  const session = await createSession(world.merchantContext(), {
    amount: AMOUNT,
    currency: "USDC",
  });
  const foreign = await deployForeign(world);
  expect(addressOf(foreign, "processor")).toBe(addressOf(world.deployment(), "processor"));
  await settle();
  const before = await rows();
  const merchantId = world.merchant.chainMerchantId.test;
  const paid = await signPayment(foreign, payer, { merchantId, amount: AMOUNT, ref: session.ref });
  await world.send(payer, paid.call);
  await settle();
  expect(await rows()).toEqual(before);
  expect(await getSession(world.merchantContext(), session)).toMatchObject({ status: "pending" });

  // What is paid through our own registry confirms it as ever.
  await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await settle();
  expect(await getSession(world.merchantContext(), session)).toMatchObject({ status: "confirmed" });
});
