import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { addressOf } from "@/lib/adapters/chain/chains";
import { permitNonceOf } from "@/lib/adapters/chain/reads/tokens";
import { lowerHex } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import { readSubscription } from "@/lib/domain/subscriptions/subscription-rows";
import type { ChainAccount } from "@/testing/chain";
import {
  type EnrolmentChange,
  sendEnrolment,
  signEnrolment,
  submitEnrolment,
} from "@/testing/enrolments";
import { drain, index, makeFinal, spend, submissionRow } from "@/testing/relay";
import { fundPayer } from "@/testing/settlements";
import { insertPlan, insertSubscription, type PlanRow } from "@/testing/subscription-rows";
import { chainTime } from "@/testing/subscriptions";
import { createWorld, type World } from "@/testing/world";
import type { RelaySubscriptionInput } from "./enrolment-request";
import { enrolmentSlots } from "./enrolment-slots";

const DAY = 86_400n;

let world: World;
let plan: PlanRow;
let payer: ChainAccount;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
});
afterAll(() => world?.stop());
beforeEach(async () => {
  await world.chain.mine();
  plan = await insertPlan(world);
  payer = await fundPayer(world);
});

const merchant = () => world.merchantContext();
const look = async (times = 3) => {
  for (let time = 0; time < times; time += 1) {
    await drain(world.systemContext());
    await world.chain.mine();
    await index(world);
  }
};
const eventsOf = async (id: string) =>
  (
    await world.db<{ type: string }[]>`
      select type from events where resource_id = ${id} order by sequence`
  ).map(({ type }) => type);
const refusalOf = async (change: EnrolmentChange, of: PlanRow | null = plan) => {
  const input = await signEnrolment(world, payer, of, change);
  return submitEnrolment(merchant(), input).then(
    () => null,
    (error) => ({ param: error.info?.param, reason: error.info?.details.reason ?? error }),
  );
};
const permitNonce = () => {
  const { chain, usdc } = world.deployment();
  return permitNonceOf(chain.rpc, usdc, lowerHex(payer.address));
};
/** Sends a relay's request past the relay. */
const enrolDirectly = (input: RelaySubscriptionInput, permitNonce: bigint) =>
  sendEnrolment(world, payer, input, { ref: plan.ref, permitNonce });
const rowsOf = async () => {
  const [row] = await world.db<{ submissions: number; subscriptions: number }[]>`
    select (select count(*)::int from relay_submissions) as submissions,
      (select count(*)::int from subscriptions) as subscriptions`;
  return row;
};

test("what a payer signs is enrolled with its first charge, and told once it is final", async () => {
  const before = await world.balanceOf(payer.address);
  const input = await signEnrolment(world, payer, plan);
  const view = await submitEnrolment(merchant(), input);
  expect(view).toMatchObject({ kind: "subscription", status: "queued", sessionId: null });
  const id = view.subscriptionId ?? "";
  expect(await readSubscription(world.db, id)).toMatchObject({
    status: "pending",
    planId: plan.id,
    origin: "relay",
    cap: null,
  });
  await drain(world.systemContext());
  expect(await submissionRow(world, view)).toMatchObject({ state: "broadcast" });
  await makeFinal(world, 4);
  expect(before - (await world.balanceOf(payer.address))).toBe(plan.amount);
  expect(await readSubscription(world.db, id)).toMatchObject({ status: "active", chargesMade: 1 });
  const row = await submissionRow(world, view);
  expect(row).toMatchObject({ state: "confirmed" });
  expect(row.transactionId).toMatch(/^txn_/);
  expect(await eventsOf(id)).toEqual(["subscription.created", "subscription.charged"]);
  expect((await submitEnrolment(merchant(), input)).status).toBe("confirmed");
  await look(2);
  const open = await world.db`select from relay_batch_items where open`;
  expect(open).toHaveLength(0);
});

