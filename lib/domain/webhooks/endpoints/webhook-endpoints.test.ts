import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { type Sql, transaction } from "@/db/client";
import type { InputOf } from "@/lib/contract/endpoint";
import {
  type createWebhookEndpoint as declaration,
  webhookEndpoint,
} from "@/lib/contract/webhooks/webhook-endpoints";
import { Refusal } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { createWebhookEndpoint } from "./create-webhook-endpoint";
import { disableWebhookEndpoint } from "./disable-webhook-endpoint";
import { enableWebhookEndpoint } from "./enable-webhook-endpoint";
import { getWebhookEndpoint } from "./get-webhook-endpoint";
import { listWebhookEndpoints } from "./list-webhook-endpoints";
import { openHeaders } from "./own-headers";
import { resealSecrets } from "./reseal-secrets";
import { rotateWebhookSecret } from "./rotate-webhook-secret";
import { openSigningSecret } from "./signing-secret";
import { testWebhookEndpoint } from "./test-webhook-endpoint";

let world: WebhookWorld;
let db: Sql;
let owner: Context<MerchantActor>;
let merchantId: string;

beforeAll(async () => {
  world = await createWebhookWorld();
  db = world.db;
});
beforeEach(async () => {
  await db`truncate webhook_replays, webhook_replay_items, webhook_deliveries, webhook_dispatches,
    webhook_endpoints, events, event_counters, outbox`;
  merchantId = await world.addMerchant();
  owner = world.merchant({ merchantId });
});
afterAll(() => world.stop());

type Input = InputOf<typeof declaration>;
const local: Input = {
  url: "http://127.0.0.1:9/hook",
  events: ["payment.completed"],
  mode: "test",
};

/** As the server calls it. */
async function create(input: Partial<Input> = {}, ctx = owner) {
  const full = { ...local, ...input };
  return createWebhookEndpoint.run(ctx, full, await createWebhookEndpoint.prepare(ctx, full));
}

const refusal = (code: string, info: object = {}) => expect.objectContaining({ code, info });
const forbidden = (details: object) =>
  refusal("session_invalid_state", { details: expect.objectContaining(details) });
const rows = () => db`select * from webhook_endpoints`;

test("a new endpoint is enabled, pins the version, and shows its secret this once", async () => {
  const { secret, ...view } = await create({
    events: ["payment.completed", "payment.failed", "payment.completed"],
    description: "Orders",
  });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(z.encode(webhookEndpoint, view)).toMatchObject({
    object: "webhook_endpoint",
    mode: "test",
    url: "http://127.0.0.1:9/hook",
    events: ["payment.completed", "payment.failed"],
    description: "Orders",
    apiVersion: "2026-04-27",
    status: "enabled",
    disabledReason: null,
  });
  expect(JSON.stringify(await getWebhookEndpoint(owner, view))).not.toContain("whsec_");
  const [stored] = await rows();
  expect(JSON.stringify(stored)).not.toContain(secret.slice("whsec_".length));
  expect(stored).toMatchObject({ destination: "127.0.0.1:9" });
});

test("an endpoint is made for the mode of the key alone", async () => {
  await expect(create({ mode: "live" })).rejects.toEqual(
    refusal("invalid_request", { param: "mode", details: { reason: "mode_mismatch" } }),
  );
  expect(await rows()).toHaveLength(0);
});

test.each([
  ["http://example.com/hook", "scheme_not_allowed"],
  ["https://example.com:9000/hook", "port_not_allowed"],
  ["https://10.0.0.1/hook", "address_not_allowed"],
  ["https://user@example.com/hook", "user_info_not_allowed"],
  ["https://internal.local/hook", "host_not_allowed"],
  ["nonsense", "url_malformed"],
])("a live endpoint at %s is refused: %s", async (url, reason) => {
  const live = world.merchant({ merchantId, mode: "live" });
  await expect(create({ mode: "live", url }, live)).rejects.toEqual(
    refusal("invalid_request", { param: "url", details: { reason } }),
  );
  expect(await rows()).toHaveLength(0);
});

