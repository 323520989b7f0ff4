import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Sql } from "@/db/client";
import { removeOldRows } from "@/lib/domain/operations/retention/remove-old-rows";
import { numberEvents } from "@/lib/domain/platform/events/number-events";
import { getWebhookDelivery } from "@/lib/domain/webhooks/deliveries/get-webhook-delivery";
import { listWebhookDeliveries } from "@/lib/domain/webhooks/deliveries/list-webhook-deliveries";
import { createWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/create-webhook-endpoint";
import { deleteWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/delete-webhook-endpoint";
import { disableWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/disable-webhook-endpoint";
import { enableWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/enable-webhook-endpoint";
import { getWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/get-webhook-endpoint";
import { listWebhookEndpoints } from "@/lib/domain/webhooks/endpoints/list-webhook-endpoints";
import { testWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/test-webhook-endpoint";
import { updateWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/update-webhook-endpoint";
import { operate } from "@/testing/operator";
import { type Receiver, startReceiver, status } from "@/testing/webhook-receiver";
import { createWebhookWorld, type TestEndpoint, type WebhookWorld } from "@/testing/webhook-world";
import { cancelWebhookReplay } from "./cancel-webhook-replay";
import { createWebhookReplay } from "./create-webhook-replay";
import { feedReplays } from "./feed-replays";
import { replayLimits } from "./find-replay-range";
import { getWebhookReplay } from "./get-webhook-replay";

let world: WebhookWorld;
let db: Sql;
let owner: ReturnType<WebhookWorld["merchant"]>;
let receiver: Receiver;
let endpoint: TestEndpoint;
beforeAll(async () => {
  world = await createWebhookWorld();
  db = world.db;
});
afterAll(() => world.stop());
beforeEach(async () => {
  owner = world.merchant({ merchantId: await world.addMerchant() });
  receiver = await startReceiver(status(200));
  endpoint = await world.addEndpoint({ ...owner.actor, url: receiver.url });
});
afterEach(async () => {
  await db`update webhook_replays set status = 'cancelled' where status = 'running'`;
  await receiver.close();
});

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const bodies = () => receiver.received.map(({ body }) => body);
const positions = () => bodies().map((body) => Number(JSON.parse(body).position));

/** Events that the endpoint has been sent already. */
async function delivered(count: number): Promise<void> {
  for (const _ of upTo(count)) await world.emit(owner.actor);
  await world.drain();
  await receiver.receives(count);
}

const replay = (range: Omit<Parameters<typeof createWebhookReplay>[1], "id">) =>
  createWebhookReplay(owner, { id: endpoint.id, ...range });

/** Feeds and sends until the replay is over. */
async function finish(replayId: string) {
  for (;;) {
    await feedReplays(db);
    await world.drain();
    const now = await getWebhookReplay(owner, { id: endpoint.id, replayId });
    if (now.status !== "running") return now;
  }
}

test("a range is sent once more, each event once, with the same bytes, also to who disliked it", async () => {
  await delivered(40);
  const before = new Map(bodies().map((body) => [JSON.parse(body).id, body]));
  receiver.received.length = 0;
  const { id, total, status: begun } = await replay({ fromPosition: 3, toPosition: 38 });
  expect({ total, begun }).toEqual({ total: 36, begun: "running" });
  expect(await finish(id)).toMatchObject({ status: "completed", succeeded: 36, failed: 0 });
  expect(positions().toSorted((one, other) => one - other)).toEqual(upTo(38).slice(2));
  for (const body of bodies()) expect(body).toBe(before.get(JSON.parse(body).id));
  const { data } = await listWebhookDeliveries(owner, { endpointId: endpoint.id, limit: 1 });
  expect(data).toMatchObject([{ isReplay: true, status: "succeeded" }]);
});

test("kinds and moments choose what is sent, and the newest is the end by default", async () => {
  await delivered(2);
  await world.emit({ ...owner.actor, type: "payment.completed" });
  await world.drain();
  await receiver.receives(3);
  receiver.received.length = 0;
  const byKind = await replay({ fromPosition: 1, types: ["payment.completed"] });
  expect(await finish(byKind.id)).toMatchObject({ total: 1, succeeded: 1, toPosition: 3 });
  expect(positions()).toEqual([3]);
  await db`
    update events set created_at = now() - interval '2 days'
    where merchant_id = ${owner.actor.merchantId} and position = 2`;
  receiver.received.length = 0;
  const day = 86_400_000;
  const byMoment = await replay({
    createdAfter: new Date(Date.now() - 3 * day),
    createdBefore: new Date(Date.now() - day),
  });
  expect(await finish(byMoment.id)).toMatchObject({ total: 1, fromPosition: 2, toPosition: 2 });
  expect(positions()).toEqual([2]);
});

test("kinds that the endpoint is not registered for are not sent, and no other endpoint's test", async () => {
  await delivered(1);
  const other = await world.addEndpoint({ ...owner.actor, url: receiver.url });
  await testWebhookEndpoint(owner, { id: other.id });
  await testWebhookEndpoint(owner, { id: endpoint.id });
  await world.emit({ ...owner.actor, type: "payment.completed" });
  await world.drain();
  const sentAgain = async (events: ("*" | "payment.completed")[], types?: ["webhook.test"]) => {
    await db`update webhook_endpoints set events = ${events} where id = ${endpoint.id}`;
    const { id } = await replay({ fromPosition: 1, ...(types && { types }) });
    receiver.received.length = 0;
    const { total } = await finish(id);
    return [total, positions().toSorted((one, another) => one - another)];
  };
  expect(await sentAgain(["payment.completed"])).toEqual([2, [3, 4]]);
  expect(await sentAgain(["*"])).toEqual([3, [1, 3, 4]]);
  expect(await sentAgain(["*"], ["webhook.test"])).toEqual([1, [3]]);
});

test("a range without events is over at once, and what comes later is not sent", async () => {
  await delivered(2);
  const { id, total, toPosition } = await replay({ fromPosition: 3 });
  expect({ total, toPosition }).toEqual({ total: 0, toPosition: 2 });
  await world.emit(owner.actor);
  await numberEvents({ db });
  expect(await feedReplays(db)).toBe(0);
  const address = { id: endpoint.id, replayId: id };
  expect(await getWebhookReplay(owner, address)).toMatchObject({ status: "completed", total: 0 });
});

test("replays that make no progress leave the others their turn", async () => {
  // More than are fed at once, before the endpoint in the order of the ids, with as many events under way as they may.
  await db`
    with endpoints as (
      insert into webhook_endpoints
        (id, merchant_id, mode, url, destination, events, api_version, secret_sealed)
      select 'we_0' || n, ${owner.actor.merchantId}, 'test', 'http://127.0.0.1:9/', '127.0.0.1:9',
        '{*}', '2026-04-27', 'sealed' from generate_series(1, 100) n returning id
    ), replays as (
      insert into webhook_replays
        (id, merchant_id, mode, endpoint_id, from_position, to_position, next_position, total)
      select 'wre_' || id, ${owner.actor.merchantId}, 'test', id, 1, 1000, 33, 1000 from endpoints
      returning id
    )
    insert into webhook_replay_items (dispatch_id, replay_id)
    select id || '_' || n, id from replays cross join generate_series(1, 32) n`;
  const id = `we_zz${endpoint.id.slice(5)}`;
  await db`update webhook_endpoints set id = ${id} where id = ${endpoint.id}`;
  endpoint = { ...endpoint, id };
  await world.emit(owner.actor);
  await numberEvents({ db });
  await replay({ fromPosition: 1 });
  let queued = 0;
  for (let round = 0; round < 20 && queued === 0; round += 1) queued = await feedReplays(db);
  expect(queued).toBe(1);
  await db`update webhook_replays set status = 'cancelled' where status = 'running'`;
  await db`delete from webhook_replay_items`;
  await db`update webhook_dispatches set state = 'discarded' where endpoint_id = ${id}`;
});

test("an endpoint has one replay at a time; a cancelled one sends no more", async () => {
  await delivered(3);
  receiver.received.length = 0;
  const { id } = await replay({ fromPosition: 1 });
  const second = { code: "session_invalid_state", info: { details: { replayId: id } } };
  await expect(replay({ fromPosition: 1 })).rejects.toMatchObject(second);
  const racing = await Promise.allSettled([1, 2, 3].map(() => replay({ fromPosition: 1 })));
  expect(racing.every(({ status: outcome }) => outcome === "rejected")).toBe(true);
  expect(await feedReplays(db)).toBe(3);
  const address = { id: endpoint.id, replayId: id };
  expect(await cancelWebhookReplay(owner, address)).toMatchObject({ status: "cancelled" });
  await world.drain();
  expect(receiver.received).toEqual([]);
  const again = { info: { details: { reason: "replay_ended", currentStatus: "cancelled" } } };
  await expect(cancelWebhookReplay(owner, address)).rejects.toMatchObject(again);
  expect(await feedReplays(db)).toBe(0);
  const next = await replay({ fromPosition: 1 });
  const run = (...args: string[]) => operate(world.system(), ...args);
  expect((await run("replays")).out).toContain(next.id);
  expect((await run("cancel-replay", "whr_another")).err).toContain("is not running");
  const stop = ["cancel-replay", next.id];
  expect((await run(...stop)).out).toContain("The replay would be stopped.");
  expect((await run("replays")).out).toContain(next.id);
  const why = ["--apply", "--reason", "it stands still"];
  expect(await run(...stop, ...why)).toMatchObject({ code: 0 });
  expect((await run("replays")).out).toContain("No replays are running.");
  expect((await run(...stop, ...why)).err).toContain("is not running");
  const [entry] =
    await db`select action, merchant_id, mode from audit_log where subject_id = ${next.id}`;
  const { merchantId, mode } = owner.actor;
  expect(entry).toEqual({ action: "webhook_replay.cancel", merchantId, mode });
  const open = await db`
    select from webhook_dispatches where endpoint_id = ${endpoint.id} and state in ('pending', 'sending')`;
  expect(open).toEqual([]);
});

test("twenty failures in a row stop a replay, and so does the endpoint's end", async () => {
  await delivered(70);
  receiver.answerWith(status(500));
  const { id } = await replay({ fromPosition: 1 });
  const stopped = await finish(id);
  expect(stopped).toMatchObject({ status: "stopped", reason: "too_many_failures", succeeded: 0 });
  expect(stopped.failed).toBeLessThan(70);
  expect(stopped.endedAt).toBeInstanceOf(Date);
  receiver.answerWith(status(200));
  const next = await replay({ fromPosition: 1 });
  await feedReplays(db);
  await disableWebhookEndpoint(owner, { id: endpoint.id });
  expect(await finish(next.id)).toMatchObject({ status: "stopped", reason: "endpoint_disabled" });
});

test("a range is refused that is malformed, too large, removed, or of an endpoint that is disabled", async () => {
  const refused = (range: Omit<Parameters<typeof createWebhookReplay>[1], "id">) =>
    replay(range).then(
      () => null,
      ({ info }) => [info.param, info.details.reason],
    );
  const now = new Date();
  expect(await refused({})).toEqual(["fromPosition", "range_malformed"]);
  expect(await refused({ toPosition: 2 })).toEqual(["fromPosition", "range_malformed"]);
  expect(await refused({ fromPosition: 1, createdBefore: now })).toEqual([
    "createdAfter",
    "range_malformed",
  ]);
  expect(await refused({ fromPosition: 3, toPosition: 2 })).toEqual([
    "toPosition",
    "range_malformed",
  ]);
  expect(await refused({ createdAfter: now, createdBefore: new Date(now.getTime() - 1) })).toEqual([
    "createdBefore",
    "range_malformed",
  ]);
  const { merchantId } = owner.actor;
  expect(replayLimits.events).toBe(100_000);
  Object.assign(replayLimits, { events: 50 });
  await db`
    insert into events (id, merchant_id, mode, type, resource_id, sequence, position, object)
    select 'evt_' || ${merchantId} || n, ${merchantId}, 'test', 'payment.created', ${merchantId}, n, n, '{}'
    from generate_series(1, 51) n`;
  expect(await refused({ fromPosition: 1 })).toEqual(["fromPosition", "range_too_large"]);
  expect((await replay({ fromPosition: 2 })).total).toBe(50);
  Object.assign(replayLimits, { events: 100_000 });
  await db`update webhook_replays set status = 'cancelled'`;
  await db`
    insert into event_horizons (merchant_id, mode, removed_position) values (${merchantId}, 'test', 9)`;
  expect(await refused({ fromPosition: 9, toPosition: 20 })).toEqual([
    "fromPosition",
    "position_expired",
  ]);
  await disableWebhookEndpoint(owner, { id: endpoint.id });
  expect(await refused({ fromPosition: 10 })).toEqual([undefined, "endpoint_disabled"]);
  await db`update webhook_replays set created_at = now() - interval '91 days'`;
  await removeOldRows(world.system(), { until: new Date(Date.now() + 10_000) });
  expect(await db`select from webhook_replays where merchant_id = ${merchantId}`).toEqual([]);
});

test("an endpoint is changed in parts; a new URL holds for retries, and is checked", async () => {
  receiver.answerWith(status(500));
  await world.emit(owner.actor);
  await world.drain();
  const other = await startReceiver(status(200));
  const run = async (change: Omit<Parameters<typeof updateWebhookEndpoint.run>[1], "id">) => {
    const input = { id: endpoint.id, ...change };
    return updateWebhookEndpoint.run(
      owner,
      input,
      await updateWebhookEndpoint.prepare(owner, input),
    );
  };
  expect(await run({ description: "mine" })).toMatchObject({
    description: "mine",
    url: receiver.url,
  });
  expect(await run({ url: other.url, events: ["payment.failed"] })).toMatchObject({
    description: "mine",
    url: other.url,
    events: ["payment.failed"],
  });
  expect(await run({ description: null })).toMatchObject({ description: null });
  await db`update webhook_dispatches set next_attempt_at = now() - interval '1 second' where endpoint_id = ${endpoint.id}`;
  await world.drain();
  await other.receives(1);
  await world.emit(owner.actor);
  await world.drain();
  expect(other.received).toHaveLength(1);
  await expect(run({ url: "http://10.0.0.1/" })).rejects.toMatchObject({ info: { param: "url" } });
  await other.close();
});

test("a deleted endpoint is found no more, is sent nothing and takes no place; its deliveries stay", async () => {
  await delivered(1);
  const input = { url: receiver.url, events: ["payment.created" as const], mode: "test" as const };
  const create = async () =>
    createWebhookEndpoint.run(owner, input, await createWebhookEndpoint.prepare(owner, input));
  for (const _ of upTo(15)) await create();
  await expect(create()).rejects.toMatchObject({
    info: { details: { reason: "too_many_endpoints" } },
  });
  const { id } = endpoint;
  expect(await deleteWebhookEndpoint(owner, { id })).toMatchObject({ id, deleted: true });
  await create();
  for (const verb of [getWebhookEndpoint, deleteWebhookEndpoint, enableWebhookEndpoint]) {
    await expect(verb(owner, { id })).rejects.toMatchObject({ code: "not_found" });
  }
  const { data } = await listWebhookEndpoints(owner, { limit: 100 });
  expect(data.map((one) => one.id)).not.toContain(id);
  const { data: deliveries } = await listWebhookDeliveries(owner, { endpointId: id });
  expect(deliveries).toHaveLength(1);
  const [first] = deliveries;
  const read = await getWebhookDelivery(owner, { id: first?.id ?? "" });
  expect(read.requestBody).toContain('"position":1');
  receiver.received.length = 0;
  await world.emit(owner.actor);
  await numberEvents({ db });
  const [sent] = await db<{ count: number }[]>`
    select count(*)::int as count from webhook_dispatches where endpoint_id = ${id}`;
  expect(sent?.count).toBe(1);
});