test.each<[string, string, (now: bigint) => EnrolmentChange]>([
  ["signature_invalid", "intentSignature", () => ({ intentSigner: world.chain.payers[0] })],
  ["signature_invalid", "permitSignature", () => ({ permitSigner: world.chain.payers[0] })],
  ["expired", "permitData.deadline", (now) => ({ permitDeadline: now + 30n })],
  ["validity_too_long", "permitData.deadline", (now) => ({ permitDeadline: now + 2n * DAY })],
  ["merchant_mismatch", "merchantId", () => ({ merchantId: 999n })],
  ["amount_mismatch", "amount", () => ({ amount: plan.amount + 1n })],
  ["interval_mismatch", "interval", () => ({ interval: 2n * DAY })],
  ["start_too_early", "startAt", (now) => ({ startAt: now - 1_000n })],
  ["start_too_late", "startAt", (now) => ({ startAt: now + 2n * 3_600n })],
  ["end_mismatch", "endAt", (now) => ({ startAt: now, endAt: now })],
  ["permit_too_low", "permitData.value", () => ({ permitValue: plan.amount })],
  ["token_unsupported", "token", () => ({ token: `0x${"12".repeat(20)}` })],
  ["permit_nonce_stale", "permitSignature", () => ({ permitNonce: 0n })],
])("%s is refused at %s, and nothing is written", async (reason, param, change) => {
  if (reason === "permit_nonce_stale") {
    for (const _ of [1, 2]) {
      await submitEnrolment(
        merchant(),
        await signEnrolment(world, payer, await insertPlan(world), { permitValue: 1_000_000_000n }),
      );
      await look(2);
    }
  }
  const before = await rowsOf();
  const refusal = await refusalOf(change(await chainTime(world)));
  expect(refusal).toEqual({ param, reason });
  expect(await rowsOf()).toEqual(before);
});

test("a permit's nonce that another enrolment used is stale, and the current one is named", async () => {
  const nonce = await permitNonce();
  const other = await insertPlan(world);
  const first = await signEnrolment(world, payer, plan, { permitValue: 1_000_000_000n });
  // Both are signed before the first one is sent, so that both name the same nonce.
  const second = await signEnrolment(world, payer, other, { permitValue: 1_000_000_000n });
  await submitEnrolment(merchant(), first);
  await look(2);
  const before = await rowsOf();
  const stale = {
    code: "invalid_request",
    info: {
      param: "permitSignature",
      details: { reason: "permit_nonce_stale", currentNonce: String(nonce + 1n) },
    },
  };
  await expect(submitEnrolment(merchant(), second)).rejects.toMatchObject(stale);
  expect(await rowsOf()).toEqual(before);
  const third = await insertPlan(world);
  const again = await signEnrolment(world, payer, third, { permitValue: 1_000_000_000n });
  await submitEnrolment(merchant(), again);
  await look(2);
  // Two nonces behind the current one, the signature itself tells it.
  await expect(submitEnrolment(merchant(), second)).rejects.toMatchObject({
    code: "invalid_request",
    info: { details: { reason: "permit_nonce_stale", currentNonce: String(nonce + 2n) } },
  });
});

test("an intent that the chain has enrolled, and the indexer has not booked, is already subscribed", async () => {
  const input = await signEnrolment(world, payer, plan, { permitValue: 1_000_000_000n });
  await enrolDirectly(input, await permitNonce());
  await world.chain.mine();
  await expect(submitEnrolment(merchant(), input)).rejects.toMatchObject({
    info: { details: { reason: "already_subscribed" } },
  });
});

test("a payer without the first charge is refused, and one in its trial is not", async () => {
  const poor = { ...payer, ...(await fundPayer(world)) };
  const balance = await world.balanceOf(poor.address);
  const dear = await insertPlan(world, { amount: balance + 1n, trialDays: 7 });
  payer = poor;
  expect(await refusalOf({}, dear)).toEqual({ param: "amount", reason: "insufficient_balance" });
  const now = await chainTime(world);
  expect(await refusalOf({ startAt: now + 7n * DAY }, dear)).toBeNull();
});

test("a payer has a plan's trial once, and what followed it must have ended on the chain", async () => {
  const trial = await insertPlan(world, { trialDays: 7 });
  const startAt = (await chainTime(world)) + 7n * DAY;
  const earlier = {
    planId: trial.id,
    payer: lowerHex(payer.address),
    status: "cancelled" as const,
    cancelledAt: new Date(),
    attemptAt: null,
    nextChargeAt: null,
  };
  const first = await insertSubscription(world, { ...earlier, onchainCancel: "queued" });
  expect(await refusalOf({}, trial)).toMatchObject({ reason: "cancel_pending" });
  await world.db`update subscriptions set onchain_cancel = 'confirmed' where id = ${first.id}`;
  expect(await refusalOf({ startAt }, trial)).toEqual({
    param: "startAt",
    reason: "start_too_late",
  });
  expect(await refusalOf({}, trial)).toBeNull();
});

