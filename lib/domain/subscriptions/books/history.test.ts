import { encodeFunctionData } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Sql } from "@/db/client";
import { subscriptionManagerAbi as abi } from "@/lib/adapters/chain/abi/subscription-manager";
import { encodeCancel } from "@/lib/adapters/chain/calls/subscription-calls";
import { addressOf } from "@/lib/adapters/chain/chains";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { readWaitingContracts } from "@/lib/domain/operations/stored-state";
import { dueRenewals } from "@/lib/domain/subscriptions/charges/due-renewals";
import { planRebuild } from "@/lib/indexer/plan-rebuild";
import { applyRebuild } from "@/lib/indexer/rebuild-chain";
import { scanChain } from "@/lib/indexer/scan-chain";
import { beforeStatement } from "@/testing/before-statement";
import type { ChainAccount } from "@/testing/chain";
import { Crash, crashingDb } from "@/testing/crashing-db";
import { deployFurther, extend, registerIn, withDeployment } from "@/testing/further-deployment";
import { fundPayer } from "@/testing/settlements";
import { insertPlan, type PlanRow } from "@/testing/subscription-rows";
import { allowKeepers, enrolDirectly } from "@/testing/subscriptions";
import { createWorld, type World } from "@/testing/world";
import { bookHistories } from "./book-history";
import { stepLimits } from "./event-range";

const DAY = 86_400;
const usual = { ...stepLimits };

let world: World;

beforeAll(async () => {
  world = await createWorld();
  await allowKeepers(world);
  await world.chain.request("anvil_setBalance", [
    world.merchant.owner.address,
    "0x8ac7230489e80000",
  ]);
});
afterEach(() => {
  Object.assign(stepLimits, usual);
});
afterAll(() => world?.stop());

async function scan(site: World, db: Sql = site.db) {
  const ctx = { ...site.systemContext(), db };
  const [chain] = site.chains.all;
  if (!chain) throw new Error("there is a chain");
  return scanChain(ctx, chain, new Date(Date.now() + 20_000));
}

/** A deployment without its contract for subscriptions, and the same with it. */
async function lateContract(): Promise<{ without: World; site: World }> {
  const file = await deployFurther(world.chain, ["processor"]);
  const without = await registerIn(await withDeployment(world, world.chain, file));
  await scan(without);
  const extended = await extend(world.chain, file, ["subscriptions"]);
  const site = await withDeployment(without, world.chain, extended);
  return { without, site };
}

async function charge(site: World, id: Bytes32, period: number, amount: bigint) {
  const item = { id, period: BigInt(period), number: 0n, amount };
  const data = encodeFunctionData({ abi, functionName: "charge", args: [item] });
  const to = addressOf(site.deployment(), "subscriptions");
  await site.send(site.merchant.owner, { to, data });
}

interface Past {
  onchainId: Bytes32;
  payer: ChainAccount;
}

/** Three payers, charged on three days; the last one has cancelled. */
async function makeHistory(site: World, plan: PlanRow): Promise<Past[]> {
  const past: Past[] = [];
  for (let count = 0; count < 3; count += 1) {
    const payer = await fundPayer(world);
    const { id } = await enrolDirectly(site, payer, { plan, periods: 90 });
    past.push({ onchainId: id, payer });
  }
  for (const period of [1, 2]) {
    await world.chain.request("evm_increaseTime", [DAY]);
    for (const { onchainId } of past) await charge(site, onchainId, period, plan.amount);
  }
  const [last] = past.slice(-1);
  if (!last) throw new Error("there are three");
  const to = addressOf(site.deployment(), "subscriptions");
  await site.send(last.payer, { to, data: encodeCancel(last.onchainId) });
  await world.chain.mine(4);
  return past;
}

/** The history of a contract that the cursor has passed. */
async function passedHistory(): Promise<{ site: World; plan: PlanRow; past: Past[] }> {
  const { without, site } = await lateContract();
  const plan = await insertPlan(site, { interval: "daily" });
  const past = await makeHistory(site, plan);
  expect(await scan(without)).toEqual({ kind: "current" });
  return { site, plan, past };
}

async function stateOf({ onchainId }: Pick<Past, "onchainId">) {
  const [row] = await world.db`
    select s.status, s.charges_made, s.charged, s.current_period,
      array(select k.period from subscription_charges k where k.subscription_id = s.id order by 1)
        as periods,
      array(select t.status || ' ' || t.payment_exception from transactions t
        where t.subscription_id = s.id order by t.block_number) as transactions,
      array(select e.type from events e where e.resource_id = s.id order by e.sequence) as told
    from subscriptions s where s.onchain_id = ${onchainId}`;
  return row;
}

