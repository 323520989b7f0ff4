import { afterAll, beforeAll, expect, test } from "vitest";
import { modes } from "@/lib/core/modes";
import { upsertCustomer } from "@/lib/domain/payments/customers/upsert-customer";
import { cancelSession } from "@/lib/domain/payments/sessions/cancel-session";
import { createSession } from "@/lib/domain/payments/sessions/create-session";
import type { SessionView } from "@/lib/domain/payments/sessions/view";
import type { SessionActor } from "@/lib/domain/platform/context";
import { cancelSubscription } from "@/lib/domain/subscriptions/cancel-subscription";
import { pauseSubscription } from "@/lib/domain/subscriptions/pause-subscription";
import { resumeSubscription } from "@/lib/domain/subscriptions/resume-subscription";
import type { ChainAccount } from "@/testing/chain";
import { seeded } from "@/testing/random-history";
import { index, makeFinal } from "@/testing/relay";
import { subscribe } from "@/testing/renewals";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { insertPlan, type PlanRow } from "@/testing/subscription-rows";
import { allowKeepers } from "@/testing/subscriptions";
import { createWorld, type World } from "@/testing/world";
import { compareFigures } from "./compare-figures";
import { getConversion } from "./get-conversion";
import { getMrr } from "./get-mrr";
import { getSummary } from "./get-summary";
import { getVolume } from "./get-volume";
import { keepFigures } from "./keep-figures";
import { listCustomerValues } from "./list-customer-values";

const STEPS = Number(process.env.VERB_STEPS ?? 60);
const random = seeded(20_260_501);

let world: World;
let payers: ChainAccount[];
let plan: PlanRow;
const open: SessionView[] = [];
const subscriptions: string[] = [];
const done = new Map<string, number>();

const pick = <T>(values: readonly T[]): T | undefined => values[random(values.length)];
const ctx = () => world.merchantContext();

async function ask(): Promise<void> {
  const amount = BigInt(1_000_000 + random(9_000_000));
  const currency = random(3) === 0 ? "EURC" : "USDC";
  open.push(await createSession(ctx(), { amount, currency }));
}

async function pay(): Promise<void> {
  const session = open.splice(random(open.length), 1)[0];
  const payer = pick(payers);
  if (!session || !payer) return;
  const { amount, currency, ref } = session;
  await payDirectly(world, payer, { amount, currency, ref });
}

async function cancel(): Promise<void> {
  const session = open.splice(random(open.length), 1)[0];
  if (session) await cancelSession(ctx(), { id: session.id });
}

async function changeSubscription(): Promise<void> {
  const id = pick(subscriptions);
  if (!id) return;
  if (random(3) === 0) {
    subscriptions.splice(subscriptions.indexOf(id), 1);
    await cancelSubscription(ctx(), { id });
  } else {
    await pauseSubscription(ctx(), { id });
    if (random(2) === 0) await resumeSubscription(ctx(), { id });
  }
}

const steps = {
  ask,
  askAgain: ask,
  pay,
  payAgain: pay,
  cancel,
  mine: () => makeFinal(world),
  see: () => index(world),
  addCustomer: async () => {
    const address = `0x${random(2 ** 30)
      .toString(16)
      .padStart(40, "0")}` as const;
    await upsertCustomer(ctx(), { walletAddress: address, name: "Ada" });
  },
  subscribe: async () => {
    if (subscriptions.length < 6) subscriptions.push((await subscribe(world, plan)).id);
  },
  changeSubscription,
};

beforeAll(async () => {
  world = await createWorld();
  await allowKeepers(world);
  payers = [await fundPayer(world), await fundPayer(world), await fundPayer(world)];
  plan = await insertPlan(world);
  for (let step = 0; step < STEPS; step += 1) {
    const name = pick(Object.keys(steps) as (keyof typeof steps)[]);
    if (!name) continue;
    await steps[name]();
    done.set(name, (done.get(name) ?? 0) + 1);
  }
  await makeFinal(world);
}, 300_000);
afterAll(() => world?.stop());

