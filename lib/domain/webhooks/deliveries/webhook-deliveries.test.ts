import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import type { Sql } from "@/db/client";
import { event } from "@/lib/contract/webhooks/events";
import { webhookDelivery } from "@/lib/contract/webhooks/webhook-deliveries";
import type { Scope } from "@/lib/core/identity/scopes";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { listEvents } from "@/lib/domain/platform/events/list-events";
import { streamEvents } from "@/lib/domain/platform/events/stream-events";
import { disableWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/disable-webhook-endpoint";
import { listInspectedWebhooks } from "@/lib/domain/webhooks/inspector/list-inspected-webhooks";
import { openWebhookInspector } from "@/lib/domain/webhooks/inspector/open-webhook-inspector";
import { type Answer, type Receiver, startReceiver, status } from "@/testing/webhook-receiver";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { getWebhookDelivery } from "./get-webhook-delivery";
import { listWebhookDeliveries } from "./list-webhook-deliveries";
import { replayWebhookDelivery } from "./replay-webhook-delivery";

let world: WebhookWorld;
let db: Sql;
let merchantId: string;
let owner: Context<MerchantActor>;
let target: Receiver;

beforeAll(async () => {
  world = await createWebhookWorld();
  db = world.db;
});
beforeEach(async () => {
  await db`truncate inspected_webhooks, webhook_inspectors, webhook_replays, webhook_replay_items, webhook_deliveries, webhook_dispatches,
    webhook_endpoints, events, event_counters, outbox`;
  merchantId = await world.addMerchant();
  owner = world.merchant({ merchantId });
  target = await startReceiver();
});
afterEach(() => target.close());
afterAll(() => world.stop());

/** An event that was delivered once, with the given answer. */
async function delivered(answer: Answer = status(200)) {
  target.answerWith(answer);
  const endpoint = await world.addEndpoint({ merchantId, url: target.url });
  const eventId = await world.emit({ merchantId });
  await world.drain();
  const { data } = await listWebhookDeliveries(owner, { eventId });
  const first = data.find(({ attempt }) => attempt === 1);
  if (!first) throw new Error("an attempt was made");
  return { endpoint, eventId, first };
}

const refusal = (code: string, details?: object) =>
  expect.objectContaining({
    code,
    ...(details && { info: { details: expect.objectContaining(details) } }),
  });
const dispatches = () => db`
  select state, attempts, is_replay from webhook_dispatches order by is_replay, created_at`;

test("a replay is a new delivery of the same event, under the same id, signed anew", async () => {
  const { endpoint, eventId, first } = await delivered();
  const replay = await replayWebhookDelivery(owner, { id: first.id });
  expect(z.encode(webhookDelivery, replay)).toMatchObject({
    object: "webhook_delivery",
    eventId,
    endpointId: endpoint.id,
    attempt: 1,
    status: "pending",
    isReplay: true,
    responseCode: null,
    attemptedAt: null,
    nextAttemptAt: replay.createdAt.toISOString(),
  });
  expect(replay.id).not.toBe(first.id);
  await world.drain();
  const [original, again] = target.received;
  expect(again?.body).toBe(original?.body);
  expect(again?.headers["webhook-id"]).toBe(eventId);
  new Webhook(endpoint.secret).verify(again?.body ?? "", again?.headers as Record<string, string>);
  expect(await getWebhookDelivery(owner, { id: replay.id })).toMatchObject({
    status: "succeeded",
    responseCode: 200,
    requestBody: original?.body,
  });
});

test("a delivery says when its attempt was made, by the clock that says when the next one is", async () => {
  const { eventId, first } = await delivered(status(500));
  const [row] = await db<{ startedAt: Date }[]>`
    select started_at from webhook_deliveries where id = ${first.id}`;
  expect(first.attemptedAt).toEqual(row?.startedAt);
  expect(first.attemptedAt?.getTime()).toBeGreaterThanOrEqual(first.createdAt.getTime());
  expect(first.nextAttemptAt?.getTime()).toBeGreaterThan(first.attemptedAt?.getTime() ?? 0);
  const { data } = await listWebhookDeliveries(owner, { eventId });
  expect(data.find(({ attempt }) => attempt === 2)).toMatchObject({ attemptedAt: null });
});

test("a replay leaves the schedule alone, is not retried, and two replays are two attempts", async () => {
  const { first } = await delivered(status(500));
  await replayWebhookDelivery(owner, { id: first.id });
  await replayWebhookDelivery(owner, { id: first.id });
  await world.drain();
  await world.drain();
  expect(target.received).toHaveLength(3);
  expect(await dispatches()).toEqual([
    { state: "pending", attempts: 1, isReplay: false },
    { state: "exhausted", attempts: 1, isReplay: true },
    { state: "exhausted", attempts: 1, isReplay: true },
  ]);
  const { data } = await listWebhookDeliveries(owner, {});
  expect(data.filter(({ isReplay }) => isReplay)).toMatchObject(
    Array(2).fill({ status: "failed", responseCode: 500, nextAttemptAt: null }),
  );
  const [row] = await db`select failed_events from webhook_endpoints`;
  expect(row).toEqual({ failedEvents: 1 });
});

test("an exhausted or dropped event can be replayed", async () => {
  const { first } = await delivered(status(410));
  await db`update webhook_endpoints set status = 'enabled', disabled_reason = null`;
  target.answerWith(status(200));
  await db`update webhook_dispatches set state = 'discarded'`;
  const replay = await replayWebhookDelivery(owner, { id: first.id });
  await world.drain();
  expect(await getWebhookDelivery(owner, replay)).toMatchObject({ status: "succeeded" });
});

test("nothing is replayed to a disabled endpoint", async () => {
  const { endpoint, first } = await delivered();
  await disableWebhookEndpoint(owner, endpoint);
  await expect(replayWebhookDelivery(owner, { id: first.id })).rejects.toEqual(
    refusal("session_invalid_state", { reason: "endpoint_disabled", currentStatus: "disabled" }),
  );
  expect(await dispatches()).toHaveLength(1);
});

test("replays are counted: ten a minute for an endpoint", async () => {
  const { first } = await delivered();
  for (const _ of Array(10).keys()) await replayWebhookDelivery(owner, { id: first.id });
  await expect(replayWebhookDelivery(owner, { id: first.id })).rejects.toEqual(
    refusal("rate_limited"),
  );
  expect(await dispatches()).toHaveLength(11);
});

test("another merchant's delivery, or the other mode's, is not found", async () => {
  const { first } = await delivered();
  for (const stranger of [
    world.merchant({ merchantId: await world.addMerchant() }),
    world.merchant({ merchantId, mode: "live" }),
  ]) {
    await expect(replayWebhookDelivery(stranger, first)).rejects.toEqual(refusal("not_found"));
    await expect(getWebhookDelivery(stranger, first)).rejects.toEqual(refusal("not_found"));
    expect((await listWebhookDeliveries(stranger, {})).data).toEqual([]);
    expect((await listEvents(stranger, {})).data).toEqual([]);
  }
  expect(await dispatches()).toHaveLength(1);
});

test("deliveries are listed newest first, by endpoint, event and status, page by page", async () => {
  const { endpoint, eventId } = await delivered(status(500));
  const other = await world.addEndpoint({ merchantId, url: target.url });
  target.answerWith(status(200));
  await world.emit({ merchantId });
  await world.drain();
  const list = async (filter: Parameters<typeof listWebhookDeliveries>[1]) =>
    (await listWebhookDeliveries(owner, filter)).data;
  const all = await list({});
  expect(all.map(({ status }) => status).sort()).toEqual([
    "failed",
    "pending",
    "succeeded",
    "succeeded",
  ]);
  const times = all.map(({ createdAt }) => createdAt.getTime());
  expect(times).toEqual(times.toSorted((one, next) => next - one));
  expect(await list({ eventId })).toHaveLength(2);
  expect(await list({ endpointId: other.id })).toHaveLength(1);
  expect(await list({ endpointId: endpoint.id, status: "succeeded" })).toHaveLength(1);
  expect(await list({ status: "exhausted" })).toEqual([]);
  const first = await listWebhookDeliveries(owner, { limit: 1 });
  expect(first).toMatchObject({ hasMore: true, url: "/v1/webhook-deliveries" });
  expect(await list({ cursor: first.nextCursor ?? "" })).toEqual(all.slice(1));
});

test("deliveries are listed by their event's type: few whole, and rare ones of a frequent type page by page", async () => {
  const { endpoint, first } = await delivered();
  const failed = await world.emit({ merchantId, type: "payment.failed" });
  await world.drain();
  const list = (filter: Parameters<typeof listWebhookDeliveries>[1]) =>
    listWebhookDeliveries(owner, filter);
  const type = "payment.created";
  expect((await list({ type })).data).toEqual([first]);
  expect((await list({ type: "payment.failed" })).data).toMatchObject([{ eventId: failed }]);
  expect((await list({ type, eventId: first.eventId })).data).toEqual([first]);
  expect((await list({ type, eventId: failed })).data).toEqual([]);
  expect((await list({ type, status: "pending" })).data).toEqual([]);
  expect((await list({ type: "refund.failed" })).data).toEqual([]);
  const stranger = world.merchant({ merchantId: await world.addMerchant() });
  expect((await listWebhookDeliveries(stranger, { type })).data).toEqual([]);

  await db`
    insert into events (id, merchant_id, mode, type, resource_id, sequence, object)
    select 'evt_more' || n, ${merchantId}, 'test', ${type}, 'ps_more' || n, 1, '{}'
    from generate_series(1, 200) n`;
  await db`
    with replays as (
      insert into webhook_dispatches (id, event_id, endpoint_id, state, is_replay)
      select 'xmore' || n, ${failed}, ${endpoint.id}, 'succeeded', true
      from generate_series(1, 1000) n returning id
    )
    insert into webhook_deliveries
      (id, merchant_id, mode, dispatch_id, endpoint_id, attempt, status, created_at)
    select 'whd_' || id, ${merchantId}, 'test', id, ${endpoint.id}, 1, 'succeeded',
      now() + interval '1 minute'
    from replays`;
  const newest = await list({ type });
  expect(newest).toMatchObject({ data: [], hasMore: true });
  const last = await list({ type, cursor: newest.nextCursor ?? "" });
  expect(last).toMatchObject({ data: [first], hasMore: false, nextCursor: null });
  expect((await list({ type, limit: 1, status: "succeeded" })).hasMore).toBe(true);
});

test("events are listed newest first, by type, resource and sequence, and whether or not anyone was told", async () => {
  const created = await world.emit({ merchantId });
  const failed = await world.emit({ merchantId, type: "payment.failed" });
  await world.emit({ merchantId, mode: "live" });
  await db`update events set created_at = now() - interval '1 minute' where id = ${created}`;
  const list = async (filter: Parameters<typeof listEvents>[1]) =>
    (await listEvents(owner, filter)).data;
  const all = await list({});
  expect(all.map(({ id }) => id)).toEqual([failed, created]);
  expect(await list({ type: "payment.created" })).toEqual(all.slice(1));
  const [newest] = all;
  if (!newest) throw new Error("two events are listed");
  expect(await list({ resourceId: newest.resource.id })).toEqual([newest]);
  expect(await list({ resourceId: newest.resource.id, afterSequence: 0 })).toEqual([newest]);
  expect(await list({ resourceId: newest.resource.id, afterSequence: 1 })).toEqual([]);
  const first = await listEvents(owner, { limit: 1 });
  expect(await list({ cursor: first.nextCursor ?? "" })).toEqual(all.slice(1));
  const { data = { object: {} } } = newest;
  expect(z.encode(event, { ...newest, data })).toMatchObject({
    object: "event",
    sequence: 1,
    mode: "test",
  });
});

test("an event goes to an endpoint once, and dispatches are numbered in the order of their events", async () => {
  const { endpoint } = await delivered();
  const ids = [];
  for (let more = 0; more < 5; more += 1) ids.push(await world.emit({ merchantId }));
  const rows = await db<{ id: string; eventId: string }[]>`
    select id, event_id from webhook_dispatches order by id`;
  expect(rows.slice(1).map(({ eventId }) => eventId)).toEqual(ids);
  expect(rows[0]?.id).toMatch(/^x[0-9a-f]{12}$/);
  await expect(db`
    insert into webhook_dispatches (id, event_id, endpoint_id)
    values ('whx_again', ${rows[0]?.eventId ?? ""}, ${endpoint.id})`).rejects.toThrow(
    "webhook_dispatches_of_pair",
  );
});

/** The ways in which a key reads what an event says. */
const readings: [string, (ctx: Context<MerchantActor>) => Promise<unknown>][] = [
  ["the list of events", (ctx) => listEvents(ctx, {})],
  ["the list by position", (ctx) => listEvents(ctx, { order: "asc" })],
  [
    "the stream",
    async (ctx) => {
      for await (const page of (await streamEvents(ctx, { after: 0 })).begin(
        AbortSignal.timeout(5_000),
      )) {
        if (page.length > 0) return page;
      }
    },
  ],
  ["the deliveries", (ctx) => listWebhookDeliveries(ctx, {})],
  [
    "a delivery",
    async (ctx) => {
      const { data } = await listWebhookDeliveries(owner, {});
      return getWebhookDelivery(ctx, { id: data[0]?.id ?? "" });
    },
  ],
  ["the inspector", (ctx) => listInspectedWebhooks(ctx, {})],
];

test.each(readings)(
  "%s: the data of a payment is for keys that may read payments",
  async (_, read) => {
    const { url } = await openWebhookInspector(owner);
    await world.addEndpoint({ merchantId, url: url ?? "" });
    await world.emit({ merchantId, object: { payer: "0xsecret" } });
    await world.drain();
    const having = (...scopes: Scope[]) => ({ ...owner, actor: { ...owner.actor, scopes } });
    const [without, withScope] = [
      JSON.stringify(await read(having("webhooks_read"))),
      JSON.stringify(await read(having("webhooks_read", "sessions_read"))),
    ];
    for (const shown of [without, withScope]) expect(shown).toContain("payment.created");
    expect(withScope).toContain("0xsecret");
    expect(without).not.toContain("0xsecret");
  },
);
