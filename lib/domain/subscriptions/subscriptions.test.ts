import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "@/db/client";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import { wakes } from "@/lib/core/operations/wakes";
import { type SubscriptionStatus, statesOf, subscriptionTransitions } from "@/lib/core/states";
import { compareFigures } from "@/lib/domain/insight/figures/compare-figures";
import { getChurn } from "@/lib/domain/insight/figures/get-churn";
import { getMrr } from "@/lib/domain/insight/figures/get-mrr";
import { readCancellations } from "@/lib/domain/operations/read-cancellations";
import { upsertCustomer } from "@/lib/domain/payments/customers/upsert-customer";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { listEvents } from "@/lib/domain/platform/events/list-events";
import type { TestMerchant } from "@/testing/register-merchant";
import {
  insertEnrolment,
  insertPlan,
  insertSubscription,
  type StoredSubscription,
} from "@/testing/subscription-rows";
import { createWorld, type World } from "@/testing/world";
import { cancelLocked, cancelSubscription } from "./cancel-subscription";
import { getSubscription } from "./get-subscription";
import { listSubscriptions } from "./list-subscriptions";
import { pauseSubscription } from "./pause-subscription";
import { queueOnchainCancel } from "./queue-onchain-cancel";
import { resumeSubscription } from "./resume-subscription";
import { lockOwnSubscription } from "./subscription-rows";

const MONTH_MS = 2_592_000_000;
const live: SubscriptionStatus[] = ["pending", "trialing", "active", "past_due"];
const ended: SubscriptionStatus[] = ["lapsed", "completed", "cancelled"];

let world: World;
let other: TestMerchant;
let planId: string;

beforeAll(async () => {
  world = await createWorld();
  other = await world.addMerchant();
  planId = (await insertPlan(world)).id;
});
afterAll(() => world?.stop());

const ctx = () => world.merchantContext();
const strangers = (): Context<MerchantActor>[] => [
  world.merchantContext({ merchantId: other.id }),
  world.merchantContext({ mode: "live" }),
];
const closed = { attemptAt: null, nextChargeAt: null } as const;

/** One as it stands in a status. */
function insert(status: SubscriptionStatus, given: Partial<StoredSubscription> = {}) {
  const byStatus: Partial<StoredSubscription> = {
    ...(status === "pending" && { ...closed, enrolledAt: null, cap: null, paidUntil: null }),
    ...(status === "past_due" && {
      pastDueSince: new Date(),
      graceEndsAt: new Date(Date.now() + 86_400_000),
      failureCode: "insufficient_balance",
    }),
    ...(ended.includes(status) && { ...closed, closedAt: new Date() }),
    ...(status === "cancelled" && { cancelledAt: new Date() }),
  };
  return insertSubscription(world, { planId, ...byStatus, ...given, status });
}

const eventsOf = async (id: string) =>
  (await listEvents(ctx(), { resourceId: id })).data
    .map(({ type, data }) => ({ type, object: data?.object }))
    .toReversed();
const callsOf = (id: string) =>
  world.db`select kind, merchant_id, mode, deployment_id, state, requested_by
    from operator_calls where subscription_id = ${id}`;
const invalid = (details: object) => ({
  code: "session_invalid_state",
  info: { details: expect.objectContaining(details) },
});

