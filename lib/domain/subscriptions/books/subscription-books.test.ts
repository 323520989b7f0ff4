import { encodeFunctionData } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import { addressOf } from "@/lib/adapters/chain/chains";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { listNotifications } from "@/lib/domain/insight/notifications/list-notifications";
import { takeBackSettlements } from "@/lib/domain/payments/settlements/take-back-settlements";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { readSubscription } from "@/lib/domain/subscriptions/subscription-rows";
import { scanChain } from "@/lib/indexer/scan-chain";
import type { ChainAccount } from "@/testing/chain";
import { fundPayer } from "@/testing/settlements";
import { insertPending, insertPlan } from "@/testing/subscription-rows";
import { allowKeepers, chainTime, enrolDirectly } from "@/testing/subscriptions";
import { createWorld, type World } from "@/testing/world";
import { applySubscriptionEvents } from "./apply-subscription-events";
import { takeBackSubscriptions } from "./take-back-subscriptions";

const MONTH = 2_592_000;

let world: World;
let payer: ChainAccount;

beforeAll(async () => {
  world = await createWorld();
  payer = await fundPayer(world);
  await allowKeepers(world);
});
afterAll(() => world?.stop());

async function scan() {
  const [chain] = world.chains.all;
  if (!chain) throw new Error("there is a chain");
  return scanChain(world.systemContext(), chain, new Date(Date.now() + 20_000));
}

async function finish() {
  await world.chain.mine(4);
  expect(await scan()).toEqual({ kind: "current" });
}

async function findByOnchainId(onchainId: Bytes32) {
  const [row] = await world.db<{ id: string }[]>`
    select id from subscriptions where onchain_id = ${onchainId}`;
  return row ? readSubscription(world.db, row.id) : null;
}

const person = (): Context<SessionActor> => ({
  ...world.systemContext(),
  actor: {
    kind: "session",
    merchantId: world.merchant.id,
    mode: "test",
    userId: "usr_1",
    sessionId: "ses_1",
  },
});

const eventsOf = async (id: string) =>
  (
    await world.db<{ type: string }[]>`
      select type from events where resource_id = ${id} order by sequence`
  ).map(({ type }) => type);

async function charge(id: Bytes32, period: bigint, amount: bigint): Promise<Bytes32> {
  const [keeper] = world.chain.relayers;
  if (!keeper) throw new Error("there is a keeper");
  const data = encodeFunctionData({
    abi: subscriptionManagerAbi,
    functionName: "charge",
    args: [{ id, period, number: 0n, amount }],
  });
  const to = addressOf(world.deployment(), "subscriptions");
  return (await world.send(keeper, { to, data })) as Bytes32;
}

const passTime = async (seconds: number) => {
  await world.chain.request("evm_increaseTime", [seconds]);
  await world.chain.mine();
};

test("an enrolment that the chain alone knows is linked to its plan and its first charge booked", async () => {
  const plan = await insertPlan(world);
  const { id: onchainId, txHash } = await enrolDirectly(world, payer, { plan });
  await scan();
  expect(await findByOnchainId(onchainId)).toBeNull();
  await finish();
  const row = await findByOnchainId(onchainId);
  expect(row).toMatchObject({
    status: "active",
    origin: "chain",
    planId: plan.id,
    chargesMade: 1,
    currentPeriod: 0,
    charged: plan.amount,
    cap: plan.amount * 12n,
    payer: payer.address.toLowerCase(),
    latestTxHash: txHash,
  });
  if (!row) throw new Error("there is one");
  expect(row.customerId).not.toBeNull();
  expect(row.nextChargeAt?.getTime()).toBe(row.startAt.getTime() + MONTH * 1_000);
  expect(row.paidUntil).toEqual(row.nextChargeAt);
  expect(row.attemptAt).toEqual(row.nextChargeAt);
  expect(await eventsOf(row.id)).toEqual(["subscription.created", "subscription.charged"]);
  const [charged] = await world.db<Record<string, unknown>[]>`
    select type, status, amount, fee, net_amount, subscription_id, customer_id, payment_exception
    from transactions where subscription_id = ${row.id}`;
  expect(charged).toMatchObject({
    type: "subscription_charge",
    status: "confirmed",
    amount: plan.amount,
    fee: plan.amount / 100n,
    netAmount: plan.amount - plan.amount / 100n,
    customerId: row.customerId,
    paymentException: "none",
  });
});

