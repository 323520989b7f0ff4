import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Sql } from "@/db/client";
import type { Mode } from "@/lib/core/modes";
import { eventKinds } from "@/lib/core/webhooks/event-kinds";
import { signWebhook } from "@/lib/core/webhooks/sign-webhook";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { createWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/create-webhook-endpoint";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { deliverToInspector } from "./deliver-to-inspector";
import { getWebhookInspector } from "./get-webhook-inspector";
import { inspectorIn } from "./inspector-url";
import { listInspectedWebhooks } from "./list-inspected-webhooks";
import { openWebhookInspector } from "./open-webhook-inspector";
import { keptWebhooks, receiveWebhook } from "./receive-webhook";

let world: WebhookWorld;
let db: Sql;
let merchantId: string;

beforeAll(async () => {
  world = await createWebhookWorld();
  db = world.db;
});
beforeEach(async () => {
  await db`truncate inspected_webhooks, webhook_inspectors, webhook_deliveries, webhook_dispatches,
    webhook_endpoints, webhook_replays, webhook_replay_items, events, event_counters, outbox`;
  merchantId = await world.addMerchant();
});
afterAll(() => world.stop());

/** Somebody of a merchant, on a server that may call the public internet alone. */
const person = (mode: Mode = "test", of = merchantId): Context<SessionActor> => ({
  ...world.system(),
  config: { ...world.config, WEBHOOK_ALLOW_PRIVATE: false },
  actor: { kind: "session", merchantId: of, mode, userId: "usr_1", sessionId: "ses_1" },
});

async function endpointFor(ctx: Context<SessionActor>, url: string) {
  const input = { url, events: [...eventKinds], mode: ctx.actor.mode };
  return createWebhookEndpoint.run(ctx, input, await createWebhookEndpoint.prepare(ctx, input));
}

/** The URL of a person's inspector. */
async function urlOf(ctx = person()): Promise<string> {
  return (await openWebhookInspector(ctx)).url ?? "";
}

const idOf = (url: string) => inspectorIn(world.config, url) ?? "";
const kept = async (ctx = person()) => (await listInspectedWebhooks(ctx, {})).data;
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (refused) => refused.info.details.reason,
  );

test("there is one inspector per mode, whose address nobody can guess", async () => {
  expect(await getWebhookInspector(person())).toMatchObject({ url: null, endpointId: null });
  const opened = await Promise.all([person(), person(), person()].map(openWebhookInspector));
  const urls = new Set(opened.map(({ url }) => url));
  expect([...urls]).toEqual([
    expect.stringMatching(/^http:\/\/localhost:3000\/api\/webhook-inspector\/wi_[0-9A-Za-z]{24}$/),
  ]);
  expect(urls).not.toContain(await urlOf(person("live")));
  const { id } = await endpointFor(person(), await urlOf());
  expect(await getWebhookInspector(person())).toMatchObject({ url: await urlOf(), endpointId: id });
});

test("an event comes to the inspector through the sender, signed and recorded as any delivery", async () => {
  const url = await urlOf();
  const { id: endpointId } = await endpointFor(person(), url);
  const eventId = await world.emit({ merchantId });
  await world.drain();
  const [delivery] = await db`select * from webhook_deliveries`;
  expect(delivery).toMatchObject({ status: "succeeded", responseCode: 200, endpointId });
  const [webhook] = await kept();
  expect(webhook).toMatchObject({
    object: "inspected_webhook",
    signature: "valid",
    endpointId,
    headers: { "webhook-id": eventId, "user-agent": "Stipend-Webhooks/1" },
  });
  expect(JSON.parse(webhook?.body ?? "")).toMatchObject({ id: eventId, type: "payment.created" });
  expect(await kept(person("live"))).toEqual([]);
  expect(await kept(person("test", await world.addMerchant()))).toEqual([]);
});

