import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sql, transaction } from "@/db/client";
import { type Env, envSchema } from "@/lib/adapters/env/env";
import { takeToken } from "@/lib/adapters/rate-limit/buckets";
import { newId } from "@/lib/core/ids";
import { recordEvent } from "@/lib/domain/platform/events/record-event";
import { getWebhookDelivery } from "@/lib/domain/webhooks/deliveries/get-webhook-delivery";
import { listWebhookDeliveries } from "@/lib/domain/webhooks/deliveries/list-webhook-deliveries";
import { replayWebhookDelivery } from "@/lib/domain/webhooks/deliveries/replay-webhook-delivery";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { removeOldRows } from "./remove-old-rows";
import { readRetention } from "./retention-progress";
import { sliceRows } from "./retention-task";

const HOUR = 3_600;
const DAY = 24 * HOUR;
const MINUTE = 60;

let world: WebhookWorld;
let db: Sql;

beforeAll(async () => {
  world = await createWebhookWorld();
  db = world.db;
});
beforeEach(async () => {
  await db`truncate events, webhook_replays, webhook_replay_items, webhook_dispatches, webhook_deliveries, webhook_endpoints, outbox,
    idempotency_keys, rate_buckets, gas_budgets, retention_tasks`;
  await world.addEndpoint({
    url: "http://127.0.0.1:9/",
    events: ["payment.completed"],
  });
});
afterAll(() => world.stop());

const soon = () => new Date(Date.now() + 60_000);
const remove = (change: Partial<Env> = {}) => {
  const system = world.system();
  return removeOldRows({ ...system, config: { ...system.config, ...change } }, { until: soon() });
};
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);

/** Just older and just younger than a period; the test may take a minute. */
const around = (seconds: number) => ({ old: seconds + 1, young: seconds - MINUTE });

interface CreatedEvent {
  id: string;
  resourceId: string;
}

/** An event of some age; with a delivery whose state is given, as old as the event. */
async function event(
  ageSeconds: number,
  options: { resourceId?: string; delivery?: "succeeded" | "pending"; body?: string } = {},
): Promise<CreatedEvent> {
  const { resourceId = newId("paymentSession"), delivery, body = "thanks" } = options;
  const id = await transaction(db, (tx) =>
    recordEvent(tx, {
      merchantId: world.merchantId,
      mode: "test",
      type: delivery ? "payment.completed" : "payment.created",
      resource: { type: "payment_session", id: resourceId },
      object: { id: resourceId },
    }),
  );
  const at = ago(ageSeconds);
  await db`update events set created_at = ${at} where id = ${id}`;
  if (delivery) {
    await db`
      update webhook_dispatches set state = ${delivery}, created_at = ${at} where event_id = ${id}`;
    await db`
      update webhook_deliveries set status = ${delivery}, created_at = ${at},
        response_body = ${delivery === "succeeded" ? body : null}
      where dispatch_id in (${dispatchesOf(id)})`;
  }
  return { id, resourceId };
}

const dispatchesOf = (eventId: string) => db`
  select id from webhook_dispatches where event_id = ${eventId}`;
const eventIds = async () =>
  (await db<{ id: string }[]>`select id from events`).map(({ id }) => id);
const count = async (table: "webhook_deliveries" | "webhook_dispatches" | "events") =>
  (await db<{ n: number }[]>`select count(*)::int as n from ${db(table)}`)[0]?.n;

test("answers to repeated requests go after 72 hours, and not a minute before", async () => {
  const { old, young } = around(72 * HOUR);
  for (const [status, age] of [
    [201, old],
    [202, young],
  ] as const) {
    await db`insert into idempotency_keys ${db({
      scope: randomBytes(32),
      requestHash: randomBytes(32),
      status,
      answer: Buffer.from("sealed"),
      createdAt: ago(age),
    })}`;
  }
  expect(await remove()).toEqual({ removed: 1, more: false });
  expect(await db`select status from idempotency_keys`).toEqual([{ status: 202 }]);
});

test("a row that is in use is left for the next run, and holds up no other", async () => {
  const scopes = [randomBytes(32), randomBytes(32)] as const;
  for (const scope of scopes) {
    await db`insert into idempotency_keys ${db({
      scope,
      requestHash: randomBytes(32),
      status: 201,
      answer: Buffer.from("sealed"),
      createdAt: ago(73 * HOUR),
    })}`;
  }
  await transaction(world.otherPool(), async (tx) => {
    await tx`select from idempotency_keys where scope = ${scopes[0]} for update`;
    expect(await remove()).toEqual({ removed: 1, more: false });
  });
  expect(await remove()).toEqual({ removed: 1, more: false });
});

test("a rate limit that nobody has used for an hour goes; one in use stays, drained or not", async () => {
  await takeToken(db, { key: "idle", perSecond: 1, burst: 60 });
  await takeToken(db, { key: "drained", perSecond: 1 / 60, burst: 1 });
  await takeToken(db, { key: "busy", perSecond: 1, burst: 60 });
  await db`update rate_buckets set refilled_at = now() - interval '61 minutes' where key = 'idle'`;
  await db`update rate_buckets set refilled_at = now() - interval '59 minutes' where key = 'drained'`;
  expect((await remove()).removed).toBe(1);
  expect(await db`select key from rate_buckets order by key`).toEqual([
    { key: "busy" },
    { key: "drained" },
  ]);
});

