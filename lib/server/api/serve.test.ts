import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createLogger } from "@/lib/adapters/logger/logger";
import { type Scope, scopes } from "@/lib/core/identity/scopes";
import { mintKey } from "@/lib/domain/identity/api-keys/mint-key";
import type { ApiResponse } from "@/lib/server/http/http";
import { handlerOf } from "@/lib/server/http/route-table";
import { findRoute } from "@/testing/api/route-files";
import { createWorld, type World } from "@/testing/world";

let world: World;
let address: string;
let hosts = 0;

beforeAll(async () => {
  world = await createWorld({ env: { RATE_LIMIT_SCALE: "1" } });
  const { db, config, chains } = world;
  const stopping = new AbortController();
  const log = createLogger("silent");
  const { modules } = world.systemContext();
  globalThis.stipendRuntime = {
    db,
    jobDb: db,
    config,
    log,
    modules,
    stopping,
    chains: async () => chains,
  };
});
beforeEach(() => {
  hosts += 1;
  address = `203.0.113.${hosts}`;
});
afterAll(async () => {
  globalThis.stipendRuntime = undefined;
  await world.stop();
});

interface Call {
  method?: string;
  path?: string;
  key?: string | null;
  headers?: Record<string, string>;
  body?: object;
}

async function send({
  method = "GET",
  path = "/v1/customers",
  key,
  headers,
  body,
}: Call): Promise<ApiResponse> {
  const match = findRoute(path);
  const handler = match && handlerOf(match, method);
  if (!handler) throw new Error(`${path} is not an API path`);
  const all: Record<string, string> = key
    ? { authorization: `Bearer ${key}`, ...headers }
    : { ...headers };
  return handler.api({
    method,
    path,
    params: match.params,
    query: new URLSearchParams(),
    header: (name) => all[name] ?? null,
    bytes: async () => null,
    text: async () => (body ? JSON.stringify(body) : ""),
    address,
  });
}

/** Sends one call after the other until it is answered with 429. */
async function exhaust(call: Call): Promise<{ statuses: number[]; last: ApiResponse }> {
  const statuses: number[] = [];
  for (let n = 0; n < 500; n += 1) {
    const last = await send(call);
    if (last.status === 429) return { statuses, last };
    statuses.push(last.status);
  }
  throw new Error("nothing is limited");
}

const mint = async (merchantId = world.merchant.id, granted: readonly Scope[] = scopes) =>
  (
    await mintKey(world, {
      kind: "secret",
      name: "test",
      merchantId,
      mode: "test",
      scopes: granted,
    })
  ).key;
const only = (statuses: number[]) => [...new Set(statuses)];

function expectLimited({ status, headers, body }: ApiResponse, limit: string): void {
  expect(status).toBe(429);
  expect(headers).toMatchObject({
    "ratelimit-limit": limit,
    "ratelimit-remaining": "0",
    "ratelimit-reset": expect.stringMatching(/^[1-9]\d*$/),
    "retry-after": expect.stringMatching(/^[1-9]\d*$/),
    "stipend-version": "2026-04-27",
    "access-control-allow-origin": "*",
  });
  const { error } = JSON.parse(body);
  expect(error).toMatchObject({ code: "rate_limited", requestId: headers["stipend-request-id"] });
}

test("a key that sends too much is told its limit with the 429", async () => {
  const { statuses, last } = await exhaust({ key: await mint() });
  expect(only(statuses)).toEqual([200]);
  expectLimited(last, "50");
});

test("whoever has no good key is limited by address, and a good key from there is not", async () => {
  const good = await mint();
  const unknown = good.replace("_test_", "_live_");
  for (const key of [null, "nonsense", unknown]) await send({ key });
  const { statuses, last } = await exhaust({ key: unknown });
  expect(only(statuses)).toEqual([401]);
  expect(statuses.length).toBeGreaterThanOrEqual(57);
  expectLimited(last, "60");
  expectLimited(await send({ key: null }), "60");
  expect((await send({ key: good })).status).toBe(200);
  address = "198.51.100.1";
  expect((await send({ key: null })).status).toBe(401);
});

test("whoever lacks the scope is limited by address", async () => {
  const key = await mint(world.merchant.id, ["webhooks_read"]);
  const { statuses, last } = await exhaust({ key });
  expect(only(statuses)).toEqual([403]);
  expectLimited(last, "60");
});

test("whoever asks for paths that there are not is limited by address", async () => {
  const { statuses, last } = await exhaust({ path: "/v1/nothing" });
  expect(only(statuses)).toEqual([404]);
  expectLimited(last, "60");
  expectLimited(await send({ method: "POST", path: "/v1" }), "60");
});

test("an unknown version is counted as any other request", async () => {
  const call = { key: await mint(), headers: { "stipend-version": "1999-01-01" } };
  const { statuses, last } = await exhaust(call);
  expect(only(statuses)).toEqual([400]);
  expectLimited(last, "50");
});

test("a browser's preflight is answered without a key and without limit", async () => {
  for (let n = 0; n < 100; n += 1) {
    const { status, headers, body } = await send({
      method: "OPTIONS",
      path: "/v1/payment-sessions",
      headers: { origin: "https://shop.example", "access-control-request-method": "POST" },
    });
    expect([status, body]).toEqual([204, ""]);
    expect(headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD, POST",
      "access-control-allow-headers": expect.stringContaining("Authorization"),
    });
  }
});

/** What a request may write, in all tables but those of keys, limits and answers. */
async function rows(): Promise<Record<string, unknown>> {
  const tables = await world.db<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('api_keys', 'rate_buckets', 'idempotency_keys')`;
  const counts: Record<string, unknown> = {};
  for (const { name } of tables) {
    const [row] = await world.db`select count(*)::int as rows from ${world.db(name)}`;
    counts[name] = row?.rows;
  }
  return counts;
}

test("what is refused to a suspended merchant is not written either", async () => {
  const { id } = await world.addMerchant();
  const key = await mint(id);
  const call: Call = {
    method: "POST",
    path: "/v1/payment-sessions",
    key,
    body: { amount: "1", currency: "USDC" },
  };
  expect((await send(call)).status).toBe(201);
  await world.db`update merchants set status = 'suspended' where id = ${id}`;
  const before = await rows();
  const refused = await Promise.all([
    send(call),
    send({ ...call, headers: { "idempotency-key": "order-1" } }),
    ...Array.from({ length: 5 }, () => send(call)),
  ]);
  expect(only(refused.map(({ status }) => status))).toEqual([403]);
  expect(JSON.parse(refused[0]?.body ?? "").error.details).toMatchObject({
    reason: "merchant_suspended",
  });
  expect(await rows()).toEqual(before);
});

test("a request that is refused before it is read is not read", async () => {
  const match = findRoute("/v1/customers");
  const handler = match && handlerOf(match, "POST");
  let wasRead = false;
  const answer = await handler?.api({
    method: "POST",
    path: "/v1/customers",
    params: {},
    query: new URLSearchParams(),
    header: () => null,
    bytes: async () => null,
    text: async () => {
      wasRead = true;
      return "[".repeat(5_000);
    },
    address,
  });
  expect([answer?.status, wasRead]).toEqual([401, false]);
});
