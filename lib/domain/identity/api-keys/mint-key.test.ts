import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isWellFormedKey } from "@/lib/core/identity/key-format";
import { createTestDatabase, type TestDatabase } from "@/testing/database";
import { mintKey, newKeyText } from "./mint-key";
import { storeKey } from "./store-key";

const pepper = () => randomBytes(32).toString("base64");
const config = { API_KEY_PEPPER: pepper() } as Parameters<typeof mintKey>[0]["config"];
const merchantId = "mer_000000000000000000000000";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db`insert into merchants ${database.db({ id: merchantId, businessName: "Acme" })}`;
});

afterAll(() => database?.drop());

const all = () => database.db`select * from api_keys order by created_at, id`;

test("a minted key is well-formed, and the database holds no text of it", async () => {
  const { db } = database;
  const { id, key } = await mintKey(
    { db, config },
    { kind: "secret", mode: "test", merchantId, name: "Server", scopes: ["sessions_write"] },
  );
  expect(key).toMatch(/^sk_test_/);
  expect(isWellFormedKey(key)).toBe(true);
  const [row] = await db`select * from api_keys where id = ${id}`;
  expect(row).toMatchObject({
    merchantId,
    kind: "secret",
    scopes: ["sessions_write"],
    prefix: key.slice(0, 12),
    last4: key.slice(-4),
    status: "active",
  });
  expect(JSON.stringify(row)).not.toContain(key.slice(8));
  expect(row?.hash).toMatch(/^0x[0-9a-f]{64}$/);
});

test("a publishable key has no scopes, and a platform key only the relay's and no merchant", async () => {
  const { db } = database;
  const publishable = await mintKey(
    { db, config },
    { kind: "publishable", mode: "live", merchantId, name: "Shop" },
  );
  const platform = await mintKey({ db, config }, { kind: "platform", mode: "live", name: "Pages" });
  const rows = await db`
    select kind, merchant_id, scopes from api_keys where id in ${db([publishable.id, platform.id])}
    order by kind`;
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { kind: "platform", merchantId: null, scopes: ["relay_read", "relay_write"] },
    { kind: "publishable", merchantId, scopes: [] },
  ]);
});

test("storing a key again changes nothing, not even after it was revoked or the pepper was rotated", async () => {
  const { db } = database;
  const key = newKeyText("secret", "test");
  const record = {
    kind: "secret",
    mode: "test",
    merchantId,
    name: "Seed",
    scopes: [],
    key,
  } as const;
  const id = await storeKey({ db, config }, record);
  await db`update api_keys set status = 'revoked', revoked_at = now() where id = ${id}`;
  const before = await all();
  expect(await storeKey({ db, config }, { ...record, name: "Other" })).toBe(id);
  const rotated = {
    ...config,
    API_KEY_PEPPER: pepper(),
    API_KEY_PEPPER_PREVIOUS: [config.API_KEY_PEPPER],
  };
  expect(await storeKey({ db, config: rotated }, record)).toBe(id);
  expect(await all()).toEqual(before);
});

test("a text of another kind or mode, or with a wrong checksum, is not stored", async () => {
  const { db } = database;
  const before = await all();
  const record = { kind: "platform", mode: "test", name: "Pages" } as const;
  const wrong = newKeyText("platform", "test").replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  for (const key of [newKeyText("secret", "test"), newKeyText("platform", "live"), wrong]) {
    await expect(storeKey({ db, config }, { ...record, key })).rejects.toThrow(
      "Not a platform key",
    );
  }
  expect(await all()).toEqual(before);
});
