import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Chains } from "@/lib/adapters/chain/chains";
import { readLatestBlock } from "@/lib/adapters/chain/reads/latest-block";
import { takeClock } from "@/lib/domain/operations/clock/clock-lease";
import { installClock } from "@/lib/domain/operations/clock/install-clock";
import { insertCommerce } from "@/testing/api/agent-samples";
import {
  type ApiMerchant,
  type ApiReply,
  type ApiTarget,
  openApiTarget,
  type ReplyBody,
} from "@/testing/api/api-target";
import { insertTransaction } from "@/testing/api/money-rows";
import { createTestDatabase } from "@/testing/database";
import { type Receiver, startReceiver, status } from "@/testing/webhook-receiver";

let target: ApiTarget;
let receiver: Receiver;

beforeAll(async () => {
  target = await openApiTarget();
  receiver = await startReceiver();
  receiver.answerWith((request, response) => {
    const answer = status(request.path.endsWith("/broken") ? 500 : 200);
    setTimeout(() => answer(request, response), request.path.endsWith("/slow") ? 200 : 0);
  });
});
afterAll(async () => {
  await receiver?.close();
  await target?.close();
});

const path = "/v1/test/clock/advance";

interface CallOptions {
  method?: string;
  query?: Record<string, string>;
  body?: object;
  key?: string;
}

function call(shop: ApiMerchant, of: string, asked: CallOptions = {}): Promise<ApiReply> {
  const { method = "GET", key, ...rest } = asked;
  const headers = {
    authorization: `Bearer ${shop.keys.test}`,
    ...(key ? { "idempotency-key": key } : {}),
  };
  return target.send({ method, path: of, headers, ...rest });
}

const numbers = (body: ReplyBody, name: string) => body[name] as Record<string, number>;

/** Moves the clock, however long that takes, and adds up what happened. */
async function advance(shop: ApiMerchant, by: string): Promise<Record<string, number>> {
  const sum: Record<string, number> = {};
  let asked: object = { by };
  for (;;) {
    const { status: code, body } = await call(shop, path, { method: "POST", body: asked });
    expect(code, JSON.stringify(body)).toBe(200);
    const found = { ...numbers(body, "events"), ...numbers(body, "deliveries") };
    for (const [kind, count] of Object.entries({
      ...found,
      expired: Number(body.expiredSessions),
    })) {
      sum[kind] = (sum[kind] ?? 0) + count;
    }
    if (body.finished) return sum;
    asked = { to: body.target };
  }
}

async function open(shop: ApiMerchant, key?: string): Promise<ApiReply> {
  const body = { amount: "5000000", currency: "USDC" };
  const reply = await call(shop, "/v1/payment-sessions", { method: "POST", body, key });
  expect(reply.status).toBe(201);
  return reply;
}

async function hook(shop: ApiMerchant, name: string): Promise<string> {
  const body = {
    url: `${receiver.url}/${name}`,
    events: ["payment.created", "payment.failed"],
    mode: "test",
  };
  const reply = await call(shop, "/v1/webhook-endpoints", { method: "POST", body });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return String(reply.body.id);
}

const listed = async (shop: ApiMerchant, of: string, query: Record<string, string> = {}) =>
  (await call(shop, of, { query })).body.data as Record<string, unknown>[];

/** Three months of a shop with one endpoint that takes everything and one that takes nothing. */
async function threeMonths(shop: ApiMerchant) {
  const broken = await hook(shop, "broken");
  const good = await hook(shop, "good");
  const happened: Record<string, number>[] = [];
  for (let round = 0; round < 3; round += 1) {
    for (let one = 0; one < 3; one += 1) await open(shop);
    happened.push(await advance(shop, "37h"));
  }
  const endpoint = (await call(shop, `/v1/webhook-endpoints/${broken}`)).body;
  expect(endpoint).toMatchObject({ status: "disabled", disabledReason: "failing" });

  const first = (await open(shop, "order-1")).body.id;
  happened.push(await advance(shop, "71h"));
  expect((await open(shop, "order-1")).body.id).toBe(first);
  happened.push(await advance(shop, "2h"));
  expect((await open(shop, "order-1")).body.id).not.toBe(first);

  const sent = async () => {
    const query = { endpointId: good, status: "succeeded", limit: "100" };
    return listed(shop, "/v1/webhook-deliveries", query);
  };
  expect((await sent()).every(({ requestBody }) => requestBody !== null)).toBe(true);
  happened.push(await advance(shop, "28d"));
  const old = (await sent()).filter(({ requestBody }) => requestBody === null);
  expect(old.length).toBeGreaterThan(10);
  expect((await listed(shop, "/v1/events", { after: "0" })).length).toBeGreaterThan(10);
  happened.push(await advance(shop, "62d"));
  const expired = (await call(shop, "/v1/events", { query: { after: "0" } })).body.error;
  expect(expired).toMatchObject({ param: "after", details: { reason: "position_expired" } });
  return happened;
}