test("without leave for this machine an endpoint on it is refused", async () => {
  const config = { ...owner.config, WEBHOOK_ALLOW_PRIVATE: false };
  for (const url of [
    "http://127.0.0.1:9/",
    "http://localhost:9/",
    "http://[::1]:9/",
    "http://2130706433/",
  ]) {
    await expect(create({ url }, { ...owner, config })).rejects.toBeInstanceOf(Refusal);
  }
});

test("the 17th endpoint of a mode is refused, also when many come at once", async () => {
  const pools = [world.otherPool(), world.otherPool()];
  await Promise.all(pools.flatMap((pool) => Array.from({ length: 5 }, () => pool`select 1`)));
  const tries = Array.from({ length: 20 }, (_, index) =>
    create({}, { ...owner, db: pools[index % 2] ?? db }),
  );
  const results = await Promise.allSettled(tries);
  const refused = results.flatMap((result) =>
    result.status === "rejected" ? [result.reason] : [],
  );
  expect(refused).toEqual(
    Array(4).fill(
      refusal("invalid_request", { param: "url", details: { reason: "too_many_endpoints" } }),
    ),
  );
  expect(await rows()).toHaveLength(16);
  await create({}, world.merchant({ merchantId: await world.addMerchant() }));
  const live = world.merchant({ merchantId, mode: "live" });
  await create({ mode: "live", url: "https://93.184.215.14/" }, live);
});

/** As many as a merchant may have. */
const fill = async () => {
  const made = await Promise.all(Array.from({ length: 16 }, () => create()));
  return made.map(({ id }) => id);
};
const enabledIds = async () =>
  (await db<{ id: string }[]>`select id from webhook_endpoints where status = 'enabled'`).map(
    ({ id }) => id,
  );
const tooMany = forbidden({ reason: "endpoints_full", currentStatus: "disabled" });

test("a disabled endpoint leaves its place to a new one, and gets one back when there is room", async () => {
  const [first = "", second = ""] = await fill();
  await disableWebhookEndpoint(owner, { id: first });
  await create();
  const before = await rows();
  await expect(enableWebhookEndpoint(owner, { id: first })).rejects.toEqual(tooMany);
  expect(await rows()).toEqual(before);
  expect(await enableWebhookEndpoint(owner, { id: second })).toMatchObject({ status: "enabled" });
  const elsewhere = world.merchant({ merchantId: await world.addMerchant() });
  const other = await create({}, elsewhere);
  await disableWebhookEndpoint(elsewhere, other);
  await enableWebhookEndpoint(elsewhere, other);
  await disableWebhookEndpoint(owner, { id: second });
  expect(await enableWebhookEndpoint(owner, { id: first })).toMatchObject({ status: "enabled" });
});

test("endpoints that are enabled and made at once never become more than 16", async () => {
  const ids = await fill();
  for (const id of ids.slice(0, 8)) await disableWebhookEndpoint(owner, { id });
  const pools = [world.otherPool(), world.otherPool()];
  await Promise.all(pools.flatMap((pool) => Array.from({ length: 5 }, () => pool`select 1`)));
  const ctx = (index: number) => ({ ...owner, db: pools[index % 2] ?? db });
  const results = await Promise.allSettled([
    ...ids.slice(0, 8).map((id, index) => enableWebhookEndpoint(ctx(index), { id })),
    ...Array.from({ length: 8 }, (_, index) => create({}, ctx(index))),
  ]);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(8);
  expect(await enabledIds()).toHaveLength(16);
});

test("an endpoint that is enabled many times at once takes one place, and nobody is refused", async () => {
  const [id = ""] = await fill();
  await disableWebhookEndpoint(owner, { id });
  const pools = [world.otherPool(), world.otherPool()];
  const tries = Array.from({ length: 8 }, (_, index) =>
    enableWebhookEndpoint({ ...owner, db: pools[index % 2] ?? db }, { id }),
  );
  expect(await Promise.all(tries)).toMatchObject(Array(8).fill({ status: "enabled" }));
  expect(await enabledIds()).toHaveLength(16);
});

