import { encodeFunctionData } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import { encodeCancel } from "@/lib/adapters/chain/calls/subscription-calls";
import { addressOf } from "@/lib/adapters/chain/chains";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { readSubscription } from "@/lib/domain/subscriptions/subscription-rows";
import { signEnrolment, submitEnrolment } from "@/testing/enrolments";
import { drain, index, makeFinal, submissionRow } from "@/testing/relay";
import { renew, renewalsOf, subscribe, toldOf, warpTo } from "@/testing/renewals";
import { fundPayer } from "@/testing/settlements";
import { insertPlan, type PlanRow } from "@/testing/subscription-rows";
import { allowKeepers } from "@/testing/subscriptions";
import { withChain } from "@/testing/with-chain";
import { createWorld, type World } from "@/testing/world";
import { planRebuild } from "./plan-rebuild";
import { applyRebuild } from "./rebuild-chain";

let world: World;
let plan: PlanRow;
/** A chain whose loss of a finalised block is nobody's intention. */
let ctx: Context<SystemActor>;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
  ctx = withChain(world.systemContext(), () => ({ local: false }));
  await allowKeepers(world);
  plan = await insertPlan(world);
});
// Each charge has a call of its own.
afterEach(() => world.db`update subscriptions set attempt_at = null`);
afterAll(() => world?.stop());

/** Replaces the chain from the block of a subscription's last charge on, and takes the books back to it. */
async function lose(id: string) {
  const [row] = await world.db<{ first: bigint }[]>`
    select max(block_number) as first from transactions where subscription_id = ${id}`;
  const head = await world.chain.request<string>("eth_blockNumber");
  const depth = Number(BigInt(head) - (row?.first ?? 0n)) + 1;
  await world.chain.request("anvil_reorg", [depth, []]);
  await world.chain.mine();
  return applyRebuild(ctx, await planRebuild(ctx, { chainId: world.chain.chainId }));
}

/** For so long a call that a node would not simulate yet is left. */
const AGAIN_SECONDS = 61;

/** Lets relay and indexer do all that they can, while blocks are made, and what is to be tried again is due meanwhile. */
async function settle(blocks = 8): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    if (block === blocks / 2) await world.chain.passTime(AGAIN_SECONDS);
    await drain(world.systemContext());
    await world.chain.mine();
    await index(world);
  }
}

const chargesOf = (id: string) => world.db`
  select k.period, t.id, t.status, t.payment_exception from transactions t
  left join subscription_charges k on k.transaction_id = t.id
  where t.subscription_id = ${id} order by k.period`;

test("an enrolment through the relay that is lost is brought again as it was signed, and told once", async () => {
  const payer = await fundPayer(world);
  const before = await world.balanceOf(payer.address);
  const input = await signEnrolment(world, payer, plan);
  const view = await submitEnrolment(world.merchantContext(), input);
  const id = view.subscriptionId ?? "";
  await settle();
  const enrolled = await readSubscription(world.db, id);
  expect(enrolled).toMatchObject({ status: "active", chargesMade: 1 });
  const [charged] = await chargesOf(id);
  expect(await submissionRow(world, view)).toMatchObject({ state: "confirmed" });

  expect(await lose(id)).toMatchObject({ subscriptions: [id], reverted: [charged?.id] });
  expect(await readSubscription(world.db, id)).toMatchObject({
    status: "pending",
    chargesMade: 0,
    charged: 0n,
    nextChargeAt: null,
    enrolledAt: null,
  });
  expect(await chargesOf(id)).toEqual([
    { period: null, id: charged?.id, status: "reorged", paymentException: "reverted" },
  ]);
  expect((await submissionRow(world, view)).state).not.toBe("confirmed");

  await settle();
  const again = await readSubscription(world.db, id);
  expect(again).toMatchObject({ status: "active", chargesMade: 1, charged: plan.amount });
  expect(again.latestTxHash).toBe(enrolled.latestTxHash);
  expect(await chargesOf(id)).toEqual([
    { period: 0, id: charged?.id, status: "confirmed", paymentException: "none" },
  ]);
  expect(await submissionRow(world, view)).toMatchObject({
    state: "confirmed",
    transactionId: charged?.id,
  });
  expect(await toldOf(world, id)).toEqual(["created", "charged"]);
  expect(before - (await world.balanceOf(payer.address))).toBe(plan.amount);
});

