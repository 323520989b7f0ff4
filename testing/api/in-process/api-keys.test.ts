import { createHash, generateKeyPairSync, sign as signBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST } from "@/app/v1/contact/route";
import { createDb, type Sql } from "@/db/client";
import type { Env } from "@/lib/adapters/env/env";
import type { IdentityProfile } from "@/lib/adapters/identity/identity-provider";
import { createLogger } from "@/lib/adapters/logger/logger";
import { type Scope, scopePresets, scopes } from "@/lib/core/identity/scopes";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import { maxKeys } from "@/lib/domain/identity/api-keys/create-api-key";
import { rotateApiKey } from "@/lib/domain/identity/api-keys/rotate-api-key";
import { requireLiveEligibility } from "@/lib/domain/merchants/live-eligibility";
import { removeOldRows } from "@/lib/domain/operations/retention/remove-old-rows";
import type { Context, MerchantActor, SystemActor } from "@/lib/domain/platform/context";
import { authenticateKey } from "@/lib/server/api/authenticate-key";
import { runtime } from "@/lib/server/runtime";
import {
  type ApiMerchant,
  type ApiReply,
  type ApiTarget,
  openApiTarget,
} from "@/testing/api/api-target";
import { addUser } from "@/testing/api/persons";
import { type Receiver, startReceiver } from "@/testing/webhook-receiver";

let target: ApiTarget;
let ada: ApiMerchant;
/** A pool as another process has it. */
let other: Sql;

beforeAll(async () => {
  target = await openApiTarget();
  ada = await target.addMerchant();
  other = createDb(target.config.DATABASE_URL, { max: 2 });
});
afterAll(async () => {
  await other.end();
  await target.close();
});

/** Changes the settings of the process under test. */
function configure(change: Partial<Env>): void {
  const current = runtime();
  globalThis.stipendRuntime = { ...current, config: { ...current.config, ...change } };
}

interface RequestOptions {
  body?: unknown;
  headers?: Record<string, string>;
  query?: Record<string, string>;
}
type Method = "GET" | "POST";
const ask = (
  bearer: string,
  method: Method,
  path: string,
  { headers, ...asked }: RequestOptions = {},
) =>
  target.send({
    ...asked,
    method,
    path: `/v1/api-keys${path}`,
    headers: { authorization: `Bearer ${bearer}`, ...headers },
  });
const inLive = { "stipend-mode": "live" };
const body = (more: object = {}) => ({
  name: "Server",
  scopes: ["sessions_read"],
  mode: "test",
  ...more,
});

interface CreatedObject {
  id: string;
  secret: string;
  [field: string]: unknown;
}
async function made(reply: Promise<ApiReply>): Promise<CreatedObject> {
  const answer = await reply;
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body as CreatedObject;
}
const make = (bearer = ada.session, more: object = {}) =>
  made(ask(bearer, "POST", "", { body: body(more) }));
const told = ({ status, body: { error } }: ApiReply) => [
  status,
  error?.code,
  error?.details?.reason,
];
const denied = (reason: string) => [403, "permission_denied", reason];
/** Whether a key is taken: with its own scope to read keys, or at all. */
async function isTaken(secret: string): Promise<boolean> {
  const [here, there] = await Promise.all([
    ask(secret, "GET", "/ak_x").then(({ status }) => status !== 401),
    authenticateKey(other, target.config, secret).then(
      () => true,
      () => false,
    ),
  ]);
  expect(here).toBe(there);
  return here;
}
const audits = (id: string) => target.db<{ action: string; actorKind: string; after: object }[]>`
  select action, actor_kind, after from audit_log where subject_id = ${id} order by created_at, id`;
const mailsOf = (kind: string, merchantId: string) => target.db`
  select recipient, mode, facts from mails where kind = ${kind} and merchant_id = ${merchantId}`;

