import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { type Endpoint, isLimited } from "@/lib/contract/endpoint";
import {
  privyEndpoints,
  registry,
  signedEndpoints,
  uploadEndpoints,
} from "@/lib/contract/registry";
import type { ValidationIssue } from "@/lib/core/errors";
import { type Scope, scopes } from "@/lib/core/identity/scopes";
import { type Mode, modes } from "@/lib/core/modes";
import { apiReasons } from "@/lib/core/refusal-reasons";
import { makeSamples } from "./api-samples";
import {
  type ApiCall,
  type ApiMerchant,
  type ApiReply,
  type ApiTarget,
  openApiTarget,
} from "./api-target";
import type { Sample } from "./derive-samples";
import { routeFiles } from "./route-files";
import { watchRefusals } from "./watch-refusals";

let target: ApiTarget;
let ada: ApiMerchant;
let bob: ApiMerchant;
let adminToken: string;
let samples: {
  ada: Record<string, Sample>;
  adaLive: Record<string, Sample>;
  bob: Record<string, Sample>;
  bobLive: Record<string, Sample>;
};

beforeAll(async () => {
  target = await watchRefusals(await openApiTarget());
  ada = await target.addMerchant();
  bob = await target.addMerchant();
  adminToken = await target.adminToken();
  samples = {
    ada: await makeSamples(target, ada, "test"),
    adaLive: await makeSamples(target, ada, "live"),
    bob: await makeSamples(target, bob, "test"),
    bobLive: await makeSamples(target, bob, "live"),
  };
});
afterAll(() => target.close());

const endpoints = [...registry];
const keyed = endpoints.filter(([, { auth }]) => auth === "merchant" || auth === "relay");
const guarded = endpoints.filter(([, endpoint]) => endpoint.auth !== "none");
const writing = endpoints.filter(([, endpoint]) => endpoint.method !== "GET");
const published = endpoints.filter(([, endpoint]) => isLimited(endpoint));
const listing = endpoints.filter(
  ([, endpoint]) => endpoint.query && "limit" in endpoint.query.shape,
);

/**
 * Their rows are no table's rows: the request log, and what is derived from several; or nothing may move them: what
 * agents did. Their own tests say whose they are.
 */
const derived = [
  "listApiKeyRequests",
  "listRequests",
  "listCustomerValues",
  "listNotifications",
  "listComplianceLogs",
  "listHolds",
  "listRenewals",
  "listAgentActivity",
];
/** What admin users list is no merchant's. */
const tabled = listing.filter(([name, { auth }]) => auth !== "admin" && !derived.includes(name));

function sampleOf(name: string, of: Record<string, Sample> = samples.ada): Sample {
  const sample = of[name];
  if (!sample) throw new Error(`${name} has no sample`);
  return sample;
}

function callOf(endpoint: Endpoint, sample: Sample, key?: string): ApiCall {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(sample.params?.[name] ?? "missing"),
  );
  return {
    method: endpoint.method,
    path,
    query: sample.query,
    body: sample.body,
    headers: {
      "content-type": "application/json",
      ...(key ? { authorization: `Bearer ${key}` } : {}),
    },
  };
}

/** What an endpoint is called with, of the kind that it takes. */
function keyFor({ auth }: Endpoint): string | undefined {
  if (auth === "none") return undefined;
  if (auth === "admin") return adminToken;
  return auth === "session" ? ada.session : ada.keys.test;
}

function expectEnvelope(reply: ApiReply, status: number, code: string): void {
  expect(
    { status: reply.status, code: reply.body.error?.code },
    JSON.stringify(reply.body),
  ).toEqual({ status, code });
  expect(reply.body.error?.message).toBeTypeOf("string");
  expect(reply.body.error?.requestId).toMatch(/^req_/);
  expect(reply.headers["stipend-request-id"]).toBe(reply.body.error?.requestId);
  const { param, details } = reply.body.error ?? {};
  expect(Object.keys(apiReasons)).toContain(details?.reason);
  const issues = (details?.issues ?? []) as ValidationIssue[];
  for (const issue of issues) {
    expect(issue).toEqual({
      path: expect.any(Array),
      message: expect.any(String),
      code: expect.any(String),
    });
  }
  if (param !== undefined) expect(issues[0]?.path.join(".")).toBe(param);
}