/** How each check stands; here no process runs jobs and sends wake-ups. */
async function ready(): Promise<Record<string, string>> {
  const { body } = await target.send({ method: "GET", path: "/ready" });
  const {
    jobs: _jobs,
    queue: _queue,
    ...checks
  } = body.checks as Record<string, { status: string }>;
  return Object.fromEntries(Object.entries(checks).map(([name, { status: is }]) => [name, is]));
}

test("a year in steps: what expires, is tried again, gives up and is removed, twice alike", async () => {
  const [one, other] = [await target.addMerchant(), await target.addMerchant()];
  const readyBefore = await ready();
  const before = Date.now();
  const happened = await threeMonths(one);
  // Round by round: three are opened and expire, each event goes to one endpoint and fails at the other.
  expect(happened.slice(0, 3)).toEqual([
    {
      "payment.failed": 3,
      succeeded: 6,
      failed: 12,
      exhausted: 6,
      expired: 3,
    },
    {
      "payment.failed": 3,
      succeeded: 6,
      failed: 12,
      exhausted: 6,
      expired: 3,
    },
    { "payment.failed": 3, succeeded: 6, failed: 3, expired: 3 },
  ]);
  expect(await threeMonths(other)).toEqual(happened);
  await advance(one, "177d");

  const { body } = await open(one);
  expect(Date.parse(String(body.createdAt)) - before).toBeGreaterThan(360 * 86_400_000);
  const lifetime = Date.parse(String(body.expiresAt)) - Date.parse(String(body.createdAt));
  expect(lifetime).toBe(86_400_000);
  const ids = (await listed(one, "/v1/payment-sessions", { limit: "100" })).map(({ id }) => id);
  expect(ids).toHaveLength(12);
  expect(ids[0]).toBe(body.id);
  const page = (await call(one, "/v1/payment-sessions", { query: { limit: "5" } })).body;
  const cursor = String(page.nextCursor);
  const rest = await listed(one, "/v1/payment-sessions", { limit: "100", cursor });
  expect(rest.map(({ id }) => id)).toEqual(ids.slice(5));
  const readyAfter = await ready();
  const worse = Object.keys(readyAfter).filter(
    (name) => readyAfter[name] !== "ok" && readyAfter[name] !== readyBefore[name],
  );
  expect(worse).toEqual([]);
}, 900_000);

test("the clock is moved by a secret test key, ahead alone, and by one at a time", async () => {
  const shop = await target.addMerchant();
  const ask = (body: object) => call(shop, path, { method: "POST", body });
  const refusal = (param: string, reason: string) => ({
    status: 400,
    body: { error: { code: "invalid_request", param, details: { reason } } },
  });
  const past = new Date(Date.now() - 1_000).toISOString();
  expect(await ask({ to: past })).toMatchObject(refusal("to", "clock_backwards"));
  for (const by of ["401d", "100000000d", "999999999d"]) {
    expect(await ask({ by })).toMatchObject(refusal("by", "clock_too_far"));
  }
  expect(await ask({})).toMatchObject(refusal("by", "validation_failed"));
  expect(await ask({ by: "1d", to: past })).toMatchObject(refusal("by", "validation_failed"));
  expect((await ask({ by: "1w" })).status).toBe(400);
  const headers = { authorization: `Bearer ${shop.keys.live}` };
  const live = await target.send({ method: "POST", path, headers, body: { by: "1s" } });
  expect(live.status).toBe(404);
  const owner = await takeClock(target.db);
  for (const body of [{ by: "1s" }, { to: past }, { by: "401d" }]) {
    expect(await ask(body)).toMatchObject({
      status: 409,
      headers: { "retry-after": "5" },
      body: { error: { code: "idempotency_error", details: { reason: "clock_moving" } } },
    });
  }
  await target.db`update business_clock set lease_until = now() - interval '1 second' where lease_owner = ${owner}`;
  expect((await ask({ by: "1s" })).status).toBe(200);
});

