import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeFunctionData } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import { operatorCallData } from "@/lib/adapters/chain/calls/registry-calls";
import { addressOf } from "@/lib/adapters/chain/chains";
import { lowerHex } from "@/lib/core/chain/hex";
import { wakes } from "@/lib/core/operations/wakes";
import { readOwnCharge } from "@/lib/domain/subscriptions/payer-home/own-subscription";
import { readOpenWork } from "@/lib/indexer/open-work";
import type { ChainAccount } from "@/testing/chain";
import { administer, drain, index, spend } from "@/testing/relay";
import { slotsOf } from "@/testing/relay-slots";
import {
  MONTH,
  renew,
  renewalsOf,
  storedSubscription,
  subscribe,
  toldOf,
  warpTo,
} from "@/testing/renewals";
import { insertPlan, type PlanRow } from "@/testing/subscription-rows";
import { allowKeepers, chainTime } from "@/testing/subscriptions";
import { createWorld, type World } from "@/testing/world";
import { payNow } from "./pay-now";
import { takeRenewals } from "./take-renewals";

let world: World;
let plan: PlanRow;
beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
  await allowKeepers(world);
  plan = await insertPlan(world);
});
afterAll(() => world.stop());
afterEach(() => world.db`update subscriptions set attempt_at = null`);

const recovered = ["charged", "charge_failed", "recovery_attempt", "charged", "recovery_outcome"];
type TestSubscription = Awaited<ReturnType<typeof subscribe>>;
const due = (row: { nextChargeAt: Date | null }) => row.nextChargeAt ?? new Date(0);