test("a renewal is booked once, and one that was past due is active again", async () => {
  const plan = await insertPlan(world);
  const { id: onchainId } = await enrolDirectly(world, payer, { plan });
  await finish();
  const before = await findByOnchainId(onchainId);
  if (!before) throw new Error("it is enrolled");
  await world.db`
    update subscriptions set status = 'past_due', past_due_since = now(), grace_ends_at = now(),
      failure_code = 'insufficient_balance', recovery_tries = 1 where id = ${before.id}`;
  await passTime(MONTH);
  await charge(onchainId, 1n, plan.amount);
  await finish();
  await finish();
  const after = await readSubscription(world.db, before.id);
  expect(after).toMatchObject({
    status: "active",
    chargesMade: 2,
    currentPeriod: 1,
    charged: plan.amount * 2n,
    pastDueSince: null,
    graceEndsAt: null,
    failureCode: null,
    recoveryTries: 0,
  });
  expect(await eventsOf(before.id)).toEqual([
    "subscription.created",
    "subscription.charged",
    "subscription.charged",
    "subscription.recovery_outcome",
  ]);
});

test("a charge that lands after a cancel is booked and flagged, and the subscription stays cancelled", async () => {
  const plan = await insertPlan(world);
  const { id: onchainId } = await enrolDirectly(world, payer, { plan });
  await finish();
  const before = await findByOnchainId(onchainId);
  if (!before) throw new Error("it is enrolled");
  await world.db`
    update subscriptions set status = 'cancelled', cancelled_at = now(), attempt_at = null,
      next_charge_at = null where id = ${before.id}`;
  await passTime(MONTH);
  await charge(onchainId, 1n, plan.amount);
  await finish();
  expect(await readSubscription(world.db, before.id)).toMatchObject({
    status: "cancelled",
    chargesMade: 2,
    nextChargeAt: null,
    attemptAt: null,
  });
  const rows = await world.db`
    select payment_exception, status from transactions where subscription_id = ${before.id}
    order by block_number`;
  expect(rows.map((row) => row.paymentException)).toEqual(["none", "late"]);
});

test("terms of no plan are kept without events, and so is one whose amount is another", async () => {
  const plan = await insertPlan(world);
  const { id } = await enrolDirectly(world, payer, { plan, amount: plan.amount + 1n });
  const { id: noRef } = await enrolDirectly(world, payer);
  await finish();
  for (const onchainId of [id, noRef]) {
    const row = await findByOnchainId(onchainId);
    expect(row).toMatchObject({ planId: null, status: "active" });
    expect(await eventsOf(row?.id ?? "")).toEqual([]);
  }
});

test("one of no plan is completed at its end, without a word, and the keeper never looks at it", async () => {
  const { id, terms } = await enrolDirectly(world, payer, { periods: 2 });
  await finish();
  const row = await findByOnchainId(id);
  expect(row?.attemptAt).toEqual(new Date(Number(terms.endAt) * 1_000));
  expect(row?.attemptAt).toEqual(row?.endAt);
  await passTime(MONTH);
  await finish();
  expect(await findByOnchainId(id)).toMatchObject({ status: "active", chargesMade: 1 });
  await passTime(MONTH);
  await finish();
  expect(await findByOnchainId(id)).toMatchObject({ status: "completed", attemptAt: null });
  expect(await eventsOf(row?.id ?? "")).toEqual([]);
});

test("the relay's pending row becomes what the chain has", async () => {
  const plan = await insertPlan(world, { trialDays: 3 });
  const enrolled = await enrolDirectly(world, payer, { plan, startIn: 86_400 });
  const pending = await insertPending(world, plan, enrolled);
  await finish();
  const row = await readSubscription(world.db, pending.id);
  expect(row).toMatchObject({ status: "trialing", origin: "relay", chargesMade: 0 });
  expect(row.nextChargeAt).toEqual(new Date(Number(enrolled.terms.startAt) * 1_000));
  expect(await eventsOf(row.id)).toEqual(["subscription.created"]);
});

test("one that was relayed without a plan has its payer as customer, in its mode", async () => {
  const account = await fundPayer(world);
  const enrolled = await enrolDirectly(world, account);
  const plan = await insertPlan(world);
  const { id } = await insertPending(world, plan, enrolled, { planId: null, ref: null });
  await finish();
  const { customerId } = await readSubscription(world.db, id);
  const customers = await world.db`
    select id, merchant_id, mode from customers where wallet_address = ${enrolled.terms.payer}`;
  expect(customers).toEqual([{ id: customerId, merchantId: world.merchant.id, mode: "test" }]);
  const [charged] = await world.db`
    select customer_id from transactions where subscription_id = ${id}`;
  expect(charged).toEqual({ customerId });
});

test("one that was cancelled before the chain had it stays cancelled, and its end is asked for", async () => {
  const plan = await insertPlan(world);
  const enrolled = await enrolDirectly(world, payer, { plan });
  const pending = await insertPending(world, plan, enrolled, {
    status: "cancelled",
    cancelledAt: new Date(),
  });
  await finish();
  expect(await readSubscription(world.db, pending.id)).toMatchObject({
    status: "cancelled",
    onchainCancel: "queued",
    chargesMade: 1,
    nextChargeAt: null,
  });
});

