import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keyHash } from "@/lib/adapters/api-keys/key-hash";
import { scopes } from "@/lib/core/identity/scopes";
import { modes } from "@/lib/core/modes";
import { authenticateKey } from "@/lib/server/api/authenticate-key";
import { bundleScripts } from "@/testing/bundle-scripts";
import { startChain, type TestChain } from "@/testing/chain";
import { createTestDatabase, type TestDatabase } from "@/testing/database";

const pepper = randomBytes(32).toString("base64");
const run = promisify(execFile);

let database: TestDatabase;
let chain: TestChain;
let folder: string;
let env: Record<string, string>;
let programs: ReadonlyMap<string, string>;

beforeAll(async () => {
  [database, chain, programs] = await Promise.all([
    createTestDatabase(),
    startChain(),
    bundleScripts(["scripts/run/seed.ts", "scripts/run/keys.ts"]),
  ]);
  folder = mkdtempSync(join(tmpdir(), "stipend-seed-test-"));
  for (const mode of modes) {
    writeFileSync(join(folder, `${mode}.json`), JSON.stringify(chain.deployments[mode]));
  }
  env = {
    APP_URL: "https://pay.example.com",
    DATABASE_URL: database.url,
    STIPEND_SECRET_KEY: randomBytes(32).toString("base64"),
    API_KEY_PEPPER: pepper,
    TEST_RPC_URLS: chain.rpcUrl,
    TEST_DEPLOYMENT: join(folder, "test.json"),
    LIVE_RPC_URLS: chain.rpcUrl,
    LIVE_DEPLOYMENT: join(folder, "live.json"),
    OPERATOR_PRIVATE_KEY: chain.operator.privateKey,
    INNGEST_SIGNING_KEY: `signkey-test-${randomBytes(32).toString("hex")}`,
    INNGEST_EVENT_KEY: "event-key-of-the-test",
  };
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([database?.drop(), chain?.stop()]);
});

/** Runs a script while the chain gets blocks. */
async function script(name: string, ...args: string[]): Promise<string> {
  let isDone = false;
  const mining = (async () => {
    while (!isDone) {
      await chain.mine();
      await sleep(50);
    }
  })();
  try {
    const program = programs.get(`scripts/run/${name}.ts`) ?? "";
    const { stdout } = await run(process.execPath, [program, ...args], {
      env: { PATH: process.env.PATH, NODE_ENV: "production", ...env },
    });
    return stdout;
  } finally {
    isDone = true;
    await mining;
  }
}

const merchant = () => {
  const payout = chain.payers[0]?.address ?? "";
  return ["--name", "Acme", "--email", "owner@acme.example", "--payout", payout];
};
const keysOf = (output: string) => output.match(/\b(sk|pk|plat)_(test|live)_\w{36}\b/g) ?? [];

/** Every row that a run may write before it makes a merchant, and the migrations. */
const written = () => database.db`
  select 'migration' as kind, id::text from drizzle.__drizzle_migrations
  union all select 'deployment', id from deployments
  union all select 'contract', deployment_id || kind from deployment_contracts
  union all select 'merchant', id from merchants
  union all select 'call', id from operator_calls
  order by 1, 2`;

test("a dry run says what would be done, and writes nothing", async () => {
  const before = await written();
  const plan = await script("seed", ...merchant(), "--dry-run");
  expect(plan.match(/Acme would be registered in (test|live) mode/g)).toHaveLength(2);
  expect(plan).toMatch(/Nothing was done\.\n$/);
  expect(await written()).toEqual(before);

  const { db } = database;
  const [newest] = await db`
    delete from drizzle.__drizzle_migrations
    where id = (select max(id) from drizzle.__drizzle_migrations) returning *`;
  const behind = await written();
  expect(await script("seed", ...merchant(), "--dry-run")).toBe(
    "The database lacks 1 migration, which would be applied first. What would follow can be shown once it has them.\nNothing was done.\n",
  );
  expect(await written()).toEqual(behind);
  await db`insert into drizzle.__drizzle_migrations ${db(newest ?? {})}`;
});

test("an empty fee is refused before anything is done", async () => {
  await expect(script("seed", ...merchant(), "--fee-bps", "")).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--fee-bps: a whole number up to 300"),
  });
  expect(await database.db`select from merchants`).toEqual([]);
});

