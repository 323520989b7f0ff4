import { encodeFunctionData } from "viem";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { subscriptionManagerAbi as abi } from "@/lib/adapters/chain/abi/subscription-manager";
import { addressOf } from "@/lib/adapters/chain/chains";
import { installClock } from "@/lib/domain/operations/clock/install-clock";
import { removeOldRows } from "@/lib/domain/operations/retention/remove-old-rows";
import { takeBackSettlements } from "@/lib/domain/payments/settlements/take-back-settlements";
import { cancelSubscription } from "@/lib/domain/subscriptions/cancel-subscription";
import { pauseSubscription } from "@/lib/domain/subscriptions/pause-subscription";
import { resumeSubscription } from "@/lib/domain/subscriptions/resume-subscription";
import type { ChainAccount } from "@/testing/chain";
import { index, makeFinal } from "@/testing/relay";
import { storedSubscription } from "@/testing/renewals";
import { fundPayer } from "@/testing/settlements";
import { insertPlan, type PlanRow } from "@/testing/subscription-rows";
import { allowKeepers, chainTime, enrolDirectly } from "@/testing/subscriptions";
import { createWorld, type World } from "@/testing/world";
import { applySubscriptionEvents } from "./apply-subscription-events";
import { takeBackSubscriptions } from "./take-back-subscriptions";

/*
 * Lateness is judged by the block's time, and a block is final 40 blocks later: what happens meanwhile is seen by the
 * books. The clock of the business stands still, and is set by the chain's.
 */
const DEPTH = 40;
const DAY = 86_400;

let world: World;
let plan: PlanRow;
let keeper: ChainAccount;
let id: string;
let onchainId: `0x${string}`;

beforeAll(async () => {
  world = await createWorld({ finalityDepth: DEPTH });
  await allowKeepers(world);
  await installClock(world.db, world.chains);
  await world.db`insert into business_clock (id) values (true) on conflict do nothing`;
  plan = await insertPlan(world, { interval: "daily" });
  const [first] = world.chain.relayers;
  if (!first) throw new Error("there is a keeper");
  keeper = first;
});
/** One whose first period is paid, at the beginning of the second. */
beforeEach(async () => {
  const enrolled = await enrolDirectly(world, await fundPayer(world), { plan, periods: 90 });
  onchainId = enrolled.id;
  await makeFinal(world, DEPTH);
  const [row] = await world.db<{ id: string }[]>`
    select id from subscriptions where onchain_id = ${onchainId}`;
  id = row?.id ?? "";
  await world.chain.request("evm_increaseTime", [DAY]);
  await world.chain.mine();
});
afterAll(() => world?.stop());

/** The business does something so many seconds after the chain's head. */
async function after(seconds: number, act: () => Promise<unknown>): Promise<void> {
  const at = new Date((Number(await chainTime(world)) + seconds) * 1_000);
  await world.db`
    update business_clock
    set ahead_ms = (extract(epoch from ${at}::timestamptz - now()) * 1000)::bigint`;
  await act();
}

/** A block so many seconds after the head has the charge of the second period. */
async function chargeAfter(seconds: number, period = 1n): Promise<void> {
  await world.chain.request("evm_setNextBlockTimestamp", [
    Number(await chainTime(world)) + seconds,
  ]);
  const item = { id: onchainId, period, number: 0n, amount: plan.amount };
  const data = encodeFunctionData({ abi, functionName: "charge", args: [item] });
  await world.send(keeper, { to: addressOf(world.deployment(), "subscriptions"), data });
  await index(world);
}

const cancel = () => cancelSubscription(world.merchantContext(), { id });
const pause = () => pauseSubscription(world.merchantContext(), { id });
const resume = () => resumeSubscription(world.merchantContext(), { id });

/** What the books have of the charges after the first, how many periods are paid, and the refunds. */
async function books() {
  const row = await storedSubscription(world, id);
  const charges = await world.db<{ status: string; exception: string; refunds: number }[]>`
    select status, payment_exception as exception,
      (select count(*)::int from refunds r where r.transaction_id = t.id) as refunds
    from transactions t where subscription_id = ${id} order by block_number offset 1`;
  const paidMs = (row.paidUntil?.getTime() ?? 0) - row.startAt.getTime();
  return {
    status: row.status,
    charged: row.charged / plan.amount,
    currentPeriod: row.currentPeriod,
    paidPeriods: paidMs / (DAY * 1_000),
    charges: [...charges],
  };
}

