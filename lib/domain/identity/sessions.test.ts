import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { totpCode, totpStep } from "@/lib/adapters/identity/totp";
import { identityRegistry } from "@/lib/contract/identity/identity-registry";
import { newId } from "@/lib/core/ids";
import { removeOldRows } from "@/lib/domain/operations/retention/remove-old-rows";
import {
  createIdentityWorld,
  goodPassword,
  type IdentityWorld,
  refusal,
  type TestBrowser,
} from "@/testing/identity";
import { embeddedStore } from "./embedded-store";
import { findSyncedEmail, listBusinesses } from "./list-businesses";
import { resealIdentity } from "./reseal-identity";
import { endSessions } from "./sessions";
import { activeKey, rotateSigningKeys } from "./signing-keys";

let world: IdentityWorld;

beforeAll(async () => {
  world = await createIdentityWorld();
});
beforeEach(() => world.forget());
afterAll(() => world.stop());

const signedOut = [401, "signed_out"];
const tokenInvalid = [401, "token_invalid"];

async function synced(email: string) {
  const browser = await world.signedUp(email);
  const { body } = await browser.post("token", {});
  const token = String(body.accessToken);
  await world.api("POST", "/v1/auth/sync", { body: { accessToken: token } });
  return { browser, token, me: () => world.api("GET", "/v1/auth/me", { token }) };
}

async function login(email: string) {
  const browser = world.browser();
  await browser.post("login", { email, password: goodPassword });
  return browser;
}

test("a browser that was signed out is refused with its next request, at the API too", async () => {
  const { browser, me } = await synced("ada@x.example");
  const other = await login("ada@x.example");
  const { body } = await other.get("sessions");
  const rows = body.data as { id: string; current: boolean; userAgent: string }[];
  expect(rows.map(({ current }) => current)).toEqual([true, false]);
  expect(rows[0]).toMatchObject({ userAgent: "Test Browser", addressPrefix: "192.0.2.0/24" });
  expect((await me()).status).toBe(200);
  expect((await other.delete(`sessions/${rows[1]?.id}`)).status).toBe(200);
  expect(refusal(await me())).toEqual(tokenInvalid);
  expect(refusal(await browser.get("me"))).toEqual(signedOut);
  expect(refusal(await browser.post("token", {}))).toEqual(signedOut);
  expect(refusal(await other.delete(`sessions/${rows[1]?.id}`))).toEqual([404, "resource_missing"]);
});

test("the dashboard's businesses are those of the account, the default one first; none before it is synced", async () => {
  const accountOf = async (email: string) => {
    const [row] = await world.db<{ id: string }[]>`
      select id from identity_users where email = ${email}`;
    return { provider: "embedded", subject: row?.id ?? "" };
  };
  await synced("ada@x.example");
  await synced("eve@x.example");
  await world.signedUp("unsynced@x.example");
  const ada = await accountOf("ada@x.example");
  const [first, ...others] = await listBusinesses(world.db, ada);
  expect(others).toEqual([]);
  const second = newId("merchant");
  await world.db`
    insert into merchants (id, business_name, created_at)
    values (${second}, 'Second', now() - interval '1 day')`;
  await world.db`
    insert into memberships (user_id, merchant_id, is_default)
    select id, ${second}, false from users where subject = ${ada.subject}`;
  expect((await listBusinesses(world.db, ada)).map(({ id }) => id)).toEqual([first?.id, second]);
  expect(await listBusinesses(world.db, await accountOf("unsynced@x.example"))).toEqual([]);
  expect(await findSyncedEmail(world.db, ada)).toBe("ada@x.example");
  await world.db`update users set provider = 'privy' where subject = ${ada.subject}`;
  expect(await listBusinesses(world.db, ada)).toEqual([]);
  expect(await findSyncedEmail(world.db, ada)).toBe("");
});

type Change = [string, (browser: TestBrowser, email: string) => Promise<[string, object]>];
const changes: Change[] = [
  [
    "sets another password",
    async () => ["password", { password: "another horse battery", currentPassword: goodPassword }],
  ],
  [
    "enrols an authenticator app",
    async (browser) => {
      const { body } = await browser.post("totp/start", {});
      return ["totp/confirm", { code: totpCode(String(body.secret), totpStep(Date.now())) }];
    },
  ],
  [
    "takes another address",
    async (browser, email) => {
      const { body } = await browser.post("email", { email: `new-${email}` });
      return ["email/confirm", { flow: body.flow, code: await world.mailedCode(`new-${email}`) }];
    },
  ],
  [
    "does without the authenticator app",
    async (browser) => {
      const { body } = await browser.post("totp/start", {});
      const code = totpCode(String(body.secret), totpStep(Date.now()));
      await browser.post("totp/confirm", { code });
      return ["totp/disable", {}];
    },
  ],
  [
    "replaces the recovery codes",
    async (browser) => {
      const { body } = await browser.post("totp/start", {});
      const code = totpCode(String(body.secret), totpStep(Date.now()));
      await browser.post("totp/confirm", { code });
      return ["recovery-codes", {}];
    },
  ],
];

