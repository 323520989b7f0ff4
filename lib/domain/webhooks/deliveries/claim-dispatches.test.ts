import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Sql } from "@/db/client";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { type ClaimedDispatch, claimDispatches } from "./claim-dispatches";
import { maxInFlight, sendCaps } from "./send-limits";

let world: WebhookWorld;
let db: Sql;

beforeAll(async () => {
  world = await createWebhookWorld();
  db = world.db;
});
beforeEach(
  () => db`truncate webhook_replays, webhook_replay_items, webhook_deliveries, webhook_dispatches,
    webhook_endpoints, events, event_counters, outbox`,
);
afterAll(() => world.stop());

const { fast, slow } = sendCaps;
const claim = (room = maxInFlight) => claimDispatches(db, room);
/** How many were claimed for each endpoint. */
function perEndpoint(claimed: ClaimedDispatch[]): number[] {
  const counts = new Map<string, number>();
  for (const { endpointId } of claimed) counts.set(endpointId, (counts.get(endpointId) ?? 0) + 1);
  return [...counts.values()];
}

async function claimAll(): Promise<number> {
  let total = 0;
  for (let more = -1; more !== 0; total += more) more = (await claim()).length;
  return total;
}

/** A merchant with endpoints on hosts of their own or on one, and events for each of them. */
async function merchantWith(options: {
  endpoints: number;
  events: number;
  host?: string;
  slow?: boolean;
}): Promise<string> {
  const merchantId = await world.addMerchant();
  for (const index of Array(options.endpoints).keys()) {
    const host = options.host ?? `${merchantId}-${index}.example`.toLowerCase();
    await world.addEndpoint({ merchantId, url: `https://${host}/`, slow: options.slow });
  }
  for (const _ of Array(options.events).keys()) await world.emit({ merchantId });
  return merchantId;
}

/** Makes attempts that are under way as old as that. */
async function age(seconds: number): Promise<void> {
  await db`
    update webhook_dispatches set lease_until = lease_until - ${seconds} * interval '1 second'
    where state = 'sending'`;
}

test("a claim takes what it is given room for, and each dispatch once", async () => {
  await merchantWith({ endpoints: 1, events: 5 });
  const first = await claim(3);
  const second = await claim();
  expect([first.length, second.length, (await claim()).length]).toEqual([3, 2, 0]);
  expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(5);
});

test("an endpoint has at most so many attempts under way", async () => {
  await merchantWith({ endpoints: 1, events: fast.endpoint + 5 });
  expect(await claim()).toHaveLength(fast.endpoint);
  expect(await claim()).toHaveLength(0);
});

test("a merchant has at most so many, evenly over its endpoints", async () => {
  await merchantWith({ endpoints: 8, events: fast.endpoint });
  const claimed = await claim();
  expect(perEndpoint(claimed)).toEqual(Array(8).fill(fast.merchant / 8));
  expect(await claim()).toHaveLength(0);
});

test("a host gets at most so many, whoever's endpoints are there", async () => {
  for (const _ of Array(4).keys()) {
    await merchantWith({ endpoints: 3, events: fast.endpoint, host: "shared.example" });
  }
  expect(await claim()).toHaveLength(fast.destination);
  expect(await claim()).toHaveLength(0);
  await merchantWith({ endpoints: 1, events: 1 });
  expect(await claim()).toHaveLength(1);
});

test("slow endpoints have fewer places, and take none of the others'", async () => {
  await merchantWith({ endpoints: 1, events: 20, slow: true });
  expect(await claim()).toHaveLength(slow.endpoint);
  const both = await merchantWith({ endpoints: 10, events: 3, slow: true });
  expect(await claim()).toHaveLength(slow.merchant);
  await world.addEndpoint({ merchantId: both, url: "https://quick.example/" });
  await world.emit({ merchantId: both });
  const claimed = await claim();
  expect(claimed.map(({ url }) => url)).toEqual(["https://quick.example/"]);
});

test("an attempt that takes long moves its endpoint to the slow ones while it lasts", async () => {
  await merchantWith({ endpoints: 1, events: 20 });
  expect(await claim(2)).toHaveLength(2);
  await age(2);
  expect(await claim()).toHaveLength(slow.endpoint - 2);
});

test("a merchant's slow attempts leave its quick endpoints their places", async () => {
  const merchantId = await merchantWith({ endpoints: 4, events: 20 });
  expect(await claim()).toHaveLength(fast.merchant);
  await world.addEndpoint({ merchantId, url: "https://quick.example/" });
  await world.emit({ merchantId });
  expect(await claim()).toHaveLength(0);
  await age(2);
  const claimed = await claim();
  expect(claimed.map(({ url }) => url)).toEqual(["https://quick.example/"]);
});