test("a rotated secret is new, and the old one is gone", async () => {
  const { id, secret } = await create();
  const rotated = await rotateWebhookSecret(owner, { id });
  expect(rotated.secret).not.toBe(secret);
  const [row] = await db<{ id: string; secretSealed: string }[]>`
    select id, secret_sealed from webhook_endpoints`;
  expect(row && openSigningSecret(world.config, row)).toBe(rotated.secret);
});

test("the merchant is mailed of each secret that is replaced, and of neither", async () => {
  await db`update merchants set email = 'ada@x.example' where id = ${merchantId}`;
  const { id, secret } = await create();
  const mails = () => db<{ recipient: string; facts: Record<string, unknown> }[]>`
    select recipient, facts from mails where kind = 'webhook_secret_rotated' order by created_at`;
  expect(await mails()).toEqual([]);
  const rotated = [
    await rotateWebhookSecret({ ...owner, requestId: newId("request") }, { id }),
    await rotateWebhookSecret({ ...owner, requestId: newId("request") }, { id }),
  ];
  const told = await mails();
  expect(told).toHaveLength(2);
  expect(told[0]).toMatchObject({
    recipient: "ada@x.example",
    facts: { endpointId: id, byKey: true, destination: expect.any(String) },
  });
  for (const known of [secret, ...rotated.map((one) => one.secret)]) {
    expect(JSON.stringify(told)).not.toContain(known);
  }
});

test("a secret that was moved to another endpoint's row does not open", async () => {
  const { id } = await create();
  await create();
  await db`
    update webhook_endpoints set secret_sealed = (
      select secret_sealed from webhook_endpoints where id = ${id}) where id <> ${id}`;
  const [moved] = await db<{ id: string; secretSealed: string }[]>`
    select id, secret_sealed from webhook_endpoints where id <> ${id}`;
  expect(() => moved && openSigningSecret(world.config, moved)).toThrow(/another row/);
});

test("after a change of the key every secret is sealed anew, and works without the old key", async () => {
  const endpoints = [await create({ headers: { "x-key": "1" } }), await create()];
  const next = { ...world.config, STIPEND_SECRET_KEY: Buffer.alloc(32, 7).toString("base64") };
  const both = { ...next, STIPEND_SECRET_KEY_PREVIOUS: [world.config.STIPEND_SECRET_KEY] };
  expect(await resealSecrets({ ...world.system(), config: next })).toBe(0);
  expect(await resealSecrets({ ...world.system(), config: both })).toBe(3);
  expect(await resealSecrets({ ...world.system(), config: both })).toBe(0);
  const stored = await db<{ id: string; secretSealed: string; headersSealed: string | null }[]>`
    select id, secret_sealed, headers_sealed from webhook_endpoints`;
  const opened = stored.map((row) => openSigningSecret(next, row)).sort();
  expect(opened).toEqual(endpoints.map(({ secret }) => secret).sort());
  expect(stored.map((row) => openHeaders(next, row))).toContainEqual({ "x-key": "1" });
});

test("disabling twice changes nothing, and enabling forgets the failures", async () => {
  const { id } = await create();
  const disabled = await disableWebhookEndpoint(owner, { id });
  expect(disabled).toMatchObject({ status: "disabled", disabledReason: "user" });
  expect(await disableWebhookEndpoint(owner, { id })).toEqual(disabled);
  await db`
    update webhook_endpoints
    set failing_since = now(), failed_events = 12, slow = true, disabled_reason = 'failing'`;
  expect(await enableWebhookEndpoint(owner, { id })).toMatchObject({
    status: "enabled",
    disabledReason: null,
  });
  expect(await rows()).toMatchObject([{ failingSince: null, failedEvents: 0, slow: false }]);
  const enabled = await getWebhookEndpoint(owner, { id });
  expect(await enableWebhookEndpoint(owner, { id })).toEqual(enabled);
});