const isLockAwaited = async () => {
  const rows = await world.db`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return rows.length > 0;
};

test.each(changes)("a session that is ended while it %s changes nothing", async (what, prepare) => {
  const email = `${what.replaceAll(" ", "-")}@x.example`;
  const browser = await world.signedUp(email);
  const [path, body] = await prepare(browser, email);
  const userId = String((await browser.get("me")).body.id);
  const stored = () => world.db`
    select u.email, u.password_hash, t.confirmed_at,
      (select min(code_hash::text) from identity_recovery_codes c where c.user_id = u.id) as code
    from identity_users u left join identity_totp t on t.user_id = u.id where u.id = ${userId}`;
  const before = await stored();
  let settled = false;
  let changing: ReturnType<TestBrowser["post"]> | undefined;
  await transaction(world.db, async (tx) => {
    await endSessions(tx, { userId, reason: "password_changed", keep: null });
    changing = browser.post(path, body).finally(() => {
      settled = true;
    });
    await expect
      .poll(async () => settled || (await isLockAwaited()), { timeout: 20_000 })
      .toBe(true);
  });
  expect(changing && refusal(await changing)).toEqual(signedOut);
  expect(await stored()).toEqual(before);
  await world.db`delete from identity_totp where user_id = ${userId}`;
});

test("a password that was changed meanwhile is not the one that was given", async () => {
  const email = "twice@x.example";
  const browser = await world.signedUp(email);
  let settled = false;
  let changing: ReturnType<TestBrowser["post"]> | undefined;
  await transaction(world.db, async (tx) => {
    await tx`update identity_users set password_hash = 'another' where email = ${email}`;
    const given = { password: "another horse battery", currentPassword: goodPassword };
    changing = browser.post("password", given).finally(() => {
      settled = true;
    });
    await expect
      .poll(async () => settled || (await isLockAwaited()), { timeout: 20_000 })
      .toBe(true);
  });
  expect(changing && refusal(await changing)).toEqual([400, "password_wrong"]);
  const [row] = await world.db`select password_hash from identity_users where email = ${email}`;
  expect(row?.passwordHash).toBe("another");
});

test("nobody ends a session of somebody else's", async () => {
  const [ada, bob] = [await world.signedUp("a1@x.example"), await world.signedUp("b1@x.example")];
  const { body } = await ada.get("sessions");
  const [row] = body.data as { id: string }[];
  expect(refusal(await bob.delete(`sessions/${row?.id}`))).toEqual([404, "resource_missing"]);
  expect((await bob.get("sessions")).body.data).toHaveLength(1);
  expect((await ada.get("me")).status).toBe(200);
});

test("all other browsers are signed out at once, and this one by itself", async () => {
  const browser = await world.signedUp("many@x.example");
  const others = [await login("many@x.example"), await login("many@x.example")];
  expect((await browser.delete("sessions")).body).toEqual({ revoked: 2 });
  for (const other of others) expect(refusal(await other.get("me"))).toEqual(signedOut);
  const { token } = browser;
  const out = await browser.post("logout", {});
  expect(out.headers["set-cookie"]).toMatch(/^stipend_session=; Path=\/; Max-Age=0;/);
  const headers = { cookie: `stipend_session=${token}` };
  const kept = await browser.send({ method: "GET", path: "/api/identity/me", headers });
  expect(refusal(kept)).toEqual(signedOut);
});

test("signing in again in a browser ends what it was signed in with, under another token", async () => {
  const browser = await world.signedUp("again@x.example");
  const { token } = browser;
  await browser.post("login", { email: "again@x.example", password: goodPassword });
  expect(browser.token).not.toBe(token);
  expect((await browser.get("sessions")).body.data).toHaveLength(1);
});

test("a browser is given sixty access tokens in a minute, and each browser its own", async () => {
  const [browser, other] = [
    await world.signedUp("sixty@x.example"),
    await login("sixty@x.example"),
  ];
  const ask = (one = browser) => one.post("token", {});
  expect((await ask()).status).toBe(200);
  await world.db`update identity_throttles set tries = 59`;
  expect((await ask()).status).toBe(200);
  const refused = await ask();
  expect(refusal(refused)).toEqual([429, "too_many_tries"]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await ask(other)).status).toBe(200);
  await world.db`update identity_throttles set expires_at = now()`;
  expect((await ask()).status).toBe(200);
});

test.each([
  ["not used for two weeks", "last_seen_at = now() - interval '14 days 1 second'"],
  ["a month old", "expires_at = now()"],
])("a session that is %s is over", async (_, change) => {
  const { browser, me } = await synced(`old${change.length}@x.example`);
  await world.db`update identity_sessions set ${world.db.unsafe(change)}`;
  expect(refusal(await browser.get("me"))).toEqual(signedOut);
  expect(refusal(await me())).toEqual(tokenInvalid);
});

test("syncing twice, at the same time too, makes one merchant, and takes over another address", async () => {
  const browser = await world.signedUp("sync@x.example");
  const { body } = await browser.post("token", {});
  const sync = () =>
    world.api("POST", "/v1/auth/sync", { body: { accessToken: String(body.accessToken) } });
  // A user who is known and has no merchant: then the user's row is all that orders them.
  const { body: me } = await browser.get("me");
  const user = { id: newId("user"), provider: "embedded", subject: String(me.id) };
  await world.db`insert into users ${world.db(user)}`;
  const all = await Promise.all([sync(), sync(), sync()]);
  expect(new Set(all.map((reply) => reply.body.id)).size).toBe(1);
  const welcomed = () => world.db`
    select recipient from mails where kind = 'welcome' and merchant_id = ${String(all[0]?.body.id)}`;
  expect(await welcomed()).toEqual([{ recipient: "sync@x.example" }]);
  await world.db`delete from mails where kind = 'welcome'`;
  await world.db`update identity_users set email = 'new@x.example' where email = 'sync@x.example'`;
  const later = await sync();
  expect(later.body).toMatchObject({ id: all[0]?.body.id, email: "new@x.example" });
  expect(await welcomed()).toEqual([]);
  await world.db`update users set status = 'disabled' where provider = 'embedded'`;
  expect(refusal(await sync())).toEqual(tokenInvalid);
  await world.db`update users set status = 'active'`;
});

test("what is not of our own pages is refused, at every endpoint", async () => {
  const browser = await world.signedUp("page@x.example");
  const foreign: Record<string, string>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "" },
    { origin: "http://localhost:3000.evil.example" },
    { "content-type": "text/plain" },
    { "sec-fetch-site": "cross-site" },
  ];
  expect(identityRegistry.size).toBe(34);
  for (const { method, path, body } of identityRegistry.values()) {
    const call = { method, path: path.replace("{id}", `${prefixOf(path)}_${"a".repeat(24)}`) };
    for (const headers of foreign) {
      const isForGet = "sec-fetch-site" in headers;
      if (isForGet !== (method === "GET")) continue;
      const sample = body ? samples[path] : undefined;
      const reply = await browser.send({ ...call, headers, body: sample });
      expect([path, ...refusal(reply)]).toEqual([path, 403, "origin_mismatch"]);
      expect(reply.headers["access-control-allow-origin"]).toBeUndefined();
      expect(reply.headers["cache-control"]).toBe("no-store");
    }
  }
  expect((await browser.get("me")).status).toBe(200);
});

const flow = "A".repeat(43);
const prefixOf = (path: string) =>
  ({ "/api/identity/passkeys/{id}": "pky", "/api/identity/identities/{id}": "ida" })[path] ?? "ses";
const used = { clientDataJSON: "AA", authenticatorData: "AA", signature: "AA" };
const credential = { id: "AA", response: used };
const made = { id: "AA", response: { clientDataJSON: "AA", attestationObject: "AA" } };
const account = { email: "page@x.example", password: goodPassword };
const samples: Record<string, unknown> = {
  "/api/identity/signup": account,
  "/api/identity/login": account,
  "/api/identity/code": { email: account.email },
  "/api/identity/reset": { email: account.email },
  "/api/identity/email": { email: account.email },
  "/api/identity/email/confirm": { flow, code: "123456" },
  "/api/identity/verify": { flow, code: "000000" },
  "/api/identity/reset/complete": { flow, code: "000000", password: goodPassword },
  "/api/identity/second-factor": { ticket: flow, code: "000000" },
  "/api/identity/password": { password: goodPassword },
  "/api/identity/step-up": { code: "000000" },
  "/api/identity/step-up/provider": { provider: "oidc" },
  "/api/identity/passkeys/{id}": { name: "Laptop" },
  "/api/identity/totp/confirm": { code: "000000" },
  "/api/identity/passkey/start": { use: "sign_in" },
  "/api/identity/passkey": { credential },
  "/api/identity/second-factor/passkey": { ticket: flow, credential },
  "/api/identity/step-up/passkey": { credential },
  "/api/identity/passkeys": { name: "Laptop", credential: made },
  "/api/identity/identities/start": { provider: "oidc" },
};

test("every body is held to its declaration", async () => {
  for (const [path, sample] of Object.entries(samples)) {
    const method = path.endsWith("{id}") ? "PATCH" : "POST";
    const at = path.replace("{id}", `${prefixOf(path)}_${"a".repeat(24)}`);
    const send = (body: unknown) => world.browser().send({ method, path: at, body });
    const more = await send({ ...(sample as object), more: 1 });
    expect([path, more.status, more.body.error?.param]).toEqual([path, 400, "more"]);
    for (const field of Object.keys(sample as object)) {
      for (const wrong of [null, 1, {}, [], "", "\u0000".repeat(15)]) {
        const { status, body } = await send({ ...(sample as object), [field]: wrong });
        // Of an object without its fields, the first one is named.
        const param = body.error?.param?.split(".")[0];
        expect([path, status, param]).toEqual([path, 400, field]);
      }
    }
  }
});

test("the key is announced a day before it is old, then changed; the old one's tokens stay good", async () => {
  const { me, browser } = await synced("keys@x.example");
  const first = await activeKey(world);
  expect(await rotateSigningKeys(world)).toBe("nothing");
  await world.db`update identity_signing_keys set activated_at = now() - interval '89 days 1 hour'`;
  expect(await rotateSigningKeys(world)).toBe("announced");
  expect(await rotateSigningKeys(world)).toBe("nothing");
  const published = async () =>
    ((await world.api("GET", "/.well-known/jwks.json")).body.keys as unknown[]).length;
  expect(await published()).toBe(2);
  await world.db`
    update identity_signing_keys set created_at = now() - interval '25 hours' where status = 'next'`;
  expect(await rotateSigningKeys(world)).toBe("rotated");
  const second = await activeKey(world);
  expect(second.kid).not.toBe(first.kid);
  expect((await me()).status).toBe(200);
  const { body } = await browser.post("token", {});
  const fresh = await world.api("GET", "/v1/auth/me", { token: String(body.accessToken) });
  expect(fresh.status).toBe(200);
  await world.db`
    update identity_signing_keys set retired_at = now() - interval '25 hours'
    where status = 'retired'`;
  expect(await embeddedStore(world.db).findKey(first.kid)).toBeNull();
  expect(await published()).toBe(1);
  await rotateSigningKeys(world);
  expect(await world.db`select kid from identity_signing_keys`).toHaveLength(1);
});

test("the first key is made once, by however many ask", async () => {
  await world.db`delete from identity_signing_keys`;
  const keys = await Promise.all(Array.from({ length: 6 }, () => activeKey(world)));
  expect(new Set(keys.map(({ kid }) => kid)).size).toBe(1);
});

test("after a change of the secret key, what the previous one sealed is sealed anew", async () => {
  const browser = await world.signedUp("seal@x.example");
  await browser.post("totp/start", {});
  await activeKey(world);
  const config = {
    ...world.config,
    STIPEND_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
    STIPEND_SECRET_KEY_PREVIOUS: [world.config.STIPEND_SECRET_KEY],
  };
  const ctx = { ...world.system(), config };
  expect(await resealIdentity(ctx)).toBe(2);
  expect(await resealIdentity(ctx)).toBe(0);
  const { STIPEND_SECRET_KEY_PREVIOUS: _, ...alone } = config;
  expect((await activeKey({ db: world.db, config: alone })).kid).toMatch(/^[\w-]{43}$/);
  await world.db`delete from identity_signing_keys`;
});

test("what has ended is removed, and nothing else", async () => {
  const browser = await world.signedUp("keep@x.example");
  await browser.post("code", { email: "keep@x.example" });
  const count = async () => {
    const [row] = await world.db`
      select (select count(*)::int from identity_codes) as codes,
        (select count(*)::int from identity_throttles) as throttles,
        (select count(*)::int from identity_sessions where expires_at < now()) as ended,
        (select count(*)::int from identity_sessions where expires_at > now()) as sessions`;
    return row;
  };
  await world.db`update identity_sessions set expires_at = now() + interval '1 day'`;
  const before = await count();
  await removeOldRows(world.system(), { until: new Date(Date.now() + 20_000) });
  expect(await count()).toEqual(before);
  await world.db`update identity_codes set expires_at = now() - interval '1 second'`;
  await world.db`update identity_throttles set expires_at = now() - interval '1 second'`;
  await world.db`
    update identity_sessions set expires_at = now() - interval '1 second'
    where revoked_at is not null`;
  await removeOldRows(world.system(), { until: new Date(Date.now() + 20_000) });
  const { sessions } = before ?? {};
  expect(await count()).toMatchObject({ codes: 0, throttles: 0, ended: 0 });
  expect(Number((await count())?.sessions)).toBeLessThanOrEqual(Number(sessions));
  expect((await browser.get("me")).status).toBe(200);
});
