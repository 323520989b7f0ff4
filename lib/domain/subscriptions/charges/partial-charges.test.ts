import { encodeFunctionData } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { subscriptionManagerAbi as abi } from "@/lib/adapters/chain/abi/subscription-manager";
import { encodeCancel } from "@/lib/adapters/chain/calls/subscription-calls";
import { addressOf } from "@/lib/adapters/chain/chains";
import { readContract } from "@/lib/adapters/chain/reads/read-contract";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { compareFigures } from "@/lib/domain/insight/figures/compare-figures";
import { getMrr } from "@/lib/domain/insight/figures/get-mrr";
import { checkRenewals } from "@/lib/domain/operations/checks/check-merchants";
import { readRenewals } from "@/lib/domain/operations/read-renewals";
import { renewalGauges } from "@/lib/domain/operations/renewal-gauges";
import { createRefund } from "@/lib/domain/refunds/create-refund";
import { getRefund } from "@/lib/domain/refunds/get-refund";
import { settleDueRefunds } from "@/lib/domain/refunds/settle-due-refunds";
import type { WrittenCharge } from "@/lib/domain/subscriptions/books/charge-transactions";
import { noteUnrequestedCharges } from "@/lib/domain/subscriptions/books/note-unrequested";
import type { ChargeEvent } from "@/lib/domain/subscriptions/books/subscription-event";
import { cancelSubscription } from "@/lib/domain/subscriptions/cancel-subscription";
import { listRenewals } from "@/lib/domain/subscriptions/outlook/list-renewals";
import { pauseSubscription } from "@/lib/domain/subscriptions/pause-subscription";
import { resumeSubscription } from "@/lib/domain/subscriptions/resume-subscription";
import { readSubscription } from "@/lib/domain/subscriptions/subscription-rows";
import { viewSubscription } from "@/lib/domain/subscriptions/view";
import type { ChainAccount } from "@/testing/chain";
import { drain, forAMinute, index, makeFinal, spend } from "@/testing/relay";
import {
  renew,
  renewalsOf,
  storedSubscription,
  subscribe,
  toldOf,
  warpTo,
} from "@/testing/renewals";
import { insertPlan, type PlanRow } from "@/testing/subscription-rows";
import { allowKeepers } from "@/testing/subscriptions";
import { createWorld, type World } from "@/testing/world";
import { listStuckRenewals } from "./list-stuck-renewals";
import { listUnrequested } from "./list-unrequested";

/*
 * A wallet that is not the installation's has the right to charge, and takes parts of what is due. The contract lets it:
 * the books judge a period by the sum of its charges.
 */
let world: World;
let plan: PlanRow;
/** A keeper whose key is in other hands. */
let rogue: ChainAccount;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
  await allowKeepers(world);
  rogue = world.chain.deployer;
  const data = encodeFunctionData({
    abi: merchantRegistryAbi,
    functionName: "setKeeper",
    args: [rogue.address, true],
  });
  const registry = addressOf(world.deployment(), "registry");
  await world.send(world.chain.operator, { to: registry, data });
  const { address } = world.merchant.owner;
  await world.chain.request("anvil_setBalance", [address, "0x8ac7230489e80000"]);
  await world.mint(address, 1_000_000_000n);
});
beforeEach(async () => {
  plan = await insertPlan(world);
  await world.db`delete from unrequested_calls`;
});
afterEach(async () => {
  await world.db`update subscriptions set attempt_at = null`;
  expect(await compareFigures(world.systemContext(), owner())).toEqual([]);
});
afterAll(() => world?.stop());

type TestSubscription = Awaited<ReturnType<typeof subscribe>>;
const manager = () => addressOf(world.deployment(), "subscriptions");
const owner = () => ({ merchantId: world.merchant.id, mode: "test" as const });
const due = (row: { nextChargeAt: Date | null }) => row.nextChargeAt ?? new Date(0);
const paidPeriods = ({ paidUntil, startAt, intervalSeconds }: TestSubscription) =>
  ((paidUntil?.getTime() ?? startAt.getTime()) - startAt.getTime()) /
  (Number(intervalSeconds) * 1_000);

async function steal(
  one: TestSubscription,
  amount: bigint,
  { period = 1n, number = 0n } = {},
): Promise<void> {
  const item = { id: one.onchainId, period, number, amount };
  const data = encodeFunctionData({ abi, functionName: "charge", args: [item] });
  await world.send(rogue, { to: manager(), data });
  await index(world);
}

