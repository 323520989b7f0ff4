import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Endpoint, endpoint } from "@/lib/contract/endpoint";
import { registry } from "@/lib/contract/registry";
import { adminRoles } from "@/lib/core/identity/admin-roles";
import { newId } from "@/lib/core/ids";
import type { LoggedRequest } from "@/lib/domain/operations/request-log/write-requests";
import type {
  AdminActor,
  Context,
  MerchantActor,
  SessionActor,
} from "@/lib/domain/platform/context";
import { serve } from "@/lib/server/api/serve";
import type { RouteHandler } from "@/lib/server/http/http";
import { makeSamples } from "@/testing/api/api-samples";
import {
  type ApiMerchant,
  type ApiReply,
  type ApiTarget,
  openApiTarget,
  type ReplyBody,
} from "@/testing/api/api-target";
import type { Sample } from "@/testing/api/derive-samples";
import { addAdmin, addUser, type Person } from "@/testing/api/persons";
import { watchRefusals } from "@/testing/api/watch-refusals";
import { createTestIssuer } from "@/testing/test-issuer";

let target: ApiTarget;
let ada: ApiMerchant;
let bob: ApiMerchant;
let samples: Record<string, Sample>;
let liveSamples: Record<string, Sample>;

beforeAll(async () => {
  target = await watchRefusals(await openApiTarget());
  ada = await target.addMerchant();
  bob = await target.addMerchant();
  samples = await makeSamples(target, ada, "test");
  liveSamples = await makeSamples(target, ada, "live");
});
afterAll(() => target.close());

const of = (...kinds: Endpoint["auth"][]) =>
  [...registry].filter(([, { auth }]) => kinds.includes(auth));

interface CallOptions {
  headers?: Record<string, string>;
  body?: unknown;
  /** Those of test mode without a word. */
  samples?: Record<string, Sample>;
}