const booked = (amount: bigint, status: string, end: string[] = []) => ({
  status,
  chargesMade: 3,
  charged: amount * 3n,
  currentPeriod: 2,
  periods: [0, 1, 2],
  transactions: Array.from({ length: 3 }, () => "confirmed none"),
  told: [
    "subscription.created",
    ...Array.from({ length: 3 }, () => "subscription.charged"),
    ...end,
  ],
});

async function expectBooked(past: readonly Past[], { amount }: PlanRow): Promise<void> {
  const [first, second, last] = await Promise.all(past.map(stateOf));
  expect(first).toEqual(booked(amount, "active"));
  expect(second).toEqual(booked(amount, "active"));
  expect(last).toEqual(booked(amount, "cancelled", ["subscription.cancelled"]));
}

async function bookedNumber(site: World): Promise<bigint | null> {
  const [row] = await world.db<{ bookedNumber: bigint | null }[]>`
    select booked_number from deployment_contracts
    where deployment_id = ${site.deployment().id} and kind = 'subscriptions'`;
  return row?.bookedNumber ?? null;
}

test("the history of a contract that joins late is booked in steps, and what comes meanwhile after it", async () => {
  const { site, plan, past } = await passedHistory();
  Object.assign(stepLimits, { events: 4, historyMs: 0 });
  expect(await scan(site)).toEqual({ kind: "unfinished" });
  const first = await bookedNumber(site);
  expect(first).not.toBeNull();
  expect(await readWaitingContracts(world.db)).toMatchObject([
    { kind: "subscriptions", bookedNumber: first },
  ]);
  expect(
    await world.db`select from subscriptions s
    where s.deployment_id = ${site.deployment().id}`,
  ).toHaveLength(2);
  // Nothing is due by books that do not have everything.
  await world.db`
    update subscriptions set attempt_at = to_timestamp(0)
    where deployment_id = ${site.deployment().id}`;
  const at = { chainId: world.chain.chainId, wallet: "0x00" };
  const due = await world.db`
    select from (${dueRenewals(world.db, at, 9)}) d
    where d.deployment_id = ${site.deployment().id}`;
  expect(due).toEqual([]);
  const payer = await fundPayer(world);
  const { id } = await enrolDirectly(site, payer, { plan });
  await world.chain.mine(4);
  expect(await scan(site)).toEqual({ kind: "unfinished" });
  expect(await bookedNumber(site)).toBeGreaterThan(first ?? 0n);
  expect(await stateOf({ onchainId: id })).toBeUndefined();
  let scans = 2;
  while ((await scan(site)).kind === "unfinished") scans += 1;
  expect(scans).toBeGreaterThan(2);
  expect(await readWaitingContracts(world.db)).toEqual([]);
  expect(await bookedNumber(site)).toBeNull();
  await expectBooked(past, plan);
  expect(await stateOf({ onchainId: id })).toMatchObject({ status: "active", chargesMade: 1 });
});

test("one of no plan that has ended is completed after all of its history is booked", async () => {
  const { without, site } = await lateContract();
  const payer = await fundPayer(world);
  const terms = { interval: BigInt(DAY), periods: 3 };
  const { id } = await enrolDirectly(site, payer, terms);
  for (const period of [1, 2]) {
    await world.chain.request("evm_increaseTime", [DAY]);
    await charge(site, id, period, 10_000_000n);
  }
  await world.chain.request("evm_increaseTime", [2 * DAY]);
  await world.chain.mine(4);
  await scan(without);
  Object.assign(stepLimits, { events: 1, historyMs: 0 });
  for (;;) {
    await world.chain.mine();
    if ((await scan(site)).kind === "current") break;
  }
  await world.chain.mine();
  await scan(site);
  expect(await stateOf({ onchainId: id })).toMatchObject({
    status: "completed",
    periods: [0, 1, 2],
    transactions: Array.from({ length: 3 }, () => "confirmed none"),
    told: [],
  });
});

test("a crash at any statement of a step neither loses nor doubles anything", async () => {
  const { site, plan, past } = await passedHistory();
  Object.assign(stepLimits, { events: 3, historyMs: 0 });
  let crashes = 0;
  for (let at = 1; at <= 90; at += 1) {
    await scan(site, crashingDb(world.db, at)).catch((error) => {
      if (!(error instanceof Crash)) throw error;
      crashes += 1;
    });
  }
  expect(crashes).toBeGreaterThan(40);
  while ((await scan(site)).kind === "unfinished");
  await expectBooked(past, plan);
}, 60_000);