describe("a charge that is due", () => {
  test("is made once, and not a second early", async () => {
    const one = await subscribe(world, plan);
    const before = await world.balanceOf(one.payer);
    await warpTo(world, new Date(due(one).getTime() - 1_000));
    await drain(world.systemContext(), 2);
    expect(await renewalsOf(world, one.id)).toEqual([]);

    await warpTo(world, due(one));
    await renew(world);
    expect(await renewalsOf(world, one.id)).toEqual([
      { period: 1, number: 0, amount: plan.amount, open: false, outcome: "charged" },
    ]);
    expect(before - (await world.balanceOf(one.payer))).toBe(plan.amount);
    expect((await slotsOf(world)).at(-1)).toMatchObject({
      kind: "charge_batch",
      state: "consumed",
    });
    expect(await toldOf(world, one.id)).not.toContain("charge_failed");
    await renew(world);
    expect(before - (await world.balanceOf(one.payer))).toBe(plan.amount);
  });

  test("wakes the relay with the block that brings it due, once, and has the chain followed before", async () => {
    const one = await subscribe(world, plan);
    const { chain } = world.deployment();
    const isSoon = async () => (await readOpenWork(world.db, chain.id)).dueSoon;
    const wakesAt = async (msBefore: number) => {
      await world.db`delete from outbox`;
      await warpTo(world, new Date(due(one).getTime() - msBefore));
      const rows = await world.db`select data from outbox where name = ${wakes.relay}`;
      return rows.map(({ data }) => data);
    };
    expect(await wakesAt(90_000)).toEqual([]);
    expect(await isSoon()).toBe(false);
    expect(await wakesAt(1_000)).toEqual([]);
    expect(await isSoon()).toBe(true);
    expect(await wakesAt(0)).toEqual([{ chainId: chain.id }]);
    expect(await isSoon()).toBe(false);
    expect(await wakesAt(-2_000)).toEqual([]);
  });

  test("wakes no relay where it is paused", async () => {
    const one = await subscribe(world, plan);
    await world.db`update subscriptions set paused_at = now() where id = ${one.id}`;
    await world.db`delete from outbox`;
    await warpTo(world, due(one));
    expect(await world.db`select from outbox where name = ${wakes.relay}`).toEqual([]);
  });

  test("goes with those of its merchant in one group, and with others' in one call", async () => {
    const other = await world.addMerchant();
    const foreign = await insertPlan(world, { merchantId: other.id });
    const rows: [TestSubscription, TestSubscription, TestSubscription] = [
      await subscribe(world, plan),
      await subscribe(world, foreign, { merchant: other }),
      await subscribe(world, plan),
    ];
    await warpTo(world, new Date(Math.max(...rows.map((row) => due(row).getTime()))));
    const before = (await slotsOf(world)).length;
    await renew(world);
    expect((await slotsOf(world)).length - before).toBe(1);
    const places = await world.db<{ id: string; groupIndex: number; itemIndex: number }[]>`
      select subscription_id as id, group_index, item_index from subscription_renewals
      where subscription_id in ${world.db(rows.map(({ id }) => id))}`;
    const groupOf = (row: { id: string }) => places.find(({ id }) => id === row.id)?.groupIndex;
    expect(groupOf(rows[0])).toBe(groupOf(rows[2]));
    expect(new Set(rows.map(groupOf))).toEqual(new Set([0, 1]));
    expect(
      new Set(places.map(({ groupIndex, itemIndex }) => `${groupIndex}:${itemIndex}`)).size,
    ).toBe(3);
    for (const row of rows)
      expect(await renewalsOf(world, row.id)).toMatchObject([{ outcome: "charged" }]);
  });

  test("is of the current period: one that has passed is not collected", async () => {
    const one = await subscribe(world, plan);
    const before = await world.balanceOf(one.payer);
    await warpTo(world, new Date(due(one).getTime() + 2 * Number(MONTH) * 1_000));
    await renew(world);
    expect(await renewalsOf(world, one.id)).toMatchObject([{ period: 3, outcome: "charged" }]);
    expect(before - (await world.balanceOf(one.payer))).toBe(plan.amount);
  });

  test("is not made for who is paused, or unlinked and not relayed", async () => {
    const paused = await subscribe(world, plan);
    const unlinked = await subscribe(world, plan);
    const over = await subscribe(world, plan);
    await world.db`update subscriptions set paused_at = now() where id = ${paused.id}`;
    await world.db`
      update subscriptions set plan_id = null, origin = 'chain' where id = ${unlinked.id}`;
    await world.db`
      update subscriptions set status = 'cancelled', cancelled_at = now(), attempt_at = null
      where id = ${over.id}`;
    await warpTo(world, due(over));
    await renew(world);
    for (const { id } of [paused, unlinked, over]) expect(await renewalsOf(world, id)).toEqual([]);
  });

  test("is left to its merchant where that has charged it", async () => {
    const one = await subscribe(world, plan);
    await warpTo(world, due(one));
    await world.chain.request("anvil_setBalance", [world.merchant.owner.address, FUNDS]);
    const item = { id: one.onchainId, period: 1n, number: 0n, amount: plan.amount };
    await world.send(world.merchant.owner, {
      to: addressOf(world.deployment(), "subscriptions"),
      data: encodeFunctionData({
        abi: subscriptionManagerAbi,
        functionName: "charge",
        args: [item],
      }),
    });
    await renew(world);
    expect(await renewalsOf(world, one.id)).toEqual([]);
    expect(await toldOf(world, one.id)).not.toContain("charge_failed");
  });

  test("is not made by a wallet that is no keeper", async () => {
    const one = await subscribe(world, plan);
    await setKeepers(false);
    await warpTo(world, due(one));
    await world.db`delete from keeper_wallets`;
    const wallet = lowerHex(world.chain.relayers[0]?.address ?? "0x");
    const shard = { chainId: world.deployment().chain.id, wallet, wallets: [wallet] };
    const carrier = { role: "relayer" as const, shard: { ...shard, coded: null, peers: [wallet] } };
    expect(await takeRenewals(world.systemContext(), carrier, 1)).toEqual({
      taken: 0,
      candidates: [],
    });
    await renew(world);
    expect(await renewalsOf(world, one.id)).toEqual([]);
    expect(await world.db`select from keeper_wallets where not allowed`).toHaveLength(3);
    await setKeepers(true);
    await world.db`delete from keeper_wallets`;
    await renew(world);
    expect(await renewalsOf(world, one.id)).toMatchObject([{ outcome: "charged" }]);
  });
});

const FUNDS = "0x8ac7230489e80000";

async function setKeepers(allowed: boolean): Promise<void> {
  for (const { address } of world.chain.relayers) {
    await world.send(world.chain.operator, {
      to: addressOf(world.deployment(), "registry"),
      data: encodeFunctionData({
        abi: merchantRegistryAbi,
        functionName: "setKeeper",
        args: [address, allowed],
      }),
    });
  }
}

/** The payer sets what the contract may take. */
async function approve(payer: ChainAccount, value: bigint): Promise<void> {
  const args = [addressOf(world.deployment(), "subscriptions"), value] as const;
  const data = encodeFunctionData({ abi: fiatTokenAbi, functionName: "approve", args });
  await world.send(payer, { to: world.deployment().usdc, data });
}

