import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Sql } from "@/db/client";
import { pepperId } from "@/lib/adapters/api-keys/key-hash";
import { formatKey } from "@/lib/core/identity/key-format";
import { randomBase62 } from "@/lib/core/ids";
import { mintKey } from "@/lib/domain/identity/api-keys/mint-key";
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
    header: (name: string) => (name === "authorization" ? header : null),
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

const newPepper = () => randomBytes(32).toString("base64");
const storedUnder = async (id: string) => {
  const [row] = await world.db<{ hash: string; pepperId: string | null }[]>`
    select hash, pepper_id from api_keys where id = ${id}`;
  return row;
};

test("a key that is used survives any number of rotations, and is good under no other pepper", async () => {
  const { id, key } = await mint();
  let config = world.config;
  for (let rotation = 1; rotation <= 3; rotation += 1) {
    config = {
      ...config,
      API_KEY_PEPPER: newPepper(),
      API_KEY_PEPPER_PREVIOUS: [config.API_KEY_PEPPER],
    };
    const current = pepperId(config.API_KEY_PEPPER);
    expect(await authenticateKey(world.db, config, key)).toMatchObject({ keyId: id });
    await expect.poll(() => storedUnder(id)).toMatchObject({ pepperId: current });
    const { API_KEY_PEPPER_PREVIOUS: _, ...alone } = config;
    expect(await authenticateKey(world.db, alone, key)).toMatchObject({ keyId: id });
  }
  await expect(authenticateKey(world.db, world.config, key)).rejects.toMatchObject(refused);
});

test("a key that is not used is good for as long as its pepper is among the previous ones", async () => {
  const { id, key } = await mint();
  const [newest, newer] = [newPepper(), newPepper()];
  const previous = [newer, world.config.API_KEY_PEPPER];
  const config = { ...world.config, API_KEY_PEPPER: newest, API_KEY_PEPPER_PREVIOUS: previous };
  const without = { ...config, API_KEY_PEPPER_PREVIOUS: [newer] };
  await expect(authenticateKey(world.db, without, key)).rejects.toMatchObject(refused);
  expect(await authenticateKey(world.db, config, key)).toMatchObject({ keyId: id });
});

test("a key that another process has moved to the next pepper is good, and stays there", async () => {
  const { id, key } = await mint();
  const next = newPepper();
  const announced = { ...world.config, API_KEY_PEPPER_NEXT: next };
  const swapped = {
    ...world.config,
    API_KEY_PEPPER: next,
    API_KEY_PEPPER_PREVIOUS: [world.config.API_KEY_PEPPER],
  };
  await authenticateKey(world.db, swapped, key);
  await expect.poll(() => storedUnder(id)).toMatchObject({ pepperId: pepperId(next) });
  const moved = await storedUnder(id);
  expect(await authenticateKey(world.db, announced, key)).toMatchObject({ keyId: id });
  // What a request writes beside its answer goes before what is asked for next on the same connections.
  for (let time = 0; time < 20; time += 1) await authenticateKey(world.db, announced, key);
  expect(await storedUnder(id)).toEqual(moved);
});

test("a key whose pepper was never noted names it when it is used", async () => {
  const { id, key } = await mint();
  await world.db`update api_keys set pepper_id = null where id = ${id}`;
  await present(`Bearer ${key}`);
  const pepper = pepperId(world.config.API_KEY_PEPPER);
  await expect.poll(() => storedUnder(id)).toMatchObject({ pepperId: pepper });
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
