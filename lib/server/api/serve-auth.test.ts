import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readGithubUser, readIdentity } from "@/lib/adapters/identity/oauth-config";
import { totpCode, totpStep } from "@/lib/adapters/identity/totp";
import { goodPassword, type IdentityWorld, refusal, type TestBrowser } from "@/testing/identity";
import {
  beginAt,
  comeBack,
  createOidcWorld,
  form,
  formType,
  postForm,
  signInAt,
} from "@/testing/oidc-browser";
import type { OidcStub } from "@/testing/oidc-stub";

let stub: OidcStub;
let world: IdentityWorld;

beforeAll(async () => {
  ({ stub, world } = await createOidcWorld());
});
beforeEach(() => world.forget());
afterAll(async () => {
  await world.stop();
  await stub.stop();
});

const home = "http://localhost:3000/dashboard";
const failed = /^(?:http:\/\/localhost:3000)?\/(?:login\?(?:problem|error)=|api\/auth\/error\?)/;
/** @returns the address that the browser is sent to */
const begin = async (browser: TestBrowser, callbackUrl = "/dashboard", provider = "oidc") =>
  (await beginAt(browser, { callbackUrl, provider })).address;

let people = 0;
/** A person that the provider knows. */
function person(more: Record<string, unknown> = {}) {
  people += 1;
  return {
    sub: `sub-${people}`,
    email: `p${people}@company.example`,
    email_verified: true,
    ...more,
  };
}
type PersonClaims = ReturnType<typeof person>;

/** @returns where the browser is sent at last */
const signIn = (claims: PersonClaims, browser = world.browser(), callbackUrl = "/dashboard") =>
  signInAt(stub, browser, claims, callbackUrl);

const accountsOf = (email: string) =>
  world.db<{ id: string }[]>`select id from identity_users where lower(email) = lower(${email})`;
const sessionOf = async (browser: TestBrowser) =>
  (await browser.send({ method: "GET", path: "/api/auth/session" })).body;
const changes = async () =>
  (
    await world.db<{ change: string }[]>`
    select facts ->> 'change' as change from mails where kind = 'identity_security'
    order by created_at, id`
  ).map(({ change }) => change);

describe("a person of an issuer", () => {
  test("gets an account, and a session that ends with its row", async () => {
    const claims = person();
    const browser = world.browser();
    const address = await begin(browser);
    expect(address.startsWith(`${stub.issuer}/authorize?`)).toBe(true);
    const { searchParams } = new URL(address);
    expect(searchParams.get("code_challenge_method")).toBe("S256");
    for (const check of ["state", "nonce"]) expect(searchParams.get(check), check).not.toBeNull();
    const reply = await comeBack(browser, stub.authorize(address, claims));
    expect([reply.status, reply.headers.location]).toEqual([302, home]);
    expect(browser.token).toMatch(/^[\w-]{43}$/);
    expect(browser.device).not.toBe("");
    expect((await browser.get("me")).body).toMatchObject({
      ...{ email: claims.email, hasPassword: false },
      identities: [{ provider: "oidc", email: claims.email }],
    });
    expect(await sessionOf(browser)).toMatchObject({ user: { email: claims.email } });
    const [row] = await world.db<{ amr: string[] }[]>`
      select s.amr from identity_sessions s join identity_users u on u.id = s.user_id
      where u.email = ${claims.email}`;
    expect(row?.amr).toEqual(["fed"]);
    await world.db`
      update identity_sessions set revoked_at = now(), revoke_reason = 'revoked'
      where user_id = (select id from identity_users where email = ${claims.email})`;
    expect(await sessionOf(browser)).toEqual({});
  });

  test("is known by the issuer's name for them, with any address by now", async () => {
    const claims = person();
    await signIn(claims);
    const browser = world.browser();
    await signIn({ ...claims, email: "renamed@company.example", email_verified: false }, browser);
    expect((await browser.get("me")).body.email).toBe(claims.email);
  });

  test("signs out by next-auth: the row's session is over", async () => {
    const browser = world.browser();
    await signIn(person(), browser);
    const { token } = browser;
    await postForm(browser, "signout", {});
    const [row] = await world.db<{ over: boolean }[]>`
      select revoked_at is not null as over from identity_sessions order by created_at desc limit 1`;
    expect([token === null, browser.token, row?.over]).toEqual([false, null, true]);
  });

  test("with a second factor here is asked for it: there is no session before", async () => {
    const claims = person();
    const browser = world.browser();
    await signIn(claims, browser);
    const { body } = await browser.post("totp/start", {});
    const secret = String(body.secret);
    const codeOf = (ahead: bigint) => totpCode(secret, totpStep(Date.now()) + ahead);
    await browser.post("totp/confirm", { code: codeOf(-1n) });
    const other = world.browser();
    const location = await signIn(claims, other);
    const [page, held] = location.split("#");
    expect(page).toBe("/login?returnTo=%2Fdashboard");
    expect(other.token).toBeNull();
    const ticket = new URLSearchParams(held).get("ticket");
    expect(new URLSearchParams(held).get("methods")).toBe("totp,recovery_code");
    const wrong = await other.post("second-factor", { ticket, code: "000000" });
    expect(refusal(wrong)).toEqual([401, "code_wrong"]);
    expect((await other.post("second-factor", { ticket, code: codeOf(0n) })).status).toBe(200);
    expect((await other.get("me")).body.email).toBe(claims.email);
  });

  test("whose sign-in is locked gets none", async () => {
    const claims = person();
    await signIn(claims);
    await world.db`update identity_users set status = 'disabled' where email = ${claims.email}`;
    const browser = world.browser();
    const location = await signIn(claims, browser);
    expect(location).toBe("/login?problem=credentials_wrong");
    expect(browser.token).toBeNull();
  });
});