test("idle rate limits are found behind any number of busy ones", async () => {
  await db`insert into rate_buckets (key, tokens, granted)
    select 'busy-' || n, 1, 0 from generate_series(1, ${2 * sliceRows}) n`;
  await db`insert into rate_buckets (key, tokens, granted, refilled_at)
    values ('zzz-idle', 1, 0, now() - interval '2 hours')`;
  expect((await remove()).removed).toBe(1);
});

test("wake-ups that were sent an hour ago go, those that were not stay, however many come first", async () => {
  await db`insert into outbox (name, data, created_at)
    select 'waiting', '{}', now() - interval '3 hours' from generate_series(1, ${sliceRows})`;
  await db`
    insert into outbox (name, data, created_at, sent_at) values
      ('old', '{}', now() - interval '2 hours', now() - interval '61 minutes'),
      ('new', '{}', now() - interval '2 hours', now() - interval '59 minutes')`;
  // Not before the job engine has shown that it ran afterwards.
  const beat = (ago: string) => db`
    insert into job_runs values ('heartbeat', now() - ${ago}::interval)
    on conflict (job) do update set finished_at = excluded.finished_at`;
  await db`delete from job_runs`;
  expect((await remove()).removed).toBe(0);
  await beat("62 minutes");
  expect((await remove()).removed).toBe(0);
  await beat("60 minutes");
  expect((await remove()).removed).toBe(1);
  const left = await db<{ name: string }[]>`select distinct name from outbox order by name`;
  expect(left.map(({ name }) => name)).toEqual(["new", "waiting"]);
});

test("the answer that a delivery got goes after 30 days, the delivery stays", async () => {
  const { old, young } = around(30 * DAY);
  const first = await event(old, { delivery: "succeeded" });
  const second = await event(young, { delivery: "succeeded" });
  expect((await remove()).removed).toBe(1);
  const rows = await db<{ eventId: string; responseBody: string | null }[]>`
    select d.event_id, v.response_body
    from webhook_deliveries v join webhook_dispatches d on d.id = v.dispatch_id
    order by v.created_at`;
  expect(rows).toEqual([
    { eventId: first.id, responseBody: null },
    { eventId: second.id, responseBody: "thanks" },
  ]);
});

test("what a delivery sent is shown for 30 days, and is the event's own bytes", async () => {
  const { old, young } = around(30 * DAY);
  for (const age of [old, young]) await event(age, { delivery: "succeeded" });
  await db`update webhook_deliveries set started_at = created_at`;
  const { data } = await listWebhookDeliveries(world.merchant(), {});
  expect(data.map(({ requestBody }) => requestBody)).toEqual([
    expect.stringContaining('"object":"event"'),
    null,
  ]);
  for (const { id, requestBody } of data) {
    expect(await getWebhookDelivery(world.merchant(), { id })).toMatchObject({ requestBody });
  }
});

test("an answer that was in use is not forgotten for good", async () => {
  const { id } = await event(31 * DAY, { delivery: "succeeded" });
  const other = world.otherPool();
  await transaction(other, async (tx) => {
    await tx`
      select from webhook_deliveries where dispatch_id in (${dispatchesOf(id)}) for update`;
    expect((await remove()).removed).toBe(0);
  });
  expect((await remove()).removed).toBe(1);
});

test("deliveries go after 90 days with their dispatch, and not a minute before", async () => {
  const { old, young } = around(90 * DAY);
  await event(old, { delivery: "succeeded" });
  const kept = await event(young, { delivery: "succeeded" });
  await remove();
  expect(await count("webhook_deliveries")).toBe(1);
  expect(await db`select event_id from webhook_dispatches`).toEqual([{ eventId: kept.id }]);
});

test("a dispatch stays until the last of its attempts is old enough", async () => {
  await event(91 * DAY, { delivery: "succeeded" });
  await db`
    insert into webhook_deliveries
      (id, merchant_id, mode, dispatch_id, endpoint_id, attempt, status, created_at)
    select 'whd_second', merchant_id, mode, dispatch_id, endpoint_id, 2, 'succeeded',
      ${ago(89 * DAY)}
    from webhook_deliveries`;
  await remove();
  expect(await db`select id from webhook_deliveries`).toEqual([{ id: "whd_second" }]);
  expect(await count("webhook_dispatches")).toBe(1);
});

test("what is still to be sent stays, with its event, at any age", async () => {
  const waiting = await event(400 * DAY, { delivery: "pending" });
  const next = await event(91 * DAY, { resourceId: waiting.resourceId });
  await remove();
  expect((await eventIds()).sort()).toEqual([waiting.id, next.id].sort());
  expect(await count("webhook_deliveries")).toBe(1);
  await db`update webhook_dispatches set state = 'discarded'`;
  await db`update webhook_deliveries set status = 'exhausted'`;
  await remove();
  expect(await eventIds()).toEqual([next.id]);
  expect(await count("webhook_deliveries")).toBe(0);
});