/** Calls a declared endpoint with its sample. */
async function call(
  name: string,
  token: string,
  { headers, body, samples: from = samples }: CallOptions = {},
): Promise<ApiReply> {
  const declaration = registry.get(name);
  if (!declaration) throw new Error(`${name} is not declared`);
  const sample = from[name];
  return target.send({
    method: declaration.method,
    path: declaration.path.replace(/\{(\w+)\}/g, (_, key) => sample?.params?.[key] ?? "missing"),
    query: sample?.query,
    body: body ?? sample?.body,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
}

const reasonOf = ({ status, body }: Pick<ApiReply, "status" | "body">) => [
  status,
  body.error?.code,
  body.error?.details?.reason,
];
const notValid = [401, "authentication_error", "token_invalid"];
const notSynced = [401, "merchant_not_synced", "merchant_missing"];
const denied = (reason: string) => [403, "permission_denied", reason];
const newUser = (...merchants: ApiMerchant[]) =>
  addUser(
    target.db,
    target.issuer,
    merchants.map(({ id }) => id),
  );

/** Calls the handler of a declaration that no route has. */
async function ask(
  handler: RouteHandler,
  token: string,
  headers: Record<string, string> = {},
  sentBody = "{}",
) {
  const sent: Record<string, string> = { authorization: `Bearer ${token}`, ...headers };
  const {
    status,
    body,
    headers: given,
  } = await handler.api({
    method: "POST",
    path: "/v1/test",
    params: {},
    query: new URLSearchParams(),
    header: (name) => sent[name] ?? null,
    bytes: async () => null,
    text: async () => sentBody,
    address: "127.0.0.1",
  });
  return { status, headers: given, body: JSON.parse(body) as ReplyBody };
}

const declared = {
  method: "POST",
  path: "/v1/test",
  tag: "Test",
  summary: "",
  status: 201,
} as const;
const response = z.object({ id: z.string() });
/** Answers with an id that it makes each time. */
const answerNew = async (_: Context<MerchantActor | SessionActor | AdminActor>) => ({
  id: newId("event"),
});
const ofAdmins = adminRoles.map(
  (role) =>
    [role, serve(endpoint({ ...declared, auth: "admin", role, response }), answerNew)] as const,
);
const ofPersons = serve(endpoint({ ...declared, auth: "session", response }), answerNew);
const ofMerchants = serve(
  endpoint({ ...declared, auth: "merchant", scope: "webhooks_write", response }),
  answerNew,
);
const steppedUp = serve(
  endpoint({ ...declared, auth: "session", stepUp: true, response }),
  answerNew,
);
const adminSteppedUp = serve(
  endpoint({ ...declared, auth: "admin", role: "read_only", stepUp: true, response }),
  answerNew,
);
/** What a person must authenticate anew for depends on what they ask for. */
const sometimesSteppedUp = serve(
  endpoint({
    ...declared,
    auth: "merchant",
    scope: "webhooks_write",
    stepUp: {
      says: "give a payoutAddress",
      when: ({ payoutAddress }) => payoutAddress !== undefined,
    },
    body: z.strictObject({ name: z.string().optional(), payoutAddress: z.string().optional() }),
    response,
  }),
  answerNew,
);
const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1_000) - seconds;

describe("what a signed-in person may call", () => {
  it.each(of("merchant"))("%s: as a key may", async (name, { method, status, limit }) => {
    const reply = await call(name, ada.session, method === "GET" ? {} : { body: "{" });
    if (method === "GET") expect([name, reply.status]).toEqual([name, status]);
    else expect(reasonOf(reply)).toEqual([400, "invalid_request", "malformed_json"]);
    // But what has a limit of its own.
    if (!limit) expect(reply.headers["ratelimit-limit"]).toBe("2000000");
  });

  it.each(of("session"))("%s, which takes no key", async (name, { method }) => {
    if (method === "GET") {
      for (const one of [ada, bob]) {
        const { status, body } = await call(name, one.session);
        expect([status, body.object === "merchant" ? body.id : one.id]).toEqual([200, one.id]);
      }
    }
    for (const key of [ada.keys.test, ada.keys.live, ada.publishable.test]) {
      expect(reasonOf(await call(name, key))).toEqual(denied("session_required"));
    }
  });

  it.each(of("relay"))("not %s, which takes keys alone", async (name) => {
    expect(reasonOf(await call(name, ada.session))).toEqual(denied("api_key_required"));
  });

  it.each(of("admin"))("not %s, which is an admin user's", async (name) => {
    for (const token of [ada.session, ada.keys.test, ada.publishable.live]) {
      expect(reasonOf(await call(name, token))).toEqual(denied("admin_required"));
    }
    expect((await call(name, await target.adminToken())).status).toBe(registry.get(name)?.status);
  });

  it.each(of("merchant", "session"))("%s, in no mode that there is not", async (name) => {
    for (const mode of ["Live", "test,live", "prod", ""]) {
      const { status, body } = await call(name, ada.session, { headers: { "stipend-mode": mode } });
      const told = [status, body.error?.code, body.error?.param, body.error?.details?.reason];
      expect(told).toEqual([400, "invalid_request", "Stipend-Mode", "validation_failed"]);
    }
  });

  it("writes as somebody from the dashboard, in the mode that is named", async () => {
    const made = await call("createSession", ada.session, { headers: { "stipend-mode": "live" } });
    expect(made.body).toMatchObject({ mode: "live", createdVia: "dashboard", merchantId: ada.id });
  });

  it.each(of("merchant", "session", "relay", "admin"))(
    "nothing, with a bad token: %s",
    async (name) => {
      const expired = target.issuer.tokenOf("did:test:x", { exp: secondsAgo(6) });
      for (const token of [expired, ada.session.slice(0, -4), `${ada.session}a`]) {
        expect(reasonOf(await call(name, token))).toEqual(notValid);
      }
    },
  );

  it.each(of("merchant", "session", "relay"))("nothing, without a merchant: %s", async (name) => {
    for (const token of [await target.adminToken(), (await newUser()).token]) {
      expect(reasonOf(await call(name, token))).toEqual(notSynced);
    }
  });
});

describe("a token", () => {
  const who = (token: string, headers = {}) => call("getOwnMerchant", token, { headers });

  it("is good for its signature, issuer, audience, type and times alone", async () => {
    const { subject } = await newUser(ada);
    const { tokenOf } = target.issuer;
    const stranger = createTestIssuer();
    const [head = "", body = "", signature = ""] = tokenOf(subject).split(".");
    const changed = Buffer.from(body, "base64url")
      .toString()
      .replace(/"sub":"[^"]+"/, '"sub":"x"');
    const bad = [
      stranger.tokenOf(subject),
      tokenOf(subject, { iss: "privy.io" }),
      tokenOf(subject, { iss: undefined }),
      tokenOf(subject, { aud: "another" }),
      tokenOf(subject, { aud: ["stipend"] }),
      tokenOf(subject, { exp: undefined }),
      tokenOf(subject, { exp: secondsAgo(6) }),
      tokenOf(subject, { iat: secondsAgo(-10) }),
      tokenOf(subject, { nbf: secondsAgo(-10) }),
      tokenOf(subject, { auth_time: secondsAgo(-10) }),
      tokenOf(subject, { sid: undefined }),
      tokenOf(subject, { sub: "" }),
      tokenOf(subject, {}, { alg: "none" }),
      tokenOf(subject, {}, { alg: "HS256" }),
      tokenOf(subject, {}, { typ: "at+jwt" }),
      tokenOf(subject, {}, { kid: "another" }),
      tokenOf(subject, {}, { kid: undefined }),
      `${head}.${Buffer.from(changed).toString("base64url")}.${signature}`,
      `${head}.${body}.${signature.slice(0, 40)}`,
      `${head}.e30.${signature}`,
      "e30.e30.e30",
      "a.b.c",
    ];
    for (const token of bad)
      expect([token, ...reasonOf(await who(token))]).toEqual([token, ...notValid]);
    for (const long of [
      `${head}.${"a".repeat(5_000)}.${signature}`,
      `${head}.${body}`,
      `${head}..`,
    ]) {
      expect(reasonOf(await who(long))).toEqual([401, "authentication_error", "api_key_malformed"]);
    }
    expect((await who(tokenOf(subject, { exp: secondsAgo(-2) }))).status).toBe(200);
  });

  it("is looked up at each request: who is disabled, or put out, is out", async () => {
    const { id, token } = await newUser(ada);
    const { db } = target;
    expect((await who(token)).status).toBe(200);
    await db`update users set status = 'disabled' where id = ${id}`;
    expect(reasonOf(await who(token))).toEqual(notValid);
    await db`update users set status = 'active' where id = ${id}`;
    expect((await who(token)).status).toBe(200);
    await db`delete from memberships where user_id = ${id}`;
    expect(reasonOf(await who(token))).toEqual(notSynced);
  });

  it("is nothing where a chain is another one than the local one", async () => {
    const current = globalThis.stipendRuntime;
    if (!current) throw new Error("there is a runtime");
    const { chains } = target;
    const elsewhere = [...chains.all, { ...chains.all[0], local: false }] as typeof chains.all;
    globalThis.stipendRuntime = { ...current, chains: async () => ({ ...chains, all: elsewhere }) };
    try {
      expect(reasonOf(await who(ada.session))).toEqual(notValid);
    } finally {
      globalThis.stipendRuntime = current;
    }
    expect((await who(ada.session)).status).toBe(200);
  });

  it("acts in the mode that the request names, test by default, and sees nothing of the other", async () => {
    const ids = async (mode?: string) => {
      const headers: Record<string, string> = mode === undefined ? {} : { "stipend-mode": mode };
      const { body } = await call("listSessions", ada.session, { headers });
      return (body.data as { id: string; mode: string }[]).map((one) => one.mode);
    };
    await call("createSession", ada.keys.live);
    expect(new Set(await ids())).toEqual(new Set(["test"]));
    expect(new Set(await ids("test"))).toEqual(new Set(["test"]));
    expect(new Set(await ids("live"))).toEqual(new Set(["live"]));
    const live = { headers: { "stipend-mode": "live" } };
    expect((await call("getSession", ada.session, live)).status).toBe(404);
    expect((await call("getSession", ada.session)).status).toBe(200);
    expect((await call("getSession", bob.session)).status).toBe(404);
    for (const mode of ["", "Live", "test,live", "prod"]) {
      const reply = await call("getSession", ada.session, { headers: { "stipend-mode": mode } });
      expect([reply.status, reply.body.error?.param]).toEqual([400, "Stipend-Mode"]);
    }
    const byKey = { headers: { "stipend-mode": "live" } };
    const byOther = await call("getSession", ada.keys.test, byKey);
    expect([byOther.status, byOther.body.error?.param]).toEqual([400, "Stipend-Mode"]);
    const byOwn = { headers: { "stipend-mode": "test" } };
    expect((await call("getSession", ada.keys.test, byOwn)).status).toBe(200);
  });

  it("acts for the merchant that the request names, of the person's own, or for their default", async () => {
    const { token } = await newUser(bob, ada);
    const named = (id: string) => who(token, { "stipend-merchant": id });
    expect((await who(token)).body.id).toBe(bob.id);
    expect((await named(ada.id)).body.id).toBe(ada.id);
    const stranger = await target.addMerchant();
    for (const id of [stranger.id, "", "mer_x"]) {
      expect(reasonOf(await named(id))).toEqual(denied("membership_required"));
    }
  });
});

describe("an admin user", () => {
  it("calls what their role, or one below it, may", async () => {
    for (const [at, role] of adminRoles.entries()) {
      const { token } = await addAdmin(target.db, target.issuer, role);
      for (const [least, [required, handler]] of ofAdmins.entries()) {
        const reply = await ask(handler, token);
        const reason = reply.body.error?.details;
        expect([role, required, reply.status, reason]).toEqual(
          at >= least
            ? [role, required, 201, undefined]
            : [role, required, 403, { reason: "role_missing", requiredRole: required }],
        );
      }
    }
  });

  it("is out at once when suspended, and needs a second factor", async () => {
    const { id, subject, token } = await addAdmin(target.db, target.issuer, "super_admin");
    const me = async (sent: string) => reasonOf(await call("getSignedInAdmin", sent));
    expect((await call("getSignedInAdmin", token)).body).toMatchObject({ id, role: "super_admin" });
    const password = target.issuer.tokenOf(subject, { amr: ["pwd"] });
    expect(await me(password)).toEqual(denied("mfa_required"));
    await target.db`update admin_users set status = 'suspended' where id = ${id}`;
    expect(await me(token)).toEqual(denied("admin_suspended"));
    await target.db`update admin_users set status = 'active', role = 'read_only' where id = ${id}`;
    expect((await call("getSignedInAdmin", token)).body).toMatchObject({ role: "read_only" });
  });
});

const alwaysSteppedUp = [...registry].filter(([, { stepUp }]) => stepUp === true);

it.each(alwaysSteppedUp)(
  "%s takes a person who has authenticated just now",
  async (name, { auth }) => {
    const person =
      auth === "admin"
        ? await addAdmin(target.db, target.issuer, "super_admin")
        : await newUser(ada);
    const old = target.issuer.tokenOf(person.subject, { auth_time: secondsAgo(610) });
    for (const mode of ["test", "live"]) {
      const reply = await call(name, old, { headers: { "stipend-mode": mode } });
      expect(reasonOf(reply)).toEqual(denied("step_up_required"));
      expect(reply.body.error?.details?.methods).toEqual(["test"]);
    }
  },
);

const sometimesStepped = [...registry].filter(([, { stepUp }]) => typeof stepUp === "object");

it("what takes a step up is what moves money, or lets somebody in", () => {
  const names = (some: typeof sometimesStepped) => some.map(([name]) => name).sort();
  expect(names(alwaysSteppedUp)).toEqual([
    "approveJob",
    "changeAdminRole",
    "changeAdminStatus",
    "closeMerchant",
    "inviteAdmin",
    "onboardMerchant",
    "proveWallet",
    "refundHeldPayment",
    "refundHold",
    "refuseHeldPayment",
    "releaseHeldPayment",
    "releaseHold",
    "removeAdmin",
    "resumeIndexer",
    "revealApiKeySuccessor",
    "setKeeper",
    "sweepFees",
    "transferOwnership",
  ]);
  expect(names(sometimesStepped)).toEqual([
    "changeMerchantStatus",
    "createApiKey",
    "createWebhookEndpoint",
    "enableWebhookEndpoint",
    "rotateApiKey",
    "rotateWebhookSecret",
    "updateAgentConfig",
    "updateOwnMerchant",
    "updateWebhookEndpoint",
  ]);
});

/** What their samples do not ask for, and takes a step up. */
const sensitiveBodies: Readonly<Record<string, unknown>> = {
  updateOwnMerchant: { payoutAddress: `0x${"a9".repeat(20)}` },
  changeMerchantStatus: { status: "closed" },
  updateAgentConfig: { commerce: { monthlySpendCapUsdCents: 1 } },
};

it.each(sometimesStepped)(
  "%s takes one in live mode, where it is sensitive",
  async (name, { auth }) => {
    const { subject } =
      auth === "admin"
        ? await addAdmin(target.db, target.issuer, "super_admin")
        : await newUser(ada);
    const body = sensitiveBodies[name];
    const inLive = { headers: { "stipend-mode": "live" }, body, samples: liveSamples };
    const asked = async (secondsOld: number, given: CallOptions) => {
      const token = target.issuer.tokenOf(subject, { auth_time: secondsAgo(secondsOld) });
      return reasonOf(await call(name, token, given));
    };
    const required = denied("step_up_required");
    expect(await asked(610, inLive)).toEqual(required);
    // It may be refused for something else.
    expect(await asked(590, inLive)).not.toEqual(required);
    expect(await asked(610, {})).not.toEqual(required);
  },
);

it("what needs a step up takes an authentication of the last ten minutes", async () => {
  const user = await newUser(ada);
  const admin = await addAdmin(target.db, target.issuer, "admin");
  for (const [person, handler] of [
    [user, steppedUp],
    [admin, adminSteppedUp],
  ] as const) {
    const authenticated = (auth_time: number | undefined) =>
      ask(handler, target.issuer.tokenOf(person.subject, { auth_time }));
    expect((await authenticated(secondsAgo(590))).status).toBe(201);
    for (const before of [secondsAgo(610), undefined]) {
      const { status, body } = await authenticated(before);
      expect([status, body.error?.details]).toEqual([
        403,
        { reason: "step_up_required", methods: ["test"] },
      ]);
    }
  }
});

it("needs a step up for some inputs alone, whatever was answered before, and never of a key", async () => {
  const user = await newUser(ada);
  const old = target.issuer.tokenOf(user.subject, { auth_time: secondsAgo(610) });
  const fresh = target.issuer.tokenOf(user.subject, { auth_time: secondsAgo(10) });
  const sensitive = JSON.stringify({ payoutAddress: "0x1" });
  const sameKey = { "idempotency-key": "sometimes" };
  const asked = (token: string, body: string, headers = {}) =>
    ask(sometimesSteppedUp, token, headers, body).then(reasonOf);
  const done = [201, undefined, undefined];
  expect(await asked(old, '{"name":"Ada"}')).toEqual(done);
  expect(await asked(old, sensitive)).toEqual(denied("step_up_required"));
  expect(await asked(fresh, sensitive, sameKey)).toEqual(done);
  expect(await asked(old, sensitive, sameKey)).toEqual(denied("step_up_required"));
  expect(await asked(old, '{"payoutAddress":1}')).toEqual([
    400,
    "invalid_request",
    "validation_failed",
  ]);
  expect(await asked(ada.keys.test, sensitive)).toEqual(done);
});

describe("the stored answers of a person", () => {
  /** Asks twice under one key: what the first and the second time answered. */
  const idOf = async (
    handler: RouteHandler,
    token: string,
    headers: Record<string, string> = {},
  ) => {
    const { status, body } = await ask(handler, token, { "idempotency-key": "same", ...headers });
    expect([status, body.error]).toEqual([201, undefined]);
    return body.id;
  };

  it("are theirs alone, by merchant and mode: no other person's, no key's, no admin user's", async () => {
    const persons = [await newUser(ada, bob), await newUser(ada)];
    const [first] = persons as [Person];
    const admins = [
      await addAdmin(target.db, target.issuer, "admin"),
      await addAdmin(target.db, target.issuer, "admin"),
    ];
    const [, [, ofAdmin]] = ofAdmins as [never, (typeof ofAdmins)[number]];
    const { key } = await target.mint(ada.id, "test", ["webhooks_write"]);
    const asked = () => [
      ...persons.map(({ token }) => idOf(ofPersons, token)),
      idOf(ofPersons, first.token, { "stipend-mode": "live" }),
      idOf(ofPersons, first.token, { "stipend-merchant": bob.id }),
      ...admins.map(({ token }) => idOf(ofAdmin, token)),
      idOf(ofMerchants, key, { "idempotency-key": "other" }),
      idOf(ofMerchants, first.token, { "idempotency-key": "other" }),
    ];
    const made = await Promise.all(asked());
    expect(new Set(made).size).toBe(made.length);
    expect(await Promise.all(asked())).toEqual(made);
    const again = target.issuer.tokenOf(first.subject, { sid: "ses_another" });
    expect(await idOf(ofPersons, again)).toBe(made[0]);
  });

  it("are not repeated to who may no longer ask", async () => {
    const { db, issuer } = target;
    const user = await newUser(ada);
    const admin = await addAdmin(db, issuer, "super_admin");
    const { id: keyId, key } = await target.mint(ada.id, "test", ["webhooks_write"]);
    const [, , [, ofSuper]] = ofAdmins as [never, never, (typeof ofAdmins)[number]];
    await idOf(steppedUp, user.token);
    await idOf(ofSuper, admin.token);
    await idOf(ofMerchants, key);
    const sameKey = { "idempotency-key": "same" };
    const old = issuer.tokenOf(user.subject, { auth_time: secondsAgo(700) });
    expect(reasonOf(await ask(steppedUp, old, sameKey))).toEqual(denied("step_up_required"));
    await db`update admin_users set role = 'admin' where id = ${admin.id}`;
    expect(reasonOf(await ask(ofSuper, admin.token, sameKey))).toEqual(denied("role_missing"));
    await db`update api_keys set scopes = '{}' where id = ${keyId}`;
    expect(reasonOf(await ask(ofMerchants, key, sameKey))).toEqual(denied("scope_missing"));
    await db`update api_keys set status = 'revoked' where id = ${keyId}`;
    expect((await ask(ofMerchants, key, sameKey)).status).toBe(401);
  });
});

describe("what stays of a request", () => {
  /** What is logged of the requests that `work` makes. */
  async function logged(replies: readonly ApiReply[]) {
    const ids = replies.map(({ headers }) => headers["stipend-request-id"] ?? "");
    const find = () => target.db<(LoggedRequest & { text: string })[]>`
      select r.*, r::text as text from request_log r where request_id in ${target.db(ids)}
      order by array_position(${ids}::text[], request_id)`;
    await expect.poll(find, { timeout: 60_000 }).toHaveLength(ids.length);
    return find();
  }

  it("is a row: who, which pattern, how it ended; no path, body, header or secret", async () => {
    const { id: keyId, key } = await target.mint(ada.id, "live", []);
    const admin = await addAdmin(target.db, target.issuer, "admin");
    const user = await newUser(ada);
    const replies = [
      await call("getSession", user.token, { headers: { "stipend-mode": "live" } }),
      await call("createSession", key, { body: { amount: "1", currency: "SECRET-BODY" } }),
      await call("getSignedInAdmin", admin.token),
      await call("getCustomer", `${ada.keys.test}x`),
      await call("getPublicSession", "none"),
      await target.send({ method: "PUT", path: "/v1/customers/cus_SECRET" }),
      await target.send({ method: "GET", path: "/v1/SECRET-PATH" }),
    ];
    const found = await logged(replies);
    const expected = [
      [
        "GET",
        "/v1/payment-sessions/{id}",
        "resource_missing",
        `ses_${user.subject}`,
        ada.id,
        "live",
      ],
      ["POST", "/v1/payment-sessions", "scope_missing", keyId, ada.id, "live"],
      ["GET", "/v1/admin/me", null, `ses_${admin.subject}`, null, null],
      ["GET", "/v1/customers/{id}", "api_key_malformed", null, null, null],
      ["GET", "/v1/checkout/sessions/{id}", null, null, null, null],
      ["PUT", "/v1/customers/{id}", "method_not_allowed", null, null, null],
      ["GET", "/v1/*", "unknown_path", null, null, null],
    ];
    expect(
      found.map((row) => [
        ...[row.method, row.route, row.reason, row.caller, row.merchantId, row.mode],
      ]),
    ).toEqual(expected);
    expect(found.map((row) => row.status)).toEqual(replies.map(({ status }) => status));
    expect(new Set(found.map((row) => row.addressPrefix))).toEqual(new Set(["127.0.0.0/24"]));
    const all = found.map(({ text }) => text).join();
    for (const secret of [
      "SECRET",
      key,
      ada.keys.test,
      user.token,
      samples.getSession?.params?.id,
    ]) {
      expect(all).not.toContain(secret);
    }
  });

  it("says why, of a refusal that is repeated too", async () => {
    const { id } = (await call("createSession", ada.keys.test)).body;
    const cancel = () =>
      target.send({
        method: "POST",
        path: `/v1/payment-sessions/${id}/cancel`,
        headers: { authorization: `Bearer ${ada.keys.test}`, "idempotency-key": `again-${id}` },
      });
    await target.db`update payment_sessions set status = 'expired' where id = ${String(id)}`;
    const rows = await logged([await cancel(), await cancel()]);
    expect(rows.map(({ status, reason }) => [status, reason])).toEqual([
      [403, "already_closed"],
      [403, "already_closed"],
    ]);
  });

  it("is an entry in the audit log, where a setting was changed, with the change", async () => {
    const user = await newUser(ada);
    const live = { "stipend-mode": "live" };
    const { events } = samples.createWebhookEndpoint?.body ?? {};
    const body = { url: "https://127.0.0.1:9/hook", events, mode: "live" };
    const made = await call("createWebhookEndpoint", user.token, { headers: live, body });
    const id = String(made.body.id);
    const send = (verb: string, token = user.token) =>
      target.send({
        method: "POST",
        path: `/v1/webhook-endpoints/${id}/${verb}`,
        headers: { authorization: `Bearer ${token}`, ...live },
      });
    const replies = [
      made,
      await send("disable"),
      await send("disable"),
      await send("enable"),
      await send("enable"),
      await send("rotate-secret", ada.keys.live),
    ];
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
    const headers = { authorization: `Bearer ${user.token}`, ...live };
    const path = `/v1/webhook-endpoints/${id}`;
    const change = { description: "till" };
    const renamed = await target.send({ method: "PATCH", path, headers, body: change });
    const removed = await target.send({ method: "DELETE", path, headers });
    expect([renamed.status, removed.status]).toEqual([200, 200]);
    const rows = await target.db`
      select *, a::text as text from audit_log a where subject_id = ${id} order by created_at, id`;
    const [{ id: keyId } = { id: "" }] = await target.db<{ id: string }[]>`
      select id from api_keys where merchant_id = ${ada.id} and mode = 'live' and kind = 'secret'
        and cardinality(scopes) > 1`;
    const by = { merchantId: ada.id, mode: "live", actorKind: "session", actorName: user.id };
    const [, disabled, , enabled, , rotated] = replies;
    const idOf = (reply: ApiReply | undefined) => reply?.headers["stipend-request-id"];
    expect(rows).toMatchObject([
      { ...by, action: "webhook_endpoint.create", requestId: idOf(made), before: null },
      {
        ...by,
        action: "webhook_endpoint.disable",
        requestId: idOf(disabled),
        before: { status: "enabled", url: body.url },
        after: { status: "disabled", url: body.url },
      },
      { ...by, action: "webhook_endpoint.enable", requestId: idOf(enabled) },
      {
        action: "webhook_endpoint.rotate_secret",
        actorKind: "key",
        actorName: keyId,
        requestId: idOf(rotated),
      },
      {
        ...by,
        action: "webhook_endpoint.update",
        requestId: idOf(renamed),
        before: { description: null },
        after: { description: "till" },
      },
      { ...by, action: "webhook_endpoint.delete", requestId: idOf(removed) },
    ]);
    const texts = rows.map(({ text }) => text).join();
    for (const { body: shown } of [made, rotated as ApiReply]) {
      expect(texts).not.toContain(String(shown.secret));
    }
  });
});

it("every declaration says what its kind of caller needs", () => {
  for (const [name, { auth, scope, role, publishable }] of registry) {
    const isKeyed = auth === "merchant" || auth === "relay";
    expect([name, scope !== undefined, role !== undefined]).toEqual([
      name,
      isKeyed,
      auth === "admin",
    ]);
    if (publishable) expect([name, auth]).toEqual([name, "merchant"]);
  }
});
