import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Sql } from "@/db/client";
import type { Context, KeyActor, MerchantActor, SessionActor } from "@/lib/domain/platform/context";
import { createWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/create-webhook-endpoint";
import { disableWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/disable-webhook-endpoint";
import { enableWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/enable-webhook-endpoint";
import { rotateWebhookSecret } from "@/lib/domain/webhooks/endpoints/rotate-webhook-secret";
import { updateWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/update-webhook-endpoint";
import { createWebhookReplay } from "@/lib/domain/webhooks/replays/create-webhook-replay";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { createApiKey } from "./create-api-key";
import { getApiKey } from "./get-api-key";
import { mintKey, newKeyText } from "./mint-key";
import { revealSuccessor } from "./reveal-successor";
import { revokeApiKey } from "./revoke-api-key";
import { revokeLeakedKeys } from "./revoke-leaked-keys";
import { rotateApiKey } from "./rotate-api-key";

let world: WebhookWorld;
let db: Sql;
let merchantId: string;

beforeAll(async () => {
  world = await createWebhookWorld();
  db = world.db;
});
beforeEach(async () => {
  merchantId = await world.addMerchant();
  await db`update merchants set email = ${`${merchantId}@x.example`} where id = ${merchantId}`;
});
afterAll(() => world.stop());

const place = { url: "https://github.com/aurora/shop/blob/1/a.ts", source: "content" };
const report = (token: string, where: object = place, sql: Sql = db) =>
  revokeLeakedKeys({ ...world.system(), db: sql }, [{ token, ...place, ...where }]);

const withKey = (keyId: string): Context<KeyActor> => ({
  ...world.merchant({ merchantId }),
  actor: { ...(world.merchant({ merchantId }).actor as KeyActor), keyId },
});
const owner = (): Context<SessionActor> => ({
  ...world.merchant({ merchantId }),
  actor: { kind: "session", merchantId, mode: "test", userId: "usr_1", sessionId: "ses_1" },
});
const mint = (more: object = {}) =>
  mintKey(world, {
    ...{ kind: "secret", mode: "test", merchantId, name: "Shop", scopes: ["sessions_read"] },
    ...more,
  });

async function makeKey(ctx: Context<MerchantActor>, kind: "secret" | "publishable" = "secret") {
  const scopes = kind === "secret" ? ("full" as const) : undefined;
  const input = { name: "Child", mode: "test", kind, scopes } as const;
  const { id, secret } = await createApiKey.run(ctx, input, await createApiKey.prepare(ctx, input));
  return { id, key: secret };
}
async function makeEndpoint(ctx: Context<MerchantActor>): Promise<string> {
  const url = "http://127.0.0.1:9/hook";
  const input = { url, events: ["payment.completed" as const], mode: "test" as const };
  return (await createWebhookEndpoint.run(ctx, input, { destination: "127.0.0.1:9" })).id;
}
const statusOf = async (...ids: string[]) => {
  const rows = await db<{ id: string; status: string; revokedReason: string | null }[]>`
    select id, status, revoked_reason from api_keys where id in ${db(ids)}`;
  return ids.map((id) => rows.find((row) => row.id === id)?.revokedReason ?? "active");
};
const mails = () => db<{ recipient: string; mode: string; facts: Record<string, unknown> }[]>`
  select recipient, mode, facts from mails where kind = 'api_key_leaked' and merchant_id = ${merchantId}`;
const audits = (id: string) =>
  db`select action, actor_kind, before, after from audit_log where subject_id = ${id}`;
const refused = (reason: string) => ({ info: { details: { reason } } });

test("a leaked key is revoked at once, and its owner mailed of where it was found, once", async () => {
  const { id, key } = await mint();
  expect(await report(key)).toEqual([true]);
  expect(await statusOf(id)).toEqual(["leaked"]);
  expect(await report(key)).toEqual([true]);
  expect(await mails()).toMatchObject([
    {
      recipient: `${merchantId}@x.example`,
      mode: "test",
      facts: { keyId: id, name: "Shop", endedKey: true, ...place, ended: { keys: 0 } },
    },
  ]);
  expect(JSON.stringify(await mails())).not.toContain(key.slice(12, -4));
  expect(await audits(id)).toMatchObject([
    { action: "api_key.leak", actorKind: "system", before: { status: "active" }, after: place },
  ]);
  expect(await getApiKey(owner(), { id })).toMatchObject({
    ...{ status: "revoked", revokedReason: "leaked" },
    leak: { places: [place], successor: "waiting" },
  });
});

test("what is no secret key of ours is left alone", async () => {
  const { id, key } = await mint({ kind: "publishable" });
  const texts = [key, newKeyText("secret", "live"), "sk_test_short", "", `${key}x`];
  for (const text of texts) expect(await report(text)).toEqual([false]);
  expect(await statusOf(id)).toEqual(["active"]);
  expect(await mails()).toEqual([]);
  const platform = await mint({ kind: "platform" });
  expect(await report(platform.key)).toEqual([true]);
  expect(world.complaints.splice(0)).toHaveLength(1);
  expect(await statusOf(platform.id)).toEqual(["active"]);
});

test("each place that a key was found at is kept once, and no more than twenty", async () => {
  const { id, key } = await mint();
  for (const n of [1, 1, 2]) await report(key, { url: `https://x.example/${n}` });
  const places = async () => (await getApiKey(owner(), { id })).leak?.places;
  expect((await places())?.map(({ url }) => url)).toEqual([
    ...["https://x.example/1", "https://x.example/2"],
  ]);
  for (let n = 3; n < 25; n += 1) await report(key, { url: `https://x.example/${n}` });
  expect(await places()).toHaveLength(20);
});

test("what was made with it goes with it: keys, what was made with those, endpoints and replays", async () => {
  const leaked = await mint();
  const child = await makeKey(withKey(leaked.id));
  const grandchild = await makeKey(withKey(child.id));
  const shown = await makeKey(withKey(child.id), "publishable");
  const rotated = await rotateApiKey(withKey(child.id), { id: grandchild.id });
  const own = await makeKey(owner());
  const [endpoint, ofChild, kept] = [
    await makeEndpoint(withKey(leaked.id)),
    await makeEndpoint(withKey(rotated.id)),
    await makeEndpoint(owner()),
  ];
  await world.emit({ merchantId, type: "payment.completed" });
  const input = { id: kept, createdAfter: new Date(0), createdBefore: new Date() };
  await world.drain();
  const replay = await createWebhookReplay(withKey(grandchild.id), input).catch((error) => error);
  expect(replay).toMatchObject(refused("api_key_invalid"));
  const { id: replayId } = await createWebhookReplay(withKey(child.id), input);
  await report(leaked.key);
  expect(await statusOf(child.id, grandchild.id, shown.id, rotated.id, own.id)).toEqual([
    ...["leaked", "rotated", "leaked", "leaked", "active"],
  ]);
  const endpoints = await db`
    select id, status, disabled_reason from webhook_endpoints where merchant_id = ${merchantId}`;
  expect(new Map(endpoints.map((row) => [row.id, [row.status, row.disabledReason]]))).toEqual(
    new Map([
      [endpoint, ["disabled", "key_leaked"]],
      [ofChild, ["disabled", "key_leaked"]],
      [kept, ["enabled", null]],
    ]),
  );
  expect(await db`select status from webhook_replays where id = ${replayId}`).toEqual([
    { status: "cancelled" },
  ]);
  expect(await mails()).toMatchObject([
    { facts: { ended: { keys: 3, endpoints: 2, replays: 1 } } },
  ]);
});

/** Changes that decide where an endpoint sends to, or who can sign for it. */
const changes: [string, (ctx: Context<MerchantActor>, id: string) => Promise<unknown>][] = [
  ["points", (ctx, id) => update(ctx, id, { url: "http://127.0.0.1:9/other" })],
  ["gives headers to", (ctx, id) => update(ctx, id, { headers: { "x-other": "1" } })],
  ["adds events to", (ctx, id) => update(ctx, id, { events: ["*" as const] })],
  ["rotates the secret of", (ctx, id) => rotateWebhookSecret(ctx, { id })],
  [
    "enables",
    async (ctx, id) => {
      await disableWebhookEndpoint(owner(), { id });
      await enableWebhookEndpoint(ctx, { id });
    },
  ],
];
const update = (ctx: Context<MerchantActor>, id: string, change: object) =>
  updateWebhookEndpoint.run(ctx, { id, ...change }, { destination: "127.0.0.1:9" });
const endpointStatus = async (id: string) => {
  const [row] = await db`select status, disabled_reason from webhook_endpoints where id = ${id}`;
  return row;
};

test.each(changes)(
  "an endpoint of the owner that a leaked key %s is disabled with it",
  async (_, change) => {
    const leaked = await mint();
    const child = await makeKey(withKey(leaked.id));
    const [endpoint, untouched, confirmed] = [
      await makeEndpoint(owner()),
      await makeEndpoint(owner()),
      await makeEndpoint(owner()),
    ];
    for (const id of [endpoint, confirmed]) await change(withKey(child.id), id);
    // Another key, and a person who names no URL, do not answer for what it did.
    await update(withKey((await mint()).id), endpoint, { events: ["payment.completed"] });
    await update(owner(), endpoint, { description: "Shop" });
    await rotateWebhookSecret(owner(), { id: endpoint });
    await update(owner(), confirmed, { url: "http://127.0.0.1:9/hook" });
    await report(leaked.key);
    expect(await endpointStatus(endpoint)).toEqual({
      ...{ status: "disabled", disabledReason: "key_leaked" },
    });
    for (const id of [untouched, confirmed]) {
      expect(await endpointStatus(id)).toEqual({ status: "enabled", disabledReason: null });
    }
    await expect(change(withKey(child.id), untouched)).rejects.toMatchObject(
      refused("api_key_invalid"),
    );
    await enableWebhookEndpoint(owner(), { id: endpoint });
    await report(leaked.key);
    expect(await endpointStatus(endpoint)).toEqual({ status: "enabled", disabledReason: null });
  },
);

test("what a key makes while it leaks is refused, or goes with it", async () => {
  const pools = [world.otherPool(), world.otherPool()];
  for (let round = 0; round < 4; round += 1) {
    const leaked = await mint();
    const ctx = { ...withKey(leaked.id), db: pools[0] as Sql };
    const making = Array.from({ length: 4 }, () =>
      Promise.allSettled([makeKey(ctx), makeEndpoint(ctx)]),
    );
    await sleep(round * 3);
    await report(leaked.key, place, pools[1]);
    await Promise.all(making);
    const left = await db`
      select id from api_keys where created_by_key = ${leaked.id} and status = 'active'
      union all
      select id from webhook_endpoints where created_by_key = ${leaked.id} and status = 'enabled'`;
    expect(left).toEqual([]);
  }
});

test("the successor may do the same, and is revealed once", async () => {
  const expiresAt = new Date(Date.now() + 60_000);
  const { id, key } = await mint({ expiresAt });
  await expect(revealSuccessor(owner(), { id })).rejects.toMatchObject(refused("no_successor"));
  await report(key);
  const revealed = await Promise.allSettled(
    Array.from({ length: 5 }, () => revealSuccessor(owner(), { id })),
  );
  const given = revealed.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(given).toHaveLength(1);
  expect(given[0]).toMatchObject({
    ...{ name: "Shop", mode: "test", scopes: ["sessions_read"], status: "active", expiresAt },
    secret: expect.stringMatching(/^sk_test_/),
  });
  for (const one of revealed) {
    if (one.status === "rejected") expect(one.reason).toMatchObject(refused("successor_revealed"));
  }
  expect(await getApiKey(owner(), { id })).toMatchObject({
    ...{ rotatedToId: given[0]?.id, leak: { successor: "revealed" } },
  });
  const stranger = { ...owner(), actor: { ...owner().actor, merchantId: world.merchantId } };
  await expect(revealSuccessor(stranger, { id })).rejects.toMatchObject({ code: "not_found" });
  // Found once more, and nothing of the successor's is touched.
  await report(key);
  expect(await statusOf(String(given[0]?.id))).toEqual(["active"]);
});

test("a key that was revoked before gets no successor, but what it made goes", async () => {
  const leaked = await mint();
  const child = await makeKey(withKey(leaked.id));
  await revokeApiKey(owner(), { id: leaked.id });
  await report(leaked.key);
  expect(await statusOf(leaked.id, child.id)).toEqual(["manual", "leaked"]);
  expect((await getApiKey(owner(), { id: leaked.id })).leak?.successor).toBe("none");
  await expect(revealSuccessor(owner(), { id: leaked.id })).rejects.toMatchObject(
    refused("no_successor"),
  );
  expect(await mails()).toMatchObject([{ facts: { endedKey: false, ended: { keys: 1 } } }]);
});

test("a successor that would have expired is not made", async () => {
  const { id, key } = await mint({ expiresAt: new Date(Date.now() + 60_000) });
  await report(key);
  await db`update api_keys set expires_at = now() where id = ${id}`;
  await expect(revealSuccessor(owner(), { id })).rejects.toMatchObject(refused("key_expired"));
});
