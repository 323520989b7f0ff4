import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import type { AnomalySensitivity } from "@/lib/core/agents/agent-settings";
import type { AgentCapability } from "@/lib/core/agents/capabilities";
import { studyPlans } from "@/lib/domain/agents/pricing/study-plans";
import { installClock } from "@/lib/domain/operations/clock/install-clock";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { faultyRpc } from "@/testing/faulty-rpc";
import { insertPlan, insertSubscription } from "@/testing/subscription-rows";
import { withChain } from "@/testing/with-chain";
import { createWorld, type World } from "@/testing/world";
import { getAgentDigest } from "./get-agent-digest";
import { sendDigests } from "./send-digests";

const DAY_MS = 86_400_000;
const USDC = 1_000_000n;

let world: World;
let merchantId: string;
/** Noon (UTC) of a Monday ahead. */
let start: Date;
beforeAll(async () => {
  world = await createWorld();
  await installClock(world.db, world.chains);
  await world.db`insert into business_clock (id) values (true) on conflict do nothing`;
  const today = Math.floor(Date.now() / DAY_MS);
  start = new Date((today + 40 - ((today + 40 + 3) % 7)) * DAY_MS + DAY_MS / 2);
});
beforeEach(async () => {
  ({ id: merchantId } = await world.addMerchant());
  await world.db`update merchants set email = 'ada@x.example' where id = ${merchantId}`;
  await setClock(0);
});
afterAll(() => world.stop());

const at = (day: number, hour = 12) =>
  new Date(start.getTime() + day * DAY_MS + (hour - 12) * 3_600_000);
const dayOf = (day: number) => at(day).toISOString().slice(0, 10);
const setClock = (day: number, hour?: number) => world.db`
  update business_clock set ahead_ms = ${at(day, hour).getTime() - Date.now()}`;
const run = () =>
  sendDigests(world.systemContext(), { after: null, until: new Date(Date.now() + 60_000) });

const enable = (capabilities: AgentCapability[], given: object = {}) => world.db`
  insert into agent_configs ${world.db({ merchantId, mode: "test", enabledCapabilities: capabilities, ...given })}`;

/** Writes down what the counters have of a day. */
const move = (day: number, received: bigint, refunds = 0n, fees = received / 100n) => world.db`
  insert into daily_movements (merchant_id, mode, day, chain_id, currency, stripe, movements, received,
    fees, refunds)
  values (${merchantId}, 'test', ${dayOf(day)}::date, 31337, 'USDC', 0, 1, ${received.toString()},
    ${fees.toString()}, ${refunds.toString()})`;

/** About a thousand a day, up or down by ten percent. */
const usual = (day: number) => (1_000n + BigInt(((((day * 37) % 21) + 21) % 21) - 10) * 10n) * USDC;

const person = (): Context<SessionActor> => ({
  ...world.systemContext(),
  actor: { kind: "session", merchantId, mode: "test", userId: "usr_1", sessionId: "ses_1" },
});

const activities = () => world.db<
  { action: string; summary: string; reason: string; day: string }[]
>`
  select action, summary, reason, (created_at at time zone 'utc')::date::text as day
  from agent_activity where merchant_id = ${merchantId} order by created_at, id`;
const mails = () => world.db`
  select kind, facts from mails where merchant_id = ${merchantId} and kind = 'agent_digest' order by created_at`;

async function fillMonth(
  sensitivity: AnomalySensitivity,
  planted: Readonly<Record<number, bigint>> = {},
) {
  await enable(["cashflow"], { digestEnabled: true, anomalySensitivity: sensitivity });
  for (let day = -29; day < 30; day += 1) await move(day, planted[day] ?? usual(day));
  for (let day = 0; day < 30; day += 1) {
    await setClock(day);
    await run();
  }
}

test("thirty days are told day by day, and a planted one is found with its figures, once", async () => {
  await fillMonth("low", { 17: 6_000n * USDC });
  const told = await activities();
  expect(told.filter(({ action }) => action === "send_digest")).toHaveLength(30);
  const found = told.filter(({ action }) => action === "report_anomaly");
  expect(found.map(({ summary, day }) => [summary, day])).toEqual([
    [`Unusual takings in USDC on ${dayOf(17)}`, dayOf(18)],
  ]);
  expect(found[0]?.reason).toMatch(/Received 6,000\.00.USDC; the median of the 28 days before is/);
  expect(await mails()).toHaveLength(30);
});

test("a quiet month has no anomaly, at the highest sensitivity", async () => {
  await fillMonth("high");
  const told = await activities();
  expect(told).toHaveLength(30);
  expect(told.every(({ action }) => action === "send_digest")).toBe(true);
});