describe("a new key", () => {
  it("is shown once, is taken at once, and is nowhere stored", async () => {
    const { secret, ...rest } = await make(ada.session, { name: "Lambda" });
    expect(rest).toMatchObject({
      object: "api_key",
      mode: "test",
      kind: "secret",
      name: "Lambda",
      scopes: ["sessions_read"],
      prefix: secret.slice(0, 12),
      last4: secret.slice(-4),
      status: "active",
      apiVersion: "2026-04-27",
      lastUsedAt: null,
      expiresAt: null,
      rotatedToId: null,
      leak: null,
    });
    expect(await isTaken(secret)).toBe(true);
    const { body: got } = await ask(ada.session, "GET", `/${rest.id}`);
    expect(got).toEqual({ ...rest, lastUsedAt: expect.any(String) });
    const [row] = await target.db`select * from api_keys where id = ${rest.id}`;
    expect(JSON.stringify([row, await audits(rest.id)])).not.toContain(secret.slice(12, -4));
    expect(await audits(rest.id)).toMatchObject([
      { action: "api_key.create", actorKind: "session", after: { name: "Lambda", keyId: rest.id } },
    ]);
  });

  it("has the scopes of a preset", async () => {
    for (const preset of ["full", "read-only", "checkout-only"] as const) {
      expect((await make(ada.session, { scopes: preset })).scopes).toEqual(scopePresets[preset]);
    }
  });

  it("shows no secret to a repetition of the request", async () => {
    const headers = { "idempotency-key": newId("request") };
    const first = await made(ask(ada.keys.test, "POST", "", { body: body(), headers }));
    const again = await made(ask(ada.keys.test, "POST", "", { body: body(), headers }));
    expect(again).toEqual({ ...first, secret: null, secretStatus: "secret_shown_once" });
  });

  it("that expires is refused from then on, and is not made once it would have", async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const { id, secret } = await make(ada.session, { expiresAt });
    expect(await isTaken(secret)).toBe(true);
    await target.db`update api_keys set expires_at = now() where id = ${id}`;
    expect(await isTaken(secret)).toBe(false);
    expect((await ask(ada.session, "GET", `/${id}`)).body.status).toBe("expired");
    expect(told(await ask(ada.session, "POST", `/${id}/rotate`))).toEqual([
      ...[403, "session_invalid_state", "key_expired"],
    ]);
    const late = body({ expiresAt: new Date().toISOString() });
    const reply = await ask(ada.session, "POST", "", { body: late });
    expect([reply.body.error?.param, ...told(reply)]).toEqual([
      ...["expiresAt", 400, "invalid_request", "already_expired"],
    ]);
  });

  it("is not made beyond a hundred", async () => {
    const eve = await target.addMerchant();
    await target.db`
      insert into api_keys (id, merchant_id, mode, kind, name, scopes, hash, prefix, last4, api_version)
      select id || n, merchant_id, mode, kind, name, scopes, decode(md5(id || n), 'hex'), prefix, last4, api_version
      from api_keys, generate_series(3, ${maxKeys - 1}) n
      where merchant_id = ${eve.id} and mode = 'test' and kind = 'secret'`;
    const sent = await Promise.all(
      Array.from({ length: 4 }, () => ask(eve.session, "POST", "", { body: body() })),
    );
    const refused = [400, "invalid_request", "too_many_keys"];
    expect(sent.map(told).sort()).toEqual([[201, undefined, undefined], refused, refused, refused]);
  });
});