test("seeding makes a merchant with keys in both modes, and a second time nothing", async () => {
  const output = await script("seed", ...merchant());
  const [id] = output.match(/mer_\w{24}/) ?? [];
  const printed = keysOf(output).map((key) => key.slice(0, 7));
  expect(printed.sort()).toEqual(["pk_live", "pk_test", "sk_live", "sk_test"]);
  const { db } = database;
  expect(
    await db`select merchant_id, mode from merchant_registrations order by mode`,
  ).toMatchObject([
    { merchantId: id, mode: "live" },
    { merchantId: id, mode: "test" },
  ]);

  const again = await script("seed", ...merchant());
  expect(again).toContain(id);
  expect(keysOf(again)).toEqual([]);
  expect(await db`select 1 from merchants`).toHaveLength(1);
  expect(await db`select 1 from merchant_registrations`).toHaveLength(2);
  expect(await db`select 1 from api_keys`).toHaveLength(4);
});

test("a platform key is printed as the setting that the app reads", async () => {
  const output = await script("keys", "--mode", "live");
  const [, key = ""] = /^STIPEND_PLATFORM_KEY_LIVE=(plat_live_\w{36})$/m.exec(output) ?? [];
  const hash = keyHash({ API_KEY_PEPPER: pepper }, key);
  expect(await database.db`select * from api_keys where hash = ${hash}`).toMatchObject([
    { kind: "platform", mode: "live", merchantId: null, scopes: ["relay_read", "relay_write"] },
  ]);
});

test("a merchant's further key has the scopes that were asked for", async () => {
  await script("seed", ...merchant());
  const [row] = await database.db<{ id: string }[]>`select id from merchants`;
  const given = ["--kind", "secret", "--mode", "test", "--merchant", row?.id ?? ""];
  const hashOf = async (...more: string[]) => {
    const [key = ""] = keysOf(await script("keys", ...given, ...more));
    return keyHash({ API_KEY_PEPPER: pepper }, key);
  };
  const scopesOf = async (hash: Buffer) =>
    (await database.db`select scopes from api_keys where hash = ${hash}`)[0]?.scopes;
  expect(await scopesOf(await hashOf())).toEqual([...scopes]);
  const few = await hashOf("--scopes", "sessions_read,relay_write");
  expect(await scopesOf(few)).toEqual(["sessions_read", "relay_write"]);
  await expect(script("keys", ...given, "--scopes", "everything")).rejects.toThrow("scopes");
});

test("keys are listed without their texts, and a revoked one opens nothing any more", async () => {
  await script("seed", ...merchant());
  const [row] = await database.db<{ id: string }[]>`select id from merchants`;
  const given = ["--kind", "secret", "--mode", "live", "--merchant", row?.id ?? ""];
  const [key = ""] = keysOf(
    await script("keys", ...given, "--name", "Till", "--scopes", "read-only"),
  );
  const config = { API_KEY_PEPPER: pepper } as Parameters<typeof authenticateKey>[1];
  const open = () => authenticateKey(database.db, config, key);
  const { keyId } = await open();

  const list = await script("keys", "--list", "--merchant", row?.id ?? "", "--mode", "live");
  const line = list.split("\n").find((text) => text.startsWith(keyId));
  const shown = `${key.slice(0, 12)}…${key.slice(-4)}`;
  expect(line).toMatch(new RegExp(`^${keyId} +${shown} +${row?.id} +read-only +Till .* active$`));
  expect(keysOf(list)).toEqual([]);

  const revoked = await script("keys", "--revoke", keyId, "--reason", "the till was stolen");
  expect(revoked).toContain(`${keyId} (${shown}) is revoked: the next request with it is refused.`);
  await expect(open()).rejects.toMatchObject({ code: "authentication_error" });
  const again = await script("keys", "--revoke", keyId);
  expect(again).toMatch(/was revoked already, at .*Z\. Nothing was changed\./);
  expect(await script("keys", "--list")).toMatch(new RegExp(`${keyId}.* revoked \\d{4}-`));
  const entries = await database.db`
    select *, a::text as text from audit_log a where subject_id = ${keyId} order by created_at`;
  expect(entries.map(({ text }) => text).join()).not.toContain(key.slice(12));
  expect(entries).toMatchObject([
    {
      action: "api_key.create",
      actorKind: "operator",
      command: "keys --kind secret --mode live",
      before: null,
      after: { kind: "secret", mode: "live", name: "Till", merchantId: row?.id },
    },
    {
      action: "api_key.revoke",
      actorKind: "operator",
      command: `keys --revoke ${keyId}`,
      reason: "the till was stolen",
    },
  ]);
  await expect(script("keys", "--revoke", "ak_nobody")).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("There is no key ak_nobody"),
  });
});

test("revoking the hosted pages' key says what they need instead", async () => {
  await script("keys", "--mode", "test");
  const [row] = await database.db<{ id: string }[]>`
    select id from api_keys where kind = 'platform' and mode = 'test'`;
  expect(await script("keys", "--revoke", row?.id ?? "")).toContain(
    "If STIPEND_PLATFORM_KEY_TEST is this key, the hosted pages cannot relay",
  );
});
