import { encodeFunctionData } from "viem";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { subscriptionManagerAbi as abi } from "@/lib/adapters/chain/abi/subscription-manager";
import { addressOf } from "@/lib/adapters/chain/chains";
import { forgetSettlements } from "@/lib/domain/payments/settlements/forget-settlements";
import { listTransactions } from "@/lib/domain/payments/transactions/list-transactions";
import { readOpenWork } from "@/lib/indexer/open-work";
import { signEnrolment, submitEnrolment } from "@/testing/enrolments";
import { drain, index, makeFinal } from "@/testing/relay";
import { subscribe, toldOf } from "@/testing/renewals";
import { fundPayer } from "@/testing/settlements";
import { insertPlan, type PlanRow } from "@/testing/subscription-rows";
import { allowKeepers } from "@/testing/subscriptions";
import { createWorld, type World } from "@/testing/world";
import { forgetCharges } from "./show-charges";

const MONTH = 2_592_000;

let world: World;
let plan: PlanRow;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
  await allowKeepers(world);
});
beforeEach(async () => {
  plan = await insertPlan(world);
});
afterAll(() => world?.stop());

type TestSubscription = Awaited<ReturnType<typeof subscribe>>;

/** Charges the second period, as a keeper does, and lets the indexer see it. */
async function chargeAgain({ onchainId }: TestSubscription): Promise<void> {
  await world.chain.request("evm_increaseTime", [MONTH]);
  const [keeper] = world.chain.relayers;
  if (!keeper) throw new Error("there is a keeper");
  const item = { id: onchainId, period: 1n, number: 0n, amount: plan.amount };
  const data = encodeFunctionData({ abi, functionName: "charge", args: [item] });
  await world.send(keeper, { to: addressOf(world.deployment(), "subscriptions"), data });
  await index(world);
}

const listed = async (id: string) => {
  const { data } = await listTransactions(world.merchantContext(), {});
  return data.flatMap(({ subscriptionId, id: transactionId, status, paymentException }) =>
    subscriptionId === id ? [{ transactionId, status, paymentException }] : [],
  );
};
const charged = (told: string[]) => told.filter((type) => type === "charged").length;

test("a charge is listed as pending from its block on, and told once that is final", async () => {
  const one = await subscribe(world, plan);
  await chargeAgain(one);
  const [seen, first] = await listed(one.id);
  expect(seen).toMatchObject({ status: "pending", paymentException: "none" });
  expect(first).toMatchObject({ status: "confirmed" });
  expect(charged(await toldOf(world, one.id))).toBe(1);
  expect(await readOpenWork(world.db, world.chain.chainId)).toMatchObject({ unfinished: true });
  await makeFinal(world, 4);
  expect(await listed(one.id)).toEqual([{ ...seen, status: "confirmed" }, first]);
  expect(charged(await toldOf(world, one.id))).toBe(2);
});

test("one whose block is replaced is reorged until it is mined again", async () => {
  const one = await subscribe(world, plan);
  await chargeAgain(one);
  const [seen] = await listed(one.id);
  await world.chain.request("anvil_reorg", [1, []]);
  await world.chain.mine();
  await index(world);
  expect((await listed(one.id))[0]).toEqual({ ...seen, status: "reorged" });
  await chargeAgain({ ...one });
  expect((await listed(one.id))[0]).toEqual(seen);
  await makeFinal(world, 4);
  expect((await listed(one.id))[0]).toEqual({ ...seen, status: "confirmed" });
  expect(charged(await toldOf(world, one.id))).toBe(2);
});

test("the first charge of a relayed enrolment is listed, and has its customer in the end", async () => {
  const payer = await fundPayer(world);
  const input = await signEnrolment(world, payer, plan);
  const { subscriptionId } = await submitEnrolment(world.merchantContext(), input);
  const id = subscriptionId ?? "";
  await drain(world.systemContext());
  await world.chain.mine();
  await index(world);
  expect(await listed(id)).toMatchObject([{ status: "pending" }]);
  expect(await toldOf(world, id)).toEqual([]);
  await makeFinal(world, 4);
  expect(await listed(id)).toMatchObject([{ status: "confirmed" }]);
  const [row] = await world.db`select customer_id from transactions where subscription_id = ${id}`;
  expect(row?.customerId).toMatch(/^cus_/);
});

test("a history that is forgotten takes along what was shown of its contract's charges alone", async () => {
  const one = await subscribe(world, plan);
  await chargeAgain(one);
  const { id } = world.deployment();
  await transaction(world.db, (tx) => forgetSettlements(tx, id));
  expect((await listed(one.id))[0]).toMatchObject({ status: "pending" });
  await transaction(world.db, (tx) => forgetCharges(tx, id));
  expect(await listed(one.id)).toMatchObject([{ status: "reorged" }, { status: "confirmed" }]);
});