describe("a charge that the payer's side stops", () => {
  test("costs no gas, and is told once with what stops it", async () => {
    const one = await subscribe(world, plan);
    await spend(world, one.account, (await world.balanceOf(one.payer)) - plan.amount + 1n);
    await warpTo(world, due(one));
    const before = (await slotsOf(world)).length;
    await renew(world);
    await renew(world);
    expect(await slotsOf(world)).toHaveLength(before);
    expect(await toldOf(world, one.id)).toEqual(["charged", "charge_failed"]);
    const row = await storedSubscription(world, one.id);
    expect(row).toMatchObject({
      status: "past_due",
      failureCode: "insufficient_balance",
      failedPeriod: 1,
      nextChargeAt: due(one),
      closedAt: null,
    });
    const { pastDueSince, graceEndsAt, attemptAt } = row;
    if (!pastDueSince || !graceEndsAt || !attemptAt) throw new Error("it is past due");
    expect(pastDueSince.getTime()).toBeGreaterThanOrEqual(due(one).getTime());
    expect(graceEndsAt.getTime() - pastDueSince.getTime()).toBe(48 * HOUR);
    expect(attemptAt.getTime() - pastDueSince.getTime()).toBe(16 * HOUR);
  });

  test("is tried as planned, and once more as its grace ends, when it lapses", async () => {
    const one = await subscribe(world, plan);
    await approve(one.account, 0n);
    await warpTo(world, due(one));
    await renew(world);
    const failed = await storedSubscription(world, one.id);
    expect(failed).toMatchObject({ status: "past_due", failureCode: "insufficient_allowance" });
    const since = failed.pastDueSince?.getTime() ?? 0;
    for (const hours of [15, 16, 31, 32]) {
      await warpTo(world, new Date(since + hours * HOUR));
      await renew(world);
    }
    expect(await toldOf(world, one.id)).toEqual([
      "charged",
      "charge_failed",
      "recovery_attempt",
      "recovery_attempt",
    ]);
    expect(await storedSubscription(world, one.id)).toMatchObject({ recoveryTries: 2 });
    await warpTo(world, new Date(since + 48 * HOUR));
    await renew(world);
    expect((await toldOf(world, one.id)).slice(4)).toEqual([
      "recovery_attempt",
      "recovery_outcome",
      "lapsed",
    ]);
    const row = await storedSubscription(world, one.id);
    expect(row).toMatchObject({ status: "lapsed", attemptAt: null, nextChargeAt: null });
    expect(row).toMatchObject({
      onchainCancel: expect.stringMatching(/queued|confirmed/),
      failureCode: "insufficient_allowance",
    });
    expect(row.closedAt).not.toBeNull();
    expect(await renewalsOf(world, one.id)).toEqual([]);
  });

  test("is charged by the try that finds the money, within its grace", async () => {
    const one = await subscribe(world, plan);
    const balance = await world.balanceOf(one.payer);
    await spend(world, one.account, balance);
    await warpTo(world, due(one));
    await renew(world);
    await world.mint(one.payer, plan.amount);
    await warpTo(world, new Date(due(one).getTime() + 17 * HOUR));
    await renew(world);
    expect(await renewalsOf(world, one.id)).toMatchObject([{ period: 1, outcome: "charged" }]);
    expect(await toldOf(world, one.id)).toEqual(recovered);
    expect(await world.balanceOf(one.payer)).toBe(0n);
  });

  test.each([
    ["a payer whom the token blocks", "address_blocked", "blacklist", "unBlacklist"],
    ["a token that is paused", "token_paused", "pause", "unpause"],
  ] as const)("%s", async (_, failureCode, stop, go) => {
    const one = await subscribe(world, plan);
    await administer(world, stop, one.payer);
    await warpTo(world, due(one));
    await renew(world);
    await administer(world, go, one.payer);
    expect(await storedSubscription(world, one.id)).toMatchObject({
      status: "past_due",
      failureCode,
    });
    expect(await renewalsOf(world, one.id)).toEqual([]);
  });
});

const HOUR = 3_600_000;