describe("a publishable key", () => {
  it("has no scopes, and is taken from the pages of its origins alone", async () => {
    const page = "https://shop.example";
    const key = await make(ada.session, {
      kind: "publishable",
      scopes: undefined,
      allowedOrigins: [page],
    });
    expect(key).toMatchObject({ kind: "publishable", scopes: [], allowedOrigins: [page] });
    expect(key.secret).toMatch(/^pk_test_/);
    const open = (headers: Record<string, string>) =>
      target.send({
        method: "POST",
        path: "/v1/payment-sessions",
        headers: { authorization: `Bearer ${key.secret}`, ...headers },
        body: { amount: "5000000", currency: "USDC" },
      });
    expect((await open({ origin: page })).status).toBe(201);
    for (const headers of [{}, { origin: `${page}.evil.example` }, { origin: "null" }]) {
      expect(told(await open(headers as Record<string, string>))).toEqual(
        denied("origin_not_allowed"),
      );
    }
  });

  it("keeps an origin in its one form", async () => {
    const allowedOrigins = ["https://Shop.example/"];
    const given = body({ kind: "publishable", scopes: undefined, allowedOrigins });
    const { body: made, status } = await ask(ada.session, "POST", "", { body: given });
    expect([made.allowedOrigins, status]).toEqual([["https://shop.example"], 201]);
  });

  const wrong: [string, object][] = [
    ["scopes", { kind: "publishable" }],
    ["allowedOrigins", { allowedOrigins: ["https://shop.example"] }],
    ...["shop.example", "ftp://a.b", "*", "null"].map((origin): [string, object] => [
      "allowedOrigins",
      { kind: "publishable", scopes: undefined, allowedOrigins: [origin] },
    ]),
    [
      "allowedOrigins",
      {
        ...body({ kind: "publishable", scopes: undefined, mode: "live" }),
        allowedOrigins: ["http://a.b"],
      },
    ],
  ];
  it.each(wrong)("is not made with wrong %s: %j", async (field, more) => {
    const reply = await ask(ada.session, "POST", "", { body: body(more) });
    expect([reply.body.error?.param, reply.status]).toEqual([field, 400]);
  });
});

describe("a key", () => {
  const withScopes = (granted: readonly Scope[], mode: Mode = "test") =>
    target.mint(ada.id, mode, granted);

  it("makes and rotates none that may do more than itself", async () => {
    const { key } = await withScopes(["api_keys_write", "sessions_read"]);
    const child = await make(key, { scopes: ["sessions_read"] });
    const [row] = await target.db`select created_by_key from api_keys where id = ${child.id}`;
    expect(row?.createdByKey).toMatch(/^ak_/);
    const further = await ask(key, "POST", "", {
      body: body({ scopes: ["sessions_read", "refunds_write"] }),
    });
    expect(told(further)).toEqual(denied("scope_missing"));
    expect(further.body.error).toMatchObject({ details: { requiredScope: "refunds_write" } });
    const strong = await withScopes(scopes);
    expect(told(await ask(key, "POST", `/${strong.id}/rotate`))).toEqual(denied("scope_missing"));
    expect(await isTaken(strong.key)).toBe(true);
    expect((await ask(key, "POST", `/${child.id}/rotate`)).status).toBe(201);
  });

  it("makes none of the other mode", async () => {
    for (const [mode, wanted] of [
      ["test", "live"],
      ["live", "test"],
    ] as const) {
      const { key } = await withScopes(scopes, mode);
      const reply = await ask(key, "POST", "", { body: body({ mode: wanted }) });
      expect([reply.body.error?.param, ...told(reply)]).toEqual([
        "mode",
        ...denied("key_mode_mismatch"),
      ]);
    }
  });

  it("that was revoked meanwhile makes nothing", async () => {
    const { id, key } = await withScopes(scopes);
    let sent: Promise<ApiReply> | undefined;
    await target.db.begin(async (tx) => {
      await tx`select 1 from merchants where id = ${ada.id} for no key update`;
      sent = ask(key, "POST", "", { body: body() });
      await sleep(150);
      await tx`update api_keys set status = 'revoked' where id = ${id}`;
    });
    expect(told((await sent) as ApiReply)).toEqual([
      401,
      "authentication_error",
      "api_key_invalid",
    ]);
    expect(await target.db`select 1 from api_keys where created_by_key = ${id}`).toEqual([]);
  });
});