const onChain = ({ onchainId }: TestSubscription) =>
  readContract(world.deployment().chain.rpc, {
    address: manager(),
    abi,
    functionName: "get",
    args: [onchainId],
  });

/** What the books have of the charges, beside what the contract has taken altogether. */
async function books(one: TestSubscription) {
  const row = await storedSubscription(world, one.id);
  const charges = await world.db<
    { period: number; number: number; amount: bigint; unrequested: boolean }[]
  >`
    select k.period, k.number, t.amount, t.unrequested
    from subscription_charges k join transactions t on t.id = k.transaction_id
    where k.subscription_id = ${one.id} and t.status = 'confirmed'
      and t.amount = k.amount order by 1, 2`;
  const { remaining } = await onChain(one);
  expect(row.charged).toBe((row.cap ?? 0n) - remaining);
  expect(charges.reduce((sum, { amount }) => sum + amount, 0n)).toBe(row.charged);
  expect(row.chargesMade).toBe(charges.length);
  return { row, charges: charges.slice(1), paid: paidPeriods({ ...one, ...row }) };
}

const mrr = async () => {
  const { currencies } = await getMrr({ db: world.db, actor: owner() });
  return currencies[0]?.byPlan.find(({ planId }) => planId === plan.id)?.mrr ?? 0n;
};

test("a part that a foreign wallet takes first leaves the rest due: one period, and its exact amount", async () => {
  const one = await subscribe(world, plan);
  const before = await world.balanceOf(one.payer);
  await warpTo(world, due(one));
  await steal(one, 1n);
  await makeFinal(world);
  const part = await storedSubscription(world, one.id);
  expect(part).toMatchObject({
    status: "active",
    currentPeriod: 1,
    chargedOfPeriod: 1n,
    chargesMade: 2,
    paidUntil: one.paidUntil,
    nextChargeAt: due(one),
    attemptAt: due(one),
  });
  expect(viewSubscription(await readSubscription(world.db, one.id))).toMatchObject({
    amountChargedOfPeriod: 1n,
    latestCharge: { period: 1, number: 0, amount: 1n },
  });
  const ahead = await listRenewals(world.merchantContext(), {
    from: due(one),
    to: new Date(due(one).getTime() + 40 * 86_400_000),
  });
  const own = ahead.data.filter(({ subscriptionId }) => subscriptionId === one.id);
  expect(own.map(({ amount }) => amount)).toEqual([plan.amount - 1n, plan.amount]);

  await renew(world);
  expect(await renewalsOf(world, one.id)).toEqual([
    { period: 1, number: 1, amount: plan.amount - 1n, open: false, outcome: "charged" },
  ]);
  expect(before - (await world.balanceOf(one.payer))).toBe(plan.amount);
  const after = await books(one);
  expect(after).toMatchObject({
    paid: 2,
    row: {
      status: "active",
      chargedOfPeriod: plan.amount,
      nextChargeAt: one.nextChargeAt && next(one),
    },
    charges: [
      { period: 1, number: 0, amount: 1n, unrequested: true },
      { period: 1, number: 1, amount: plan.amount - 1n, unrequested: false },
    ],
  });
  expect(await mrr()).toBe(plan.amount);
  // One event for each charge, with its real amount.
  const events = await world.db<{ amount: string; paidUntil: string }[]>`
    select object -> 'latestCharge' ->> 'amount' as amount, object ->> 'paidUntil' as paid_until
    from events where resource_id = ${one.id} and type = 'subscription.charged'
    order by sequence offset 1`;
  expect(events).toMatchObject([
    { amount: "1", paidUntil: one.paidUntil?.toISOString() },
    { amount: String(plan.amount - 1n), paidUntil: next(one).toISOString() },
  ]);
  // Another run of everything changes nothing.
  await renew(world);
  expect(await books(one)).toEqual(after);
  expect(before - (await world.balanceOf(one.payer))).toBe(plan.amount);
});

const next = (one: TestSubscription) =>
  new Date(due(one).getTime() + Number(one.intervalSeconds) * 1_000);

test("the rest is charged before the part is final, and once more after a reorganisation takes the part", async () => {
  const one = await subscribe(world, plan);
  const before = await world.balanceOf(one.payer);
  await warpTo(world, due(one));
  await steal(one, 3n);
  await drain(world.systemContext(), 2);
  expect(await renewalsOf(world, one.id)).toMatchObject([
    { number: 1, amount: plan.amount - 3n, open: true },
  ]);
  await world.chain.mine();
  await drain(world.systemContext());
  const head = BigInt(await world.chain.request<string>("eth_blockNumber"));
  const [found] = await world.db<{ first: bigint }[]>`
    select max(block_number) as first from chain_charges where amount = 3`;
  await world.chain.request("anvil_reorg", [Number(head - (found?.first ?? head)) + 1, []]);
  await world.chain.mine();
  await index(world);
  await renew(world);
  await renew(world);
  await renew(world);
  expect(before - (await world.balanceOf(one.payer))).toBe(plan.amount);
  expect(await books(one)).toMatchObject({ paid: 2, row: { chargedOfPeriod: plan.amount } });
});