test("one that follows another begins where that ends, and is sent 30 days ahead at the most", async () => {
  const now = await chainTime(world);
  const live = async (endAt: bigint) =>
    insertSubscription(world, {
      planId: plan.id,
      payer: lowerHex(payer.address),
      startAt: new Date(Number(now) * 1_000),
      endAt: new Date(Number(endAt) * 1_000),
    });
  const near = now + 29n * DAY;
  const { id } = await live(near);
  expect(await refusalOf({ startAt: near - 1n })).toMatchObject({ reason: "already_subscribed" });
  expect(await refusalOf({ startAt: near + 1n })).toMatchObject({ reason: "start_too_late" });
  await world.db`
    update subscriptions set end_at = end_at + interval '2 days' where id = ${id}`;
  expect(await refusalOf({ startAt: near + 2n * DAY })).toMatchObject({ reason: "start_too_late" });
});

test("one that is paused beyond its end stands in no other one's way", async () => {
  const now = await chainTime(world);
  const day = (days: bigint) => new Date(Number(now + days * DAY) * 1_000);
  await insertSubscription(world, {
    planId: plan.id,
    payer: lowerHex(payer.address),
    startAt: day(-60n),
    endAt: day(-1n),
    pausedAt: day(-10n),
  });
  const view = await submitEnrolment(merchant(), await signEnrolment(world, payer, plan));
  expect(view).toMatchObject({ status: "queued" });
  // And in none that follows the new one.
  await world.db`
    update subscriptions set status = 'active', enrolled_at = now(), end_at = ${day(20n)}
    where id = ${view.subscriptionId}`;
  await world.db`
    update relay_submissions set state = 'rejected', closed_at = now() where id = ${view.id}`;
  expect(await refusalOf({ startAt: now + 20n * DAY })).toBeNull();
});

test("another registry than the plan's is refused by its name, and the plan's own is taken", async () => {
  const input = await signEnrolment(world, payer, plan);
  const registry = addressOf(world.deployment(), "registry");
  const other = { ...input, registry: world.merchant.payout };
  await expect(submitEnrolment(merchant(), other)).rejects.toMatchObject({
    code: "invalid_request",
    info: { param: "registry", details: { reason: "merchant_mismatch" } },
  });
  expect(await submitEnrolment(merchant(), { ...input, registry })).toMatchObject({
    status: "queued",
  });
});

test("an archived plan, a suspended merchant and a second subscription are refused", async () => {
  await submitEnrolment(merchant(), await signEnrolment(world, payer, plan));
  expect(await refusalOf({})).toMatchObject({ reason: "already_subscribed" });
  await look();
  expect(await refusalOf({ permitValue: 1_000_000_000n })).toMatchObject({
    reason: "already_subscribed",
  });
  const archived = await insertPlan(world, { active: false, archivedAt: new Date() });
  expect(await refusalOf({}, archived)).toMatchObject({ reason: "plan_archived" });
  await world.db`update merchants set status = 'suspended' where id = ${world.merchant.id}`;
  const other = await insertPlan(world);
  expect(await refusalOf({}, other)).toMatchObject({ reason: "merchant_suspended" });
  await world.db`update merchants set status = 'active' where id = ${world.merchant.id}`;
  await world.db`
    update merchant_registrations set status = 'closed'
    where merchant_id = ${world.merchant.id} and deployment_id = ${world.deployment().id}`;
  expect(await refusalOf({}, other)).toMatchObject({ reason: "merchant_closed" });
  await expect(
    submitEnrolment(merchant(), await signEnrolment(world, payer, other)),
  ).rejects.toMatchObject({ message: expect.stringContaining("account is active") });
  await world.db`
    update merchant_registrations set status = 'active'
    where merchant_id = ${world.merchant.id} and deployment_id = ${world.deployment().id}`;
});