describe("rotating", () => {
  it("gives one that may do the same, and the old one is refused by every process", async () => {
    const page = ["https://shop.example"];
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    for (const more of [
      { scopes: ["sessions_read", "webhooks_read"], expiresAt },
      { kind: "publishable", scopes: undefined, allowedOrigins: page },
    ]) {
      const old = await make(ada.session, more);
      const fresh = await made(ask(ada.session, "POST", `/${old.id}/rotate`));
      expect([await isTaken(old.secret), await isTaken(fresh.secret)]).toEqual([false, true]);
      const { kind, mode, name, scopes: granted, allowedOrigins, apiVersion } = old;
      expect(fresh).toMatchObject({
        kind,
        mode,
        name,
        scopes: granted,
        allowedOrigins,
        apiVersion,
      });
      expect(fresh.expiresAt).toBe(old.expiresAt);
      expect((await ask(ada.session, "GET", `/${old.id}`)).body).toMatchObject({
        ...{ status: "revoked", revokedReason: "rotated", rotatedToId: fresh.id },
      });
      expect((await audits(old.id)).map(({ action }) => action)).toEqual([
        ...["api_key.create", "api_key.rotate"],
      ]);
      expect(told(await ask(ada.session, "POST", `/${old.id}/rotate`))).toEqual([
        ...[403, "session_invalid_state", "key_revoked"],
      ]);
    }
  });

  it("at the same time gives one new key", async () => {
    const { id } = await make();
    const sent = await Promise.all(
      Array.from({ length: 5 }, () => ask(ada.session, "POST", `/${id}/rotate`)),
    );
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(1);
    const [row] = await target.db`
      select count(*)::int as keys from api_keys where id = (select rotated_to_id from api_keys where id = ${id})`;
    expect(row).toEqual({ keys: 1 });
  });

  it("that fails in the middle leaves the old key", async () => {
    const old = await make();
    const actor: MerchantActor = {
      ...{ kind: "session", merchantId: ada.id, mode: "test", userId: "usr_x", sessionId: "ses_x" },
    };
    const ctx = { db: target.db, config: target.config, actor, requestId: null };
    const failing = rotateApiKey(ctx as unknown as Context<MerchantActor>, { id: old.id });
    await expect(failing).rejects.toThrow();
    expect(await isTaken(old.secret)).toBe(true);
    expect(
      await target.db`select 1 from api_keys where id = (
      select rotated_to_id from api_keys where id = ${old.id})`,
    ).toEqual([]);
  });
});

it("revoking a key ends it for every process, once", async () => {
  const { id, secret } = await make();
  const { body: first } = await ask(ada.session, "POST", `/${id}/revoke`);
  expect(first).toMatchObject({ id, status: "revoked", revokedReason: "manual" });
  expect(await isTaken(secret)).toBe(false);
  expect((await ask(ada.session, "POST", `/${id}/revoke`)).body).toEqual(first);
  expect((await audits(id)).map(({ action }) => action)).toEqual([
    ...["api_key.create", "api_key.revoke"],
  ]);
});

it("a closed merchant gets no key", async () => {
  const shut = await target.addMerchant();
  const { id } = await make(shut.session);
  await target.db`update merchants set status = 'closed' where id = ${shut.id}`;
  for (const path of ["", `/${id}/rotate`]) {
    const reply = await ask(shut.session, "POST", path, path ? {} : { body: body() });
    expect(told(reply)).toEqual(denied("merchant_closed"));
  }
  expect((await ask(shut.session, "POST", `/${id}/revoke`)).status).toBe(201);
});