test("the whole amount by a foreign wallet pays the period, and nothing more is charged", async () => {
  const one = await subscribe(world, plan);
  const before = await world.balanceOf(one.payer);
  await warpTo(world, due(one));
  await steal(one, plan.amount);
  await renew(world);
  await renew(world);
  expect(await renewalsOf(world, one.id)).toEqual([]);
  expect(before - (await world.balanceOf(one.payer))).toBe(plan.amount);
  expect(await books(one)).toMatchObject({
    paid: 2,
    row: { nextChargeAt: next(one) },
    charges: [{ number: 0, amount: plan.amount, unrequested: true }],
  });
});

test("a charge of ours that a part came before is not refused for good: the rest follows", async () => {
  const one = await subscribe(world, plan);
  await warpTo(world, due(one));
  await drain(world.systemContext(), 2);
  const item = { id: one.onchainId, period: 1n, number: 0n, amount: 1n };
  const data = encodeFunctionData({ abi, functionName: "charge", args: [item] });
  // It pays more for its gas, so that it is before the keeper's in the block.
  await sendFirst({ to: manager(), data });
  await drain(world.systemContext());
  await makeFinal(world);
  await drain(world.systemContext(), 3);
  await renew(world);
  expect(await renewalsOf(world, one.id)).toMatchObject([
    { number: 0, outcome: "reverted" },
    { number: 1, amount: plan.amount - 1n, outcome: "charged" },
  ]);
  expect(await books(one)).toMatchObject({ paid: 2 });
});

test("refusals count for each number: four parts that came before ours leave all tries", async () => {
  const one = await subscribe(world, plan);
  await warpTo(world, due(one));
  for (const number of [0, 1, 2, 3]) {
    await steal(one, 1n, { number: BigInt(number) });
    await addRefused(one, number);
  }
  await makeFinal(world);
  await drain(world.systemContext(), 2);
  expect((await renewalsOf(world, one.id)).at(-1)).toMatchObject({ number: 4, open: true });
  expect(await listStuckRenewals(world.db)).toEqual([]);
  // The payer spends the money first: the charge is refused, and looked at again at once.
  await spend(world, one.account, await world.balanceOf(one.payer));
  await drain(world.systemContext());
  await makeFinal(world);
  await drain(world.systemContext(), 3);
  expect((await renewalsOf(world, one.id)).at(-1)).toMatchObject({ outcome: "reverted" });
  expect(await storedSubscription(world, one.id)).toMatchObject({ status: "past_due" });
});

/** A charge of ours that the contract refused. */
async function addRefused(one: TestSubscription, number: number): Promise<void> {
  const id = `rb_refused_${number}`;
  const batch = {
    ...{ id, nonce: 900 + number, chainId: one.chainId, wallet: rogue.address.toLowerCase() },
    ...{ kind: "charge_batch", state: "consumed", callTo: manager(), gasLimit: 1 },
  };
  await world.db`insert into relay_batches ${world.db(batch)}`;
  await world.db`
    insert into subscription_renewals (batch_id, subscription_id, period, number, amount,
      group_index, item_index, open, outcome)
    values (${id}, ${one.id}, 1, ${number}, 1, 0, 0, false, 'reverted')`;
}

async function sendFirst(call: { to: `0x${string}`; data: `0x${string}` }): Promise<void> {
  const fee = "0x174876e800";
  await world.chain.request("anvil_impersonateAccount", [rogue.address]);
  await world.chain.request("eth_sendTransaction", [
    { from: rogue.address, ...call, gas: "0x7a120", maxFeePerGas: fee, maxPriorityFeePerGas: fee },
  ]);
  await world.chain.mine();
}

