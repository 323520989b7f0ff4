import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Sql } from "@/db/client";
import type { OperatorActor } from "@/lib/domain/platform/context";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { listKeys, maxListedKeys } from "./list-keys";
import { mintKey } from "./mint-key";
import { revokeKey } from "./revoke-key";

let world: WebhookWorld;
let merchantId: string;

beforeAll(async () => {
  world = await createWebhookWorld();
});
beforeEach(async () => {
  await world.db`truncate api_keys, api_key_leaks`;
  merchantId = await world.addMerchant();
});
afterAll(() => world.stop());

const actor: OperatorActor = {
  kind: "operator",
  name: "ada@ledger",
  command: "keys --revoke ak_x",
  reason: "it stood in a public repository",
};
const mint = (owner = merchantId, mode: "test" | "live" = "test") =>
  mintKey(world, { kind: "secret", mode, merchantId: owner, name: "Shop", scopes: [] });
const revoke = (id: string, db: Sql = world.db) =>
  revokeKey({ db, actor, requestId: "req_1" }, { id });
const stored = (id: string) => world.db`select * from api_keys where id = ${id}`;
const audits = (id: string) => world.db`select * from audit_log where subject_id = ${id}`;

test("a key is revoked once, with an entry in the audit log, and stays revoked at its first time", async () => {
  const { id } = await mint();
  const other = await mint();
  const first = await revoke(id);
  expect(first).toMatchObject({ changed: true, key: { id, status: "revoked" } });
  expect(await stored(id)).toMatchObject([
    { status: "revoked", revokedReason: "manual", revokedAt: expect.any(Date) },
  ]);
  expect(await stored(other.id)).toMatchObject([{ status: "active" }]);
  const again = await revoke(id);
  expect(again).toEqual({ changed: false, key: first.key });
  expect(await audits(id)).toMatchObject([
    {
      action: "api_key.revoke",
      subjectType: "api_key",
      actorName: "ada@ledger",
      reason: "it stood in a public repository",
      before: { status: "active" },
      after: { status: "revoked", merchantId, mode: "test", kind: "secret" },
    },
  ]);
});

test("a key that many revoke at once is revoked by one of them", async () => {
  const { id } = await mint();
  const pools = [world.otherPool(), world.otherPool()];
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, index) => revoke(id, pools[index % 2])),
  );
  expect(results.filter(({ changed }) => changed)).toHaveLength(1);
  expect(await audits(id)).toHaveLength(1);
});

test("a key that is not there is not found, and nothing is written down", async () => {
  await expect(revoke("ak_nobody")).rejects.toMatchObject({ code: "not_found" });
  expect(await audits("ak_nobody")).toEqual([]);
});

test("keys are listed newest first, of all or of one merchant and mode, without what opens them", async () => {
  const stranger = await world.addMerchant();
  const made = [await mint(), await mint(merchantId, "live"), await mint(stranger)];
  const ids = made.map(({ id }) => id);
  for (const [age, id] of ids.entries()) {
    await world.db`
      update api_keys set created_at = now() - ${age}::int * interval '1 minute' where id = ${id}`;
  }
  const listed = async (filter: Parameters<typeof listKeys>[1]) =>
    (await listKeys(world, filter)).keys.map(({ id }) => id);
  expect(await listed({})).toEqual(ids);
  expect(await listed({ merchantId })).toEqual(ids.slice(0, 2));
  expect(await listed({ mode: "test" })).toEqual([ids[0], ids[2]]);
  expect(await listed({ merchantId, mode: "live" })).toEqual([ids[1]]);
  const { keys, hasMore } = await listKeys(world, {});
  expect(hasMore).toBe(false);
  expect(Object.keys(keys[0] ?? {})).not.toContain("hash");
  for (const { key } of made) expect(JSON.stringify(keys)).not.toContain(key.slice(12, -4));
});

test("a list ends, and says that there is more", async () => {
  const { id } = await mint();
  await world.db`
    insert into api_keys (id, merchant_id, mode, kind, name, scopes, hash, prefix, last4, api_version,
      created_at)
    select id || n, merchant_id, mode, kind, name, scopes, decode(md5(n::text), 'hex'), prefix, last4,
      api_version, created_at - n * interval '1 second'
    from api_keys, generate_series(1, ${maxListedKeys}) n where id = ${id}`;
  const { keys, hasMore } = await listKeys(world, {});
  expect(keys).toHaveLength(maxListedKeys);
  expect(keys[0]).toMatchObject({ id });
  expect(hasMore).toBe(true);
  await world.db`delete from api_keys where id = ${id}`;
  expect(await listKeys(world, {})).toMatchObject({ hasMore: false });
});