describe("money that arrives in the grace period", () => {
  async function pastDue(how: (one: TestSubscription) => Promise<void>): Promise<TestSubscription> {
    const one = await subscribe(world, plan);
    await how(one);
    await warpTo(world, due(one));
    await renew(world);
    expect(await storedSubscription(world, one.id)).toMatchObject({ status: "past_due" });
    return one;
  }
  const empty = async ({ account, payer }: TestSubscription) =>
    spend(world, account, await world.balanceOf(payer));

  test("is charged in the next block, and is no planned try", async () => {
    const one = await pastDue(empty);
    await world.mint(one.payer, plan.amount);
    await index(world);
    await drain(world.systemContext(), 2);
    await world.chain.mine();
    expect(await world.balanceOf(one.payer)).toBe(0n);
    await renew(world);
    expect(await renewalsOf(world, one.id)).toMatchObject([{ period: 1, outcome: "charged" }]);
    expect(await toldOf(world, one.id)).toEqual(recovered);
    expect(await storedSubscription(world, one.id)).toMatchObject({ recoveryTries: 0 });
  });

  test("is not tried for when it is less than what is due", async () => {
    const one = await pastDue(empty);
    const { attemptAt } = await storedSubscription(world, one.id);
    await world.mint(one.payer, plan.amount - 1n);
    await index(world);
    await renew(world);
    expect(await renewalsOf(world, one.id)).toEqual([]);
    expect(await toldOf(world, one.id)).toEqual(["charged", "charge_failed"]);
    expect(await storedSubscription(world, one.id)).toMatchObject({ attemptAt, recoveryTries: 0 });
  });

  test("and an allowance that is given again do the same", async () => {
    const one = await pastDue(({ account }) => approve(account, 0n));
    await approve(one.account, plan.amount);
    await index(world);
    await renew(world);
    expect(await renewalsOf(world, one.id)).toMatchObject([{ period: 1, outcome: "charged" }]);
  });

  test("is not looked for twice: what moves somewhere else brings nobody forward", async () => {
    const one = await pastDue(empty);
    const { attemptAt } = await storedSubscription(world, one.id);
    const other = await subscribe(world, plan);
    await world.mint(other.payer, plan.amount);
    await index(world);
    expect(await storedSubscription(world, one.id)).toMatchObject({ attemptAt });
  });

  test("is charged when the payer asks for it, and else what stops it is said", async () => {
    const one = await pastDue(empty);
    const ctx = world.systemContext();
    const progress = async () => (await readOwnCharge(ctx, one, one)).state;
    expect(await payNow(ctx, one.id)).toEqual({
      state: "blocked",
      failureCode: "insufficient_balance",
    });
    expect(await progress()).toBe("over");
    await world.mint(one.payer, plan.amount);
    await world.chain.mine();
    expect(await payNow(ctx, one.id)).toEqual({ state: "queued" });
    expect(await progress()).toBe("waiting");
    await drain(ctx, 2);
    expect(await payNow(ctx, one.id)).toEqual({ state: "charging" });
    expect(await progress()).toBe("sent");
    await renew(world);
    expect(await progress()).toBe("over");
    expect(await renewalsOf(world, one.id)).toMatchObject([{ period: 1, outcome: "charged" }]);
    const { id } = await subscribe(world, plan);
    expect(await payNow(ctx, id)).toEqual({ state: "not_due" });
    await expect(payNow(ctx, "sub_none")).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a pause in the grace period", () => {
  /** Failed, paused ten hours later, and resumed after a month. */
  async function resumed() {
    const one = await subscribe(world, plan);
    await spend(world, one.account, await world.balanceOf(one.payer));
    await warpTo(world, due(one));
    await renew(world);
    const { pastDueSince } = await storedSubscription(world, one.id);
    const failedAt = pastDueSince?.getTime() ?? 0;
    const later = (hours: number) => new Date(failedAt + Number(MONTH) * 1_000 + hours * HOUR);
    await world.db`
      insert into subscription_pauses (subscription_id, paused_at, resumed_at)
      values (${one.id}, ${new Date(failedAt + 10 * HOUR)}, ${later(10)})`;
    await world.db`
      update subscriptions set attempt_at = ${later(10)},
        grace_ends_at = grace_ends_at + ${String(MONTH)} * interval '1 second'
      where id = ${one.id}`;
    const look = async (hours: number) => {
      await warpTo(world, later(hours));
      await renew(world);
      return (await storedSubscription(world, one.id)).recoveryTries;
    };
    return { one, look };
  }

  test("leaves the tries that were still ahead", async () => {
    const { one, look } = await resumed();
    expect([await look(10), await look(16.1), await look(32.1)]).toEqual([0, 1, 2]);
    expect(await toldOf(world, one.id)).toEqual([
      ...["charged", "charge_failed", "charge_failed"],
      ...["recovery_attempt", "recovery_attempt"],
    ]);
  });

  test("makes no planned try of money that arrives after it", async () => {
    const { one, look } = await resumed();
    await look(10);
    await world.mint(one.payer, plan.amount);
    await index(world);
    await drain(world.systemContext(), 2);
    expect(await renewalsOf(world, one.id)).toMatchObject([{ open: true }]);
    expect(await storedSubscription(world, one.id)).toMatchObject({ recoveryTries: 0 });
  });
});

describe("what is nobody's failure", () => {
  test("a merchant that cannot be paid is passed over without events, and asked about again", async () => {
    const other = await world.addMerchant();
    const one = await subscribe(world, await insertPlan(world, { merchantId: other.id }), {
      merchant: other,
    });
    await administerMerchant("suspend", other.chainMerchantId.test);
    await warpTo(world, due(one));
    await renew(world);
    expect(await renewalsOf(world, one.id)).toEqual([]);
    expect(await toldOf(world, one.id)).toEqual(["charged"]);
    const { attemptAt } = await storedSubscription(world, one.id);
    expect(attemptAt?.getTime()).toBeGreaterThanOrEqual(due(one).getTime() + HOUR);
    await administerMerchant("reactivate", other.chainMerchantId.test);
    await warpTo(world, new Date(due(one).getTime() + 1.1 * HOUR));
    await renew(world);
    expect(await renewalsOf(world, one.id)).toMatchObject([{ outcome: "charged" }]);
  });

  test("a list that does not answer: the charge waits; one that names the payer stops it", async () => {
    const one = await subscribe(world, plan);
    await warpTo(world, due(one));
    const list = join(mkdtempSync(join(tmpdir(), "stipend-renewals-")), "list");
    const system = world.systemContext();
    const ctx = { ...system, config: { ...system.config, SCREENING_LIST: list } };
    await drain(ctx, 2);
    expect(await renewalsOf(world, one.id)).toEqual([]);
    expect(await toldOf(world, one.id)).toEqual(["charged"]);
    writeFileSync(list, one.payer);
    await warpTo(world, new Date(due(one).getTime() + 30_000));
    await drain(ctx, 2);
    expect(await renewalsOf(world, one.id)).toEqual([]);
    expect(await storedSubscription(world, one.id)).toMatchObject({
      status: "past_due",
      failureCode: "address_blocked",
    });
  });
});

describe("the end", () => {
  test("of a subscription that was paid is its completion, without an event", async () => {
    const one = await subscribe(world, plan, { periods: 2 });
    await warpTo(world, due(one));
    await renew(world);
    const paid = await storedSubscription(world, one.id);
    expect(paid).toMatchObject({ status: "active", nextChargeAt: null, attemptAt: one.endAt });
    const told = await toldOf(world, one.id);
    await warpTo(world, new Date((one.endAt?.getTime() ?? 0) - 60_000));
    await renew(world);
    expect(await storedSubscription(world, one.id)).toMatchObject({ status: "active" });
    await warpTo(world, one.endAt ?? new Date(0));
    await renew(world);
    const row = await storedSubscription(world, one.id);
    expect(row).toMatchObject({ status: "completed", attemptAt: null, onchainCancel: "none" });
    expect(row.closedAt).not.toBeNull();
    expect(await toldOf(world, one.id)).toEqual(told);
  });

  test("of one whose last period was not paid is a lapse", async () => {
    const one = await subscribe(world, plan, { periods: 2 });
    const nearEnd = new Date((one.endAt?.getTime() ?? 0) - 10 * HOUR);
    await spend(world, one.account, await world.balanceOf(one.payer));
    await warpTo(world, nearEnd);
    await renew(world);
    expect(await storedSubscription(world, one.id)).toMatchObject({
      status: "past_due",
      graceEndsAt: one.endAt,
    });
    await warpTo(world, one.endAt ?? new Date(0));
    await renew(world);
    expect(await storedSubscription(world, one.id)).toMatchObject({ status: "lapsed" });
    expect((await toldOf(world, one.id)).slice(-2)).toEqual(["recovery_outcome", "lapsed"]);
  });
});

test("a merchant's own settings say for how long and how often it is tried", async () => {
  const { id: merchantId } = await world.addMerchant();
  const settings = { merchantId, mode: "test", graceHours: 24, strategy: "once" };
  await world.db`insert into recovery_settings ${world.db(settings)}`;
  const one = await subscribe(world, plan);
  await world.db`update subscriptions set merchant_id = ${merchantId} where id = ${one.id}`;
  await approve(one.account, 0n);
  await warpTo(world, due(one));
  await renew(world);
  const { pastDueSince, graceEndsAt, attemptAt } = await storedSubscription(world, one.id);
  const since = pastDueSince?.getTime() ?? 0;
  expect([attemptAt, graceEndsAt].map((at) => (at?.getTime() ?? 0) - since)).toEqual([
    12 * HOUR,
    24 * HOUR,
  ]);
});

async function administerMerchant(functionName: "suspend" | "reactivate", id: bigint) {
  const data =
    functionName === "suspend"
      ? operatorCallData.suspend(id, Number(await chainTime(world)))
      : operatorCallData.reactivate(id);
  await world.send(world.chain.operator, {
    to: addressOf(world.deployment(), "registry"),
    data,
  });
}