test("only an inspector's own address takes the short way: this machine stays closed otherwise", async () => {
  const url = await urlOf();
  const alike = [
    "http://localhost:3000/api/webhook-inspector",
    "http://localhost:3000/v1/payment-sessions",
    `${url}/`,
    `${url}?x=1`,
    `${url}#x`,
    url.replace("/api/", "/api/../api/"),
    url.replace("localhost", "LOCALHOST"),
    url.replace("localhost:3000", "localhost:3000@127.0.0.1"),
    url.replace("localhost:3000", "127.0.0.1:3000"),
  ];
  for (const text of alike) {
    expect(inspectorIn(world.config, text), text).toBeNull();
    const reason = await reasonOf(endpointFor(person(), text));
    expect(reason, text).toMatch(/_not_allowed$/);
  }
});

test("an inspector is its merchant's in its mode: nobody registers it elsewhere, and nothing comes of others", async () => {
  const url = await urlOf();
  const other = person("test", await world.addMerchant());
  expect(await reasonOf(endpointFor(other, url))).toBe("inspector_unknown");
  expect(await reasonOf(endpointFor(person("live"), url))).toBe("inspector_unknown");
  const post = { url, secure: false, headers: {}, body: "{}" };
  for (const { merchantId: of, mode } of [other.actor, person("live").actor]) {
    const reply = await deliverToInspector(world, idOf(url), { merchantId: of, mode }, post);
    expect(reply.status).toBe(404);
  }
  expect(await kept()).toEqual([]);
});

/** Two that arrive within a millisecond have no order. */
async function receive(
  inspector: Parameters<typeof receiveWebhook>[1],
  message: Parameters<typeof receiveWebhook>[2],
): Promise<void> {
  await receiveWebhook(world, inspector, message);
  await sleep(2);
}

test("the signature is checked with the secrets of the endpoints that have the address", async () => {
  const url = await urlOf();
  const inspector = { id: idOf(url), merchantId, mode: "test" as const };
  const send = async (headers: Record<string, string>, body = "{}") => {
    await receive(inspector, { header: (name) => headers[name] ?? null, body });
    const [{ signature, endpointId } = {}] = await kept();
    return { signature, endpointId };
  };
  const sign = (secret: string, sentAt = new Date(), body = "{}") =>
    signWebhook(secret, { id: "evt_1", sentAt, body });
  const strange = `whsec_${Buffer.alloc(32).toString("base64")}`;
  expect(await send(sign(strange))).toEqual({ signature: "no_endpoint", endpointId: null });
  const older = await endpointFor(person(), url);
  await endpointFor(person(), url);
  expect(await send(sign(older.secret))).toEqual({ signature: "valid", endpointId: older.id });
  expect(await send(sign(strange))).toEqual({ signature: "mismatch", endpointId: null });
  expect(await send(sign(older.secret), "{ }")).toEqual({
    signature: "mismatch",
    endpointId: null,
  });
  expect(await send({})).toEqual({ signature: "missing", endpointId: null });
  const early = new Date(Date.now() - 301_000);
  expect(await send(sign(older.secret, early))).toMatchObject({ signature: "too_old" });
});

test("the newest hundred are kept, and no header but those of a webhook", async () => {
  const url = await urlOf();
  const inspector = { id: idOf(url), merchantId, mode: "test" as const };
  for (let count = 0; count < keptWebhooks + 5; count += 1) {
    const header = (name: string) => (name === "authorization" ? "Bearer x" : `${name} ${count}`);
    await receive(inspector, { header, body: String(count) });
  }
  const rows = await db<{ body: string; headers: object }[]>`
    select body, headers from inspected_webhooks order by created_at`;
  expect(rows.length).toBe(keptWebhooks);
  expect(rows[0]?.body).toBe("5");
  expect(Object.keys(rows[0]?.headers ?? {})).not.toContain("authorization");
  const large = { url, secure: false, headers: {}, body: "x".repeat(256 * 1024 + 1) };
  const owner = { merchantId, mode: "test" as const };
  expect(await deliverToInspector(world, inspector.id, owner, large)).toMatchObject({
    status: 413,
  });
});
