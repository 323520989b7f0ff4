import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOf } from "@/lib/adapters/chain/chains";
import { createPlan as contract } from "@/lib/contract/subscriptions/subscription-plans";
import { maxAmount } from "@/lib/core/amounts/money";
import { newId } from "@/lib/core/ids";
import type { Context, MerchantActor, PublicActor } from "@/lib/domain/platform/context";
import type { TestMerchant } from "@/testing/register-merchant";
import { insertPlan, insertSubscription } from "@/testing/subscription-rows";
import { createWorld, type World } from "@/testing/world";
import { archivePlan } from "./archive-plan";
import { createPlan } from "./create-plan";
import { getPlan } from "./get-plan";
import { getPlanSubscription } from "./get-plan-subscription";
import { getPublicPlan } from "./get-public-plan";
import { listPlans } from "./list-plans";

let world: World;
let other: TestMerchant;

beforeAll(async () => {
  world = await createWorld();
  other = await world.addMerchant();
});
afterAll(() => world?.stop());

const membership = { name: "Membership", amount: 9_000_000n, currency: "USDC" } as const;
const monthly = { ...membership, interval: "monthly" } as const;
const ctx = () => world.merchantContext();
const inBrowser = () => world.merchantContext({ keyKind: "publishable" });
const anyone = (): Context<PublicActor> => ({
  ...world.systemContext(),
  actor: { kind: "public", ip: "203.0.113.7" },
});
const refusal = (code: string, details: object) => ({
  code,
  info: { details: expect.objectContaining(details) },
});

test("a plan is what was asked for, and everything that a payer signs is in it", async () => {
  const plan = await createPlan(ctx(), {
    ...monthly,
    intervalCount: 3,
    trialDays: 14,
    maxCycles: 12,
    description: "All of it",
    metadata: { tier: "gold" },
  });
  const { merchant } = world;
  expect(plan).toMatchObject({
    object: "subscription_plan",
    mode: "test",
    merchantId: merchant.id,
    ...monthly,
    intervalCount: 3,
    intervalSeconds: 3 * 2_592_000,
    trialDays: 14,
    maxCycles: 12,
    description: "All of it",
    metadata: { tier: "gold" },
    active: true,
    archivedAt: null,
    checkoutUrl: `http://localhost:3000/subscribe/${plan.id}`,
    chainId: 31_337,
    chainMerchantId: merchant.chainMerchantId.test,
    tokenAddress: world.deployment().usdc,
    subscriptionsAddress: addressOf(world.deployment(), "subscriptions"),
  });
  expect(await getPlan(ctx(), { id: plan.id })).toEqual(plan);
  const live = await createPlan(world.merchantContext({ mode: "live" }), monthly);
  expect(live).toMatchObject({
    mode: "live",
    intervalCount: 1,
    trialDays: 0,
    maxCycles: null,
    description: null,
    metadata: {},
    chainMerchantId: merchant.chainMerchantId.live,
    subscriptionsAddress: addressOf(world.deployment("live"), "subscriptions"),
  });
});

test("an interval has the seconds of its word", async () => {
  const seconds = async (interval: "daily" | "weekly" | "quarterly" | "yearly") =>
    (await createPlan(ctx(), { ...membership, interval })).intervalSeconds;
  expect(await seconds("daily")).toBe(86_400);
  expect(await seconds("weekly")).toBe(604_800);
  expect(await seconds("quarterly")).toBe(7_776_000);
  expect(await seconds("yearly")).toBe(31_536_000);
});

test("what the contract cannot hold is no plan", () => {
  const sent = { ...monthly, amount: "1" };
  const most = (2n ** 96n - 1n).toString();
  const parses = (changes: object) => contract.body?.safeParse({ ...sent, ...changes }).success;
  expect(parses({ amount: most })).toBe(true);
  expect(parses({ amount: (2n ** 96n).toString() })).toBe(false);
  expect(parses({ amount: maxAmount.toString() })).toBe(false);
  expect(parses({ amount: most, maxCycles: 1 })).toBe(true);
  expect(parses({ amount: most, maxCycles: 2 })).toBe(false);
  expect(parses({ interval: "yearly", intervalCount: 100, maxCycles: 10 })).toBe(true);
  expect(parses({ interval: "yearly", intervalCount: 100, maxCycles: 11 })).toBe(false);
  for (const intervalCount of [0, 366, 1.5]) expect(parses({ intervalCount })).toBe(false);
  for (const trialDays of [-1, 366]) expect(parses({ trialDays })).toBe(false);
  for (const maxCycles of [0, 10_001]) expect(parses({ maxCycles })).toBe(false);
  for (const name of ["", "x".repeat(121)]) expect(parses({ name })).toBe(false);
  expect(parses({ description: "x".repeat(2_001) })).toBe(false);
  expect(parses({ interval: "hourly" })).toBe(false);
});

test("who opens nothing makes no plan", async () => {
  const merchantId = newId("merchant");
  await world.db`insert into merchants (id, business_name) values (${merchantId}, 'Late Bakery')`;
  const create = (id: string) => createPlan(world.merchantContext({ merchantId: id }), monthly);
  await expect(create(merchantId)).rejects.toMatchObject(
    refusal("permission_denied", { reason: "merchant_not_registered" }),
  );
  for (const status of ["suspended", "closed"]) {
    await world.db`update merchants set status = ${status} where id = ${other.id}`;
    await expect(create(other.id)).rejects.toMatchObject(
      refusal("permission_denied", { reason: `merchant_${status}` }),
    );
  }
  await world.db`update merchants set status = 'active' where id = ${other.id}`;
  await expect(createPlan(ctx(), { ...monthly, chainId: 8453 })).rejects.toMatchObject(
    refusal("invalid_request", { reason: "chain_unsupported" }),
  );
});

