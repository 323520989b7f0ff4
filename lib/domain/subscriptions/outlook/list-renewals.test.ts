import { randomBytes } from "node:crypto";
import { encodeFunctionData, numberToHex } from "viem";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { localFiatTokenAbi } from "@/lib/adapters/chain/abi/local-fiat-token";
import { addressOf } from "@/lib/adapters/chain/chains";
import { RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { type Address, lowerHex } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import { installClock } from "@/lib/domain/operations/clock/install-clock";
import type { TestMerchant } from "@/testing/register-merchant";
import {
  insertPlan,
  insertSubscription,
  type StoredSubscription,
} from "@/testing/subscription-rows";
import { createWorld, type World } from "@/testing/world";
import { listRenewals } from "./list-renewals";
import { sumRenewals } from "./sum-renewals";

const DAY_MS = 86_400_000;
const DAY = 86_400n;

let world: World;
let other: TestMerchant;
let isDown = false;
let calls = 0;

beforeAll(async () => {
  world = await createWorld({
    wrapRpc: (rpc) => ({
      ...rpc,
      request: (call) => {
        if (call.method === "eth_call") calls += 1;
        return isDown && call.method === "eth_call"
          ? Promise.reject(new RpcUnavailable("down"))
          : rpc.request(call);
      },
    }),
  });
  other = await world.addMerchant();
  await installClock(world.db, world.chains);
  await world.db`insert into business_clock (id) values (true) on conflict do nothing`;
  await world.chain.request("anvil_autoImpersonateAccount", [true]);
});
beforeEach(async () => {
  isDown = false;
  await world.db`truncate subscriptions, payer_positions cascade`;
  await world.db`update business_clock set ahead_ms = 0`;
});
afterAll(() => world.stop());

const token = () => world.deployment().usdc;

/** A wallet that holds and allows so much. */
async function walletWith(balance: bigint, allowance: bigint): Promise<Address> {
  const address = lowerHex(`0x${randomBytes(20).toString("hex")}`);
  if (balance > 0n) await world.mint(address, balance);
  await world.chain.request("anvil_setBalance", [address, numberToHex(10n ** 20n)]);
  const args = [addressOf(world.deployment(), "subscriptions"), allowance] as const;
  await sendAs(address, encodeFunctionData({ abi: fiatTokenAbi, functionName: "approve", args }));
  return address;
}

async function sendAs(from: Address, data: `0x${string}`): Promise<void> {
  await world.chain.request("eth_sendTransaction", [{ from, to: token(), data }]);
  await world.chain.mine();
}

async function subscribe(payer: Address, dueInDays: number, given: Partial<StoredSubscription>) {
  const plan = await insertPlan(world);
  const nextChargeAt = new Date(Date.now() + dueInDays * DAY_MS);
  const terms = { planId: plan.id, payer, nextChargeAt, attemptAt: nextChargeAt };
  return insertSubscription(world, { ...terms, ...given });
}

const ofOther = () => ({ merchantId: other.id, chainMerchantId: other.chainMerchantId.test });
const list = (input: Parameters<typeof listRenewals>[1] = {}, merchantId = world.merchant.id) =>
  listRenewals(world.merchantContext({ merchantId }), input);
const blockers = async (input: Parameters<typeof listRenewals>[1] = {}) =>
  (await list(input)).data.map(({ subscriptionId, blocker }) => [subscriptionId, blocker]);
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

test("a payer's wallet pays in the order in which charges fall due, at every merchant", async () => {
  const payer = await walletWith(25n, 100n);
  const first = await subscribe(payer, 1, { amount: 10n });
  const foreign = await subscribe(payer, 2, { amount: 12n, ...ofOther() });
  const short = await subscribe(payer, 3, { amount: 5n });
  const small = await subscribe(payer, 4, { amount: 3n });
  const { data } = await list();
  expect(data).toMatchObject([
    { subscriptionId: first.id, blocker: null, missing: null, amount: 10n },
    { subscriptionId: short.id, blocker: "insufficient_balance", missing: 2n },
    // What fails uses nothing.
    { subscriptionId: small.id, blocker: null },
  ]);
  expect(data.every(({ checkedAt }) => checkedAt !== null)).toBe(true);
  const theirs = await list({}, other.id);
  expect(theirs.data.map(({ subscriptionId }) => subscriptionId)).toEqual([foreign.id]);
  expect((await listRenewals(world.merchantContext({ mode: "live" }), {})).data).toEqual([]);
});

test("allowances, blocked wallets, pauses and failed charges are told of", async () => {
  const allowing = await walletWith(100n, 4n);
  const blocked = await walletWith(100n, 100n);
  const able = await walletWith(100n, 100n);
  const args = [blocked] as const;
  await sendAs(
    lowerHex(world.chain.deployer.address),
    encodeFunctionData({ abi: localFiatTokenAbi, functionName: "blacklist", args }),
  );
  const ids = [
    await subscribe(allowing, 1, { amount: 5n }),
    await subscribe(blocked, 2, { amount: 5n }),
    await subscribe(able, 3, { amount: 5n, pausedAt: new Date() }),
    await subscribe(able, -1, {
      amount: 5n,
      attemptAt: inDays(4),
      status: "past_due",
      failureCode: "insufficient_balance",
    }),
    await subscribe(able, 5, { amount: 5n, status: "past_due", failureCode: "address_blocked" }),
    await subscribe(able, 8, { amount: 5n }),
  ].map(({ id }) => id);
  expect(await blockers({ to: inDays(10) })).toEqual([
    [ids[0], "insufficient_allowance"],
    [ids[1], "address_blocked"],
    [ids[2], "subscription_paused"],
    [ids[3], null],
    [ids[4], "address_blocked"],
    // Further out than is known.
    [ids[5], "unknown"],
  ]);
  const { data } = await list({ blocked: true });
  expect(data.map(({ subscriptionId }) => subscriptionId)).toEqual([ids[0], ids[1], ids[4]]);
  const others = await list({ blocked: false, to: inDays(10) });
  expect(others.data.map(({ subscriptionId }) => subscriptionId)).toEqual([ids[2], ids[3], ids[5]]);
  const { currencies, complete } = await sumRenewals(world.merchantContext(), new Date());
  expect(complete).toBe(true);
  expect(currencies[0]).toMatchObject({ currency: "USDC", renewals: 5, amount: 25n });
  expect(currencies[0]?.byBlocker).toContainEqual({
    blocker: "address_blocked",
    renewals: 2,
    amount: 10n,
  });
});

test("the chain is asked once for a while, and what it said is believed for an hour", async () => {
  const payer = await walletWith(5n, 100n);
  await subscribe(payer, 1, { amount: 5n });
  const { id } = await subscribe(payer, 2, { amount: 5n });
  const blocker = async () => (await list()).data.at(-1)?.blocker;
  calls = 0;
  expect(await blocker()).toBe("insufficient_balance");
  expect(calls).toBe(4);
  expect(await blocker()).toBe("insufficient_balance");
  expect(calls).toBe(4);
  await world.mint(payer, 5n);
  expect(await blocker()).toBe("insufficient_balance");
  const pass = (ms: number) => world.db`update business_clock set ahead_ms = ahead_ms + ${ms}`;
  await pass(301_000);
  isDown = true;
  expect(await blocker()).toBe("insufficient_balance");
  await pass(3_300_000);
  expect(await blocker()).toBe("unknown");
  isDown = false;
  expect(await blocker()).toBe(null);
  // A charge that was booked since has changed what the payer holds.
  const before = calls;
  await world.db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into subscription_charges (subscription_id, period, number, amount, transaction_id)
      values (${id}, 0, 0, 5, ${newId("transaction")})`;
  });
  await pass(1_000);
  await blocker();
  expect(calls).toBe(before + 4);
});

test("without a node nothing is known, and nothing fails", async () => {
  await subscribe(await walletWith(5n, 5n), 1, { amount: 5n });
  isDown = true;
  expect((await list()).data).toMatchObject([{ blocker: "unknown", checkedAt: null }]);
  expect((await list({ blocked: true })).data).toEqual([]);
  const { currencies } = await sumRenewals(world.merchantContext(), new Date());
  expect(currencies[0]?.byBlocker).toEqual([{ blocker: "unknown", renewals: 1, amount: 5n }]);
});

/** The charge of the second period is signed and in no final block. */
const insertUnderWay = ({ id }: { id: string }) =>
  world.db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into subscription_renewals (batch_id, subscription_id, period, number, amount,
        group_index, item_index)
      values (${newId("relayBatch")}, ${id}, 1, 0, 10, 0, 0)`;
  });

test("a charge that is under way is not ahead, and leaves others unknown where both cannot be paid", async () => {
  const payer = await walletWith(12n, 100n);
  const flying = await subscribe(payer, 0, { amount: 10n });
  const waiting = await subscribe(payer, 1, { amount: 5n });
  await insertUnderWay(flying);
  expect(await blockers()).toEqual([[waiting.id, "unknown"]]);
  await world.mint(payer, 3n);
  await world.db`truncate payer_positions`;
  expect(await blockers()).toEqual([[waiting.id, null]]);
});

test("while a charge is under way, those of the periods after it are ahead", async () => {
  const payer = await walletWith(100n, 100n);
  const from = inDays(0);
  // A keeper that signs moves its next look a minute behind the beginning of the next period.
  const attemptAt = new Date(inDays(3).getTime() + 60_000);
  const terms = { amount: 10n, intervalSeconds: 3n * DAY, startAt: inDays(-3), attemptAt };
  await insertUnderWay(await subscribe(payer, 0, terms));
  const { data } = await list();
  const days = ({ dueAt }: { dueAt: Date }) =>
    Math.round((dueAt.getTime() - from.getTime()) / DAY_MS);
  expect(data.map(days)).toEqual([3, 6]);
  const { currencies } = await sumRenewals(world.merchantContext(), from);
  expect(currencies[0]).toMatchObject({ currency: "USDC", renewals: 2, amount: 20n });
});

test("each period is a renewal, until the end or the cap", async () => {
  const payer = await walletWith(0n, 0n);
  const from = inDays(0);
  const weekly = { amount: 5n, intervalSeconds: 7n * DAY };
  const ending = await subscribe(payer, 1, { ...weekly, endAt: inDays(21), cap: 500n });
  const capped = await subscribe(payer, 2, { ...weekly, endAt: null, cap: 15n, charged: 5n });
  const { data } = await list({ from, to: inDays(40) });
  const dues = (id: string) =>
    data
      .filter(({ subscriptionId }) => subscriptionId === id)
      .map(({ dueAt }) => Math.round((dueAt.getTime() - from.getTime()) / DAY_MS));
  expect(dues(ending.id)).toEqual([1, 8, 15]);
  expect(dues(capped.id)).toEqual([2, 9]);
  const later = await list({ from: inDays(7), to: inDays(9.5) });
  expect(later.data.map(({ subscriptionId }) => subscriptionId)).toEqual([ending.id, capped.id]);
  // Half-open.
  const [first] = data;
  const at = first?.dueAt ?? from;
  expect((await list({ from, to: at })).data).toEqual([]);
  expect((await list({ from: at, to: new Date(at.getTime() + 1) })).data).toHaveLength(1);
});

test("pages have every renewal once, the earliest due first", async () => {
  const payer = await walletWith(30n, 30n);
  for (let index = 0; index < 7; index += 1) {
    await subscribe(payer, 1 + (index % 3), { amount: 5n, intervalSeconds: 2n * DAY });
  }
  for (const blocked of [undefined, true, false]) {
    const whole = await list({ limit: 100, to: inDays(6), blocked });
    expect(whole.hasMore).toBe(false);
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: 3, to: inDays(6), cursor, blocked });
      ids.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(ids).toEqual(whole.data.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    const times = whole.data.map(({ dueAt }) => dueAt.getTime());
    expect(times).toEqual(times.toSorted((one, next) => one - next));
    expect(ids.length).toBeGreaterThan(5);
  }
});

test("periods that are empty or too long, and foreign cursors, are refused", async () => {
  const refusal = (param: string, reason: string) => ({
    code: "invalid_request",
    info: { param, details: { reason } },
  });
  const day = (text: string) => new Date(text);
  const same = day("2026-01-02");
  await expect(list({ from: same, to: same })).rejects.toMatchObject(
    refusal("from", "range_empty"),
  );
  await expect(list({ from: day("2025-01-01"), to: day("2026-01-03") })).rejects.toMatchObject(
    refusal("from", "range_too_long"),
  );
  await expect(list({ from: day("9999-12-30") })).rejects.toMatchObject(
    refusal("from", "validation_failed"),
  );
  expect((await list({ from: day("9999-12-30"), to: day("9999-12-31") })).data).toEqual([]);
  const foreign = Buffer.from("2026-01-01T00:00:00.000Z cus_1").toString("base64url");
  await expect(list({ cursor: foreign })).rejects.toMatchObject(
    refusal("cursor", "malformed_cursor"),
  );
  expect((await list({ from: day("2024-01-01"), to: day("2025-01-01") })).data).toEqual([]);
});