describe("refused are", () => {
  test("an unverified address, and one that has an account", async () => {
    for (const email_verified of [false, undefined, "yes", 1]) {
      const claims = person({ email_verified });
      const location = await signIn(claims);
      expect(location).toBe("/login?problem=identity_unverified");
      expect(await accountsOf(claims.email)).toEqual([]);
    }
    const claims = person({ email: "Mine@x.example" });
    const owner = await world.signedUp("mine@x.example");
    const thief = world.browser();
    const location = await signIn(claims, thief);
    expect(location).toBe("/login?problem=link_required");
    expect(thief.token).toBeNull();
    expect((await owner.get("me")).body.identities).toEqual([]);
  });

  test("another state, none, and the answer to another browser", async () => {
    const claims = person();
    const browser = world.browser();
    const query = stub.authorize(await begin(browser), claims);
    const stranger = await comeBack(world.browser(), query);
    expect(stranger.headers.location).toMatch(failed);
    const changed = new URLSearchParams(query);
    changed.set("state", "x".repeat(43));
    const without = new URLSearchParams(query);
    without.delete("state");
    for (const wrong of [changed, without]) {
      const victim = world.browser();
      const own = stub.authorize(await begin(victim), claims);
      wrong.set("code", own.get("code") ?? "");
      expect((await comeBack(victim, wrong)).headers.location).toMatch(failed);
      expect(victim.token).toBeNull();
    }
    expect(await accountsOf(claims.email)).toEqual([]);
  });

  test("tokens with another nonce, of another issuer, for another client, too old, and forged", async () => {
    const faults = [
      { nonce: "another" },
      { iss: "https://evil.example" },
      { aud: "another" },
      { expired: true },
      { forged: true },
    ];
    for (const fault of faults) {
      const claims = person();
      const browser = world.browser();
      const query = stub.authorize(await begin(browser), claims, fault);
      const reply = await comeBack(browser, query);
      expect(reply.headers.location, JSON.stringify(fault)).toMatch(failed);
      expect(browser.token).toBeNull();
      expect(await accountsOf(claims.email)).toEqual([]);
    }
  });

  test("an answer that is mixed up with another issuer's", async () => {
    const claims = person();
    const browser = world.browser();
    const query = stub.authorize(await begin(browser), claims);
    query.set("iss", "https://evil.example");
    expect((await comeBack(browser, query)).headers.location).toMatch(failed);
    // Begun at one provider, ended at another.
    const other = world.browser();
    const before = stub.exchanges();
    const atGithub = await begin(other, "/dashboard", "github");
    expect(atGithub.startsWith("https://github.com/login/oauth/authorize?")).toBe(true);
    const mixed = stub.authorize(atGithub, claims);
    expect((await comeBack(other, mixed)).headers.location).toMatch(failed);
    expect(stub.exchanges()).toBe(before);
    expect(await accountsOf(claims.email)).toEqual([]);
  });

  test("an answer that was given before", async () => {
    const browser = world.browser();
    const query = stub.authorize(await begin(browser), person());
    await comeBack(browser, query);
    const { token } = browser;
    expect((await comeBack(browser, query)).headers.location).toMatch(failed);
    expect(browser.token).toBe(token);
  });

  test("a beginning and an answer without a challenge, another site's form, and one without its token", async () => {
    const stranger = world.browser(false);
    const csrf = await stranger.send({ method: "GET", path: "/api/auth/csrf" });
    const text = form({ csrfToken: String(csrf.body.csrfToken), json: "true" });
    const path = "/api/auth/signin/oidc";
    const post = { method: "POST", path, text };
    expect(refusal(await stranger.send({ ...post, headers: formType }))).toEqual([
      ...[403, "challenge_required"],
    ]);
    const solved = world.browser();
    const query = stub.authorize(await begin(solved), person());
    const before = stub.exchanges();
    const reply = await comeBack(stranger, query);
    expect(reply.headers.location).toBe("/login?problem=challenge_required");
    expect(stub.exchanges()).toBe(before);
    const headers = { ...formType, origin: "https://evil.example" };
    expect(refusal(await solved.send({ ...post, headers }))).toEqual([403, "origin_mismatch"]);
    const forged = await solved.send({
      ...post,
      text: form({ csrfToken: "x", json: "true" }),
      headers: formType,
    });
    expect(String(forged.body.url)).not.toContain(stub.issuer);
  });

  test("addresses of other sites to go to afterwards", async () => {
    for (const callbackUrl of [
      "https://evil.example/dashboard",
      "//evil.example",
      "/\\evil.example",
      "/api/identity/logout",
    ]) {
      const browser = world.browser();
      const reply = await postForm(browser, "signin/oidc", { callbackUrl });
      if (!String(reply.body.url).startsWith(stub.issuer)) continue;
      const query = stub.authorize(String(reply.body.url), person());
      expect((await comeBack(browser, query)).headers.location, callbackUrl).toBe(home);
    }
    const browser = world.browser();
    const location = await signIn(person(), browser, "/admin/merchants");
    expect(location).toBe("http://localhost:3000/admin/merchants");
  });

  test("a session that was there before: another token is given, and the old one is over", async () => {
    const attacker = await world.signedUp("fix@x.example");
    const { token } = attacker;
    const claims = person();
    await signIn(claims, attacker);
    expect(attacker.token).not.toBe(token);
    expect((await attacker.get("me")).body.email).toBe(claims.email);
    const [row] = await world.db<{ good: number }[]>`
      select count(*)::int as good from identity_sessions s join identity_users u on u.id = s.user_id
      where u.email = 'fix@x.example' and s.revoked_at is null`;
    expect(row?.good).toBe(0);
  });

  test("new people where sign-up is closed, but not an invited admin user", async () => {
    await world.signedUp("here@x.example");
    const runtime = globalThis.stipendRuntime as { config: typeof world.config };
    const { config } = runtime;
    runtime.config = {
      ...config,
      SIGN_UP: "closed",
      ADMIN_BOOTSTRAP_EMAIL: "boss@company.example",
    };
    try {
      const known = await signIn(person({ email: "here@x.example" }));
      expect(known).toBe("/login?problem=link_required");
      const closed = await signIn(person());
      expect(closed).toBe("/login?problem=sign_up_closed");
      const invited = world.browser();
      await signIn(person({ email: "boss@company.example" }), invited);
      expect(invited.token).not.toBeNull();
      const typed = { email: "new@x.example", password: goodPassword };
      const reply = await world.browser().post("signup", typed);
      expect(refusal(reply)).toEqual([403, "sign_up_closed"]);
    } finally {
      runtime.config = config;
    }
  });
});