test("a plan is its merchant's and its mode's alone", async () => {
  const { id } = await createPlan(ctx(), monthly);
  const strangers: Context<MerchantActor>[] = [
    world.merchantContext({ merchantId: other.id }),
    world.merchantContext({ mode: "live" }),
  ];
  for (const stranger of strangers) {
    const missing = refusal("not_found", { reason: "resource_missing" });
    await expect(getPlan(stranger, { id })).rejects.toMatchObject(missing);
    await expect(archivePlan(stranger, { id })).rejects.toMatchObject(missing);
    expect((await listPlans(stranger, {})).data.map((plan) => plan.id)).not.toContain(id);
  }
  expect(await getPlan(ctx(), { id })).toMatchObject({ active: true });
});

test("a plan is archived once", async () => {
  const { id } = await createPlan(ctx(), monthly);
  const archived = await archivePlan(ctx(), { id });
  expect(archived).toMatchObject({ active: false, archivedAt: expect.any(Date) });
  await expect(archivePlan(ctx(), { id })).rejects.toMatchObject(
    refusal("session_invalid_state", { reason: "already_archived", currentStatus: "archived" }),
  );
  expect(await getPlan(ctx(), { id })).toEqual(archived);
});

test("a browser sees what is on offer, without metadata", async () => {
  const open = await createPlan(ctx(), { ...monthly, metadata: { margin: "high" } });
  const gone = await createPlan(ctx(), monthly);
  await archivePlan(ctx(), { id: gone.id });
  expect(await getPlan(inBrowser(), { id: open.id })).toEqual({ ...open, metadata: {} });
  await expect(getPlan(inBrowser(), { id: gone.id })).rejects.toMatchObject({ code: "not_found" });
  const ids = async (context: Context<MerchantActor>, active?: boolean) =>
    (await listPlans(context, { limit: 100, ...(active !== undefined && { active }) })).data.map(
      ({ id }) => id,
    );
  expect(await ids(ctx())).toEqual(expect.arrayContaining([open.id, gone.id]));
  expect(await ids(ctx(), true)).not.toContain(gone.id);
  expect(await ids(ctx(), false)).toContain(gone.id);
  expect(await ids(ctx(), false)).not.toContain(open.id);
  expect(await ids(inBrowser())).toContain(open.id);
  expect(await ids(inBrowser())).not.toContain(gone.id);
  expect(await ids(inBrowser(), false)).toEqual([]);
  for (const { metadata } of (await listPlans(inBrowser(), {})).data) expect(metadata).toEqual({});
});

test("payers see a plan with its link, archived or not, without metadata", async () => {
  const plan = await createPlan(ctx(), { ...monthly, metadata: { margin: "high" } });
  expect(await getPublicPlan(anyone(), { id: plan.id })).toEqual({ ...plan, metadata: {} });
  const archived = await archivePlan(ctx(), { id: plan.id });
  expect(await getPublicPlan(anyone(), { id: plan.id })).toEqual({ ...archived, metadata: {} });
  await expect(getPublicPlan(anyone(), { id: newId("plan") })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("a wallet's subscription to a plan is told, one to another plan or merchant is not", async () => {
  const [plan, another] = [await insertPlan(world), await insertPlan(world)];
  const foreign = await insertPlan(world, { merchantId: other.id });
  const { id, payer } = await insertSubscription(world, { planId: plan.id });
  const told = (planId: string) => getPlanSubscription(anyone(), { id: planId, payer });
  const found = await told(plan.id);
  expect(found).toMatchObject({
    object: "plan_subscription",
    subscribed: true,
    subscription: { id, status: "active", nextChargeAt: expect.any(Date) },
  });
  const none = { object: "plan_subscription", subscribed: false, subscription: null };
  expect(await told(another.id)).toEqual(none);
  expect(await told(foreign.id)).toEqual(none);
  const stranger = `0x${"ab".repeat(20)}` as const;
  expect(await getPlanSubscription(anyone(), { id: plan.id, payer: stranger })).toEqual(none);
  const closed = { attemptAt: null, nextChargeAt: null };
  for (const [status, subscribed] of [
    ["pending", true],
    ["trialing", true],
    ["past_due", true],
    ["lapsed", false],
    ["completed", false],
  ] as const) {
    await world.db`update subscriptions set ${world.db({ ...closed, status })} where id = ${id}`;
    expect(await told(plan.id)).toMatchObject({ subscribed, subscription: { id, status } });
  }
  const live = await insertSubscription(world, { planId: plan.id, createdAt: new Date(0) });
  expect(await told(plan.id)).toMatchObject({ subscribed: true, subscription: { id: live.id } });
  // Neither one that begins later, nor one whose enrolment failed, hides the one that runs.
  for (const status of ["trialing", "pending"] as const) {
    const startAt = live.endAt ?? new Date();
    const next = await insertSubscription(world, { ...closed, planId: plan.id, status, startAt });
    expect(await told(plan.id)).toMatchObject({ subscription: { id: live.id } });
    await world.db`delete from subscriptions where id = ${next.id}`;
  }
});