describe("in live mode", () => {
  const longAgo = (subject: string) =>
    target.issuer.tokenOf(subject, { auth_time: Math.floor(Date.now() / 1_000) - 660 });
  const live = body({ mode: "live" });

  it("a person authenticates anew to make and to rotate a key", async () => {
    const { subject } = await addUser(target.db, target.issuer, [ada.id]);
    const stale = longAgo(subject);
    const { id } = await target.mint(ada.id, "live", []);
    const needed = denied("step_up_required");
    expect(told(await ask(stale, "POST", "", { body: live }))).toEqual(needed);
    expect(told(await ask(stale, "POST", `/${id}/rotate`, { headers: inLive }))).toEqual(needed);
    expect((await make(stale)).mode).toBe("test");
    const { id: ofTest } = await target.mint(ada.id, "test", []);
    expect((await ask(stale, "POST", `/${ofTest}/rotate`)).status).toBe(201);
    await target.db`update merchants set email = 'ada@example.com' where id = ${ada.id}`;
    const { id: fresh } = await made(
      ask(ada.session, "POST", `/${id}/rotate`, { headers: inLive }),
    );
    expect(await mailsOf("api_key_created", ada.id)).toMatchObject([
      { recipient: "ada@example.com", mode: "live", facts: { keyId: fresh, byKey: false } },
    ]);
  });

  it("a person authenticates anew to say where webhooks go", async () => {
    const { subject } = await addUser(target.db, target.issuer, [ada.id]);
    const stale = longAgo(subject);
    const send = (method: string, path: string, sent?: object) =>
      target.send({
        method,
        path: `/v1/webhook-endpoints${path}`,
        headers: { authorization: `Bearer ${stale}`, ...inLive },
        body: sent,
      });
    const hook = { url: "https://example.com/hook", events: ["payment.completed"], mode: "live" };
    for (const reply of [
      await send("POST", "", hook),
      await send("PATCH", "/we_x", { url: "https://evil.example/" }),
      await send("POST", "/we_x/enable"),
      await send("POST", "/we_x/rotate-secret"),
    ]) {
      expect(told(reply)).toEqual(denied("step_up_required"));
    }
    expect((await send("POST", "/we_x/disable")).status).toBe(404);
  });

  it("whoever may not go live gets no key, and is told why", async () => {
    for (const bearer of [ada.session, ada.keys.live]) {
      const reply = await ask(bearer, "POST", "", { body: live });
      expect([reply.body.error?.param, ...told(reply)]).toEqual([
        "mode",
        ...denied("live_mode_ineligible"),
      ]);
      expect(reply.body.error?.details?.reasons).toMatchObject([
        { code: "email_unverified", action: { href: expect.any(String) } },
        { code: "two_factor_disabled" },
        {
          code: "onboarding_incomplete",
          missing: ["businessSector", "countryCode", "payoutAddress"],
        },
      ]);
    }
  });

  it("whoever fulfils everything may go live, as the identity provider says now", async () => {
    const eve = await target.addMerchant();
    await target.db`
      update merchants set business_sector = 'Food', country_code = 'DE', payout_address = ${`0x${"22".repeat(20)}`}
      where id = ${eve.id}`;
    const known: IdentityProfile = {
      ...{ provider: "test", subject: "ada", email: "ada@example.com", createdAt: new Date(0) },
      ...{ emailVerified: true, secondFactors: ["totp"], disabled: false },
    };
    const actor = { kind: "key", merchantId: eve.id } as MerchantActor;
    const identityOf = async () => known;
    const may = () => requireLiveEligibility({ db: target.db, identityOf, actor });
    await expect(may()).resolves.toBeUndefined();
    for (const change of [{ emailVerified: false }, { secondFactors: [] }, { disabled: true }]) {
      const before = { ...known };
      Object.assign(known, change);
      await expect(may()).rejects.toMatchObject({
        info: { details: { reason: "live_mode_ineligible" } },
      });
      Object.assign(known, before);
    }
    await target.db`update merchants set status = 'suspended' where id = ${eve.id}`;
    await expect(may()).rejects.toMatchObject({
      info: { details: { reasons: [{ code: "merchant_not_active" }] } },
    });
  });
});