/** Goes where a browser is sent, as far as next-auth's own addresses. */
async function follow(browser: TestBrowser, location: string): Promise<string> {
  const { pathname, search } = new URL(location, home);
  if (!pathname.startsWith("/api/auth/")) return location.replace("http://localhost:3000", "");
  const reply = await browser.send({ method: "GET", path: `${pathname}${search}` });
  return follow(browser, String(reply.headers.location));
}

/** What a browser wants of a provider, and the page that tells it why nothing came of that. */
const failures: [string, (browser: TestBrowser) => Promise<string>, RegExp][] = [
  ["signs in", async () => "/dashboard", /^\/login\?(?:.*&)?error=Callback/],
  [
    "links",
    async (browser) => {
      const { link } = (await browser.post("identities/start", { provider: "oidc" })).body;
      return `/dashboard/settings/security?link=${link}`;
    },
    /^\/dashboard\/settings\/security\?(?:.*&)?error=Callback/,
  ],
  [
    "confirms",
    async (browser) => {
      const { confirm } = (await browser.post("step-up/provider", { provider: "oidc" })).body;
      return `/dashboard/settings/security?confirm=${confirm}`;
    },
    /^\/confirmed\?(?:.*&)?error=Callback/,
  ],
];

test.each(failures)(
  "a person who %s and cancels at the provider is told on a page that shows it",
  async (what, want, page) => {
    const browser = await world.signedUp(`cancel-${what.replace(" ", "-")}@x.example`);
    const address = await begin(browser, await want(browser));
    const state = new URL(address).searchParams.get("state") ?? "";
    const query = new URLSearchParams({ error: "access_denied", state, iss: stub.issuer });
    const { headers } = await comeBack(browser, query);
    expect(await follow(browser, String(headers.location))).toMatch(page);
  },
);