test("a target that the clock has passed meanwhile can be asked for again, and no other", async () => {
  const shop = await target.addMerchant();
  const ask = (body: object) => call(shop, path, { method: "POST", body });
  const { body } = await ask({ by: "1s" });
  const to = String(body.target);
  await target.db`update business_clock set ahead_ms = ahead_ms + 5000`;
  expect(await ask({ to })).toMatchObject({ status: 200, body: { target: to } });
  const other = new Date(Date.parse(to) - 1).toISOString();
  expect((await ask({ to: other })).body.error?.details?.reason).toBe("clock_backwards");
});

/** Goes on with something until it is told to stop. */
function goOn(everyMs: number, work: () => Promise<unknown>): () => Promise<void> {
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      await work();
      await sleep(everyMs);
    }
  })();
  return async () => {
    isOver = true;
    await running;
  };
}

test("a move ends under a steady load, of which something is always under way", async () => {
  const shop = await target.addMerchant();
  await hook(shop, "slow");
  let nonce = 0;
  const useSlot = async () => {
    nonce += 1;
    const id = `rb_load_${nonce}`;
    const wallet = `0x${"7".repeat(40)}`;
    await target.db`insert into relay_batches ${target.db({
      ...{ id, nonce, chainId: target.chains.all[0]?.id ?? 0, wallet, callTo: wallet },
      ...{ kind: "pay", state: "mined", gasLimit: 1 },
    })}`;
    await sleep(700);
    await target.db`update relay_batches set state = 'consumed' where id = ${id}`;
  };
  // Each is under way for longer than the next one takes to come.
  const loads = [goOn(50, useSlot), goOn(400, useSlot), goOn(50, () => open(shop))];
  try {
    const happened = await advance(shop, "10d");
    expect(happened["payment.failed"]).toBeGreaterThan(100);
  } finally {
    await Promise.all(loads.map((stop) => stop()));
    await target.db`delete from relay_batches where id like 'rb\\_load\\_%'`;
  }
}, 900_000);

test("what waits has waited for the time that went by, and not for that by which the clock was moved", async () => {
  const { db } = target;
  const shop = await target.addMerchant();
  const waited = async (since: Date) => {
    const [row] = await db<{ seconds: number }[]>`select seconds_waited(${since}) as seconds`;
    return row?.seconds ?? Number.NaN;
  };
  const clock = async () => (await db<{ now: Date }[]>`select clock_now() as now`)[0]?.now ?? null;
  const before = await clock();
  if (!before) throw new Error("there is a clock");
  const ago = (seconds: number) => new Date(before.getTime() - seconds * 1_000);
  await db`insert into operator_calls ${db({
    ...{ id: "oc_waiting", kind: "suspend", requestedBy: "test", merchantId: shop.id },
    ...{ deploymentId: target.chains.deployments[0]?.id ?? "", mode: "test" },
    ...{ chainId: target.chains.all[0]?.id ?? 0, createdAt: ago(30) },
  })}`;
  // A move of before may have passed over a part of these five minutes.
  const had = await waited(ago(300));
  for (const by of ["20h", "3h"]) await advance(shop, by);
  // Due before both moves, in each of them, and after them.
  const now = await clock();
  if (!now) throw new Error("there is a clock");
  const inFirst = new Date(before.getTime() + 10 * 3_600_000);
  const inSecond = new Date(before.getTime() + 22 * 3_600_000);
  const moved = (now.getTime() - before.getTime()) / 1_000;
  expect(moved).toBeGreaterThan(23 * 3_600);
  const real = [await waited(ago(300)), await waited(inFirst), await waited(inSecond)];
  expect(real[0]).toBeGreaterThanOrEqual(had);
  expect(real[0]).toBeLessThan(had + 100);
  for (const seconds of real.slice(1)) expect(seconds).toBeLessThan(100);
  expect(await waited(new Date(now.getTime() - 1))).toBeLessThan(5);
  const { body } = await target.send({ method: "GET", path: "/ready" });
  const told = JSON.stringify(body.checks).match(/(?:the oldest|due) for \d+ (?:h|d)/g);
  expect(told).toBeNull();
  await db`delete from operator_calls where id = 'oc_waiting'`;
}, 120_000);

