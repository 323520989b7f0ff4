import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Endpoint } from "@/lib/contract/endpoint";
import { registry } from "@/lib/contract/registry";
import { newId } from "@/lib/core/ids";
import { makeSamples } from "./api-samples";
import { type ApiMerchant, type ApiTarget, openApiTarget } from "./api-target";
import type { Sample } from "./derive-samples";
import { sendRaw } from "./send-raw";
import { watchRefusals } from "./watch-refusals";

let target: ApiTarget;
let baseUrl: string;
let merchant: ApiMerchant;
let adminToken: string;
let samples: Record<string, Sample>;

beforeAll(async () => {
  target = await watchRefusals(await openApiTarget());
  baseUrl = await target.baseUrl();
  merchant = await target.addMerchant();
  adminToken = await target.adminToken();
  samples = await makeSamples(target, merchant, "test");
});
afterAll(() => target.close());

const endpoints = [...registry];
const writing = endpoints.filter(([, endpoint]) => endpoint.method !== "GET");
const listing = endpoints.filter(([, { query }]) => query && "cursor" in query.shape);
const dated = listing.filter(([, { query }]) => query && "createdAfter" in query.shape);

function pathOf(name: string, { path }: Endpoint): string {
  return path.replace(/\{(\w+)\}/g, (_, key) => samples[name]?.params?.[key] ?? "missing");
}

async function get(name: string, endpoint: Endpoint, query: Record<string, string>) {
  const key = endpoint.auth === "admin" ? adminToken : merchant.keys.test;
  const headers = { authorization: `Bearer ${key}` };
  return target.send({ method: "GET", path: pathOf(name, endpoint), query, headers });
}