it("what a key was used for is listed and downloaded, of one's own keys alone", async () => {
  const { id, secret } = await make(ada.session, { scopes: ["api_keys_read"] });
  for (let times = 0; times < 3; times += 1) await ask(secret, "GET", "");
  await ask(secret, "POST", "", { body: body() });
  const bob = await target.addMerchant();
  type RequestList = {
    data: { requestId: string; route: string; status: number; reason: string | null }[];
  };
  const list = async (query = {}) =>
    (await ask(ada.session, "GET", `/${id}/requests`, { query })).body as unknown as RequestList & {
      nextCursor: string;
    };
  await expect.poll(async () => (await list()).data.length, { timeout: 5_000 }).toBe(4);
  const { data } = await list();
  const shown = data.map(({ route, status, reason }) => [route, status, reason]);
  expect(shown.sort()).toEqual([
    ...[
      ["/v1/api-keys", 200, null],
      ["/v1/api-keys", 200, null],
      ["/v1/api-keys", 200, null],
    ],
    ["/v1/api-keys", 403, "scope_missing"],
  ]);
  const first = await list({ limit: "3" });
  const rest = await list({ limit: "3", cursor: first.nextCursor });
  expect([...first.data, ...rest.data].map(({ requestId }) => requestId)).toEqual(
    data.map(({ requestId }) => requestId),
  );
  expect((await list({ createdAfter: new Date(Date.now() + 60_000).toISOString() })).data).toEqual(
    [],
  );
  for (const path of [`/${id}/requests`, `/${id}/requests/export`]) {
    expect((await ask(bob.session, "GET", path)).status).toBe(404);
    expect((await ask(ada.session, "GET", path, { headers: inLive })).status).toBe(404);
  }
  const file = await fetch(`${await target.baseUrl()}/v1/api-keys/${id}/requests/export`, {
    headers: { authorization: `Bearer ${ada.session}` },
  });
  expect(file.headers.get("content-type")).toBe("text/csv");
  const lines = (await file.text()).split("\r\n");
  expect(lines).toHaveLength(6);
  expect(lines[0]).toBe("time,request,method,route,status,reason,network,milliseconds");
  expect(lines[1]).toMatch(
    /^20[^,]+,req_\w+,(GET|POST),\/v1\/api-keys,\d+,\w*,127\.0\.0\.0\/24,\d+$/,
  );
});

describe("a report of leaked keys", () => {
  const pair = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  let github: Receiver;

  beforeAll(async () => {
    github = await startReceiver();
    const key = pair.publicKey.export({ format: "pem", type: "spki" });
    const published = JSON.stringify({ public_keys: [{ key_identifier: "k1", key }] });
    github.answerWith((_, response) => response.writeHead(200, { etag: '"1"' }).end(published));
    configure({ SECRET_SCANNING_KEYS_URL: github.url, WEBHOOK_ALLOW_PRIVATE: true });
  });
  afterAll(() => github.close());

  const sign = (text: string) => ({
    "github-public-key-identifier": "k1",
    "github-public-key-signature": signBytes("sha256", Buffer.from(text), pair.privateKey).toString(
      "base64",
    ),
  });
  const send = (text: string, headers: Record<string, string> = sign(text)) =>
    target.send({ method: "POST", path: "/v1/secret-scanning/github", headers, body: text });
  const reportOf = (...tokens: string[]) =>
    JSON.stringify(
      tokens.map((token) => ({
        ...{ token, type: "stipend_key", url: "https://github.com/a/b", source: "content" },
      })),
    );

  it("that is signed ends them, and tells GitHub which ones were keys", async () => {
    const [leaked, shown] = [
      await make(),
      await make(ada.session, { kind: "publishable", scopes: undefined }),
    ];
    const tokens = [leaked.secret, shown.secret, "sk_test_nothing"];
    const reply = await send(reportOf(...tokens));
    expect([reply.status, reply.body]).toEqual([
      200,
      tokens.map((token, index) => ({
        token_hash: createHash("sha256").update(token).digest("hex"),
        token_type: "stipend_key",
        label: index === 0 ? "true_positive" : "false_positive",
      })),
    ]);
    expect([await isTaken(leaked.secret), await isTaken(shown.secret)]).toEqual([false, true]);
    const { subject } = await addUser(target.db, target.issuer, [ada.id]);
    const stale = target.issuer.tokenOf(subject, {
      auth_time: Math.floor(Date.now() / 1_000) - 660,
    });
    const path = `/${leaked.id}/successor`;
    expect(told(await ask(stale, "POST", path))).toEqual(denied("step_up_required"));
    const { secret } = await made(ask(ada.session, "POST", path));
    expect(await isTaken(secret)).toBe(true);
  });

  it("that is altered, unsigned or of another key is refused, and read no further", async () => {
    const { secret } = await make();
    const text = reportOf(secret);
    const good = sign(text);
    const wrong: [string, Record<string, string>][] = [
      [`${text} `, good],
      [text, {}],
      [text, { ...good, "github-public-key-identifier": "k2" }],
      [text, { ...good, "github-public-key-signature": "" }],
      [text, { ...good, "github-public-key-signature": "AAAA" }],
      ["{", {}],
    ];
    for (const [sent, headers] of wrong) {
      expect(told(await send(sent, headers))).toEqual([
        401,
        "authentication_error",
        "report_unsigned",
      ]);
    }
    expect(await isTaken(secret)).toBe(true);
  });

  it("that is signed and malformed is told so", async () => {
    for (const text of ["", "{", "{}", "[1]", '[{"token":7,"type":"x"}]', '[{"type":"x"}]']) {
      expect((await send(text)).status, text).toBe(400);
    }
    expect(told(await send("x".repeat(300_000)))).toEqual([
      413,
      "invalid_request",
      "body_too_large",
    ]);
  });

  it("that cannot be checked is to be sent again", async () => {
    configure({ SECRET_SCANNING_KEYS_URL: "http://127.0.0.1:9/" });
    const { secret } = await make();
    expect(told(await send(reportOf(secret)))).toEqual([503, "api_error", "report_unchecked"]);
    expect(await isTaken(secret)).toBe(true);
  });
});