test("invoices and refunds go along: reminded, overdue and cancelled at their own times", async () => {
  const shop = await target.addMerchant();
  const ask = async (of: string, body?: object) => {
    const { status: code, body: answer } = await call(shop, of, { method: "POST", body });
    expect(code, JSON.stringify(answer)).toBe(201);
    return String(answer.id);
  };
  const invoice = await ask("/v1/invoices", {
    currency: "USDC",
    customerEmail: "ada@example.com",
    dueInDays: 5,
    lineItems: [{ description: "Consulting", quantity: 1, unitAmount: "5000000" }],
  });
  await ask(`/v1/invoices/${invoice}/send`);
  const [deployment] = target.chains.deployments.filter(({ mode }) => mode === "test");
  if (!deployment) throw new Error("there is one for tests");
  const transactionId = await insertTransaction(target, shop.id, "test", deployment);
  const refund = await ask("/v1/refunds", { transactionId, amount: "1", reason: "other" });
  const neighbour = await target.addMerchant();
  const order = { amount: "5000000", currency: "USDC" };
  await call(neighbour, "/v1/payment-sessions", { method: "POST", body: order });
  // What happens to others is not told.
  expect((await advance(shop, "10d")).expired ?? 0).toBe(0);
  for (const chain of target.chains.all) {
    const { timestamp } = await readLatestBlock(chain);
    const [moved] = await target.db`
      select abs(extract(epoch from clock_now()) - ${Number(timestamp)}::float8) < 600 as alike`;
    expect(moved).toEqual({ alike: true });
  }
  // Not by the API, where an invoice becomes overdue when it is read.
  const rows = await target.db`
    select i.status, i.remind_at, i.overdue_at - i.due_at < interval '2 minutes' as in_time,
      (select created_at - i.created_at < interval '3 days 2 minutes' from mails
        where kind = 'invoice_reminder' and merchant_id = ${shop.id}) as reminded_in_time,
      r.status as refund, r.closed_at - r.created_at < interval '7 days 2 minutes' as cancelled_in_time
    from invoices i, refunds r where i.id = ${invoice} and r.id = ${refund}`;
  expect(rows).toEqual([
    {
      status: "overdue",
      remindAt: null,
      inTime: true,
      remindedInTime: true,
      refund: "cancelled",
      cancelledInTime: true,
    },
  ]);
}, 900_000);

test("what agents do by the day, the week and a deadline goes along, each at its own time", async () => {
  const shop = await target.addMerchant();
  const [deployment] = target.chains.deployments.filter(({ mode }) => mode === "test");
  if (!deployment) throw new Error("there is one for tests");
  await insertCommerce(target, shop.id, "test", deployment);
  await target.db`
    update agent_configs set digest_enabled = true,
      enabled_capabilities = '{commerce,cashflow,pricing_intelligence}'
    where merchant_id = ${shop.id}`;
  const body = {
    vendorAddress: `0x${"7e".repeat(20)}`,
    ...{ description: "Translate 12 pages", amount: "5000000", currency: "USDC" },
  };
  const { body: job } = await call(shop, "/v1/agents/jobs", { method: "POST", body });
  expect(job).toMatchObject({ status: "pending_approval" });
  await advance(shop, "12d");
  // Its vendor could have submitted until eleven days after it was made.
  const [ended] = await target.db`
    select status, closed_at - created_at - interval '11 days' < interval '2 minutes' as in_time
    from agent_jobs where id = ${String(job.id)}`;
  expect(ended).toEqual({ status: "expired", inTime: true });
  const digests = await target.db<{ hour: number }[]>`
    select extract(hour from created_at at time zone 'utc')::int as hour from agent_activity
    where merchant_id = ${shop.id} and action = 'send_digest' order by created_at`;
  expect(digests.length).toBeGreaterThanOrEqual(11);
  // Of the first day they may have been due before the clock was moved.
  expect(new Set(digests.slice(1).map(({ hour }) => hour))).toEqual(new Set([6]));
  const [studied] = await target.db`
    select pricing_week is not null as studied from agent_configs where merchant_id = ${shop.id}`;
  expect(studied).toEqual({ studied: true });
}, 900_000);

test("where a chain is public the clock is plain, and a moved one is refused", async () => {
  const { chains } = target;
  const isPublic: Chains = {
    ...chains,
    all: chains.all.map((chain) => ({ ...chain, local: false })),
  };
  const { db, drop } = await createTestDatabase();
  try {
    const ahead = async () => {
      const [row] = await db<{ seconds: number }[]>`
        select extract(epoch from clock_now() - now())::float8 as seconds`;
      return row?.seconds;
    };
    await installClock(db, chains);
    await db`update business_clock set ahead_ms = 5000`;
    expect(await ahead()).toBe(5);
    await expect(installClock(db, isPublic)).rejects.toThrow("cannot be used with a public chain");
    await db`update business_clock set ahead_ms = 0`;
    await installClock(db, isPublic);
    await db`update business_clock set ahead_ms = 5000`;
    expect(await ahead()).toBe(0);
  } finally {
    await drop();
  }
});