describe("linking", () => {
  const startLink = async (browser: TestBrowser) =>
    browser.post("identities/start", { provider: "oidc" });
  const linked = (browser: TestBrowser, claims: PersonClaims, link: unknown) =>
    signIn(claims, browser, `/dashboard/settings/security?link=${link}`);
  const done = "/dashboard/settings/security?done=linked";
  const refused = (reason: string) => `/dashboard/settings/security?problem=${reason}`;

  test("takes a recent authentication, is mailed and audited, and signs in until it is undone", async () => {
    const browser = await world.signedUp("link@x.example");
    const claims = person();
    await world.db`update identity_sessions set auth_time = now() - interval '1 hour'`;
    expect(refusal(await startLink(browser))).toEqual([403, "step_up_required"]);
    await world.db`update identity_sessions set auth_time = now()`;
    const { link } = (await startLink(browser)).body;
    expect(await linked(browser, claims, link)).toBe(done);
    const other = world.browser();
    await signIn(claims, other);
    const me = (await other.get("me")).body;
    expect(me.email).toBe("link@x.example");
    const [identity] = me.identities as { id: string }[];
    const stranger = await world.signedUp("stranger@x.example");
    expect((await stranger.delete(`identities/${identity?.id}`)).status).toBe(404);
    await world.forget();
    expect((await browser.delete(`identities/${identity?.id}`)).status).toBe(200);
    expect(await changes()).toEqual(["identity_unlinked"]);
    expect(refusal(await other.get("me"))).toEqual([401, "signed_out"]);
    const again = world.browser();
    await signIn(claims, again);
    expect((await again.get("me")).body.email).toBe(claims.email);
    const entries = await world.db<{ action: string }[]>`
      select action from audit_log where actor_name = ${String(me.id)} and action like '%identity'`;
    expect(entries.map(({ action }) => action).sort()).toEqual([
      ...["account.link_identity", "account.unlink_identity"],
    ]);
  });

  test("is refused for an address unverified, an identity of another account, and a link that was not asked for", async () => {
    const browser = await world.signedUp("links@x.example");
    const { link } = (await startLink(browser)).body;
    expect(await linked(browser, person({ email_verified: false }), link)).toBe(
      refused("identity_unverified"),
    );
    const theirs = person();
    await signIn(theirs);
    expect(await linked(browser, theirs, link)).toBe(refused("identity_taken"));
    const thief = await world.signedUp("thief@x.example");
    const made = `${Math.floor(Date.now() / 1_000) + 60}.${"A".repeat(43)}`;
    for (const wrong of [link, made, "", "x"]) {
      expect(await linked(thief, person(), wrong), String(wrong)).toBe(refused("link_expired"));
    }
    expect(await linked(world.browser(), person(), link)).toBe(refused("signed_out"));
    expect((await thief.get("me")).body.identities).toEqual([]);
  });
});