describe("a message to support", () => {
  const message = {
    name: "Ada Lovelace",
    email: "ada@example.com",
    topic: "sales",
    message: "We would like to sell memberships in USDC.",
  };
  const send = (more: object = {}) =>
    target.send({ method: "POST", path: "/v1/contact", body: { ...message, ...more } });
  const stored = (id: unknown) => target.db`
    select name, email, company, topic, message from contact_messages where id = ${String(id)}`;
  const mailed = (id: unknown) => target.db`
    select recipient, facts from mails where dedupe_key = ${`contact_message:${id}`}`;

  it("is kept, and mailed to the support inbox, which answers to whoever wrote", async () => {
    configure({ SUPPORT_EMAIL: "help@stipend.example" });
    const { status, body: sent } = await send({ company: "  Aurora Coffee " });
    expect([status, sent]).toEqual([
      201,
      {
        ...{ object: "contact_message", topic: "sales", createdAt: expect.any(String) },
        id: expect.stringMatching(/^cm_/),
      },
    ]);
    const whole = { ...message, company: "Aurora Coffee" };
    expect(await stored(sent.id)).toEqual([whole]);
    expect(await mailed(sent.id)).toEqual([{ recipient: "help@stipend.example", facts: whole }]);
  });

  it("is kept where there is no inbox", async () => {
    configure({ SUPPORT_EMAIL: undefined });
    const { status, body: sent } = await send();
    expect(status).toBe(201);
    expect(await stored(sent.id)).toHaveLength(1);
    expect(await mailed(sent.id)).toEqual([]);
  });

  it("is removed after a year", async () => {
    const [old, kept] = [(await send()).body.id, (await send()).body.id];
    await target.db`
      update contact_messages set expires_at = expires_at - interval '365 days' where id = ${String(old)}`;
    const { db, config } = target;
    const ctx = { db, config, log: createLogger("silent") } as Context<SystemActor>;
    await removeOldRows(ctx, { until: new Date(Date.now() + 20_000) });
    expect([await stored(old), await stored(kept)]).toMatchObject([[], [{ topic: "sales" }]]);
  });

  it("is taken five times an hour from an address", async () => {
    configure({ RATE_LIMIT_SCALE: 1 });
    const sendFrom = (address: string) =>
      POST.api({
        method: "POST",
        path: "/v1/contact",
        params: {},
        query: new URLSearchParams(),
        header: () => null,
        bytes: async () => null,
        text: async () => JSON.stringify(message),
        address,
      });
    const sent = [];
    for (let times = 0; times < 6; times += 1) sent.push(await sendFrom("192.0.2.7"));
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429]);
    expect(Number(sent[5]?.headers["retry-after"])).toBeGreaterThan(600);
    expect((await sendFrom("192.0.2.8")).status).toBe(201);
  });
});
