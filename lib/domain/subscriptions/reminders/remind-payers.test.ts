import { encodeFunctionData } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { addressOf } from "@/lib/adapters/chain/chains";
import { RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { type Address, lowerHex } from "@/lib/core/chain/hex";
import { remindPayersWork } from "@/lib/domain/operations/clock/due/remind-payers-work";
import { installClock } from "@/lib/domain/operations/clock/install-clock";
import { reconcile } from "@/lib/domain/operations/reconcile";
import { readSubscription } from "@/lib/domain/subscriptions/subscription-rows";
import { tellSubscription } from "@/lib/domain/subscriptions/tell-subscription";
import { Crash, crashingDb } from "@/testing/crashing-db";
import {
  insertEnrolment,
  insertMailedCustomer,
  insertPlan,
  insertSubscription,
  type StoredSubscription,
} from "@/testing/subscription-rows";
import { createWorld, type World } from "@/testing/world";
import { remindPayers } from "./remind-payers";

const DAY_MS = 86_400_000;
const MONTH = 2_592_000n;
const YEAR = 31_536_000n;

let world: World;
let isDown = false;

beforeAll(async () => {
  world = await createWorld({
    wrapRpc: (rpc) => ({
      ...rpc,
      request: (call) =>
        isDown && call.method === "eth_call"
          ? Promise.reject(new RpcUnavailable("down"))
          : rpc.request(call),
    }),
  });
  await installClock(world.db, world.chains);
  await world.db`
    insert into business_clock (id) values (true) on conflict do nothing`;
});
beforeEach(async () => {
  isDown = false;
  await world.db`truncate mails, outbox, subscriptions, subscription_reminders, customers cascade`;
  await world.db`update business_clock set ahead_ms = 0`;
});
afterAll(() => world.stop());

const passDays = (days: number) =>
  world.db`update business_clock set ahead_ms = ahead_ms + ${Math.round(days * DAY_MS)}`;
const mails = () =>
  world.db<{ kind: string; dedupeKey: string; facts: Record<string, unknown> }[]>`
    select kind, dedupe_key, facts from mails order by created_at, kind`;
const reminders = () =>
  world.db<{ kind: string; about: Date; remindAt: Date }[]>`
    select kind, about, remind_at from subscription_reminders order by kind`;
const change = (id: string, columns: Partial<StoredSubscription>) =>
  world.db`update subscriptions set ${world.db({ ...columns })} where id = ${id}`;
/** Until nothing is due, as the job does. */
async function remind(ctx = world.systemContext()): Promise<void> {
  for (let round = 0; round < 20; round += 1) if ((await remindPayers(ctx)) === 0) return;
  throw new Error("the reminders have no end");
}
const tell = (type: "subscription.created" | "subscription.charged", id: string) =>
  transaction(world.db, async (tx) => tellSubscription(tx, type, await readSubscription(tx, id)));

/** A subscription of a payer who has nothing, and whose e-mail is known. */
async function subscribe(given: Partial<StoredSubscription> = {}, maxCycles: number | null = null) {
  const plan = await insertPlan(world, { maxCycles });
  const customerId = await insertMailedCustomer(world, {
    source: "merchant",
    ...(given.payer ? { wallet: given.payer } : {}),
  });
  const row = await insertSubscription(world, { planId: plan.id, customerId, ...given });
  await tell("subscription.created", row.id);
  await world.db`truncate mails`;
  return row;
}
const upcoming = async () =>
  (await mails()).filter(({ kind }) => kind === "subscription_renewal_upcoming");

test("a monthly charge is told of three days before, once, however often the job runs", async () => {
  const { id, nextChargeAt } = await subscribe();
  await passDays(26.9);
  await remind();
  expect(await mails()).toEqual([]);
  await passDays(0.2);
  await Promise.all([remind(), remind(), remind()]);
  await remind();
  const [mail, ...more] = await upcoming();
  expect(more).toEqual([]);
  expect(mail?.dedupeKey).toBe(
    `subscription_renewal_upcoming:${id}:${nextChargeAt?.toISOString()}:3`,
  );
  await world.db`truncate mails`;
  await passDays(0.5);
  await remind();
  expect(await mails()).toEqual([]);
});

test("the clock stops where a reminder comes, and reminds there", async () => {
  const { nextChargeAt } = await subscribe();
  const day = (nextChargeAt?.getTime() ?? 0) - 3 * DAY_MS;
  expect(await remindPayersWork.nextAt?.(world.db, new Date())).toEqual(new Date(day));
  await passDays(27.1);
  const at = { db: world.db, until: new Date(Date.now() + 10_000) };
  expect(await remindPayersWork.run(world.systemContext(), at)).toBe(2);
  expect(await upcoming()).toHaveLength(1);
  expect((await remindPayersWork.nextAt?.(world.db, new Date()))?.getTime()).toBe(day + 4 * DAY_MS);
});

test("an event just before the job takes no reminder away", async () => {
  const { id } = await subscribe();
  await passDays(27.1);
  await tell("subscription.charged", id);
  await remind();
  expect(await upcoming()).toHaveLength(1);
});

test("each period is told of; one that was charged meanwhile is not", async () => {
  const { id, startAt } = await subscribe();
  await passDays(27.1);
  await remind();
  expect(await upcoming()).toHaveLength(1);
  await passDays(3);
  const nextChargeAt = new Date(startAt.getTime() + 60 * DAY_MS);
  await change(id, { nextChargeAt });
  await tell("subscription.charged", id);
  await tell("subscription.charged", id);
  await world.db`truncate mails`;
  await remind();
  expect(await mails()).toEqual([]);
  await passDays(27);
  await remind();
  expect((await upcoming()).map(({ facts }) => new Date(String(facts.nextChargeAt)))).toEqual([
    nextChargeAt,
  ]);
});

test("a period that passed without a charge is followed by the next one's reminder", async () => {
  const { id, startAt } = await subscribe();
  await passDays(27.1);
  await remind();
  await change(id, { nextChargeAt: new Date(startAt.getTime() + 60 * DAY_MS) });
  await passDays(5);
  await remind();
  await passDays(25);
  await remind();
  expect(await upcoming()).toHaveLength(2);
});

test("a yearly charge is told of thirty and seven days before; of what was missed, only the last", async () => {
  await subscribe({ intervalSeconds: YEAR, endAt: null });
  await passDays(335.1);
  await remind();
  expect(await upcoming()).toHaveLength(1);
  await passDays(23);
  await remind();
  await remind();
  expect(await upcoming()).toHaveLength(2);
  await world.db`truncate subscriptions, mails cascade`;
  await subscribe({
    intervalSeconds: YEAR,
    endAt: null,
    startAt: new Date(Date.now() + 358 * DAY_MS),
  });
  await passDays(360);
  await remind();
  expect(await upcoming()).toHaveLength(1);
  await world.db`truncate subscriptions, mails cascade`;
  await subscribe({
    intervalSeconds: YEAR,
    endAt: null,
    startAt: new Date(Date.now() + 718 * DAY_MS),
  });
  await passDays(400);
  await remind();
  expect(await mails()).toEqual([]);
});

test("weekly and daily charges are not told of, and neither is one that is paused, has ended or is of no plan", async () => {
  await subscribe({ intervalSeconds: 604_800n });
  await subscribe({ intervalSeconds: 86_400n, endAt: null });
  const { id: paused } = await subscribe();
  const { id: ended } = await subscribe();
  await subscribe({ planId: null });
  await change(paused, { pausedAt: new Date() });
  await change(ended, { status: "completed", attemptAt: null });
  await passDays(27.1);
  await remind();
  expect(await upcoming()).toEqual([]);
  await change(paused, { pausedAt: null });
  await passDays(1.1);
  await remind();
  expect((await upcoming()).map(({ facts }) => facts.subscriptionId)).toEqual([paused]);
  await passDays(400);
  await remind();
  const kept = await world.db<{ subscriptionId: string }[]>`
    select distinct subscription_id from subscription_reminders`;
  expect(kept.map(({ subscriptionId }) => subscriptionId)).not.toContain(ended);
});

test("an end is told of fourteen days before, unless the plan has so many charges or it was renewed", async () => {
  const { id, endAt, planId } = await subscribe();
  await insertSubscription(world, { planId });
  await subscribe({}, 12);
  const renewed = await subscribe();
  await insertSubscription(world, {
    planId: renewed.planId,
    status: "trialing",
    startAt: renewed.endAt ?? new Date(),
  });
  await world.db`delete from subscription_reminders where kind <> 'subscription_ending'`;
  await passDays(345.9);
  await remind();
  expect(await mails()).toEqual([]);
  await passDays(0.2);
  await remind();
  await remind();
  expect(await mails()).toMatchObject([
    { kind: "subscription_ending", facts: { subscriptionId: id, endsAt: endAt?.toISOString() } },
  ]);
  await world.db`truncate mails`;
  await passDays(20);
  await remind();
  expect(await mails()).toEqual([]);
});

test("an end is told of where renewing has failed, and not while it is under way", async () => {
  const pending = async (isOpen: boolean) => {
    const { id, planId, endAt } = await subscribe();
    const next = await insertSubscription(world, {
      ...{ planId, status: "pending", startAt: endAt ?? new Date() },
      ...{ enrolledAt: null, nextChargeAt: null, attemptAt: null },
    });
    if (isOpen) await insertEnrolment(world, { subscriptionId: next.id, txHash: null });
    return id;
  };
  const [failed] = [await pending(false), await pending(true)];
  await world.db`delete from subscription_reminders where kind <> 'subscription_ending'`;
  await passDays(346.1);
  await remind();
  expect(await mails()).toMatchObject([
    { kind: "subscription_ending", facts: { subscriptionId: failed } },
  ]);
});

test("an end that comes sooner, since nothing is left to charge, is told of then, and once", async () => {
  const { id, startAt } = await subscribe({ intervalSeconds: 604_800n });
  await passDays(40);
  const paidUntil = new Date(startAt.getTime() + 49 * DAY_MS);
  await change(id, { nextChargeAt: null, paidUntil, chargesMade: 7, currentPeriod: 6 });
  await tell("subscription.charged", id);
  await tell("subscription.charged", id);
  await world.db`delete from mails where kind <> 'subscription_ending'`;
  await remind();
  await tell("subscription.charged", id);
  await remind();
  const ending = (await mails()).filter(({ kind }) => kind === "subscription_ending");
  expect(ending).toMatchObject([{ facts: { endsAt: paidUntil.toISOString() } }]);
});

/** A payer who holds that much, and lets the contract take that much. */
async function payerWith(balance: bigint, allowance: bigint) {
  const privateKey = generatePrivateKey();
  const account = { privateKey, address: lowerHex(privateKeyToAccount(privateKey).address) };
  await world.chain.request("anvil_setBalance", [account.address, "0x8ac7230489e80000"]);
  await world.mint(account.address, balance);
  const token = world.deployment().tokens.USDC?.address ?? "0x";
  const spender = addressOf(world.deployment(), "subscriptions");
  const approve = { abi: fiatTokenAbi, functionName: "approve" } as const;
  const data = encodeFunctionData({ ...approve, args: [spender, allowance] });
  await world.send(account, { to: token, data });
  return account.address;
}

/** A weekly subscription of 10 that is due in a week, of a payer of its own. */
const weekly = (payer: Address, given: Partial<StoredSubscription> = {}) =>
  subscribe({ intervalSeconds: 604_800n, payer, ...given });

test("a charge that would fail is told of with what is missing, by balance and allowance", async () => {
  const cases = [
    { balance: 9_999_999n, allowance: 10_000_000n, blocker: "insufficient_balance", missing: "1" },
    {
      balance: 1n,
      allowance: 4_000_000n,
      blocker: "insufficient_allowance",
      missing: "6000000",
    },
    { balance: 10_000_000n, allowance: 10_000_000n, blocker: undefined, missing: undefined },
  ];
  for (const { balance, allowance, blocker, missing } of cases) {
    await world.db`truncate mails, subscriptions, customers cascade`;
    await weekly(await payerWith(balance, allowance));
    await passDays(4.1);
    await remind();
    await remind();
    const told = (await mails()).map(({ kind, facts }) => [kind, facts.blocker, facts.missing]);
    expect(told).toEqual(blocker ? [["subscription_balance_low", blocker, missing]] : []);
    await world.db`update business_clock set ahead_ms = 0`;
  }
});

test("one balance serves all of a payer's subscriptions, in the order they fall due", async () => {
  const payer = await payerWith(15_000_000n, 1_000_000_000n);
  const first = await weekly(payer, { startAt: new Date(Date.now() - 3_600_000) });
  const second = await weekly(payer);
  await weekly(payer, { pausedAt: new Date(), startAt: new Date(Date.now() - 7_200_000) });
  await passDays(4.1);
  await remind();
  expect((await mails()).map(({ facts }) => [facts.subscriptionId, facts.missing])).toEqual([
    [second.id, "5000000"],
  ]);
  expect(first.id).not.toBe(second.id);
});

test("while no node answers nothing is told; afterwards it is, if there is time", async () => {
  await weekly(await payerWith(1n, 0n));
  await passDays(4.1);
  isDown = true;
  await remind();
  expect(await mails()).toEqual([]);
  isDown = false;
  await remind();
  expect(await mails()).toEqual([]);
  await passDays(0.02);
  await remind();
  await remind();
  expect((await mails()).map(({ kind }) => kind)).toEqual(["subscription_balance_low"]);
});

test("a job that dies at any point reminds each payer once in the end", async () => {
  let died = 0;
  for (let step = 1; ; step += 1) {
    await world.db`truncate mails, subscriptions, customers cascade`;
    await world.db`update business_clock set ahead_ms = 0`;
    await subscribe({ intervalSeconds: MONTH });
    await passDays(27.1);
    const crashed = await remind({
      ...world.systemContext(),
      db: crashingDb(world.db, step),
    }).then(
      () => false,
      (error) => error instanceof Crash,
    );
    await remind();
    expect((await mails()).map(({ kind }) => kind).sort()).toEqual([
      "subscription_balance_low",
      "subscription_renewal_upcoming",
    ]);
    if (!crashed) break;
    died += 1;
  }
  expect(died).toBeGreaterThan(5);
});

test("more than one page is reminded in a run, and what nobody does is woken", async () => {
  const { id } = await subscribe();
  await world.db`
    insert into subscriptions
    select (jsonb_populate_record(s, jsonb_build_object(
      'id', 'sub_' || g, 'onchain_id', '\\x' || lpad(to_hex(g), 64, '0')
    ))).* from subscriptions s, generate_series(1, 450) g where s.id = ${id}`;
  await world.db`
    insert into subscription_reminders
    select s.id, r.kind, r.about, r.remind_at
    from subscription_reminders r, subscriptions s
    where r.kind = 'subscription_renewal_upcoming' and s.id <> ${id}`;
  await passDays(27 + 3 / 24);
  expect(await reconcile(world.systemContext())).toBeGreaterThan(0);
  const woken = await world.db`select from outbox where name = 'subscriptions/reminders.due'`;
  expect(woken).toHaveLength(1);
  await remind();
  expect(await upcoming()).toHaveLength(451);
  expect(await reminders()).not.toEqual([]);
});