test("without an end a payer with other subscriptions in the token is refused", async () => {
  await submitEnrolment(merchant(), await signEnrolment(world, payer, plan));
  await look();
  const other = await insertPlan(world);
  const change = { endAt: 0n, permitValue: 1_000_000_000n };
  expect(await refusalOf(change, other)).toEqual({ param: "endAt", reason: "cap_ambiguous" });
  expect(await refusalOf({ permitValue: plan.amount * 12n }, other)).toEqual({
    param: "permitData.value",
    reason: "permit_too_low",
  });
  expect(await refusalOf({ permitValue: plan.amount * 23n }, other)).toBeNull();
});

test("nor does one without an end follow a subscription, whose share it would hold once more", async () => {
  const daily = await insertPlan(world, { interval: "daily" });
  const signed = await signEnrolment(world, payer, daily, { periods: 2n });
  const first = await submitEnrolment(merchant(), signed);
  await look();
  const { endAt } = await readSubscription(world.db, first.subscriptionId ?? "");
  const startAt = BigInt(Math.floor((endAt?.getTime() ?? 0) / 1_000));
  const change = { startAt, permitValue: daily.amount * 40n };
  expect(await refusalOf({ ...change, endAt: 0n }, daily)).toEqual({
    param: "endAt",
    reason: "cap_ambiguous",
  });
  expect(await refusalOf(change, daily)).toBeNull();
});

test("the same key answers with the submission, and with another payload it is refused", async () => {
  const input = await signEnrolment(world, payer, plan);
  const first = await submitEnrolment(merchant(), input);
  expect((await submitEnrolment(merchant(), input)).id).toBe(first.id);
  const other = { ...input, amount: input.amount + 1n };
  await expect(submitEnrolment(merchant(), other)).rejects.toMatchObject({
    code: "idempotency_error",
  });
});

test("a used key is answered before anything that is named is looked up", async () => {
  const input = await signEnrolment(world, payer, plan);
  const first = await submitEnrolment(merchant(), input);
  const registry = world.merchant.payout;
  const others = [
    { subscriptionInternalId: newId("plan") },
    { chainId: 999_999 },
    { registry },
    { subscriptionInternalId: undefined, chainId: 999_999 },
  ];
  for (const other of others) {
    await expect(submitEnrolment(merchant(), { ...input, ...other })).rejects.toMatchObject({
      code: "idempotency_error",
      info: { param: "idempotencyKey", details: { reason: "payload_mismatch" } },
    });
  }
  // A process that does not serve its chain still knows it.
  const chains = { ...world.chains, deployments: [], retired: world.chains.deployments };
  const elsewhere = { ...merchant(), chains };
  expect((await submitEnrolment(elsewhere, input)).id).toBe(first.id);
  // Another merchant's key is another one.
  const { id: merchantId } = await world.addMerchant();
  const stranger = world.merchantContext({ merchantId });
  await expect(submitEnrolment(stranger, input)).rejects.toMatchObject({ code: "not_found" });
  const ofLive = world.merchantContext({ mode: "live" });
  await expect(submitEnrolment(ofLive, input)).rejects.toMatchObject({ code: "not_found" });
});

test("the platform's key is looked up by the plan's merchant first, too", async () => {
  const input = await signEnrolment(world, payer, plan);
  const hosted = world.platformContext();
  const first = await submitEnrolment(hosted, input);
  const chains = { ...world.chains, deployments: [], retired: world.chains.deployments };
  expect((await submitEnrolment({ ...hosted, chains }, input)).id).toBe(first.id);
  await expect(
    submitEnrolment(hosted, { ...input, registry: world.merchant.payout }),
  ).rejects.toMatchObject({ code: "idempotency_error" });
  await expect(
    submitEnrolment(hosted, { ...input, subscriptionInternalId: newId("plan") }),
  ).rejects.toMatchObject({ code: "not_found" });
});

test("two enrolments of a payer and plan at once: one is taken", async () => {
  const inputs = await Promise.all(
    Array.from({ length: 10 }, () => signEnrolment(world, payer, plan)),
  );
  const settled = await Promise.allSettled(
    inputs.map((input) => submitEnrolment(merchant(), input)),
  );
  expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const rows = await world.db`select from subscriptions where plan_id = ${plan.id}`;
  expect(rows).toHaveLength(1);
});