test("a renewal that is lost is made once in the end, by the call that was signed for it", async () => {
  const one = await subscribe(world, plan);
  const before = await world.balanceOf(one.payer);
  await warpTo(world, one.nextChargeAt ?? new Date(0));
  await renew(world);
  expect(await readSubscription(world.db, one.id)).toMatchObject({ chargesMade: 2 });
  const charges = await chargesOf(one.id);

  expect((await lose(one.id)).subscriptions).toContain(one.id);
  const lost = await readSubscription(world.db, one.id);
  expect(lost).toMatchObject({ status: "active", chargesMade: 1, currentPeriod: 0 });
  expect(lost.nextChargeAt).toEqual(one.nextChargeAt);
  expect(lost.paidUntil).toEqual(one.nextChargeAt);

  await settle();
  expect(await readSubscription(world.db, one.id)).toMatchObject({
    status: "active",
    chargesMade: 2,
    charged: plan.amount * 2n,
    currentPeriod: 1,
  });
  expect(await chargesOf(one.id)).toEqual(charges);
  expect(await renewalsOf(world, one.id)).toMatchObject([{ period: 1, outcome: "charged" }]);
  expect((await toldOf(world, one.id)).filter((type) => type === "charged")).toHaveLength(2);
  expect(before - (await world.balanceOf(one.payer))).toBe(plan.amount);
});

test("a part of a period that is lost is taken out of its sum, and the period is unpaid again", async () => {
  const one = await subscribe(world, plan);
  await warpTo(world, one.nextChargeAt ?? new Date(0));
  const charge = async (number: bigint, amount: bigint) => {
    const item = { id: one.onchainId, period: 1n, number, amount };
    const data = encodeFunctionData({
      abi: subscriptionManagerAbi,
      functionName: "charge",
      args: [item],
    });
    const [, keeper] = world.chain.relayers;
    if (!keeper) throw new Error("there are two keepers");
    await world.send(keeper, { to: addressOf(world.deployment(), "subscriptions"), data });
  };
  await charge(0n, 4n);
  await world.chain.mine(2);
  await charge(1n, plan.amount - 4n);
  await makeFinal(world, 4);
  const whole = await readSubscription(world.db, one.id);
  expect(whole).toMatchObject({ chargedOfPeriod: plan.amount, chargesMade: 3 });
  expect(whole.paidUntil).not.toEqual(one.paidUntil);

  await lose(one.id);
  expect(await readSubscription(world.db, one.id)).toMatchObject({
    status: "active",
    charged: plan.amount + 4n,
    chargedOfPeriod: 4n,
    chargesMade: 2,
    currentPeriod: 1,
    paidUntil: one.paidUntil,
    nextChargeAt: one.nextChargeAt,
    attemptAt: one.nextChargeAt,
  });
  await settle(12);
  expect(await readSubscription(world.db, one.id)).toMatchObject({
    charged: plan.amount * 2n,
    chargedOfPeriod: plan.amount,
    paidUntil: whole.paidUntil,
  });
});

test("one that its payer has ended stays ended, is ended again, and is not charged anew", async () => {
  const one = await subscribe(world, plan);
  const before = await world.balanceOf(one.payer);
  await warpTo(world, one.nextChargeAt ?? new Date(0));
  // A keeper whose key has sent by itself, as above, first learns of it.
  await settle(12);
  expect(await readSubscription(world.db, one.id)).toMatchObject({ chargesMade: 2 });
  const to = addressOf(world.deployment(), "subscriptions");
  await world.send(one.account, { to, data: encodeCancel(one.onchainId) });
  await makeFinal(world, 4);
  expect(await readSubscription(world.db, one.id)).toMatchObject({ status: "cancelled" });
  const told = await toldOf(world, one.id);

  await lose(one.id);
  expect(await readSubscription(world.db, one.id)).toMatchObject({
    status: "cancelled",
    onchainCancel: "queued",
    chargesMade: 1,
  });
  await settle(12);
  expect(await toldOf(world, one.id)).toEqual(told);
  expect(await world.balanceOf(one.payer)).toBe(before);
  expect(await readSubscription(world.db, one.id)).toMatchObject({
    status: "cancelled",
    onchainCancel: "confirmed",
    chargesMade: 1,
  });
  expect(await chargesOf(one.id)).toMatchObject([
    { period: 0, status: "confirmed", paymentException: "none" },
    { period: null, status: "reorged", paymentException: "reverted" },
  ]);
});