test("of two that book a history together each step is one's, and somebody else's is left alone", async () => {
  const { site, plan, past } = await passedHistory();
  Object.assign(stepLimits, { events: 4, historyMs: 0 });
  await scan(site);
  const at = await bookedNumber(site);
  // While one has read what to book, the other has booked it.
  const behind = beforeStatement(world.db, "set booked_number = case when", async () => {
    const [stored] = await world.db<{ bookedNumber: bigint }[]>`
      select booked_number from deployment_contracts
      where deployment_id = ${site.deployment().id} and booked_number = ${at}`;
    if (stored) await advance();
  });
  const advance = () => world.db`
    update deployment_contracts set booked_number = ${(at ?? 0n) - 1n}
    where deployment_id = ${site.deployment().id} and booked_number = ${at}`;
  const ctx = { ...site.systemContext(), db: behind };
  const until = new Date(Date.now() + 20_000);
  expect(await bookHistories(ctx, world.chain.chainId, until)).toBe(false);
  expect(await bookedNumber(site)).toBe((at ?? 0n) - 1n);
  Object.assign(stepLimits, usual);
  expect(await scan(site)).toEqual({ kind: "current" });
  await expectBooked(past, plan);
});

test("while a chain is halted or in doubt no history is booked", async () => {
  const { site, plan, past } = await passedHistory();
  Object.assign(stepLimits, { events: 4, historyMs: 0 });
  await scan(site);
  const at = await bookedNumber(site);
  const until = new Date(Date.now() + 20_000);
  const book = () => bookHistories(site.systemContext(), world.chain.chainId, until);
  await world.db`update chain_cursors set halted_reason = 'lost'`;
  expect(await book()).toBe(false);
  await world.db`update chain_cursors set halted_reason = null, doubt_since = now()`;
  expect(await book()).toBe(false);
  expect(await bookedNumber(site)).toBe(at);
  await world.db`update chain_cursors set doubt_since = null`;
  Object.assign(stepLimits, usual);
  expect(await scan(site)).toEqual({ kind: "current" });
  await expectBooked(past, plan);
});

test("a history that is lost with its blocks is booked again as far as it comes back", async () => {
  const { site } = await passedHistory();
  const head = await world.chain.request<string>("eth_blockNumber");
  Object.assign(stepLimits, { events: 12, historyMs: 0 });
  expect(await scan(site)).toEqual({ kind: "unfinished" });
  const at = (await bookedNumber(site)) ?? 0n;
  const depth = Number(BigInt(head) - at) + 2;
  await world.chain.request("anvil_reorg", [depth, []]);
  await world.chain.mine(4);
  const ctx = { ...site.systemContext(), actor: { kind: "system" } } as const;
  await applyRebuild(ctx, await planRebuild(ctx, { chainId: world.chain.chainId }));
  expect(await bookedNumber(site)).toBeLessThan(at);
  Object.assign(stepLimits, usual);
  expect(await scan(site)).toEqual({ kind: "current" });
  expect(await bookedNumber(site)).toBeNull();
  const [counts] = await world.db<{ booked: bigint; mined: bigint; confirmed: bigint }[]>`
    select (select count(*) from chain_charges e where e.deployment_id = d.id) as mined,
      (select count(*) from subscription_charges k join subscriptions s on s.id = k.subscription_id
        where s.deployment_id = d.id) as booked,
      (select count(*) from transactions t where t.deployment_id = d.id and t.status = 'confirmed')
        as confirmed
    from deployments d where d.id = ${site.deployment().id}`;
  expect(counts?.mined).toBeGreaterThan(0n);
  expect(counts).toMatchObject({ booked: counts?.mined, confirmed: counts?.mined });
});

test("many events become final in several transactions, each with its part of the chain", async () => {
  const plan = await insertPlan(world);
  for (let count = 0; count < 4; count += 1) {
    await enrolDirectly(world, await fundPayer(world), { plan });
  }
  await world.chain.mine(4);
  Object.assign(stepLimits, { events: 2 });
  const heights: number[] = [];
  const db = beforeStatement(world.db, "set finalized_number = b.number", async () => {
    const rows = await world.db`select from subscriptions where plan_id = ${plan.id}`;
    heights.push(rows.length);
  });
  expect(await scan(world, db)).toEqual({ kind: "current" });
  expect(heights.slice(0, 5)).toEqual([0, 1, 2, 3, 4]);
  const rows = await world.db`
    select from subscriptions where plan_id = ${plan.id} and charges_made = 1`;
  expect(rows).toHaveLength(4);
});

test("what becomes final together is booked in the chain's order: enrolments, charges, an end", async () => {
  const plan = await insertPlan(world, { interval: "daily" });
  const past = await makeHistory(world, plan);
  expect(await scan(world)).toEqual({ kind: "current" });
  await expectBooked(past, plan);
});