test("subscriptions are listed by status, plan and customer, newest first", async () => {
  const { id: customerId } = await upsertCustomer(ctx(), {
    walletAddress: `0x${randomBytes(20).toString("hex")}`,
  });
  const { id: otherPlan } = await insertPlan(world);
  // Two of one millisecond would be listed by their ids.
  const at = (ms: number) => ({ createdAt: new Date(Date.now() + ms) });
  const first = await insert("active", { planId: otherPlan, customerId, ...at(1) });
  const second = await insert("lapsed", { planId: otherPlan, ...at(2) });
  const third = await insert("active", { planId: null, origin: "chain", customerId, ...at(3) });
  const ids = async (input: Parameters<typeof listSubscriptions>[1]) =>
    (await listSubscriptions(ctx(), { limit: 100, ...input })).data.map(({ id }) => id);
  expect((await ids({})).slice(0, 3)).toEqual([third.id, second.id, first.id]);
  expect(await ids({ planId: otherPlan })).toEqual([second.id, first.id]);
  expect(await ids({ planId: otherPlan, status: "lapsed" })).toEqual([second.id]);
  expect(await ids({ customerId })).toEqual([third.id, first.id]);
  expect(await ids({ customerId, createdBefore: third.createdAt })).toEqual([first.id]);
  expect(await ids({ status: "completed" })).toEqual([]);
  for (const stranger of strangers()) {
    for (const filter of [{}, { planId: otherPlan }, { customerId }]) {
      expect((await listSubscriptions(stranger, filter)).data).toEqual([]);
    }
  }
});

test("another merchant, and the other mode, find and change nothing", async () => {
  const { id } = await insert("active", { pausedAt: new Date() });
  const missing = { code: "not_found" };
  for (const stranger of strangers()) {
    await expect(getSubscription(stranger, { id })).rejects.toMatchObject(missing);
    await expect(cancelSubscription(stranger, { id })).rejects.toMatchObject(missing);
    await expect(pauseSubscription(stranger, { id })).rejects.toMatchObject(missing);
    await expect(resumeSubscription(stranger, { id })).rejects.toMatchObject(missing);
  }
  expect(await getSubscription(ctx(), { id })).toMatchObject({
    status: "active",
    pausedAt: expect.any(Date),
    cancelReason: null,
  });
});

test("a cancelled subscription is cancelled at once, told of once, and to be ended on the chain", async () => {
  for (const status of ["trialing", "active"] as const) {
    const { id, paidUntil } = await insert(status);
    const done = await cancelSubscription(ctx(), { id, reason: "Moved away" });
    expect(done).toMatchObject({
      id,
      status: "cancelled",
      cancelReason: "Moved away",
      cancelledAt: expect.any(Date),
      closedAt: expect.any(Date),
      nextChargeAt: null,
      paidUntil,
      onchainCancel: "queued",
      chargeInFlight: null,
    });
    const [row] = await world.db`select attempt_at from subscriptions where id = ${id}`;
    expect(row).toEqual({ attemptAt: null });
    const events = await eventsOf(id);
    expect(events.map(({ type }) => type)).toEqual(["subscription.cancelled"]);
    expect(events[0]?.object).toMatchObject({ status: "cancelled", cancelReason: "Moved away" });
    expect(await callsOf(id)).toEqual([
      {
        kind: "cancel_subscription",
        merchantId: world.merchant.id,
        mode: "test",
        deploymentId: world.deployment().id,
        state: "queued",
        requestedBy: "job",
      },
    ]);
  }
});

test("cancelling ends the recovery of one that is past due", async () => {
  const { id } = await insert("past_due");
  expect(await cancelSubscription(ctx(), { id })).toMatchObject({
    status: "cancelled",
    cancelReason: null,
    failureCode: null,
    pastDueSince: null,
    graceEndsAt: null,
  });
  const events = await eventsOf(id);
  expect(events.map(({ type }) => type)).toEqual([
    "subscription.cancelled",
    "subscription.recovery_outcome",
  ]);
  expect(events[1]?.object).toMatchObject({ status: "cancelled" });
});