const inTime = { status: "confirmed", exception: "none", refunds: 0 };
const late = { status: "confirmed", exception: "late", refunds: 1 };

test("a charge whose block is before the cancel is in time, and pays its period", async () => {
  await chargeAfter(10);
  await after(5, cancel);
  await makeFinal(world, DEPTH);
  expect(await books()).toEqual({
    status: "cancelled",
    charged: 2n,
    currentPeriod: 1,
    paidPeriods: 2,
    charges: [inTime],
  });
});

test("a charge whose block is before a pause is in time, whether it is resumed or not", async () => {
  await chargeAfter(10);
  await after(5, pause);
  await makeFinal(world, DEPTH);
  expect(await books()).toMatchObject({ paidPeriods: 2, charges: [inTime] });
});

test("a charge before a pause that is over when its block is final is in time", async () => {
  await chargeAfter(10);
  await after(5, pause);
  await after(8, resume);
  await makeFinal(world, DEPTH);
  expect(await books()).toMatchObject({ status: "active", paidPeriods: 2, charges: [inTime] });
});

test("a charge that was signed before the cancel and mined after it is late, and returned once", async () => {
  await after(5, cancel);
  await chargeAfter(10);
  await makeFinal(world, DEPTH);
  await makeFinal(world, 1);
  expect(await books()).toEqual({
    status: "cancelled",
    charged: 2n,
    currentPeriod: 1,
    paidPeriods: 1,
    charges: [late],
  });
});

test("a charge in a pause is late although it is resumed when its block is final", async () => {
  await after(5, pause);
  await chargeAfter(10);
  await after(5, resume);
  await makeFinal(world, DEPTH);
  expect(await books()).toMatchObject({
    status: "active",
    charged: 2n,
    currentPeriod: 1,
    paidPeriods: 1,
    charges: [late],
  });
  // The next period is paid as usual.
  await world.chain.request("evm_increaseTime", [DAY]);
  await world.chain.mine();
  await chargeAfter(10, 2n);
  await makeFinal(world, DEPTH);
  expect(await books()).toMatchObject({ paidPeriods: 3, charges: [late, inTime] });
});

test("a charge after the end of a pause is in time", async () => {
  await after(5, pause);
  await after(8, resume);
  await chargeAfter(20);
  await makeFinal(world, DEPTH);
  expect(await books()).toMatchObject({ paidPeriods: 2, charges: [inTime] });
});

test("a reorganisation that moves the charge behind the cancel makes it late", async () => {
  await chargeAfter(10);
  await after(5, cancel);
  const seen = { status: "pending", exception: "none", refunds: 0 };
  expect(await books()).toMatchObject({ charges: [seen] });
  await world.chain.request("anvil_reorg", [1, []]);
  await world.chain.mine();
  await index(world);
  await chargeAfter(60);
  expect(await books()).toMatchObject({ charges: [{ ...seen, exception: "late" }] });
  await makeFinal(world, DEPTH);
  expect(await books()).toMatchObject({ paidPeriods: 1, charges: [late] });
});

test("what a part of the chain that is lost leaves behind is paid as far as it was in time", async () => {
  await after(5, pause);
  await chargeAfter(10);
  await makeFinal(world, DEPTH);
  await after(5, resume);
  await world.chain.request("evm_increaseTime", [DAY]);
  await world.chain.mine();
  await chargeAfter(10, 2n);
  await makeFinal(world, DEPTH);
  const before = await books();
  expect(before).toMatchObject({ paidPeriods: 3, charges: [late, inTime] });
  const [last] = await world.db<{ above: bigint; chainId: number }[]>`
    select max(block_number) - 1 as above, chain_id from chain_charges
    where onchain_id = ${onchainId} group by chain_id`;
  if (!last) throw new Error("it was read");
  await transaction(world.db, async (tx) => {
    await takeBackSubscriptions(world.systemContext(), tx, last);
    await takeBackSettlements(tx, last);
  });
  expect(await books()).toMatchObject({ currentPeriod: 1, paidPeriods: 1 });
  await transaction(world.db, (tx) =>
    applySubscriptionEvents(world.systemContext(), tx, { ...last, through: 1_000_000n }),
  );
  expect(await books()).toEqual(before);
});