test("events go after 90 days, and a resource's last one never: its sequence goes on", async () => {
  const { old, young } = around(90 * DAY);
  const created = await event(old + DAY, { delivery: "succeeded" });
  const { resourceId } = created;
  const last = await event(old, { resourceId, delivery: "succeeded" });
  const other = await event(old);
  const both = [await event(old), null];
  both[1] = await event(young, { resourceId: both[0]?.resourceId });
  await remove();
  expect((await eventIds()).sort()).toEqual([last.id, other.id, both[1].id].sort());
  const third = await event(0, { resourceId });
  expect(await db`select sequence from events where id = ${third.id}`).toEqual([{ sequence: 3 }]);
});

test("an event that was the last when it was passed goes once the one after it is old", async () => {
  const first = await event(200 * DAY);
  await remove();
  const second = await event(100 * DAY, { resourceId: first.resourceId });
  await remove();
  expect(await eventIds()).toEqual([second.id]);
});

test("events that stay are not met again", async () => {
  for (let index = 0; index < 3; index += 1) await event((100 + index) * DAY);
  await remove();
  const newer = await event(95 * DAY);
  await remove();
  const [position] = await db`
    select position_id from retention_tasks where name = 'events'`;
  expect(position).toEqual({ positionId: newer.id });
});

test("an event that is removed while its delivery is replayed is a refusal, not a failure", async () => {
  const made = await event(100 * DAY, { delivery: "succeeded" });
  await event(99 * DAY, { resourceId: made.resourceId });
  const [delivery] = await db<{ id: string }[]>`
    select id from webhook_deliveries where dispatch_id in (${dispatchesOf(made.id)})`;
  const other = world.otherPool();
  let replay: Promise<unknown> = Promise.resolve();
  await transaction(other, async (tx) => {
    await tx`select from events where id = ${made.id} for update`;
    await tx`delete from webhook_deliveries where dispatch_id in (${dispatchesOf(made.id)})`;
    await tx`delete from webhook_dispatches where event_id = ${made.id}`;
    await tx`delete from events where id = ${made.id}`;
    replay = replayWebhookDelivery(world.merchant(), { id: delivery?.id ?? "" }).catch(
      (error) => error,
    );
    for (;;) {
      const waiting = await db`select from pg_locks where not granted`;
      if (waiting.length > 0) break;
    }
  });
  expect(await replay).toMatchObject({ code: "not_found" });
});

test("gas budgets of the last week stay", async () => {
  const day = (daysAgo: number) =>
    ago(daysAgo * DAY)
      .toISOString()
      .slice(0, 10);
  for (const age of [0, 6, 9]) {
    await db`insert into gas_budgets ${db({ day: day(age), subject: "payer", used: 1 })}`;
  }
  expect((await remove()).removed).toBe(1);
  expect(await db`select day from gas_budgets order by day`).toEqual([
    { day: day(6) },
    { day: day(0) },
  ]);
});

test("a period can be set longer", async () => {
  await event(91 * DAY, { delivery: "succeeded" });
  await remove({ RETENTION_EVENT_DAYS: 92 });
  expect(await count("webhook_deliveries")).toBe(1);
});

test("no period can be set below what the API promises", () => {
  const { shape } = envSchema;
  for (const [period, least] of [
    [shape.RETENTION_IDEMPOTENCY_HOURS, 72],
    [shape.RETENTION_SUBMISSION_DAYS, 30],
    [shape.RETENTION_EVENT_DAYS, 7],
    [shape.RETENTION_RAW_TRANSACTION_DAYS, 7],
  ] as const) {
    expect(period.safeParse(String(least)).success).toBe(true);
    expect(period.safeParse(String(least - 1)).success).toBe(false);
  }
});

test("a backlog is removed to its end in one run, and the time ends it when that is over", async () => {
  await db`insert into idempotency_keys (scope, request_hash, status, answer, created_at)
    select int4send(n), '', 200, '', now() - interval '100 hours'
    from generate_series(1, ${2 * sliceRows + 1}) n`;
  expect(await removeOldRows(world.system(), { until: new Date(0) })).toEqual({
    removed: 0,
    more: true,
  });
  expect(await remove()).toEqual({ removed: 2 * sliceRows + 1, more: false });
  const progress = await readRetention(db);
  expect(progress).toContainEqual({
    name: "idempotency_answers",
    finishedAt: expect.any(Date),
    finishedSecondsAgo: expect.any(Number),
    removed: BigInt(2 * sliceRows + 1),
  });
});

test("a kind that fails is logged and holds up no other", async () => {
  await db`insert into idempotency_keys (scope, request_hash, status, answer, created_at)
    values ('\\x01', '', 200, '', now() - interval '100 hours')`;
  await event(100 * DAY, { delivery: "succeeded" });
  await db`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused'; end $$`;
  await db`create trigger refuse before delete on idempotency_keys
    for each row execute function refuse()`;
  await remove();
  await db`drop trigger refuse on idempotency_keys`;
  expect(world.complaints.join()).toContain("refused");
  expect(await count("webhook_deliveries")).toBe(0);
});