test.each(["lapsed", "completed"] as const)(
  "one that is %s can be cancelled once: it is told once, and statistics keep its first end",
  async (status) => {
    const closedAt = new Date(Date.now() - 40 * 86_400_000);
    const enrolledAt = new Date(closedAt.getTime() - 86_400_000);
    const { id } = await insert(status, { closedAt, enrolledAt, payerEmail: "ada@payer.example" });
    const counted = async () => {
      const [row] = await world.db`
        select coalesce(sum(cancelled_by_merchant), 0)::int as cancelled,
          coalesce(sum(lapsed), 0)::int as lapsed, coalesce(sum(completed), 0)::int as completed
        from daily_counts where merchant_id = ${world.merchant.id} and mode = 'test'`;
      return row;
    };
    const before = await counted();
    expect(await cancelSubscription(ctx(), { id, reason: "Asked twice" })).toMatchObject({
      status: "cancelled",
      cancelReason: "Asked twice",
      cancelledAt: expect.any(Date),
      closedAt,
      onchainCancel: "queued",
    });
    expect((await eventsOf(id)).map(({ type }) => type)).toEqual(["subscription.cancelled"]);
    expect(await callsOf(id)).toHaveLength(1);
    expect(await world.db`select kind from mails where dedupe_key like ${`%${id}%`}`).toEqual([]);
    expect(await counted()).toEqual(before);
    const owner = { merchantId: world.merchant.id, mode: "test" } as const;
    expect(await compareFigures({ db: world.db }, owner)).toEqual([]);
    expect((await readCancellations(world.db)).oldestSeconds).toBeLessThan(600);
    const refused = invalid({ reason: "subscription_ended", currentStatus: "cancelled" });
    await expect(cancelSubscription(ctx(), { id })).rejects.toMatchObject(refused);
    expect(await eventsOf(id)).toHaveLength(1);
  },
);

test("what has ended is not paused or resumed, and what is cancelled not cancelled", async () => {
  for (const status of ended) {
    const { id } = await insert(status, { pausedAt: new Date() });
    const refused = invalid({ reason: "subscription_ended", currentStatus: status });
    if (status === "cancelled") {
      await expect(cancelSubscription(ctx(), { id })).rejects.toMatchObject(refused);
    }
    await expect(pauseSubscription(ctx(), { id })).rejects.toMatchObject(refused);
    await expect(resumeSubscription(ctx(), { id })).rejects.toMatchObject(refused);
    expect(await eventsOf(id)).toEqual([]);
    expect(await callsOf(id)).toEqual([]);
    expect(await getSubscription(ctx(), { id })).toMatchObject({ status, onchainCancel: "none" });
  }
  expect(statesOf(subscriptionTransitions).toSorted()).toEqual([...live, ...ended].toSorted());
});

