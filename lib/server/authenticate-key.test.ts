import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Sql } from "@/db/client";
import { randomBase62 } from "@/lib/core/ids";
import { formatKey } from "@/lib/core/key-format";
import { mintKey } from "@/lib/domain/api-keys/mint-key";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { authenticate } from "./authenticate";
import { authenticateKey } from "./authenticate-key";

let world: WebhookWorld;

beforeAll(async () => {
  world = await createWebhookWorld();
});
afterAll(() => world.stop());

const mint = () =>
  mintKey(world, {
    kind: "secret",
    name: "test",
    merchantId: world.merchantId,
    mode: "live",
    scopes: ["customers_read"],
  });
const merchant = { auth: "merchant" } as const;
const present = (header: string | null, db: Sql = world.db) =>
  authenticate({ ...world, chains: async () => ({ all: [], deployments: [] }), db }, merchant, {
    header: () => header,
    address: "127.0.0.1",
  });
const refused = { code: "authentication_error" };

test("a key is found by its hash, with its merchant, mode and scopes", async () => {
  const { id, key } = await mint();
  expect(await present(`Bearer ${key}`)).toMatchObject({
    keyId: id,
    kind: "key",
    keyKind: "secret",
    merchantId: world.merchantId,
    mode: "live",
    scopes: ["customers_read"],
  });
  expect(await present(`bearer  ${key}`)).toMatchObject({ keyId: id });
});

test("no key, another scheme, and a well-formed key that nobody has are refused", async () => {
  const unknown = formatKey("secret", "live", randomBase62(30));
  const { key } = await mint();
  for (const header of [null, "", "Bearer", "Bearer ", `Basic ${key}`, key, `Bearer ${unknown}`]) {
    await expect(present(header)).rejects.toMatchObject(refused);
  }
});

test("a mistyped key is refused without a query", async () => {
  const { key } = await mint();
  const typo = key.replace(/.$/, (last) => (last === "a" ? "b" : "a"));
  const pool = world.otherPool();
  await pool.end();
  await expect(present(`Bearer ${typo}`, pool)).rejects.toMatchObject(refused);
  await expect(present(`Bearer ${key}`, pool)).rejects.not.toMatchObject(refused);
});

test("a key stops at its time, and at once when it is revoked", async () => {
  const { id, key } = await mint();
  const header = `Bearer ${key}`;
  await world.db`update api_keys set expires_at = now() + interval '1 hour' where id = ${id}`;
  expect(await present(header)).toMatchObject({ keyId: id });
  await world.db`update api_keys set expires_at = now() where id = ${id}`;
  await expect(present(header)).rejects.toMatchObject(refused);
  await world.db`update api_keys set expires_at = null where id = ${id}`;
  expect(await present(header)).toMatchObject({ keyId: id });
  await world.db`update api_keys set status = 'revoked', revoked_at = now() where id = ${id}`;
  await expect(present(header)).rejects.toMatchObject(refused);
});

test("a key is good under the pepper before, and under none other", async () => {
  const { id, key } = await mint();
  const other = randomBytes(32).toString("base64");
  const rotated = {
    ...world.config,
    API_KEY_PEPPER: other,
    API_KEY_PEPPER_PREVIOUS: world.config.API_KEY_PEPPER,
  };
  expect(await authenticateKey(world.db, rotated, key)).toMatchObject({ keyId: id });
  const without = { ...world.config, API_KEY_PEPPER: other };
  await expect(authenticateKey(world.db, without, key)).rejects.toMatchObject(refused);
});

test("many at once get each their own", async () => {
  const keys = await Promise.all(Array.from({ length: 20 }, mint));
  const found = await Promise.all(keys.map(({ key }) => present(`Bearer ${key}`)));
  expect(found).toMatchObject(keys.map(({ id }) => ({ keyId: id })));
});

test("the use of a key is noted, at most once a minute", async () => {
  const { id, key } = await mint();
  const lastUse = async () => {
    const [row] = await world.db`select last_used_at from api_keys where id = ${id}`;
    return row?.lastUsedAt;
  };
  await present(`Bearer ${key}`);
  await expect.poll(lastUse).toBeInstanceOf(Date);
  const first = await lastUse();
  await present(`Bearer ${key}`);
  expect(await lastUse()).toEqual(first);
  await world.db`update api_keys set last_used_at = now() - interval '2 minutes' where id = ${id}`;
  await present(`Bearer ${key}`);
  await expect.poll(async () => (await lastUse()) >= first).toBe(true);
});