/** How many rows each table has that a merchant's request could write to. */
async function countRows(): Promise<Record<string, bigint>> {
  const tables = [
    "payment_sessions",
    "transactions",
    "customers",
    "webhook_endpoints",
    "webhook_deliveries",
    "webhook_dispatches",
    "events",
    "relay_submissions",
    "idempotency_keys",
    "outbox",
  ];
  const counted = tables.map(
    (table) => target.db`(select count(*) ${ownRows(table)}) as ${target.db(table)}`,
  );
  // One statement: it is asked twice in hundreds of tests.
  const columns = counted.reduce((before, column) => target.db`${before}, ${column}`);
  const [row] = await target.db<Record<string, bigint>[]>`select ${columns}`;
  if (!row) throw new Error("no counts");
  return row;
}

/** Of the tables that name their merchant, or an endpoint of theirs, only the rows of these tests. */
function ownRows(table: string) {
  const { db } = target;
  const all = db`from ${db(table)}`;
  const merchants = db([ada.id, bob.id]);
  if (table === "idempotency_keys" || table === "outbox") return all;
  if (table !== "webhook_dispatches") return db`${all} where merchant_id in ${merchants}`;
  return db`
    ${all}
    where endpoint_id in (select id from webhook_endpoints where merchant_id in ${merchants})`;
}

async function expectNothingWritten(work: () => Promise<void>): Promise<void> {
  const before = await countRows();
  await work();
  const after = await countRows();
  // On a server that runs jobs, the outbox and idempotency tables move by themselves.
  if (process.env.API_TARGET)
    for (const table of ["outbox", "idempotencyKeys"]) delete after[table];
  expect(after).toEqual(
    Object.fromEntries(Object.keys(after).map((table) => [table, before[table]])),
  );
}

describe("every declared endpoint", () => {
  it("has a sample here", () => {
    expect(Object.keys(samples.ada).sort()).toEqual([...registry.keys()].sort());
  });

  it("is served at its path, and nothing undeclared is", () => {
    const declared = [...endpoints, ...signedEndpoints, ...privyEndpoints, ...uploadEndpoints]
      .map(([, endpoint]) => `${endpoint.method} ${endpoint.path}`)
      .sort();
    const found = routeFiles
      .filter(({ path }) => !path.includes("[...") && !/^\/(openapi\.json|api\/)/.test(path))
      .flatMap(({ path, handlers }) => {
        const url = path.replace(/\[(\w+)\]/g, "{$1}");
        const refused = handlers.PUT;
        return ["GET", "POST", "PATCH", "DELETE"]
          .filter((method) => handlers[method] !== refused)
          .map((method) => `${method} ${url}`);
      });
    expect(found.sort()).toEqual(declared);
  });

  it.each(published)("%s answers another method with 405 and `Allow`", async (name, endpoint) => {
    const reply = await target.send({
      ...callOf(endpoint, sampleOf(name)),
      method: "PUT",
      body: {},
    });
    expectEnvelope(reply, 405, "invalid_request");
    const allowed = (reply.headers.allow ?? "").split(", ");
    expect(allowed).toContain(endpoint.method);
    expect(allowed.includes("HEAD")).toBe(allowed.includes("GET"));
  });
});

describe("a path that the API does not have", () => {
  it.each(["/v1", "/v1/", "/v1/nothing", "/v1/payment-sessions/ps_x/nothing", "/v1/a/b/c/d"])(
    "%s is 404",
    async (path) => {
      for (const method of ["GET", "POST", "DELETE"]) {
        expectEnvelope(await target.send({ method, path }), 404, "not_found");
      }
    },
  );
});

describe("who may call", () => {
  it.each(guarded)("%s refuses a missing, mistyped and unknown key", async (name, endpoint) => {
    const sample = sampleOf(name);
    const unknown = ada.keys.test.replace(/.{36}$/, "");
    const keys = [undefined, "sk_test_short", `${ada.keys.test}x`, unknown, "Basic abc"];
    await expectNothingWritten(async () => {
      for (const key of keys) {
        const reply = await target.send(callOf(endpoint, sample, key));
        expectEnvelope(reply, 401, "authentication_error");
      }
    });
  });

  it.each(keyed)("%s refuses a revoked key on its very next use", async (name, endpoint) => {
    const { id, key } = await target.mint(ada.id, "test", scopes);
    await target.db`update api_keys set status = 'revoked', revoked_at = now() where id = ${id}`;
    expectEnvelope(
      await target.send(callOf(endpoint, sampleOf(name), key)),
      401,
      "authentication_error",
    );
  });

  it.each(keyed)(
    "%s refuses a key with every other scope and names the one it needs",
    async (name, endpoint) => {
      const others = scopes.filter((scope) => scope !== endpoint.scope);
      const { key } = await target.mint(ada.id, "test", others);
      await expectNothingWritten(async () => {
        const reply = await target.send(callOf(endpoint, sampleOf(name), key));
        expectEnvelope(reply, 403, "permission_denied");
        expect(reply.body.error?.details).toMatchObject({ requiredScope: endpoint.scope });
      });
    },
  );

  it.each(guarded)(
    "%s takes a publishable key only where it is declared",
    async (name, endpoint) => {
      const reply = await target.send(callOf(endpoint, sampleOf(name), ada.publishable.test));
      if (endpoint.publishable) expect(reply.status).toBe(endpoint.status);
      else expectEnvelope(reply, 403, "permission_denied");
    },
  );

  it("the scope of each endpoint is one that exists", () => {
    for (const [, endpoint] of keyed) expect(scopes).toContain(endpoint.scope as Scope);
  });
});