test("a reason for being disabled is not replaced by disabling by hand", async () => {
  const { id } = await create();
  await db`update webhook_endpoints set status = 'disabled', disabled_reason = 'gone_410'`;
  expect(await disableWebhookEndpoint(owner, { id })).toMatchObject({ disabledReason: "gone_410" });
});

test("a test event goes to its endpoint alone, whatever that registered for", async () => {
  const { id } = await create({ events: ["payment.failed"] });
  await create();
  const sent = await testWebhookEndpoint(owner, { id });
  expect(sent).toMatchObject({ object: "event", type: "webhook.test" });
  expect(await db`select endpoint_id, event_id from webhook_dispatches`).toEqual([
    { endpointId: id, eventId: sent.id },
  ]);
  const [event] = await db`select * from events`;
  expect(event).toMatchObject({ type: "webhook.test", resourceId: id, sequence: 1 });
  expect(Object.values(event ?? {}).join()).not.toMatch(/whsec_|secret/);
  const again = await testWebhookEndpoint(owner, { id });
  expect(await db`select sequence from events where id = ${again.id}`).toEqual([{ sequence: 2 }]);
});

test("test events are counted: ten a minute for an endpoint, and none for a disabled one", async () => {
  const { id } = await create();
  for (const _ of Array(10).keys()) await testWebhookEndpoint(owner, { id });
  await expect(testWebhookEndpoint(owner, { id })).rejects.toEqual(
    refusal("rate_limited", {
      details: { reason: "endpoint_limit" },
      retryAfterSeconds: expect.any(Number),
    }),
  );
  const other = await create();
  await testWebhookEndpoint(owner, other);
  await disableWebhookEndpoint(owner, other);
  await expect(testWebhookEndpoint(owner, other)).rejects.toEqual(
    forbidden({ reason: "endpoint_disabled", currentStatus: "disabled" }),
  );
  expect(await db`select 1 from events`).toHaveLength(11);
});

test("endpoints are listed newest first, page by page, each merchant's and mode's own", async () => {
  for (const _ of Array(5).keys()) await create();
  await create({}, world.merchant({ merchantId: await world.addMerchant() }));
  await db`update webhook_endpoints w set created_at = now() - place * interval '1 minute'
    from (select id, row_number() over (order by id) as place from webhook_endpoints) p
    where p.id = w.id`;
  const all = await listWebhookEndpoints(owner, {});
  expect(all.data.map(({ id }) => id)).toEqual(all.data.map(({ id }) => id).toSorted());
  expect(all).toMatchObject({ hasMore: false, nextCursor: null, url: "/v1/webhook-endpoints" });
  const first = await listWebhookEndpoints(owner, { limit: 3 });
  const rest = await listWebhookEndpoints(owner, { cursor: first.nextCursor ?? "" });
  expect([...first.data, ...rest.data]).toEqual(all.data);
  expect(all.data).toHaveLength(5);
  expect(
    (await listWebhookEndpoints(world.merchant({ merchantId, mode: "live" }), {})).data,
  ).toEqual([]);
});

test("another merchant's endpoint, or the other mode's, is not found by any operation", async () => {
  const { id } = await create();
  const before = await rows();
  const strangers = [
    world.merchant({ merchantId: await world.addMerchant() }),
    world.merchant({ merchantId, mode: "live" }),
  ];
  for (const stranger of strangers) {
    for (const operation of [
      getWebhookEndpoint,
      disableWebhookEndpoint,
      enableWebhookEndpoint,
      rotateWebhookSecret,
      testWebhookEndpoint,
    ]) {
      await expect(operation(stranger, { id })).rejects.toEqual(
        refusal("not_found", { details: { reason: "resource_missing" } }),
      );
    }
  }
  expect(await rows()).toEqual(before);
});

test("a creation that is rolled back leaves no endpoint", async () => {
  const prepared = await createWebhookEndpoint.prepare(owner, local);
  const failing = transaction(db, async (tx) => {
    await createWebhookEndpoint.run({ ...owner, db: tx }, local, prepared);
    throw new Error("later trouble");
  });
  await expect(failing).rejects.toThrow("later trouble");
  expect(await rows()).toHaveLength(0);
});