test("the slow lane as a whole is limited, and the fast one stays open", async () => {
  const merchants = Math.ceil(slow.lane / slow.merchant) + 2;
  for (const _ of Array(merchants).keys()) {
    await merchantWith({ endpoints: 4, events: slow.endpoint, slow: true });
  }
  expect(await claimAll()).toBe(slow.lane);
  await merchantWith({ endpoints: 1, events: 2 });
  expect(await claim()).toHaveLength(2);
});

test("full endpoints do not stand in the way of others, however many there are", async () => {
  for (const _ of Array(10).keys()) {
    await merchantWith({ endpoints: 8, events: fast.endpoint });
  }
  for (const _ of [1, 2]) {
    await claimAll();
    await age(2);
  }
  expect(await claim()).toHaveLength(0);
  const merchantId = await merchantWith({ endpoints: 1, events: 1 });
  await db`update webhook_endpoints set last_claimed_at = now() + interval '1 hour'
    where merchant_id = ${merchantId}`;
  expect(await claim()).toHaveLength(1);
});

test("a long backlog of one endpoint hides no other", async () => {
  await merchantWith({ endpoints: 1, events: fast.endpoint + 1 });
  await db`
    insert into webhook_dispatches
      (id, event_id, endpoint_id, is_replay, next_attempt_at)
    select d.id || n, d.event_id, d.endpoint_id, true, now() - interval '1 hour'
    from (select * from webhook_dispatches limit 1) d, generate_series(1, 1000) n`;
  await db`
    insert into webhook_deliveries
      (id, merchant_id, mode, dispatch_id, endpoint_id, attempt)
    select 'd' || d.id, e.merchant_id, e.mode, d.id, d.endpoint_id, 1
    from webhook_dispatches d join events e on e.id = d.event_id where d.is_replay`;
  expect(await claim()).toHaveLength(fast.endpoint);
  const merchantId = await merchantWith({ endpoints: 1, events: 1 });
  const claimed = await claim();
  expect(claimed.map(({ event }) => event.merchantId)).toEqual([merchantId]);
});

test("endpoints that have waited longest come first", async () => {
  const merchantId = await merchantWith({ endpoints: 3, events: 1 });
  await db`
    update webhook_endpoints w set last_claimed_at = now() - place * interval '1 minute'
    from (select id, row_number() over (order by id) as place from webhook_endpoints) p
    where p.id = w.id`;
  const expected = await db<{ id: string }[]>`
    select id from webhook_endpoints where merchant_id = ${merchantId} order by id desc`;
  const order: string[] = [];
  for (const _ of expected) order.push(...(await claim(1)).map(({ endpointId }) => endpointId));
  expect(order).toEqual(expected.map(({ id }) => id));
});

test("a lease that has run out is claimed again under a higher fence, with the same attempt", async () => {
  await merchantWith({ endpoints: 1, events: 1 });
  const [first] = await claim();
  await age(29);
  expect(await claim()).toHaveLength(0);
  await age(2);
  const [second] = await claim();
  expect(second).toMatchObject({
    id: first?.id,
    deliveryId: first?.deliveryId,
    attempt: 1,
    fence: (first?.fence ?? 0n) + 1n,
  });
});

test("nothing is claimed for a disabled endpoint or before it is due", async () => {
  await merchantWith({ endpoints: 1, events: 2 });
  await db`update webhook_dispatches set next_attempt_at = now() + interval '1 second'`;
  expect(await claim()).toHaveLength(0);
  await db`update webhook_dispatches set next_attempt_at = now() - interval '1 second'`;
  await db`update webhook_endpoints set status = 'disabled'`;
  expect(await claim()).toHaveLength(0);
  await db`update webhook_endpoints set status = 'enabled'`;
  expect(await claim()).toHaveLength(2);
});

test("an endpoint whose row somebody holds is passed over, and recording events does not hold it", async () => {
  const merchantId = await merchantWith({ endpoints: 2, events: 1 });
  const [held] = await db<{ id: string }[]>`
    select id from webhook_endpoints where merchant_id = ${merchantId} limit 1`;
  await world.otherPool().begin(async (tx) => {
    await tx`select 1 from webhook_endpoints where id = ${held?.id ?? ""} for update`;
    const claimed = await claim();
    expect(claimed).toHaveLength(1);
    expect(claimed[0]?.endpointId).not.toBe(held?.id);
  });
  await world.otherPool().begin(async (tx) => {
    await tx`select 1 from webhook_endpoints where id = ${held?.id ?? ""} for key share`;
    expect(await claim()).toHaveLength(1);
  });
});

test("claims at the same time keep every limit and share no dispatch", async () => {
  await merchantWith({ endpoints: 8, events: 10 });
  const pools = [db, world.otherPool(), world.otherPool(), world.otherPool()];
  await Promise.all(pools.map((pool) => pool`select 1`));
  const claims = await Promise.all(
    pools.flatMap((pool) => [claimDispatches(pool, 10), claimDispatches(pool, 10)]),
  );
  const all = claims.flat();
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all).toHaveLength(fast.merchant);
});