const told = async () =>
  (
    await world.db<{ type: string }[]>`
      select type from events where resource_id = ${id} order by sequence`
  ).map(({ type }) => type);

/** The charge of a period has failed, and grace runs. */
const fail = (period: number) => world.db`
  update subscriptions set status = 'past_due', past_due_since = now(), failed_period = ${period},
    grace_ends_at = start_at + ${(period + 7) * DAY} * interval '1 second', failure_code = 'insufficient_balance',
    recovery_tries = 1, next_charge_at = start_at + ${period * DAY} * interval '1 second',
    attempt_at = start_at + ${period * DAY + 60} * interval '1 second'
  where id = ${id}`;

test("a charge that becomes final after a later one has failed pays its period, and grace goes on", async () => {
  await chargeAfter(10);
  await fail(2);
  const before = await storedSubscription(world, id);
  await makeFinal(world, DEPTH);
  const { status, graceEndsAt, attemptAt, nextChargeAt } = before;
  expect(await storedSubscription(world, id)).toMatchObject({
    ...{ status, graceEndsAt, attemptAt, nextChargeAt },
    recoveryTries: 1,
  });
  expect(await books()).toMatchObject({ paidPeriods: 2, charges: [inTime] });
  expect(await told()).not.toContain("subscription.recovery_outcome");
  await world.chain.request("evm_increaseTime", [DAY]);
  await world.chain.mine();
  await chargeAfter(10, 2n);
  await makeFinal(world, DEPTH);
  expect(await books()).toMatchObject({ status: "active", paidPeriods: 3 });
  expect(await told()).toContain("subscription.recovery_outcome");
});

test("a late charge recovers nothing: what failed is past due until the next period is paid", async () => {
  await fail(1);
  await after(5, pause);
  await chargeAfter(10);
  await after(5, resume);
  await makeFinal(world, DEPTH);
  const row = await storedSubscription(world, id);
  expect(row).toMatchObject({ status: "past_due", failureCode: "insufficient_balance" });
  // The contract takes nothing more of this period.
  expect(row.attemptAt).toEqual(new Date(row.startAt.getTime() + 2 * DAY * 1_000));
  expect(await books()).toMatchObject({ paidPeriods: 1, charges: [late] });
  expect(row.graceEndsAt).not.toBeNull();
  expect(await told()).not.toContain("subscription.recovery_outcome");
});

test("a grace that ends before there is something to try again has ended with a late charge", async () => {
  await fail(1);
  await world.db`
    update subscriptions set grace_ends_at = start_at + ${2 * DAY - 3_600} * interval '1 second'
    where id = ${id}`;
  await after(5, pause);
  await chargeAfter(10);
  await after(5, resume);
  expect((await storedSubscription(world, id)).graceEndsAt).not.toBeNull();
  await makeFinal(world, DEPTH);
  expect(await storedSubscription(world, id)).toMatchObject({
    status: "past_due",
    graceEndsAt: null,
  });
});

test("pauses that are over go 90 days later, and stay while a charge waits for screening or was late in them", async () => {
  const pauses = () => world.db`
    select from subscription_pauses where subscription_id = ${id}`;
  const remove = () =>
    removeOldRows(world.systemContext(), { until: new Date(Date.now() + 60_000) });
  await after(5, pause);
  await chargeAfter(10);
  await after(5, resume);
  const hold = (exception: string) => world.db`
    update transactions set payment_exception = ${exception}
    where subscription_id = ${id} and status = 'pending'`;
  const pass = (days: number) => world.db`
    update business_clock set ahead_ms = ahead_ms + ${days * DAY * 1_000}`;
  await pass(89);
  await makeFinal(world, 1);
  await remove();
  expect(await pauses()).toHaveLength(1);
  await pass(2);
  await remove();
  // The pause's blocks are not final.
  expect(await pauses()).toHaveLength(1);
  await hold("screening");
  await world.db`update chain_cursors set finalized_at = finalized_at + interval '2 days'`;
  await remove();
  expect(await pauses()).toHaveLength(1);
  await hold("late");
  await remove();
  expect(await pauses()).toHaveLength(1);
  // Late for another reason than this pause.
  await world.db`
    update transactions set block_timestamp = block_timestamp - interval '1 minute'
    where subscription_id = ${id} and payment_exception = 'late'`;
  await remove();
  expect(await pauses()).toHaveLength(0);
});