test("a part that is taken in the grace period ends no recovery; the rest does", async () => {
  const one = await subscribe(world, plan);
  const balance = await world.balanceOf(one.payer);
  await spend(world, one.account, balance - 5n);
  await warpTo(world, due(one));
  await renew(world);
  const failed = await storedSubscription(world, one.id);
  expect(failed).toMatchObject({ status: "past_due", failureCode: "insufficient_balance" });
  await steal(one, 5n);
  await makeFinal(world);
  await renew(world);
  const { pastDueSince, graceEndsAt, recoveryTries } = failed;
  expect(await storedSubscription(world, one.id)).toMatchObject({
    ...{ status: "past_due", pastDueSince, graceEndsAt, recoveryTries },
    ...{ failureCode: "insufficient_balance", chargedOfPeriod: 5n, paidUntil: one.paidUntil },
  });
  expect(await toldOf(world, one.id)).toEqual(["charged", "charge_failed", "charged"]);
  expect(await mrr()).toBe(0n);

  await world.mint(one.payer, plan.amount - 5n);
  await index(world);
  await renew(world);
  expect(await renewalsOf(world, one.id)).toMatchObject([
    { number: 1, amount: plan.amount - 5n, outcome: "charged" },
  ]);
  expect(await world.balanceOf(one.payer)).toBe(0n);
  expect(await books(one)).toMatchObject({ paid: 2, row: { status: "active" } });
  expect((await toldOf(world, one.id)).slice(3)).toEqual([
    "recovery_attempt",
    "charged",
    "recovery_outcome",
  ]);
  expect(await mrr()).toBe(plan.amount);
});

test("the rest of a period that has passed is not collected, and pays for nothing", async () => {
  const one = await subscribe(world, plan);
  await warpTo(world, due(one));
  await steal(one, 2n);
  await makeFinal(world);
  await warpTo(world, next(one));
  await renew(world);
  expect(await renewalsOf(world, one.id)).toMatchObject([
    { period: 2, number: 0, amount: plan.amount, outcome: "charged" },
  ]);
  expect(await books(one)).toMatchObject({ paid: 3, row: { charged: plan.amount * 2n + 2n } });
});

test("a part that is taken in a pause is late and returned, and the rest pays the period after it", async () => {
  const one = await subscribe(world, plan);
  await warpTo(world, due(one));
  const { id } = one;
  await pauseSubscription(world.merchantContext(), { id });
  await world.db`update subscriptions set paused_at = ${due(one)} where id = ${id}`;
  await steal(one, 4n);
  await makeFinal(world);
  const paused = await storedSubscription(world, id);
  expect(paused).toMatchObject({ chargedOfPeriod: 4n, paidUntil: one.paidUntil });
  expect(
    await world.db`
      select f.amount, f.origin from refunds f join transactions t on t.id = f.transaction_id
      where t.subscription_id = ${id}`,
  ).toEqual([{ amount: 4n, origin: "late_charge" }]);
  await resumeSubscription(world.merchantContext(), { id });
  await world.db`
    update subscriptions set attempt_at = next_charge_at where id = ${id} and next_charge_at is not null`;
  await renew(world);
  expect(await renewalsOf(world, id)).toMatchObject([
    { number: 1, amount: plan.amount - 4n, outcome: "charged" },
  ]);
});

test("each charge of a period is refunded by itself, by the contract, and what was paid stays paid", async () => {
  const one = await subscribe(world, plan);
  await warpTo(world, due(one));
  await steal(one, 7n);
  await renew(world);
  await renew(world);
  const charges = await world.db<{ id: string; amount: bigint }[]>`
    select t.id, t.amount from subscription_charges k join transactions t on t.id = k.transaction_id
    where k.subscription_id = ${one.id} and k.period = 1 order by k.number`;
  expect(charges.map(({ amount }) => amount)).toEqual([7n, plan.amount - 7n]);
  const before = await world.balanceOf(one.payer);
  const ctx = world.merchantContext();
  for (const { id, amount } of charges) {
    const input = { transactionId: id, amount, reason: "customer_request" } as const;
    const asked = await createRefund.run(ctx, input, await createRefund.prepare(ctx, input));
    expect(asked.instructions).toMatchObject({ method: "contract" });
    for (const step of asked.instructions?.steps ?? [])
      await world.send(world.merchant.owner, step);
    await makeFinal(world);
    await settleDueRefunds(world.systemContext(), forAMinute());
    expect(await getRefund(ctx, { id: asked.id })).toMatchObject({ status: "completed", amount });
  }
  expect((await world.balanceOf(one.payer)) - before).toBe(plan.amount);
  expect(await books(one)).toMatchObject({ paid: 2, row: { status: "active" } });
});