test("somebody else's transaction with the same signatures counts, and a front-run permit does not stop it", async () => {
  const input = await signEnrolment(world, payer, plan);
  const view = await submitEnrolment(merchant(), input);
  const row = await readSubscription(world.db, view.subscriptionId ?? "");
  await enrolDirectly(input, row.permitNonce);
  await look(4);
  expect(await submissionRow(world, view)).toMatchObject({ state: "superseded" });
  expect(await readSubscription(world.db, row.id)).toMatchObject({ status: "active" });
});

test("one that nobody made before its deadline fails, and the subscription can be tried again", async () => {
  const input = await signEnrolment(world, payer, plan);
  const view = await submitEnrolment(merchant(), input);
  const id = view.subscriptionId ?? "";
  // The payer's money leaves before the relay comes to it: the chain would refuse the enrolment.
  const balance = await world.balanceOf(payer.address);
  await spend(world, payer, balance);
  await drain(world.systemContext());
  expect(await submissionRow(world, view)).toMatchObject({
    state: "queued",
    failureCode: "insufficient_balance",
  });
  expect(await refusalOf({ internalId: id })).toMatchObject({ reason: "enrolment_pending" });
  await world.chain.request("evm_increaseTime", [1_000]);
  await makeFinal(world, 4);
  await world.db`update relay_submissions set updated_at = updated_at - interval '1 minute'`;
  await drain(world.systemContext());
  expect(await submissionRow(world, view)).toMatchObject({
    state: "expired",
    failureCode: "authorization_expired",
  });
  expect(await readSubscription(world.db, id)).toMatchObject({ status: "pending" });
  await world.mint(payer.address, plan.amount);
  const again = await signEnrolment(world, payer, plan, { internalId: id });
  const second = await submitEnrolment(merchant(), again);
  expect(second.subscriptionId).toBe(id);
  await look(4);
  expect(await readSubscription(world.db, id)).toMatchObject({ status: "active" });
});

test("one whose subscription is cancelled before it is signed is never sent", async () => {
  const view = await submitEnrolment(merchant(), await signEnrolment(world, payer, plan));
  await world.db`
    update subscriptions set status = 'cancelled', cancelled_at = now()
    where id = ${view.subscriptionId}`;
  await look(2);
  expect(await submissionRow(world, view)).toMatchObject({
    state: "rejected",
    failureCode: "subscription_cancelled",
  });
});

test("without a plan the merchant's key says all terms, and a payer has one such", async () => {
  const view = await submitEnrolment(merchant(), await signEnrolment(world, payer, null));
  await look();
  expect(await readSubscription(world.db, view.subscriptionId ?? "")).toMatchObject({
    status: "active",
    planId: null,
    origin: "relay",
    ref: null,
  });
  expect(await refusalOf({ permitValue: 1_000_000_000n }, null)).toMatchObject({
    reason: "already_subscribed",
  });
});

test("two first charges that together exceed the balance: the second is refused", async () => {
  const balance = await world.balanceOf(payer.address);
  const first = await insertPlan(world, { amount: balance });
  const second = await insertPlan(world, { amount: balance });
  const permitValue = balance * 12n;
  const input = await signEnrolment(world, payer, first, { permitValue });
  await submitEnrolment(merchant(), input);
  const before = await rowsOf();
  expect(await refusalOf({ permitValue }, second)).toEqual({
    param: "amount",
    reason: "insufficient_balance",
  });
  expect(await rowsOf()).toEqual(before);
});

test("with a chain that lost its block an enrolment is in flight again, with its stored bytes", async () => {
  const view = await submitEnrolment(merchant(), await signEnrolment(world, payer, plan));
  await look(4);
  expect(await submissionRow(world, view)).toMatchObject({ state: "confirmed" });
  const [slot] = await world.db<{ batchId: string }[]>`
    select batch_id from relay_batch_items where submission_id = ${view.id}`;
  await transaction(world.db, async (tx) => {
    await tx`select set_config('stipend.reopen_submissions', 'on', true)`;
    const taken = await enrolmentSlots.takeBack(tx, [slot?.batchId ?? ""], [], {
      chainId: 31337,
      above: 0n,
      counts: [],
    });
    expect(taken).toEqual({ inFlight: [view.id], queued: [], closed: [] });
    const items = await tx`
      select from relay_batch_items where submission_id = ${view.id} and open`;
    expect(items).toHaveLength(1);
    throw new Error("only looked at");
  }).catch((error: Error) => expect(error.message).toBe("only looked at"));
});
