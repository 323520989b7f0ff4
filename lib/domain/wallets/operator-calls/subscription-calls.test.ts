import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { operatorCallTopics } from "@/lib/adapters/chain/calls/registry-calls";
import {
  encodeCancel,
  readIsKeeper,
  readSubscriptionState,
} from "@/lib/adapters/chain/calls/subscription-calls";
import { addressOf } from "@/lib/adapters/chain/chains";
import { type Address, lowerHex } from "@/lib/core/chain/hex";
import { readCancellations } from "@/lib/domain/operations/read-cancellations";
import { cancelSubscription } from "@/lib/domain/subscriptions/cancel-subscription";
import {
  readSubscription,
  type SubscriptionRow,
} from "@/lib/domain/subscriptions/subscription-rows";
import type { ChainAccount } from "@/testing/chain";
import { operate } from "@/testing/operator";
import { addMerchantApart, callRow, finishCalls, hurryCalls, want } from "@/testing/operator-calls";
import { probe } from "@/testing/probed";
import { drain, index, makeFinal } from "@/testing/relay";
import { fundPayer } from "@/testing/settlements";
import { insertPlan, insertSubscription } from "@/testing/subscription-rows";
import { enrolDirectly } from "@/testing/subscriptions";
import { createWorld, type World } from "@/testing/world";
import { planOperatorCall } from "./plan-operator-call";
import type { OperatorCallRow } from "./wanted-call";

let world: World;
let payer: ChainAccount;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
  payer = await fundPayer(world);
  await index(world);
}, 120_000);
afterAll(() => world?.stop());
beforeEach(() => world.db`delete from operator_calls where state <> 'signed'`);

const ctx = () => world.systemContext();
const sign = async () => {
  await hurryCalls(world);
  await drain(ctx());
};
const finish = () => finishCalls(world, ctx());
const rpc = () => world.deployment().chain.rpc;
const manager = () => addressOf(world.deployment(), "subscriptions");
const stateOf = ({ onchainId }: SubscriptionRow) =>
  readSubscriptionState(rpc(), world.deployment(), onchainId);
const read = ({ id }: { id: string }) => readSubscription(world.db, id);

/** One that the chain and the books have. */
async function enrol(given: { periods?: number } = {}): Promise<SubscriptionRow> {
  const plan = await insertPlan(world);
  const { id: onchainId } = await enrolDirectly(world, payer, { plan, ...given });
  await makeFinal(world);
  const [row] = await world.db<{ id: string }[]>`
    select id from subscriptions where onchain_id = ${onchainId}`;
  if (!row) throw new Error("it is enrolled");
  return read(row);
}
const cancel = ({ id }: { id: string }) => cancelSubscription(world.merchantContext(), { id });
const wanted = ({ id: subscriptionId }: { id: string }) =>
  ({
    kind: "cancel_subscription",
    deployment: world.deployment(),
    merchantId: world.merchant.id,
    subscriptionId,
  }) as const;
const plan = (row: { id: string }) => planOperatorCall(ctx(), wanted(row));
async function onlyCall({ id }: { id: string }): Promise<OperatorCallRow> {
  const rows = await world.db<OperatorCallRow[]>`
    select * from operator_calls where subscription_id = ${id}`;
  const [only] = rows;
  if (!only || rows.length > 1) throw new Error(`${rows.length} calls`);
  return only;
}
const cancelByPayer = ({ onchainId }: SubscriptionRow) =>
  world.send(payer, { to: manager(), data: encodeCancel(onchainId) });
const cancellations = async (row: SubscriptionRow) => {
  const topics = [operatorCallTopics.cancel_subscription, null, row.onchainId];
  const filter = { fromBlock: "0x0", toBlock: "latest", address: manager(), topics };
  return (await world.chain.request<unknown[]>("eth_getLogs", [filter])).length;
};

test("a cancelled subscription is ended on the chain, and confirmed once that is final", async () => {
  const row = await enrol();
  await cancel(row);
  expect(await stateOf(row)).toMatchObject({ cancelled: false });
  await sign();
  await world.chain.mine();
  await index(world);
  expect(await stateOf(row)).toMatchObject({ cancelled: true });
  expect(await read(row)).toMatchObject({ status: "cancelled", onchainCancel: "queued" });
  await finish();
  expect(await onlyCall(row)).toMatchObject({ state: "done", failure: null, rounds: 0 });
  await makeFinal(world);
  expect(await read(row)).toMatchObject({ status: "cancelled", onchainCancel: "confirmed" });
  expect(await plan(row)).toMatchObject({ verdict: "done" });
  expect(await cancellations(row)).toBe(1);
});