test("a digest says yesterday's sums of the mode alone, and is sent once, also by runs at once", async () => {
  await enable(["cashflow"], { digestEnabled: true });
  await move(-1, 500n * USDC, 20n * USDC);
  await move(0, 9n * USDC);
  const digest = await getAgentDigest(person());
  expect(digest).toMatchObject({
    day: dayOf(-1),
    anomalies: [],
    runway: { reserveCents: 100_000n },
  });
  expect(digest.currencies[0]).toEqual({
    currency: "USDC",
    in: 500n * USDC,
    out: 25n * USDC,
    fees: 5n * USDC,
    refunds: 20n * USDC,
  });
  expect(await activities()).toHaveLength(0);
  await Promise.all([run(), run(), run()]);
  await run();
  expect(await activities()).toHaveLength(1);
  const sent = await mails();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.facts).toMatchObject({
    digest: { day: dayOf(-1), currencies: [{ in: "500000000", refunds: "20000000" }, {}] },
  });
});

test("nothing is told before six, without the capability, or by mail where the digest is off", async () => {
  await enable([], { digestEnabled: true });
  await move(-1, 500n * USDC);
  await run();
  expect(await activities()).toHaveLength(0);
  await world.db`update agent_configs set enabled_capabilities = '{cashflow}' where merchant_id = ${merchantId}`;
  await setClock(0, 5);
  await run();
  expect(await activities()).toHaveLength(0);
  await world.db`update agent_configs set digest_enabled = false where merchant_id = ${merchantId}`;
  for (let day = -30; day < -1; day += 1) await move(day, usual(day));
  await setClock(0, 6);
  await run();
  expect((await activities()).map(({ action }) => action)).toEqual(["report_anomaly"]);
  expect(await mails()).toHaveLength(0);
});

test("plans are told of once a week, and no price changes", async () => {
  await enable(["pricing_intelligence"]);
  const plan = await insertPlan(world, { merchantId });
  const began = { merchantId, planId: plan.id, createdAt: at(-3), enrolledAt: at(-3) };
  await insertSubscription(world, { ...began, chargesMade: 1 });
  await insertSubscription(world, {
    ...began,
    chargesMade: 0,
    status: "past_due",
    failureCode: "insufficient_balance",
  });
  const study = () =>
    studyPlans(world.systemContext(), { after: null, until: new Date(Date.now() + 60_000) });
  await setClock(0);
  await Promise.all([study(), study()]);
  await setClock(6);
  await study();
  const [told, ...more] = await activities();
  expect(more).toEqual([]);
  expect(told).toMatchObject({
    action: "report_plan",
    summary: expect.stringContaining("1 of 2 new subscriptions pay"),
    reason: "Charges that fail: 1 insufficient_balance.",
  });
  await setClock(7);
  await study();
  expect(await activities()).toHaveLength(2);
  const [after] = await world.db`select amount, name from subscription_plans where id = ${plan.id}`;
  expect(after).toEqual({ amount: plan.amount, name: plan.name });
});

test("the runway counts a euro by its rate, in what is held and in what moves", async () => {
  const merchant = await world.addMerchant();
  merchantId = merchant.id;
  await enable(["cashflow"], {});
  await world.mint(merchant.payout, 1_000n * USDC, "USDC");
  await world.mint(merchant.payout, 1_000n * USDC, "EURC");
  // Of the day that only the medians reach back to, nothing counts.
  for (const [day, refunds] of [
    [-1, 27n],
    [-28, 1n],
    [-29, 500n],
  ] as const) {
    await world.db`
      insert into daily_movements (merchant_id, mode, day, chain_id, currency, stripe, movements,
        received, fees, refunds)
      values (${merchantId}, 'test', ${dayOf(day)}::date, 31337, 'EURC', 0, 1, 0, 0,
        ${(refunds * USDC).toString()})`;
  }
  const ctx = { ...person(), config: { ...world.config, EUR_USD_RATE: 2_000_000n } };
  // 3,000 dollars, 2,000 above the reserve; two a day go out. A node's newest block is remembered for a moment.
  await expect
    .poll(() => getAgentDigest(ctx), { timeout: 20_000 })
    .toMatchObject({ runway: { liquidCents: 300_000n, reserveCents: 100_000n, days: 1_000 } });
});

test("there is no runway while a balance is unknown, or without a token to hold", async () => {
  await enable(["cashflow"], {});
  const ctx = person();
  const deaf = withChain(ctx, ({ rpc }) => ({
    rpc: faultyRpc(rpc, () => Promise.reject(new RpcUnavailable("no answer"))),
  }));
  const unknown = { runway: { liquidCents: null, days: null } };
  expect(await getAgentDigest({ ...ctx, chains: deaf.chains })).toMatchObject(unknown);
  const deployments = ctx.chains.deployments.map((one) => ({ ...one, tokens: {} }));
  const bare = { ...ctx, chains: { ...ctx.chains, deployments } };
  expect(await getAgentDigest(bare)).toMatchObject(unknown);
});