test("after a history of real verbs every counter is what plain SQL counts", async () => {
  expect(done.size).toBe(Object.keys(steps).length);
  for (const mode of modes) {
    expect(await compareFigures(world, { merchantId: world.merchant.id, mode })).toEqual([]);
  }
});

test("each statistic is what its definition says of the rows", async () => {
  const { db, merchant } = world;
  const taken = await db<{ currency: string; amount: bigint; payments: number }[]>`
    select currency, sum(amount) as amount, count(*)::int as payments from transactions
    where merchant_id = ${merchant.id} and mode = 'test' and status = 'confirmed'
      and type in ('payment', 'subscription_charge') group by 1`;
  expect(taken.length).toBe(2);
  const [sessions] = await db<{ created: number; confirmed: number; cancelled: number }[]>`
    select count(*)::int as created,
      count(*) filter (where status in ('confirmed', 'refunded'))::int as confirmed,
      count(*) filter (where status = 'cancelled')::int as cancelled
    from payment_sessions where merchant_id = ${merchant.id} and mode = 'test'`;
  const [customers] = await db<{ count: number }[]>`
    select count(*)::int from customers where merchant_id = ${merchant.id} and mode = 'test'`;
  const [revenue] = await db<{ amount: bigint | null }[]>`
    select sum(amount) as amount from subscriptions
    where merchant_id = ${merchant.id} and mode = 'test' and status = 'active'`;
  const values = await db<{ id: string; totalSpent: bigint }[]>`
    select customer_id as id, sum(amount - amount_refunded) as total_spent from transactions
    where merchant_id = ${merchant.id} and mode = 'test' and currency = 'USDC'
      and status = 'confirmed' and type in ('payment', 'subscription_charge')
      and customer_id is not null
    group by 1 order by 2 desc, 1 desc`;
  const summary = await getSummary(ctx(), {});
  const conversion = await getConversion(ctx(), {});
  const mrr = await getMrr(ctx());
  const ltv = await listCustomerValues(ctx(), { currency: "USDC" });
  for (const { currency, amount, payments } of taken) {
    expect(summary.volume).toContainEqual({
      currency,
      amount,
      payments,
      before: { amount: 0n, payments: 0 },
    });
  }
  const person: SessionActor = {
    kind: "session",
    merchantId: merchant.id,
    mode: "test",
    userId: "usr_1",
    sessionId: "ses_1",
  };
  const { days } = await getVolume({ ...ctx(), actor: person }, {});
  const sum = days.reduce((total, { amount }) => total + amount, 0n);
  expect(sum).toBe(taken.reduce((total, { amount }) => total + amount, 0n));
  expect(conversion.total).toMatchObject({ ...sessions });
  expect(summary.conversion).toMatchObject({
    created: sessions?.created,
    confirmed: sessions?.confirmed,
  });
  expect(summary.newCustomers).toEqual({ count: customers?.count, before: 0 });
  expect(mrr.currencies[0]?.mrr).toBe(revenue?.amount ?? 0n);
  expect(ltv.data.map(({ id, totalSpent }) => ({ id, totalSpent }))).toEqual([...values]);
});

test("the recurring revenue of the period's first day is kept, and compared with", async () => {
  const until = new Date(Date.now() + 60_000);
  expect(await keepFigures(world.systemContext(), { after: null, until })).toBe(null);
  expect(await keepFigures(world.systemContext(), { after: null, until })).toBe(null);
  const from = new Date(new Date().toISOString().slice(0, 10));
  const { mrr } = await getSummary(ctx(), { from });
  const [usdc, eurc] = mrr;
  if (usdc?.amount) expect(usdc.before).toBe(usdc.amount);
  expect(eurc).toMatchObject({ currency: "EURC", amount: 0n, before: null });
  const other = await world.addMerchant();
  const theirs = await getSummary(world.merchantContext({ merchantId: other.id }), { from });
  expect(theirs).toMatchObject({
    volume: [{ amount: 0n }, { amount: 0n }],
    newCustomers: { count: 0, before: 0 },
    mrr: [{ before: null }, { before: null }],
  });
});