test("a payer's own cancel ends it, and says so", async () => {
  const plan = await insertPlan(world);
  const { id: onchainId } = await enrolDirectly(world, payer, { plan });
  await finish();
  const data = encodeFunctionData({
    abi: subscriptionManagerAbi,
    functionName: "cancel",
    args: [onchainId],
  });
  await world.send(payer, { to: addressOf(world.deployment(), "subscriptions"), data });
  await finish();
  const row = await findByOnchainId(onchainId);
  expect(row).toMatchObject({ status: "cancelled", onchainCancel: "confirmed", attemptAt: null });
  expect(await eventsOf(row?.id ?? "")).toEqual([
    "subscription.created",
    "subscription.charged",
    "subscription.cancelled",
  ]);
});

test("a payer's own cancel ends the next term that was agreed to as well", async () => {
  const plan = await insertPlan(world, { interval: "daily" });
  const account = await fundPayer(world);
  const { id: onchainId, terms } = await enrolDirectly(world, account, { plan, periods: 20 });
  const startIn = Number(terms.endAt - (await chainTime(world)));
  const { id: nextId } = await enrolDirectly(world, account, { plan, startIn, periods: 1 });
  await finish();
  const next = await findByOnchainId(nextId);
  const current = await findByOnchainId(onchainId);
  expect(current).toMatchObject({ status: "active", nextTerm: false });
  expect(next).toMatchObject({ status: "trialing", planId: plan.id, nextTerm: true });
  const { data: bell } = await listNotifications(person(), { limit: 100 });
  const titleOf = (id: string | undefined) =>
    bell.find(({ resource }) => resource.id === id)?.title;
  expect([titleOf(current?.id), titleOf(next?.id)]).toEqual([
    "New subscriber",
    "Renewed for another term",
  ]);
  const data = encodeFunctionData({
    abi: subscriptionManagerAbi,
    functionName: "cancel",
    args: [onchainId],
  });
  await world.send(account, { to: addressOf(world.deployment(), "subscriptions"), data });
  await finish();
  expect(await findByOnchainId(onchainId)).toMatchObject({ status: "cancelled" });
  expect(await findByOnchainId(nextId)).toMatchObject({
    status: "cancelled",
    cancelledBy: "payer",
    onchainCancel: "queued",
  });
  expect(await eventsOf(next?.id ?? "")).toEqual([
    "subscription.created",
    "subscription.cancelled",
  ]);
});

test("a chain that lost final blocks is taken back, and what comes again is told once", async () => {
  const plan = await insertPlan(world);
  const { id: onchainId } = await enrolDirectly(world, payer, { plan });
  await finish();
  const before = await findByOnchainId(onchainId);
  if (!before) throw new Error("it is enrolled");
  const [chain] = world.chains.all;
  const [cursor] = await world.db<{ finalizedNumber: bigint; number: bigint }[]>`
    select finalized_number, number from chain_cursors`;
  const [event] = await world.db<{ blockNumber: bigint }[]>`
    select block_number from chain_subscriptions where onchain_id = ${onchainId}`;
  if (!chain || !cursor || !event) throw new Error("it was read");
  await transaction(world.db, async (tx) => {
    const range = { chainId: chain.id, above: event.blockNumber - 1n };
    expect(await takeBackSubscriptions(world.systemContext(), tx, range)).toEqual([before.id]);
    await takeBackSettlements(tx, range);
  });
  expect(await readSubscription(world.db, before.id)).toMatchObject({
    status: "pending",
    cap: null,
    chargesMade: 0,
    charged: 0n,
    currentPeriod: null,
    nextChargeAt: null,
    enrolledAt: null,
  });
  await transaction(world.db, (tx) =>
    applySubscriptionEvents(world.systemContext(), tx, {
      chainId: chain.id,
      above: event.blockNumber - 1n,
      through: cursor.finalizedNumber,
    }),
  );
  const { enrolledAt: _, ...rest } = before;
  expect(await readSubscription(world.db, before.id)).toMatchObject(rest);
  expect(await eventsOf(before.id)).toEqual(["subscription.created", "subscription.charged"]);
  const rows = await world.db`
    select status, payment_exception from transactions where subscription_id = ${before.id}`;
  expect([...rows]).toEqual([{ status: "confirmed", paymentException: "none" }]);
});

test("a repetition changes nothing", async () => {
  const plan = await insertPlan(world);
  const { id: onchainId } = await enrolDirectly(world, payer, { plan });
  await finish();
  const before = await findByOnchainId(onchainId);
  const [chain] = world.chains.all;
  if (!chain || !before) throw new Error("it is enrolled");
  await transaction(world.db, (tx) =>
    applySubscriptionEvents(world.systemContext(), tx, {
      chainId: chain.id,
      above: 0n,
      through: 1_000_000n,
    }),
  );
  expect(await findByOnchainId(onchainId)).toEqual(before);
});