describe("whose objects", () => {
  const owning = () => endpoints.filter(([name]) => samples.ada[name]?.owned);

  it("of another merchant or mode are not found by any endpoint, and stay as they are", async () => {
    for (const [name, endpoint] of owning()) {
      await expectNothingWritten(async () => {
        for (const foreign of [samples.bob, samples.adaLive, samples.bobLive]) {
          const reply = await target.send(
            callOf(endpoint, sampleOf(name, foreign), keyFor(endpoint)),
          );
          expectEnvelope(reply, 404, "not_found");
        }
      });
    }
  });

  it("that do not exist, or cannot, are not found", async () => {
    const ids = ["ps_000000000000000000000000", "nothing", "%00", "a".repeat(80), "‮"];
    for (const [name, endpoint] of owning()) {
      for (const id of ids) {
        const sample = { ...sampleOf(name), params: { [sampleOf(name).owned ?? "id"]: id } };
        const reply = await target.send(callOf(endpoint, sample, keyFor(endpoint)));
        expect([400, 404], `${name} ${id}`).toContain(reply.status);
        expect(reply.body.error?.code).toMatch(/^(not_found|invalid_request)$/);
      }
    }
  });
});

describe("whose rows", () => {
  const tableOf = (name: string) => sampleOf(name).table ?? `no table of ${name}`;

  /** The ids of an owner's rows in a mode. */
  async function rowsOf(name: string, owner: ApiMerchant, mode: Mode): Promise<string[]> {
    const { db } = target;
    const rows = await db<{ id: string }[]>`
      select id from ${db(tableOf(name))} where merchant_id = ${owner.id} and mode = ${mode}`;
    return rows.map(({ id }) => id);
  }

  /** The ids that a key is shown, a row at a time. */
  async function readList(name: string, endpoint: Endpoint, key: string): Promise<string[]> {
    const ids: string[] = [];
    let query: Record<string, string> = { limit: "1" };
    for (;;) {
      const { body } = await target.send({ ...callOf(endpoint, sampleOf(name), key), query });
      const { data, nextCursor } = body as { data: { id: string }[]; nextCursor: string | null };
      ids.push(...data.map(({ id }) => id));
      if (nextCursor === null) return ids;
      query = { limit: "1", cursor: nextCursor };
    }
  }

  it.each(tabled)(
    "%s shows: all of the key's merchant and mode, no others",
    async (name, endpoint) => {
      const { db } = target;
      // Of one moment, so that everybody's rows lie between each other's.
      await db`
      update ${db(tableOf(name))} set created_at = date_trunc('day', now())
      where merchant_id in ${db([ada.id, bob.id])}`;
      const everybody = [ada, bob].flatMap((one) => modes.map((mode) => [one, mode] as const));
      // Below an object the list is of its owner alone: everybody else gets 404.
      const owners = sampleOf(name).owned ? everybody.slice(0, 1) : everybody;
      for (const [owner, mode] of owners) {
        const before = await rowsOf(name, owner, mode);
        expect(before.length, `${mode} rows of ${name}`).toBeGreaterThan(0);
        const shown = await readList(name, endpoint, owner.keys[mode]);
        const after = await rowsOf(name, owner, mode);
        expect(shown).toEqual(expect.arrayContaining(before));
        expect(after).toEqual(expect.arrayContaining(shown));
        expect(new Set(shown).size).toBe(shown.length);
      }
    },
  );
});