test("what its payer has ended meanwhile is not ended again", async () => {
  const row = await enrol();
  await cancel(row);
  await cancelByPayer(row);
  expect(await plan(row)).toMatchObject({ verdict: "wait", failure: "awaiting_finality" });
  await finish();
  expect(await onlyCall(row)).toMatchObject({ state: "done", batchId: null });
  expect(await read(row)).toMatchObject({ onchainCancel: "confirmed" });
  expect(await cancellations(row)).toBe(1);
});

test("a call that finds the subscription ended before it is mined is done without another", async () => {
  const row = await enrol();
  await cancel(row);
  await sign();
  const signed = await onlyCall(row);
  expect(signed).toMatchObject({ state: "signed" });
  await world.chain.request("anvil_dropAllTransactions", []);
  await cancelByPayer(row);
  await finish();
  await makeFinal(world);
  expect(await onlyCall(row)).toMatchObject({ state: "done" });
  expect(await read(row)).toMatchObject({ onchainCancel: "confirmed" });
  expect(await cancellations(row)).toBe(1);
});

test("one whose time is over on the chain needs no call, and stands in nobody's way", async () => {
  const row = await enrol({ periods: 1 });
  await world.db`
    update subscriptions set status = 'lapsed', closed_at = now(), attempt_at = null,
      next_charge_at = null, onchain_cancel = 'queued' where id = ${row.id}`;
  const call = await want(world, wanted(row));
  expect(await plan(row)).toMatchObject({ verdict: "call" });
  await world.chain.request("evm_increaseTime", [2_592_000]);
  await world.chain.mine();
  expect(await plan(row)).toMatchObject({ verdict: "done" });
  await finish();
  expect(await callRow(world, call)).toMatchObject({ state: "done", batchId: null });
  expect(await read(row)).toMatchObject({ status: "lapsed", onchainCancel: "none" });
  expect(await cancellations(row)).toBe(0);
});

test("a live subscription is never ended by a call, nor another merchant's", async () => {
  const row = await enrol();
  expect(await plan(row)).toMatchObject({ verdict: "refuse", failure: "subscription_live" });
  const call = await want(world, wanted(row));
  await finish();
  expect(await callRow(world, call)).toMatchObject({
    state: "refused",
    failure: "subscription_live",
  });
  expect(await stateOf(row)).toMatchObject({ cancelled: false });
  const other = await addMerchantApart(world);
  expect(await planOperatorCall(ctx(), { ...wanted(row), merchantId: other.id })).toMatchObject({
    verdict: "refuse",
    failure: "subscription_unknown",
  });
});

test("one that the node does not have yet waits", async () => {
  const { id } = await insertSubscription(world, {
    status: "cancelled",
    cancelledAt: new Date(),
    attemptAt: null,
  });
  expect(await plan({ id })).toMatchObject({ verdict: "wait", failure: "not_enrolled" });
});

test("two subscriptions of a merchant are ended at the same time, one of them once", async () => {
  const [one, two] = [await enrol(), await enrol()];
  await cancel(one);
  await cancel(two);
  await want(world, wanted(one));
  await sign();
  const states = await world.db<{ subscriptionId: string; state: string }[]>`
    select subscription_id, state from operator_calls order by number`;
  expect(states).toEqual([
    { subscriptionId: one.id, state: "signed" },
    { subscriptionId: two.id, state: "signed" },
    { subscriptionId: one.id, state: "queued" },
  ]);
  await finish();
  await makeFinal(world);
  for (const row of [one, two]) expect(await cancellations(row)).toBe(1);
});