describe("next-auth's form of a password", () => {
  test("signs in by the same rules", async () => {
    await world.signedUp("pw@x.example");
    const browser = world.browser();
    const wrong = await postForm(browser, "callback/credentials", {
      ...{ email: "pw@x.example", password: "wrong" },
    });
    expect([wrong.status, String(wrong.body.url)]).toEqual([
      401,
      expect.stringContaining("error=credentials_wrong"),
    ]);
    expect(browser.token).toBeNull();
    const right = { email: "pw@x.example", password: goodPassword };
    expect((await postForm(browser, "callback/credentials", right)).status).toBe(200);
    expect((await browser.get("me")).body.email).toBe("pw@x.example");
    const stranger = await postForm(world.browser(false), "callback/credentials", right);
    expect(refusal(stranger)).toEqual([403, "challenge_required"]);
    for (let tries = 0; tries < 5; tries += 1) {
      await postForm(world.browser(), "callback/credentials", { ...right, password: "wrong" });
    }
    const locked = await postForm(world.browser(), "callback/credentials", right);
    expect(String(locked.body.url)).toContain("error=too_many_tries");
  });

  test("asks for the second factor", async () => {
    const browser = await world.signedUp("pw2@x.example");
    const { body } = await browser.post("totp/start", {});
    const secret = String(body.secret);
    const codeOf = (ahead: bigint) => totpCode(secret, totpStep(Date.now()) + ahead);
    await browser.post("totp/confirm", { code: codeOf(-1n) });
    const right = { email: "pw2@x.example", password: goodPassword };
    const other = world.browser();
    const without = await postForm(other, "callback/credentials", right);
    expect(String(without.body.url)).toContain("error=second_factor");
    expect(other.token).toBeNull();
    await postForm(other, "callback/credentials", { ...right, code: codeOf(0n) });
    expect(other.token).not.toBeNull();
  });
});

test("what next-auth has beside that is not there", async () => {
  for (const path of ["_log", "verify-request", "nothing"]) {
    const reply = await world.browser().send({ method: "GET", path: `/api/auth/${path}` });
    expect(reply.status, path).toBe(404);
  }
  const reply = await world.browser().send({ method: "GET", path: "/api/auth/signin" });
  expect(String(reply.headers.location)).toMatch(/^\/login\?/);
});

test("only what says clearly that it was verified counts", () => {
  const google = { id: "google", issuer: "https://accounts.google.com" } as const;
  const microsoft = { id: "microsoft", issuer: "https://login.example" } as const;
  const verified = (provider: typeof google | typeof microsoft, claims: object) =>
    readIdentity(provider, { sub: "1", email: "a@x.example", ...claims })?.emailVerified;
  expect(verified(google, { email_verified: true })).toBe(true);
  expect(verified(google, { email_verified: "true" })).toBe(true);
  expect(verified(google, { xms_edov: true })).toBe(false);
  expect(verified(microsoft, { xms_edov: true })).toBe(true);
  expect(verified(microsoft, { xms_edov: "1" })).toBe(true);
  expect(verified(microsoft, {})).toBe(false);
  expect(verified(google, { email: "no address", email_verified: true })).toBe(false);
  expect(readIdentity(google, { email: "a@x.example" })).toBeNull();
});

test("GitHub's person is the one of its interface, by the primary address", async () => {
  const answers: Record<string, unknown> = {
    "/user": { id: 7, email: "shown@x.example" },
    "/user/emails": [
      { email: "old@x.example", primary: false, verified: true },
      { email: "main@x.example", primary: true, verified: false },
    ],
  };
  const server = createServer((request, response) => {
    const isOwn = request.headers.authorization === "Bearer t";
    response.writeHead(isOwn ? 200 : 401).end(JSON.stringify(answers[request.url ?? ""]));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const told = { sub: "7", email: "main@x.example", email_verified: false };
  expect(await readGithubUser("t", api)).toEqual(told);
  await expect(readGithubUser("u", api)).rejects.toThrow("401");
  server.close();
});