test("of two that cancel at the same time one does", async () => {
  const { id } = await insert("active");
  const both = await Promise.allSettled([
    cancelSubscription(ctx(), { id, reason: "one" }),
    cancelSubscription(ctx(), { id, reason: "two" }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await eventsOf(id)).toHaveLength(1);
  expect(await callsOf(id)).toHaveLength(1);
});

test("a refused call takes nothing with it: the cancel and its call commit together", async () => {
  const { id } = await insert("active");
  await expect(
    transaction(world.db, async (tx) => {
      const row = await lockOwnSubscription(tx, ctx().actor, id);
      await cancelLocked(ctx(), tx, row, { reason: null, by: "merchant" });
      throw new Error("lost");
    }),
  ).rejects.toThrow("lost");
  expect(await getSubscription(ctx(), { id })).toMatchObject({
    status: "active",
    onchainCancel: "none",
  });
  expect(await callsOf(id)).toEqual([]);
});

const DAY_MS = 86_400_000;

/** A payer's live subscription that ends in ten days, and the next term, which begins then. */
async function insertTerms() {
  const payer: Address = `0x${randomBytes(20).toString("hex")}`;
  const endAt = new Date(Date.now() + 10 * DAY_MS);
  const current = await insert("active", { payer, endAt });
  const next = await insert("trialing", { payer, startAt: endAt, enrolledAt: new Date() });
  return { payer, endAt, current, next };
}

const statusesOf = (rows: readonly { id: string }[]) =>
  Promise.all(rows.map(async ({ id }) => (await getSubscription(ctx(), { id })).status));

test.each(["merchant", "payer"] as const)(
  "the payer's next term of the plan is cancelled by the %s with the current one, and told of",
  async (by) => {
    const { current, next } = await insertTerms();
    await transaction(world.db, async (tx) => {
      const row = await lockOwnSubscription(tx, ctx().actor, current.id);
      await cancelLocked(ctx(), tx, row, { reason: "Moved away", by });
    });
    for (const { id } of [current, next]) {
      expect(await getSubscription(ctx(), { id })).toMatchObject({
        status: "cancelled",
        cancelReason: "Moved away",
        nextChargeAt: null,
        onchainCancel: "queued",
      });
      expect((await eventsOf(id)).map(({ type }) => type)).toEqual(["subscription.cancelled"]);
      expect(await callsOf(id)).toHaveLength(1);
    }
  },
);

test("a next term is in no trial, starts when it begins, and is no second churn when it ends before", async () => {
  const { id: merchantId } = await world.addMerchant();
  const own = world.merchantContext({ merchantId });
  const payer: Address = `0x${randomBytes(20).toString("hex")}`;
  const ofPlan = { merchantId, payer, planId: (await insertPlan(world, { merchantId })).id };
  const endAt = new Date(Date.now() + 40 * DAY_MS);
  const { id } = await insert("active", { ...ofPlan, endAt });
  const ahead = { startAt: endAt, enrolledAt: new Date(), nextTerm: true };
  await insert("trialing", { ...ofPlan, ...ahead });
  const churn = async () => (await getChurn(own, {})).months.at(-1);
  const revenue = async () => (await getMrr(own)).currencies[0];
  expect(await revenue()).toMatchObject({ trialing: 0n, activeSubscriptions: 1 });
  expect(await churn()).toMatchObject({ activeAtStart: 0, started: 1, churned: 0 });
  await cancelSubscription(own, { id });
  expect(await revenue()).toMatchObject({ trialing: 0n, activeSubscriptions: 0 });
  expect(await churn()).toMatchObject({
    activeAtStart: 0,
    started: 1,
    churned: 1,
    reasons: { cancelled_by_merchant: 1, completed: 0 },
  });
  for (const mode of ["test", "live"] as const) {
    expect(await compareFigures({ db: world.db }, { merchantId, mode })).toEqual([]);
  }
});

test("the operator's end of a subscription is of that one alone", async () => {
  const { current, next } = await insertTerms();
  await transaction(world.db, async (tx) => {
    const row = await lockOwnSubscription(tx, ctx().actor, current.id);
    await cancelLocked(ctx(), tx, row, { reason: null, by: "operator" });
  });
  expect(await statusesOf([current, next])).toEqual(["cancelled", "trialing"]);
  expect(await callsOf(next.id)).toEqual([]);
});

test("no other subscription is cancelled with one, nor what goes on after one that is over", async () => {
  const { payer, endAt: startAt, current, next } = await insertTerms();
  const { id: otherPlan } = await insertPlan(world);
  const wallet: Address = `0x${randomBytes(20).toString("hex")}`;
  const rows = await Promise.all([
    insert("trialing", { payer, startAt, planId: otherPlan }),
    insert("trialing", { payer: wallet, startAt }),
    insert("trialing", { payer, startAt, merchantId: other.id }),
    insert("trialing", { payer, startAt, mode: "live" }),
  ]);
  await cancelSubscription(ctx(), { id: next.id });
  expect(await statusesOf([current, next])).toEqual(["active", "cancelled"]);
  await cancelSubscription(ctx(), { id: current.id });
  const kept = await world.db`
    select from subscriptions where id in ${world.db(rows.map(({ id }) => id))} and status = 'trialing'`;
  expect(kept).toHaveLength(rows.length);
  const endAt = new Date(Date.now() - DAY_MS);
  for (const [status, pausedAt] of [
    ["completed", null],
    ["active", endAt],
  ] as const) {
    const over: Address = `0x${randomBytes(20).toString("hex")}`;
    const { id } = await insert(status, { payer: over, endAt, pausedAt });
    const running = await insert("active", { payer: over, startAt: endAt });
    await cancelSubscription(ctx(), { id });
    expect(await statusesOf([{ id }, running])).toEqual(["cancelled", "active"]);
  }
});

test("the end on the chain is asked for once", async () => {
  const row = await insert("lapsed");
  for (const _ of [1, 2]) {
    await transaction(world.db, (tx) => queueOnchainCancel(ctx(), tx, row));
  }
  expect(await callsOf(row.id)).toHaveLength(1);
});

test("an enrolment that nobody has signed for goes nowhere once it is cancelled", async () => {
  const { id } = await insert("pending");
  const { id: sent } = await insert("pending");
  await insertEnrolment(world, { subscriptionId: id, txHash: null });
  await insertEnrolment(world, { subscriptionId: sent, txHash: `0x${"08".repeat(32)}` });
  expect(await cancelSubscription(ctx(), { id })).toMatchObject({ onchainCancel: "none" });
  await cancelSubscription(ctx(), { id: sent });
  expect(await callsOf(id)).toEqual([]);
  const rows = await world.db`
    select subscription_id, state, failure_code, closed_at is not null as closed
    from relay_submissions where subscription_id in (${id}, ${sent})`;
  expect(rows.find(({ subscriptionId }) => subscriptionId === id)).toMatchObject({
    state: "rejected",
    failureCode: "subscription_closed",
    closed: true,
  });
  expect(rows.find(({ subscriptionId }) => subscriptionId === sent)).toMatchObject({
    state: "queued",
    failureCode: null,
  });
});

test("one that is of no plan is cancelled without events", async () => {
  const { id } = await insert("active", { planId: null, origin: "chain" });
  expect(await cancelSubscription(ctx(), { id })).toMatchObject({
    status: "cancelled",
    onchainCancel: "queued",
  });
  expect(await eventsOf(id)).toEqual([]);
});

test("a suspended merchant cancels, pauses and resumes", async () => {
  const rows = await Promise.all([insert("active"), insert("active")]);
  const [first = "", second = ""] = rows.map(({ id }) => id);
  await world.db`update merchants set status = 'suspended' where id = ${world.merchant.id}`;
  await pauseSubscription(ctx(), { id: first });
  await resumeSubscription(ctx(), { id: first });
  await cancelSubscription(ctx(), { id: second });
  await world.db`update merchants set status = 'active' where id = ${world.merchant.id}`;
  expect(await getSubscription(ctx(), { id: second })).toMatchObject({ status: "cancelled" });
});

test("pausing leaves status and date as they are, and is done once", async () => {
  for (const status of ["trialing", "active", "past_due"] as const) {
    const { id, nextChargeAt } = await insert(status);
    const paused = await pauseSubscription(ctx(), { id });
    expect(paused).toMatchObject({ status, nextChargeAt, pausedAt: expect.any(Date) });
    await expect(pauseSubscription(ctx(), { id })).rejects.toMatchObject(
      invalid({ reason: "already_paused", currentStatus: status }),
    );
    expect(await getSubscription(ctx(), { id })).toEqual(paused);
    expect(await eventsOf(id)).toEqual([]);
  }
  const { id } = await insert("pending");
  await expect(pauseSubscription(ctx(), { id })).rejects.toMatchObject(
    invalid({ reason: "not_enrolled", currentStatus: "pending" }),
  );
});

/** Paused since some days, of one that began so many days ago; period 0 is paid. */
const pausedFor = (given: Partial<StoredSubscription> & { begunDaysAgo: number }) => {
  const { begunDaysAgo, ...rest } = given;
  const startAt = new Date(Math.floor(Date.now() / 1_000) * 1_000 - begunDaysAgo * 86_400_000);
  return insert(rest.status ?? "active", {
    startAt,
    paidUntil: new Date(startAt.getTime() + MONTH_MS),
    pausedAt: new Date(Date.now() - 86_400_000),
    ...rest,
  });
};
const attemptOf = async (id: string) => {
  const [row] = await world.db<{ attemptAt: Date | null }[]>`
    select attempt_at from subscriptions where id = ${id}`;
  return row?.attemptAt;
};

test("a resumed subscription is charged for the current period, and for none that passed", async () => {
  for (const [begunDaysAgo, period] of [
    [10, 1],
    [40, 1],
    [75, 2],
    [100, 3],
  ] as const) {
    const { id, startAt } = await pausedFor({ begunDaysAgo });
    const due = new Date(startAt.getTime() + period * MONTH_MS);
    await world.db`delete from outbox`;
    expect(await resumeSubscription(ctx(), { id })).toMatchObject({
      status: "active",
      pausedAt: null,
      nextChargeAt: due,
    });
    // Its charge does not wait for the relay's next minute.
    expect(await world.db`select from outbox where name = ${wakes.relay}`).toHaveLength(1);
    expect(await attemptOf(id)).toEqual(due);
    await expect(resumeSubscription(ctx(), { id })).rejects.toMatchObject(
      invalid({ reason: "not_paused", currentStatus: "active" }),
    );
  }
});

test("one whose end came while it was paused is not charged any more", async () => {
  const { id, endAt } = await pausedFor({ begunDaysAgo: 70, endAt: new Date(Date.now() - 1_000) });
  expect(endAt).not.toBeNull();
  expect(await resumeSubscription(ctx(), { id })).toMatchObject({ nextChargeAt: null });
  const attempt = await attemptOf(id);
  expect(attempt).not.toBeNull();
  expect(attempt?.getTime()).toBeLessThan(Date.now());
});

test("grace stands still while a subscription is paused", async () => {
  const graceEndsAt = new Date(Date.now() + 3_600_000);
  const { id } = await pausedFor({ begunDaysAgo: 31, status: "past_due", graceEndsAt });
  const { graceEndsAt: after, status } = await resumeSubscription(ctx(), { id });
  expect(status).toBe("past_due");
  const moved = (after?.getTime() ?? 0) - graceEndsAt.getTime();
  expect(moved).toBeGreaterThanOrEqual(86_400_000);
  expect(moved).toBeLessThan(86_400_000 + 60_000);
});

test("grace that a pause has moved ends with the subscription at the latest", async () => {
  const endAt = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 7_200_000);
  const graceEndsAt = new Date(endAt.getTime() - 3_600_000);
  const { id } = await pausedFor({ begunDaysAgo: 31, status: "past_due", graceEndsAt, endAt });
  expect(await resumeSubscription(ctx(), { id })).toMatchObject({ graceEndsAt: endAt, endAt });
  const { id: active } = await pausedFor({ begunDaysAgo: 10, endAt });
  expect(await resumeSubscription(ctx(), { id: active })).toMatchObject({ graceEndsAt: null });
});

test("the answer names a charge that was signed before", async () => {
  const row = await insert("active");
  const wallet: Address = `0x${"0a".repeat(20)}`;
  const hash: Bytes32 = `0x${randomBytes(32).toString("hex")}`;
  const batchId = newId("relayBatch");
  await world.db`
    insert into relay_batches ${world.db({
      id: batchId,
      chainId: 31_337,
      wallet,
      nonce: 1,
      deploymentId: world.deployment().id,
      kind: "charge_batch",
      state: "in_flight",
      callTo: wallet,
      gasLimit: 1,
    })}`;
  await world.db`
    insert into relay_attempts ${world.db({ hash, batchId, kind: "payload", maxFeePerGas: "1", maxPriorityFeePerGas: "1" })}`;
  await world.db`
    insert into subscription_renewals ${world.db({
      batchId,
      subscriptionId: row.id,
      period: 1,
      number: 0,
      amount: "10000000",
      groupIndex: 0,
      itemIndex: 0,
    })}`;
  const chargeInFlight = { period: 1, txHash: hash };
  expect(await pauseSubscription(ctx(), { id: row.id })).toMatchObject({ chargeInFlight });
  expect(await resumeSubscription(ctx(), { id: row.id })).toMatchObject({ chargeInFlight });
  expect(await cancelSubscription(ctx(), { id: row.id })).toMatchObject({
    status: "cancelled",
    chargeInFlight,
  });
});