test("a keeper is allowed and disallowed, each by one call", async () => {
  const keeper: Address = `0x${"0c".repeat(20)}`;
  const isKeeper = () => readIsKeeper(rpc(), world.deployment(), keeper);
  const setKeeper = (isAllowed: boolean) =>
    ({ kind: "set_keeper", deployment: world.deployment(), keeper, isAllowed }) as const;
  expect(await planOperatorCall(ctx(), setKeeper(false))).toMatchObject({ verdict: "done" });
  const calls = [await want(world, setKeeper(true)), await want(world, setKeeper(true))];
  await sign();
  await world.chain.mine();
  await index(world);
  expect(await isKeeper()).toBe(true);
  expect(await planOperatorCall(ctx(), setKeeper(true))).toMatchObject({
    verdict: "wait",
    failure: "awaiting_finality",
  });
  await finish();
  for (const call of calls) expect(await callRow(world, call)).toMatchObject({ state: "done" });
  expect(calls.map(({ subject }) => subject)).toEqual(
    Array(2).fill(`${world.deployment().id}:keeper:${keeper.slice(2)}`),
  );
  await want(world, setKeeper(false));
  await finish();
  expect(await isKeeper()).toBe(false);
});

test("operators see and change who may charge", async () => {
  const run = (...args: string[]) => operate(ctx(), ...args);
  const apply = ["--apply", "--reason", "a drill"];
  const [relayer] = world.chain.relayers;
  if (!relayer) throw new Error("there is a relayer");
  const listed = () => run("keepers", "--mode", "test");
  expect((await listed()).out).toMatch(
    new RegExp(`${relayer.address} +may not charge +a relay's wallet`),
  );
  const allow = ["allow-keeper", relayer.address, "--mode", "test"];
  const dry = await run(...allow);
  expect(dry.out).toContain(`${relayer.address} may not charge subscriptions.`);
  expect(dry.out).toContain(`Wanted: ${relayer.address} may charge subscriptions.`);
  expect(dry.out).toContain("Dry run");
  await run(...allow, ...apply);
  await finish();
  expect((await listed()).out).toMatch(new RegExp(`${relayer.address} +may charge`));
  const stranger = `0x${"0d".repeat(20)}`;
  await run("disallow-keeper", stranger, "--mode", "test", ...apply);
  expect((await run("disallow-keeper", stranger, "--mode", "test", ...apply)).out).toContain(
    "Already in effect",
  );
  await run("disallow-keeper", relayer.address, "--mode", "test", ...apply);
  await finish();
  expect((await listed()).out).toMatch(new RegExp(`${relayer.address} +may not charge`));
  expect((await run("calls", "--all", "yes")).out).toContain(lowerHex(relayer.address as Address));
});

test("a subscription whose call was withdrawn is told of, and ended by hand", async () => {
  const row = await enrol();
  const probed = probe(world);
  const operator = async () => (await probed.look({})).checks.operator;
  await cancel(row);
  const { id } = await onlyCall(row);
  expect(await readCancellations(world.db)).toMatchObject({ count: 1, withoutCall: 0 });
  await operate(ctx(), "withdraw-call", id, "--apply", "--reason", "a drill");
  expect(await readCancellations(world.db)).toMatchObject({ count: 1, withoutCall: 0 });
  await world.db`
    update operator_calls set closed_at = now() - interval '11 minutes' where id = ${id}`;
  await world.db`
    update subscriptions set closed_at = now() - interval '12 minutes',
      cancelled_at = now() - interval '12 minutes',
      enrolled_at = now() - interval '1 day' where id = ${row.id}`;
  const waiting = await readCancellations(world.db);
  expect(waiting).toMatchObject({ count: 1, withoutCall: 1 });
  expect(waiting.oldestSeconds).toBeGreaterThan(11 * 60);
  expect(await operator()).toMatchObject({
    status: "warn",
    detail: expect.stringContaining(
      "no call ends 1 of the subscriptions that have ended on the chain; the oldest waits for 12 min",
    ),
  });
  const end = ["end-subscription", row.id];
  expect((await operate(ctx(), ...end)).out).toContain("could be charged on the chain");
  await operate(ctx(), ...end, "--apply", "--reason", "its call was withdrawn");
  await finish();
  await makeFinal(world);
  expect(await stateOf(row)).toMatchObject({ cancelled: true });
  expect(await readCancellations(world.db)).toEqual({ count: 0, oldestSeconds: 0, withoutCall: 0 });
  expect((await operator())?.status).toBe("ok");
  expect(await operate(ctx(), "end-subscription", "sub_none")).toMatchObject({ code: 1 });
  await probed.end();
});