describe("a bad body", () => {
  it.each(writing)("of %s that is not JSON is refused", async (name, endpoint) => {
    await expectNothingWritten(async () => {
      for (const body of ["{", "[1,", "{'a':1}", "\u0000", "nul"]) {
        const call = { ...callOf(endpoint, sampleOf(name), keyFor(endpoint)), body };
        expectEnvelope(await target.send(call), 400, "invalid_request");
      }
    });
  });

  it.each(writing)(
    "of %s that is not an object, or has a field too many, is refused",
    async (name, endpoint) => {
      const sample = sampleOf(name);
      const bodies = [
        [],
        "[]",
        "1",
        "null",
        '"text"',
        { ...sample.body, merchantId2: "x" },
        { ...sample.body, status: "confirmed" },
      ];
      await expectNothingWritten(async () => {
        for (const body of bodies) {
          const reply = await target.send({ ...callOf(endpoint, sample, keyFor(endpoint)), body });
          expectEnvelope(reply, 400, "invalid_request");
        }
        const extra = { ...sample.body, isAdmin: true };
        const reply = await target.send({
          ...callOf(endpoint, sample, keyFor(endpoint)),
          body: extra,
        });
        expect(reply.body.error).toMatchObject({
          param: "isAdmin",
          details: { issues: [{ path: ["isAdmin"] }] },
        });
      });
    },
  );

  it.each(writing)("of %s over 256 kB is 413", async (name, endpoint) => {
    const body = JSON.stringify({ ...sampleOf(name).body, filler: "x".repeat(300 * 1024) });
    const reply = await target.send({
      ...callOf(endpoint, sampleOf(name), keyFor(endpoint)),
      body,
    });
    expectEnvelope(reply, 413, "invalid_request");
  });
});

describe("a filter by an empty text", () => {
  const filters = listing.flatMap(([name, endpoint]) =>
    Object.entries(endpoint.query?.shape ?? {}).flatMap(([field, schema]) =>
      (schema as z.ZodType).safeParse("").success ? [[name, field, endpoint] as const] : [],
    ),
  );

  it("is taken where a client may send one by mistake", () => {
    expect(filters.map(([name, field]) => `${name} ${field}`)).toContain(
      "listRefunds transactionId",
    );
  });

  it.each(filters)("of %s by %s finds nothing", async (name, field, endpoint) => {
    const call = callOf(endpoint, sampleOf(name), keyFor(endpoint));
    const { status, body } = await target.send({ ...call, query: { [field]: "" } });
    expect([status, body.data]).toEqual([200, []]);
  });
});

describe("a bad query", () => {
  it.each(listing)("of %s is refused by name", async (name, endpoint) => {
    const bad: Record<string, string>[] = [
      { limit: "0" },
      { limit: "101" },
      { limit: "-1" },
      { limit: "x" },
      { limit: "" },
      { cursor: "" },
      { cursor: "x" },
      { nothing: "1" },
      { cursor: "\u0000" },
    ];
    for (const query of bad) {
      const reply = await target.send({
        ...callOf(endpoint, sampleOf(name), keyFor(endpoint)),
        query,
      });
      expectEnvelope(reply, 400, "invalid_request");
      expect(reply.body.error?.param).toBe(Object.keys(query)[0]);
    }
  });

  it.each(tabled)("%s pages through its own rows", async (name, endpoint) => {
    const reply = await target.send({
      ...callOf(endpoint, sampleOf(name), keyFor(endpoint)),
      query: { limit: "1" },
    });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      object: "list",
      url: endpoint.path.replace("{id}", sampleOf(name).params?.id ?? ""),
    });
    expect(reply.body.data).toHaveLength(1);
  });
});

function cachingOf({ streams, cachedSeconds }: Endpoint): string {
  if (cachedSeconds !== undefined) return `public, max-age=${cachedSeconds}`;
  return streams ? "no-store, no-transform" : "no-store";
}

describe("every answer", () => {
  it.each(published)("of %s carries its request id, version and limits", async (name, endpoint) => {
    const key = keyFor(endpoint);
    const reply = await target.send({ ...callOf(endpoint, sampleOf(name), key), body: "{" });
    expect(reply.headers).toMatchObject({
      "stipend-request-id": expect.stringMatching(/^req_[0-9A-Za-z]{24}$/),
      "stipend-version": "2026-04-27",
      "ratelimit-limit": expect.stringMatching(/^\d+$/),
      "ratelimit-remaining": expect.stringMatching(/^\d+$/),
      "ratelimit-reset": expect.stringMatching(/^\d+$/),
      "cache-control": cachingOf(endpoint),
    });
  });

  it.each(published)("of %s refuses a version that does not exist", async (name, endpoint) => {
    const call = callOf(endpoint, sampleOf(name), keyFor(endpoint));
    const reply = await target.send({
      ...call,
      headers: { ...call.headers, "stipend-version": "1999-01-01" },
    });
    expectEnvelope(reply, 400, "invalid_request");
    expect(reply.body.error?.param).toBe("Stipend-Version");
  });
});
