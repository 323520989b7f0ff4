import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sql, transaction } from "@/db/client";
import { wakes } from "@/lib/core/operations/wakes";
import type { EventKind } from "@/lib/core/webhooks/event-kinds";
import { recordEvent } from "@/lib/domain/platform/events/record-event";
import { createWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/create-webhook-endpoint";
import { disableWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/disable-webhook-endpoint";
import { enableWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/enable-webhook-endpoint";
import { rotateWebhookSecret } from "@/lib/domain/webhooks/endpoints/rotate-webhook-secret";
import { updateWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/update-webhook-endpoint";
import {
  type Answer,
  hang,
  type ReceivedWebhook,
  type Receiver,
  startReceiver,
  status,
} from "@/testing/webhook-receiver";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import type { DeliveryRow } from "./delivery-rows";
import { drainWebhooks } from "./drain-webhooks";
import { scheduleSeconds } from "./retry-schedule";
import { sendCaps } from "./send-limits";

let world: WebhookWorld;
let db: Sql;
let merchantId: string;
let receivers: Receiver[] = [];

beforeAll(async () => {
  world = await createWebhookWorld();
  db = world.db;
});
beforeEach(async () => {
  await db`truncate webhook_replays, webhook_replay_items, webhook_deliveries, webhook_dispatches,
    webhook_endpoints, events, event_counters, outbox`;
  merchantId = await world.addMerchant();
});
afterEach(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()));
  receivers = [];
});
afterAll(() => world.stop());

async function receiver(answer?: Answer): Promise<Receiver> {
  const started = await startReceiver(answer);
  receivers.push(started);
  return started;
}

/** An endpoint of the test's merchant that leads to a receiver. */
async function endpointAt(answer?: Answer, options: { events?: EventKind[] } = {}) {
  const target = await receiver(answer);
  const { id, secret } = await world.addEndpoint({ merchantId, url: target.url, ...options });
  return { id, secret, target };
}

const emit = () => world.emit({ merchantId });
const later = (seconds: number) => new Date(Date.now() + seconds * 1000);
const verify = (secret: string, { body, headers }: ReceivedWebhook) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

const deliveries = () =>
  db<DeliveryRow[]>`
    select v.*, d.event_id, d.is_replay
    from webhook_deliveries v join webhook_dispatches d on d.id = v.dispatch_id
    order by event_id, is_replay, attempt`;

/** How long each attempt of an event was told to wait; the next row is written at that moment. */
function waitsOf(rows: DeliveryRow[]): number[] {
  return rows.slice(1).map((next, index) => {
    const due = rows[index]?.nextAttemptAt?.getTime() ?? Number.NaN;
    return (due - next.createdAt.getTime()) / 1000;
  });
}

function expectWithinJitter(waits: number[], schedule: readonly number[]): void {
  expect(waits).toHaveLength(schedule.length);
  for (const [index, seconds] of schedule.entries()) {
    expect(waits[index]).toBeGreaterThanOrEqual(seconds * 0.8 - 0.001);
    expect(waits[index]).toBeLessThanOrEqual(seconds * 1.2 + 0.001);
  }
}

const statuses = async () => (await deliveries()).map((row) => row.status);
const endpoint = async (id: string) =>
  (await db`select * from webhook_endpoints where id = ${id}`)[0];

const auditOf = (id: string) => db`select * from audit_log where subject_id = ${id}`;

/** Lets the scheduled retries fall due. */
async function makeDue(): Promise<void> {
  await db`update webhook_dispatches set next_attempt_at = now() - interval '1 second' where state = 'pending'`;
}

test("an event reaches its endpoint, signed, and what was sent is on record", async () => {
  const { id, secret, target } = await endpointAt((_, response) => {
    response.writeHead(201).end("thanks");
  });
  const eventId = await emit();
  await world.drain();
  const [request, ...more] = target.received;
  if (!request) throw new Error("nothing was received");
  expect(more).toEqual([]);
  const [event] = await db`select * from events where id = ${eventId}`;
  expect(verify(secret, request)).toEqual({
    id: eventId,
    object: "event",
    type: "payment.created",
    apiVersion: "2026-04-27",
    mode: "test",
    createdAt: event?.createdAt.toISOString(),
    timestamp: event?.createdAt.toISOString(),
    sequence: 1,
    position: 1,
    resource: { type: "payment_session", id: event?.resourceId },
    data: { object: { id: event?.resourceId, note: "é" } },
  });
  expect(request.headers).toMatchObject({
    "webhook-id": eventId,
    "content-type": "application/json",
    "user-agent": "Stipend-Webhooks/1",
  });
  expect(await deliveries()).toMatchObject([
    {
      endpointId: id,
      eventId,
      attempt: 1,
      status: "succeeded",
      responseCode: 201,
      responseBody: "thanks",
      error: null,
      durationMs: expect.any(Number),
    },
  ]);
});

test("a change that is rolled back is never told", async () => {
  const { target } = await endpointAt();
  const failing = transaction(db, async (tx) => {
    await recordEvent(tx, {
      merchantId,
      mode: "test",
      type: "payment.created",
      resource: { type: "payment_session", id: "ps_1" },
      object: {},
    });
    throw new Error("the change fails");
  });
  await expect(failing).rejects.toThrow("the change fails");
  await world.drain();
  expect(await db`select 1 from events`).toHaveLength(0);
  expect(target.received).toEqual([]);
});

test("only endpoints of the merchant and mode that registered for the type get an event", async () => {
  const right = await endpointAt();
  const otherType = await endpointAt(undefined, { events: ["payment.failed"] });
  const stranger = await receiver();
  await world.addEndpoint({ merchantId: world.merchantId, url: stranger.url });
  const live = await receiver();
  await world.addEndpoint({ merchantId, mode: "live", url: live.url });
  await emit();
  await world.drain();
  expect(right.target.received).toHaveLength(1);
  expect(otherType.target.received).toHaveLength(0);
  expect([stranger.connections(), live.connections()]).toEqual([0, 0]);
});

test("an endpoint of every event gets each, and its own headers with each but none that we set", async () => {
  const target = await receiver();
  const ctx = world.merchant({ merchantId });
  const input = {
    url: target.url,
    mode: "test",
    events: ["payment.created", "*"],
    headers: { "X-Api-Key": "key-of-the-gateway-1", Authorization: "Bearer of the gateway" },
  } as const;
  const given = { ...input, events: [...input.events] };
  const prepared = await createWebhookEndpoint.prepare(ctx, given);
  const { id, secret, headers, events } = await createWebhookEndpoint.run(ctx, given, prepared);
  expect({ headers, events }).toEqual({ headers: ["x-api-key", "authorization"], events: ["*"] });
  for (const type of ["payment.created", "invoice.paid"] as const)
    await world.emit({ merchantId, type });
  await world.drain();
  expect(target.received).toHaveLength(2);
  for (const request of target.received) {
    verify(secret, request);
    expect(request.headers).toMatchObject({
      "x-api-key": "key-of-the-gateway-1",
      authorization: "Bearer of the gateway",
      "content-type": "application/json",
    });
  }
  const kept = JSON.stringify([await endpoint(id), await auditOf(id)]);
  expect(kept).not.toContain("key-of-the-gateway-1");
  expect(kept).not.toContain("gateway");
  const change = (change: { headers: Record<string, string> | null }) =>
    updateWebhookEndpoint.run(ctx, { id, ...change }, { destination: null });
  expect(await change({ headers: { "X-Other": "2" } })).toMatchObject({ headers: ["x-other"] });
  expect(await change({ headers: null })).toMatchObject({ headers: [] });
  await world.emit({ merchantId });
  await world.drain();
  expect(Object.keys(target.received[2]?.headers ?? {})).not.toContain("x-api-key");
});

test.each([
  ["header_reserved", { Host: "x" }],
  ["header_reserved", { "Webhook-Signature": "v1,x" }],
  ["header_reserved", { "content-length": "0" }],
  ["header_twice", { "X-Key": "1", "x-key": "2" }],
])("%s: %o cannot be an endpoint's own header", async (reason, headers) => {
  const ctx = world.merchant({ merchantId });
  const target = await receiver();
  const input = { url: target.url, mode: "test", events: ["*" as const], headers } as const;
  const given = { ...input, events: [...input.events] };
  const prepared = await createWebhookEndpoint.prepare(ctx, given);
  await expect(createWebhookEndpoint.run(ctx, given, prepared)).rejects.toMatchObject({
    info: { param: "headers", details: { reason } },
  });
});

test("a live event never reaches a test endpoint", async () => {
  const { target } = await endpointAt();
  await world.emit({ merchantId, mode: "live" });
  await world.drain();
  expect(target.connections()).toBe(0);
});

test("in live mode plain http is not sent, even if a row says so", async () => {
  const plain = await receiver();
  await world.addEndpoint({ merchantId, mode: "live", url: plain.url });
  await world.emit({ merchantId, mode: "live" });
  await world.drain();
  expect(plain.connections()).toBe(0);
  expect(await deliveries()).toMatchObject([{ error: "scheme_not_allowed" }, {}]);
});

test("a failed event is retried with the same id and body, signed anew, until the schedule ends", async () => {
  const { secret, target } = await endpointAt((_, response) => {
    response.writeHead(500).end("down");
  });
  const eventId = await emit();
  await world.drain();
  expect(await deliveries()).toMatchObject([
    { attempt: 1, status: "failed", responseCode: 500, responseBody: "down" },
    { attempt: 2, status: "pending", responseCode: null },
  ]);
  for (const _ of [2, 3, 4, 5]) {
    await makeDue();
    await world.drain();
  }
  const rows = await deliveries();
  expect(rows.map(({ attempt, status }) => [attempt, status])).toEqual([
    [1, "failed"],
    [2, "failed"],
    [3, "exhausted"],
  ]);
  expect(rows[2]?.nextAttemptAt).toBeNull();
  expectWithinJitter(waitsOf(rows), scheduleSeconds.test.slice(1));
  expect(target.received.map((request) => request.headers["webhook-id"])).toEqual(
    Array(3).fill(eventId),
  );
  expect(new Set(target.received.map((request) => request.body)).size).toBe(1);
  for (const request of target.received) verify(secret, request);
});

test("a live event is tried ten times by its schedule, and then no more", async () => {
  const target = await receiver();
  const url = target.url.replace("http:", "https:");
  await world.addEndpoint({ merchantId, mode: "live", url });
  await world.emit({ merchantId, mode: "live" });
  for (const _ of Array(12).keys()) {
    await makeDue();
    await world.drain();
  }
  const rows = await deliveries();
  expect(rows.map((row) => row.attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(rows.map((row) => row.error)).toEqual(Array(10).fill("tls_failed"));
  expect(rows.map((row) => row.status)).toEqual([...Array(9).fill("failed"), "exhausted"]);
  expectWithinJitter(waitsOf(rows), scheduleSeconds.live.slice(1));
  expect(target.connections()).toBe(10);
});

test("a retry that succeeds ends the schedule", async () => {
  const { target } = await endpointAt(status(503));
  await emit();
  await world.drain();
  target.answerWith(status(204));
  await makeDue();
  await world.drain();
  await makeDue();
  await world.drain();
  expect(await statuses()).toEqual(["failed", "succeeded"]);
  expect(target.received).toHaveLength(2);
});

test("a throttled retry comes when the receiver asked for it, however long the schedule's wait", async () => {
  const { target } = await endpointAt(status(429, { "retry-after": "120" }));
  await emit();
  await world.drain();
  expect(waitsOf(await deliveries())[0]).toBeCloseTo(120, 1);
  const asked = new Date(Math.floor(later(2_000).getTime() / 1000) * 1000);
  target.answerWith(status(503, { "retry-after": asked.toUTCString() }));
  await makeDue();
  await world.drain();
  const next = (await deliveries())[1]?.nextAttemptAt?.getTime();
  expect(next).toBeGreaterThanOrEqual(asked.getTime() - 1_000);
  expect(next).toBeLessThan(asked.getTime() + 60_000);
});

test("a redirect is a failure and is not followed", async () => {
  const inner = await receiver();
  await endpointAt(status(302, { location: inner.url }));
  await emit();
  await world.drain();
  expect(inner.connections()).toBe(0);
  expect(await deliveries()).toMatchObject([
    { status: "failed", responseCode: 302, error: "redirect_not_followed" },
    { status: "pending" },
  ]);
});

test("without leave for this machine an endpoint on it gets no byte", async () => {
  const target = await receiver();
  await world.addEndpoint({ merchantId, url: target.url });
  await emit();
  const system = world.system();
  const config = { ...system.config, WEBHOOK_ALLOW_PRIVATE: false };
  await drainWebhooks({ ...system, config }, { until: later(0.02) });
  expect(target.connections()).toBe(0);
  expect(await deliveries()).toMatchObject([
    { status: "failed", responseCode: null, error: "address_not_allowed" },
    { status: "pending" },
  ]);
});

test("an answer that Postgres could not store is stored all the same", async () => {
  await endpointAt((_, response) => {
    response.end(Buffer.from("a\0b\xff", "latin1"));
  });
  await emit();
  await world.drain();
  expect(await deliveries()).toMatchObject([
    { status: "succeeded", responseBody: "a\uFFFDb\uFFFD" },
  ]);
  expect(world.complaints).toEqual([]);
});

test("410 disables the endpoint after that attempt, and nothing more is sent", async () => {
  const { id, target } = await endpointAt(status(410));
  await emit();
  await world.drain();
  expect(await endpoint(id)).toMatchObject({ status: "disabled", disabledReason: "gone_410" });
  expect(await auditOf(id)).toMatchObject([
    {
      actorKind: "system",
      action: "webhook_endpoint.disable",
      before: { status: "enabled" },
      after: { status: "disabled", disabledReason: "gone_410" },
    },
  ]);
  await emit();
  await makeDue();
  await world.drain();
  expect(target.received).toHaveLength(1);
  expect(await deliveries()).toMatchObject([
    { attempt: 1, status: "failed", responseCode: 410 },
    { attempt: 2, status: "exhausted", error: "endpoint_disabled", nextAttemptAt: null },
  ]);
});

test.each([410, 500, 200])(
  "an answer %i of a URL that the endpoint no longer has leaves the endpoint as it is",
  async (code) => {
    const old = await receiver();
    const { id } = await world.addEndpoint({ merchantId, url: old.url });
    // Pointed elsewhere while the old server takes its time.
    const move = async () => {
      await db`
        update webhook_endpoints set url = 'http://127.0.0.1:9/new', failed_events = 10,
          failing_since = now() - interval '73 hours' where id = ${id}`;
    };
    old.answerWith((request, response) => {
      void move().then(() => status(code)(request, response));
    });
    await emit();
    await world.drain();
    expect((await deliveries())[0]).toMatchObject({ attempt: 1, responseCode: code });
    expect(await endpoint(id)).toMatchObject({
      ...{ status: "enabled", failedEvents: 10, slow: false, lastSuccessAt: null },
    });
    expect(await auditOf(id)).toEqual([]);
    expect(await db`select from mails`).toEqual([]);
  },
);

test("an endpoint that failed for 72 hours with ten events is disabled, not before", async () => {
  const { id } = await endpointAt(status(500));
  await emit();
  await world.drain();
  expect(await endpoint(id)).toMatchObject({ status: "enabled", failedEvents: 1 });
  await db`update webhook_endpoints set failing_since = now() - interval '73 hours', failed_events = 8`;
  await emit();
  await world.drain();
  expect(await endpoint(id)).toMatchObject({ status: "enabled", failedEvents: 9 });
  await db`update webhook_endpoints set failing_since = now() - interval '71 hours'`;
  await emit();
  await world.drain();
  expect(await endpoint(id)).toMatchObject({ status: "enabled", failedEvents: 10 });
  await db`update webhook_endpoints set failing_since = now() - interval '72 hours 1 minute'`;
  await emit();
  await db`update webhook_dispatches set is_replay = true`;
  await world.drain();
  // A replay is looked at by its sender: no mail would tell of the end.
  expect(await endpoint(id)).toMatchObject({ status: "enabled", failedEvents: 10 });
  await emit();
  await world.drain();
  expect(await endpoint(id)).toMatchObject({ status: "disabled", disabledReason: "failing" });
  expect(await auditOf(id)).toMatchObject([{ after: { disabledReason: "failing" } }]);
});

test("an event counts as failed once, however often it was tried, and a success forgets them all", async () => {
  const { id, target } = await endpointAt(status(500));
  await emit();
  await emit();
  for (const _ of [1, 2]) {
    await makeDue();
    await world.drain();
  }
  expect(await endpoint(id)).toMatchObject({ failedEvents: 2, failingSince: expect.any(Date) });
  target.answerWith(status(200));
  await emit();
  await world.drain();
  expect(await endpoint(id)).toMatchObject({ failedEvents: 0, failingSince: null });
  target.answerWith(status(500));
  await makeDue();
  await world.drain();
  expect(await endpoint(id)).toMatchObject({ failedEvents: 2, failingSince: expect.any(Date) });
});

test("what falls due while an endpoint is disabled is dropped; what is due later goes on", async () => {
  const { id, target } = await endpointAt(status(500));
  await emit();
  const owner = world.merchant({ merchantId });
  await disableWebhookEndpoint(owner, { id });
  await world.drain();
  expect(await deliveries()).toMatchObject([{ status: "exhausted", error: "endpoint_disabled" }]);
  await enableWebhookEndpoint(owner, { id });
  await emit();
  await world.drain();
  await disableWebhookEndpoint(owner, { id });
  await world.drain();
  await enableWebhookEndpoint(owner, { id });
  target.answerWith(status(200));
  await makeDue();
  await world.drain();
  expect((await statuses()).sort()).toEqual(["exhausted", "failed", "succeeded"]);
  expect(target.received).toHaveLength(2);
});

test("after a rotation a pending retry is signed with the new secret alone", async () => {
  const { id, secret, target } = await endpointAt(status(500));
  await emit();
  await world.drain();
  const rotated = await rotateWebhookSecret(world.merchant({ merchantId }), { id });
  await makeDue();
  await world.drain();
  const [first, second] = target.received;
  if (!first || !second) throw new Error("two attempts were expected");
  verify(secret, first);
  verify(rotated.secret, second);
  expect(() => verify(rotated.secret, first)).toThrow();
  expect(() => verify(secret, second)).toThrow();
});

test("a secret that cannot be opened costs no attempt, and the event goes out once it can", async () => {
  const { target } = await endpointAt();
  await emit();
  const [{ sealed } = { sealed: "" }] = await db<{ sealed: string }[]>`
    select secret_sealed as sealed from webhook_endpoints`;
  await db`update webhook_endpoints set secret_sealed = 'v1.00000000.AAAA'`;
  await drainWebhooks(world.system(), { until: later(0.02) });
  expect(world.complaints.splice(0)).toEqual([expect.stringContaining("needs the key 00000000")]);
  expect(target.connections()).toBe(0);
  await db`update webhook_endpoints set secret_sealed = ${sealed}`;
  await db`update webhook_dispatches set lease_until = now() - interval '1 second' where state = 'sending'`;
  await world.drain();
  expect(await deliveries()).toMatchObject([{ attempt: 1, status: "succeeded" }]);
});

test("work that comes while a drain is waiting is sent by it, and a second call leaves it to the first", async () => {
  const { target } = await endpointAt();
  const running = drainWebhooks(world.system(), { until: later(5) });
  await emit();
  await target.receives(1);
  const second = await drainWebhooks(world.system(), { until: later(5) });
  expect(second).toEqual({ attempts: 0, nextDueInMs: null });
  await emit();
  await target.receives(2);
  expect(await running).toEqual({ attempts: 2, nextDueInMs: null });
});

test("two drains at once send each event once", async () => {
  const { target } = await endpointAt();
  const ids = await Promise.all(Array.from({ length: 60 }, emit));
  const other = { ...world.system(), db: world.otherPool() };
  const results = await Promise.all([
    drainWebhooks(world.system(), { until: later(0.5) }),
    drainWebhooks(other, { until: later(0.5) }),
  ]);
  await world.drain();
  expect(target.received.map(({ headers }) => headers["webhook-id"]).sort()).toEqual(ids.sort());
  expect(await statuses()).toEqual(Array(60).fill("succeeded"));
  expect(results.reduce((sum, { attempts }) => sum + attempts, 0)).toBeLessThanOrEqual(60);
});

test.each([200, 500])(
  "a sender that lost its lease does not write its %i down; the next one's answer counts",
  async (late) => {
    const answers: ((code: number) => void)[] = [];
    const { target } = await endpointAt((_, response) => {
      answers.push((code) => response.writeHead(code).end());
    });
    await emit();
    const first = drainWebhooks(world.system(), { until: later(0) });
    await target.receives(1);
    await db`update webhook_dispatches set lease_until = now() - interval '1 second' where state = 'sending'`;
    const other = { ...world.system(), db: world.otherPool() };
    const second = drainWebhooks(other, { until: later(0) });
    await target.receives(2);
    answers[0]?.(late);
    await first;
    expect(await deliveries()).toMatchObject([{ attempt: 1, status: "pending" }]);
    expect(world.complaints.splice(0)).toEqual([expect.stringContaining("lease had run out")]);
    answers[1]?.(202);
    await second;
    expect(await deliveries()).toMatchObject([
      { attempt: 1, status: "succeeded", responseCode: 202 },
    ]);
  },
);

test("endpoints that never answer hold up nobody: neither another merchant nor their own", async () => {
  const silent = await Promise.all(Array.from({ length: 8 }, () => receiver(hang)));
  for (const { url } of silent) await world.addEndpoint({ merchantId, url });
  const own = await endpointAt();
  const otherMerchant = await world.addMerchant();
  const other = await receiver();
  await world.addEndpoint({ merchantId: otherMerchant, url: other.url });
  for (const _ of Array(20).keys()) await emit();
  const stopping = new AbortController();
  const running = drainWebhooks(
    { ...world.system(), stopping: stopping.signal },
    { until: later(25) },
  );
  for (const count of Array(40).keys()) {
    await world.emit({ merchantId: otherMerchant });
    await other.receives(count + 1);
  }
  await own.target.receives(20);
  const ended = await db`select 1 from webhook_deliveries where error = 'timeout'`;
  expect(ended).toHaveLength(0);
  const open = silent.reduce((sum, { received }) => sum + received.length, 0);
  expect(open).toBeGreaterThanOrEqual(8);
  expect(open).toBeLessThanOrEqual(sendCaps.fast.merchant);
  for (const one of silent) one.answerWith(status(200));
  await Promise.all(silent.map((one) => one.close()));
  receivers = receivers.filter((one) => !silent.includes(one));
  stopping.abort();
  await running;
});

test("a process that is to end finishes what it can and gives the rest back, to be sent at once", async () => {
  await endpointAt(hang);
  const quick = await endpointAt((_, response) => {
    setTimeout(() => response.writeHead(200).end(), 1_000);
  });
  await emit();
  const stopping = new AbortController();
  const ending = drainWebhooks(
    { ...world.system(), stopping: stopping.signal },
    { until: later(60) },
  );
  await quick.target.receives(1);
  await expect
    .poll(async () => db`select from webhook_dispatches where state = 'sending'`)
    .toHaveLength(2);
  stopping.abort();
  await ending;
  const dispatches = await db`
    select state, attempts, next_attempt_at <= now() as is_due from webhook_dispatches
    order by state`;
  expect(dispatches).toEqual([
    { state: "pending", attempts: 0, isDue: true },
    { state: "succeeded", attempts: 1, isDue: expect.any(Boolean) },
  ]);
  expect(await db`select from outbox where name = ${wakes.webhooks}`).toHaveLength(2);
  const [delivery] = await db`select attempt from webhook_deliveries where status = 'pending'`;
  expect(delivery).toEqual({ attempt: 1 });
});

test("a drain that starts when the process is to end claims nothing", async () => {
  await endpointAt();
  await emit();
  const stopping = AbortSignal.abort();
  await drainWebhooks({ ...world.system(), stopping }, { until: later(60) });
  expect(await db`select from webhook_dispatches where fence > 0`).toHaveLength(0);
});