describe("what nothing here asked for", () => {
  const finding = async () =>
    checkRenewals({ renewals: () => readRenewals(world.db), idleRelayers: async () => [] });
  const gauges = async () =>
    (await renewalGauges({ renewals: () => readRenewals(world.db) })).filter(
      ([name]) => name === "unrequestedCalls",
    );

  test("charges of ours and enrolments' are no alarm; one by another wallet is, once it is final", async () => {
    const one = await subscribe(world, plan);
    await warpTo(world, due(one));
    await renew(world);
    expect(await listUnrequested(world.db)).toEqual([]);
    await warpTo(world, next(one));
    await steal(one, 1n, { period: 2n });
    expect(await listUnrequested(world.db)).toEqual([]);
    await makeFinal(world);
    expect(await listUnrequested(world.db)).toMatchObject([
      { kind: "charge", subscriptionId: one.id },
    ]);
    const detail = "charges within a week that this installation did not make: 1";
    expect((await finding()).detail).toContain(detail);
    expect((await finding()).alerts).toEqual([{ kind: "unrequested_calls", detail }]);
    await world.db`update unrequested_calls set created_at = created_at - interval '61 minutes'`;
    expect(await finding()).toMatchObject({ status: "warn", detail, alerts: [] });
    expect(await gauges()).toEqual([
      ["unrequestedCalls", 1, "charge"],
      ["unrequestedCalls", 0, "cancellation"],
    ]);
    await renew(world);
    expect(await listUnrequested(world.db)).toHaveLength(1);
    await world.db`update unrequested_calls set block_timestamp = clock_now() - interval '8 days'`;
    expect([await finding(), await listUnrequested(world.db)]).toMatchObject([
      { status: "ok", alerts: [] },
      [],
    ]);
  });

  test("a charge of a subscription that keepers do not charge is its merchant's own", async () => {
    const one = await subscribe(world, plan);
    await world.db`update subscriptions set plan_id = null, origin = 'chain' where id = ${one.id}`;
    await warpTo(world, due(one));
    await steal(one, 1n);
    await makeFinal(world);
    expect(await books(one)).toMatchObject({ charges: [{ amount: 1n, unrequested: false }] });
    expect(await listUnrequested(world.db)).toEqual([]);
  });

  test("a charge that comes back by a transaction of ours after its block was lost is no alarm any more", async () => {
    const one = await subscribe(world, plan);
    await warpTo(world, due(one));
    await steal(one, 1n);
    await makeFinal(world);
    const row = await readSubscription(world.db, one.id);
    const [charge] = await world.db<{ transactionId: string; txHash: Bytes32 }[]>`
      select id as transaction_id, tx_hash from transactions
      where subscription_id = ${one.id} and unrequested`;
    if (!charge) throw new Error("the charge was marked");
    const { transactionId, txHash } = charge;
    const event = { deploymentId: row.deploymentId, onchainId: row.onchainId, txHash };
    const noteAgain = () =>
      transaction(world.db, (tx) =>
        noteUnrequestedCharges(tx, [
          { row, event: event as ChargeEvent, transactionId } as WrittenCharge,
        ]),
      );
    await world.db`
      update chain_subscriptions set tx_hash = ${txHash} where onchain_id = ${one.onchainId}`;
    await noteAgain();
    expect((await books(one)).charges).toMatchObject([{ unrequested: false }]);
  });

  test("an end by the operator's wallet that no call asked for is an alarm, and said to the merchant", async () => {
    const one = await subscribe(world, plan);
    const asked = await subscribe(world, plan);
    await cancelSubscription(world.merchantContext(), { id: asked.id });
    await world.send(world.chain.operator, { to: manager(), data: encodeCancel(asked.onchainId) });
    await makeFinal(world);
    expect(await listUnrequested(world.db)).toEqual([]);
    await world.send(world.chain.operator, { to: manager(), data: encodeCancel(one.onchainId) });
    await makeFinal(world);
    expect(await listUnrequested(world.db)).toMatchObject([
      { kind: "cancellation", subscriptionId: one.id },
    ]);
    expect((await finding()).detail).toContain(
      "that the operator's wallet ended without a call: 1",
    );
    expect((await finding()).alerts).toMatchObject([{ kind: "unrequested_calls" }]);
    const row = await readSubscription(world.db, one.id);
    expect(row).toMatchObject({ status: "cancelled", cancelledBy: "operator" });
    expect(row.cancelReason).toContain("without a request");
  });

  test("a payer's own end is no alarm", async () => {
    const one = await subscribe(world, plan);
    await world.send(one.account, { to: manager(), data: encodeCancel(one.onchainId) });
    await makeFinal(world);
    expect(await listUnrequested(world.db)).toEqual([]);
    expect(await readSubscription(world.db, one.id)).toMatchObject({ cancelReason: null });
  });
});