describe("no method and no spelling of a path", () => {
  const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"];
  const odd = [
    "*",
    "/",
    "//",
    "/\\",
    "/%",
    "/%00",
    "/%ff",
    "/%c0%af",
    "/..%2f",
    "/.%2e/etc/passwd",
  ];
  const pages = ["/pay", "/pay/", "/pay/%", "/pay/%00", "/pay/%ff", "/pay/ps_0", "/pay/%E0%A4%A"];
  const others = [
    ...["/docs", "/docs/assets/%", "/docs/assets/%00", "/docs/assets/..%2f..%2fpackage.json"],
    ...["/api", "/api/pay/%/events", "/api/pay/%00/events", "/api/pay/%ff/events"],
    ...["/api/pay/ps_0/events", "/api/inngest", "/api/refused/x", "/_next/%", "/_next/image?url=%"],
  ];

  /** The path in spellings that mean the same, and in some that mean nothing. */
  const spellingsOf = (path: string): string[] => [
    path,
    `${path}/`,
    path.replaceAll("/", "//"),
    `${path}/%`,
    `${path}%00`,
    `${path}%ff`,
    `${path}?%=%00&%ff`,
    `${path}/../${"a".repeat(3_000)}`,
    path.toUpperCase(),
    `http://elsewhere.example${path}`,
  ];

  async function expectAnswered(
    path: string,
    { headers = {}, by = methods }: { headers?: Record<string, string>; by?: string[] } = {},
  ): Promise<void> {
    for (const method of by) {
      const { status, body } = await sendRaw(baseUrl, method, path, { headers });
      expect([method, path.slice(0, 80), status < 500, status >= 200]).toEqual([
        method,
        path.slice(0, 80),
        true,
        true,
      ]);
      if (status >= 400 && /^\/+v1(\/|$)/.test(path) && !path.includes("..") && method !== "HEAD") {
        const error = body.slice(0, 500);
        expect(error, `${method} ${path}`).toMatch(/"error":\{"code":"\w+","message":"[^"]+"/);
      }
    }
  }

  /**
   * Here each path has each spelling with each method. A server has the same routes behind it: there each path
   * has each spelling, its own one with each method, and each spelling has each method on some path.
   */
  const methodsFor = (place: number, spelling: number) =>
    process.env.API_TARGET && spelling > 0
      ? methods.filter((_, method) => method === (place + spelling) % methods.length)
      : methods;
  const declared = ["/v1", ...new Set(endpoints.map(([, { path }]) => path))];

  it.each(declared.map((path, place) => [path, place] as const))(
    "of %s ends with 5xx, with and without a key",
    async (template, place) => {
      const path = template.replace(/\{\w+\}/g, "x");
      for (const [number, spelling] of spellingsOf(path).entries()) {
        await expectAnswered(spelling, { by: methodsFor(place, number) });
      }
      await expectAnswered(path, { headers: { authorization: `Bearer ${merchant.keys.test}` } });
    },
    120_000,
  );

  it("has a spelling without some path for each method", () => {
    expect(declared.length).toBeGreaterThanOrEqual(methods.length);
  });

  it.each([...odd, ...pages, ...others])("of %s does", (path) => expectAnswered(path), 120_000);

  it("has a Host header that does", async () => {
    for (const host of ["[", "%", "a b", "x:99999", ""]) {
      for (const path of ["/v1/payment-sessions", "/pay/ps_0", "/api/inngest", "/docs"]) {
        const { status } = await sendRaw(baseUrl, "GET", path, { headers: { host } });
        expect([host, path, status < 500]).toEqual([host, path, true]);
      }
    }
  });

  it("a method that there is not is told which there are", async () => {
    const { status, headers } = await sendRaw(baseUrl, "TRACE", "/v1/payment-sessions");
    expect(status).toBe(405);
    expect(headers.allow).toContain("HEAD");
  });

  it("a path in capitals is none, with each method", async () => {
    for (const method of ["GET", "POST", "DELETE"]) {
      const { status, headers, body } = await sendRaw(baseUrl, method, "/V1/payment-sessions");
      expect([method, status]).toEqual([method, 404]);
      expect(headers["content-type"]).toContain("application/json");
      expect(body).toContain("unknown_path");
    }
  });
});

describe("a body as other clients send it", () => {
  /** The object in an answer, which may be sent in pieces with their lengths between. */
  const readJson = (text: string) => JSON.parse(/\{.*\}/s.exec(text)?.[0] ?? "null");
  const post = async (body: string, more: Record<string, string> = {}) => {
    const headers = {
      authorization: `Bearer ${merchant.keys.test}`,
      "content-type": "application/json",
      ...more,
    };
    const reply = await sendRaw(baseUrl, "POST", "/v1/customers", { headers, body });
    const { error } = readJson(reply.body);
    return { ...reply, told: [reply.status, error?.param, error?.details.reason] };
  };
  const wallet = () =>
    `0x${newId("customer")
      .slice(4, 44)
      .padEnd(40, "0")
      .replace(/[^0-9a-f]/g, "a")}`;
  const customer = (more = "") => `{"walletAddress":"${wallet()}"${more}}`;

  it("is read behind a byte order mark", async () => {
    expect((await post(`\uFEFF${customer()}`)).status).toBe(201);
    expect((await post(customer())).status).toBe(201);
  });

  it.each(["gzip", "deflate", "br", "identity, gzip", "x-unknown"])(
    "is refused in %s",
    async (encoding) => {
      expect((await post(customer(), { "content-encoding": encoding })).told).toEqual([
        ...[415, undefined, "unsupported_media_type"],
      ]);
    },
  );

  it("is taken where its encoding is none", async () => {
    expect((await post(customer(), { "content-encoding": "identity" })).status).toBe(201);
  });

  it("is refused with a key that no object keeps", async () => {
    const { told } = await post(customer(',"metadata":{"__proto__":"kept"}'));
    expect(told).toEqual([400, "metadata", "validation_failed"]);
  });

  it("names a country in either case, and no country as null", async () => {
    for (const [given, kept] of [
      ["es", "ES"],
      ["Pt", "PT"],
      [null, null],
    ]) {
      const { status, body } = await target.send({
        method: "PATCH",
        path: "/v1/merchants/me",
        headers: { authorization: `Bearer ${merchant.session}` },
        body: { countryCode: given },
      });
      expect([status, body.countryCode]).toEqual([200, kept]);
    }
  });

  it("is told what to do instead of Basic authentication", async () => {
    const basic = `Basic ${Buffer.from(`${merchant.keys.test}:`).toString("base64")}`;
    const { status, headers, body } = await post(customer(), { authorization: basic });
    expect([status, headers["www-authenticate"]]).toEqual([401, 'Bearer realm="Stipend"']);
    expect(readJson(body).error.message).toContain("Authorization: Bearer");
  });
});

const beyond = [
  ...["0000-01-01T00:00:00Z", "0000-12-31T23:59:59.999Z", "0001-01-01T00:00:00+00:01"],
  ...["9999-12-31T23:59:59-00:01", "+010000-01-01T00:00:00Z", "-000001-01-01T00:00:00Z"],
  ...["+275760-09-13T00:00:00Z", "2026-02-30T00:00:00Z", "2026-01-01T24:00:01Z", "infinity", "now"],
];

describe("no date", () => {
  it.each(dated)("of %s ends with 5xx", async (name, endpoint) => {
    const params = ["createdAfter", "createdBefore"].filter(
      (param) => param in (endpoint.query?.shape ?? {}),
    );
    for (const param of params) {
      for (const instant of beyond) {
        const { status, body } = await get(name, endpoint, { [param]: instant });
        expect([instant, status, body.error?.param]).toEqual([instant, 400, param]);
      }
      for (const instant of ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"]) {
        expect((await get(name, endpoint, { [param]: instant })).status).toBe(200);
      }
    }
  });

  it("of a session's end does", async () => {
    for (const expiresAt of beyond) {
      const reply = await target.send({
        method: "POST",
        path: "/v1/payment-sessions",
        headers: { authorization: `Bearer ${merchant.keys.test}` },
        body: { amount: "1", currency: "USDC", expiresAt },
      });
      expect([expiresAt, reply.status, reply.body.error?.param]).toEqual([
        expiresAt,
        400,
        "expiresAt",
      ]);
    }
  });
});

describe("no cursor", () => {
  const encode = (...parts: unknown[]) => Buffer.from(parts.join(" ")).toString("base64url");
  const id = newId("event");
  const hostile = [
    ...beyond.map((instant) => encode(instant, id, 1)),
    ...beyond.map((instant) => encode(instant, id)),
    encode("2026-01-01", id),
    encode("2026-01-01T00:00:00Z", id, 1),
    encode("2026-01-01T00:00:00.000Z", "evt_\u0000", 1),
    encode("2026-01-01T00:00:00.000Z", "evt_'; drop table events", 1),
    encode("2026-01-01T00:00:00.000Z", id, "1e3"),
    encode("2026-01-01T00:00:00.000Z", id, "NaN"),
    encode("2026-01-01T00:00:00.000Z", id, 1, 2),
    encode("1", "x_1"),
    encode("", "", ""),
    Buffer.from([0xff, 0xfe, 0x20, 0x00]).toString("base64url"),
    "%",
    "\u0000",
  ];

  it.each(listing)("of %s ends with 5xx", async (name, endpoint) => {
    for (const cursor of hostile) {
      const { status, body } = await get(name, endpoint, { cursor });
      expect([cursor, status, body.error?.param]).toEqual([cursor, 400, "cursor"]);
    }
    const anyCursor = fc.oneof(fc.string({ minLength: 1 }), fc.base64String({ minLength: 4 }));
    await fc.assert(
      fc.asyncProperty(anyCursor, async (cursor) => {
        expect((await get(name, endpoint, { cursor })).status).toBe(400);
      }),
      { numRuns: 25 },
    );
  });
});

describe("no depth of a body", () => {
  const arrays = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

  it.each(writing)("for %s ends with 5xx, with and without a key", async (name, endpoint) => {
    const sessions: Partial<Record<Endpoint["auth"], string>> = {
      session: merchant.session,
      admin: adminToken,
    };
    const bearer = { authorization: `Bearer ${sessions[endpoint.auth] ?? merchant.keys.test}` };
    const isOpen = endpoint.auth === "none";
    for (const nest of [arrays, objects]) {
      for (const depth of [33, 5_000, 40_000]) {
        const body = `{"metadata":${nest(depth)}}`;
        const call = { method: endpoint.method, path: pathOf(name, endpoint), body };
        const known = await target.send({ ...call, headers: bearer });
        expect([known.status, known.body.error?.details?.reason]).toEqual([400, "nested_too_deep"]);
        expect((await target.send(call)).status).toBe(isOpen ? 400 : 401);
      }
    }
  });
});
