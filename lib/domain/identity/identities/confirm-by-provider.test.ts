import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { totpCode, totpStep } from "@/lib/adapters/identity/totp";
import { type IdentityWorld, refusal, type TestBrowser } from "@/testing/identity";
import { beginAt, comeBack, createOidcWorld, signInAt } from "@/testing/oidc-browser";
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

const now = () => Math.floor(Date.now() / 1_000);
const failed = "/confirmed?problem=step_up_required";

let people = 0;
/** A person without a password, whose last authentication is an hour ago. */
async function enter(): Promise<{ browser: TestBrowser; claims: Record<string, unknown> }> {
  people += 1;
  const claims = { sub: `c-${people}`, email: `c-${people}@x.example`, email_verified: true };
  const browser = world.browser();
  await signInAt(stub, browser, claims);
  await age();
  await world.forget();
  return { browser, claims };
}

const age = () => world.db`update identity_sessions set auth_time = now() - interval '1 hour'`;
const isFresh = async (browser: TestBrowser) =>
  (await browser.post("identities/start", { provider: "oidc" })).status === 200;
const start = async (browser: TestBrowser, provider = "oidc") =>
  String((await browser.post("step-up/provider", { provider })).body.confirm);

/** Comes back from the provider with what it says. @returns where the browser is sent */
async function confirm(browser: TestBrowser, said: object, given?: string): Promise<string> {
  const marker = given ?? (await start(browser));
  const callbackUrl = `/dashboard/settings/security?confirm=${marker}`;
  const query = "?prompt=login&max_age=0";
  const { address } = await beginAt(browser, { callbackUrl, query });
  const asked = new URL(address).searchParams;
  expect([asked.get("prompt"), asked.get("max_age")]).toEqual(["login", "0"]);
  const answer = stub.authorize(address, { ...said });
  return String((await comeBack(browser, answer)).headers.location);
}

test("a person without a password confirms by signing in anew at their provider", async () => {
  const { browser, claims } = await enter();
  const offered = await browser.get("step-up/provider");
  expect(offered.body.providers).toEqual([{ id: "oidc", name: "Company" }]);
  expect(await isFresh(browser)).toBe(false);
  const { token } = browser;
  expect(await confirm(browser, { ...claims, auth_time: now() })).toBe("/confirmed");
  expect(await isFresh(browser)).toBe(true);
  // The session stays the same.
  expect(browser.token).toBe(token);
});

test("an open session at the provider proves nothing: it must say when the person signed in, and that was since", async () => {
  const { browser, claims } = await enter();
  for (const auth_time of [undefined, now() - 60, now() + 3_600, "now", -1]) {
    expect(await confirm(browser, { ...claims, auth_time }), String(auth_time)).toBe(failed);
    expect(await isFresh(browser)).toBe(false);
  }
});

test("a sign-in through an open session at the provider is no recent authentication, and can be confirmed", async () => {
  const { claims } = await enter();
  for (const auth_time of [undefined, now() - 700, 0]) {
    const browser = world.browser();
    await signInAt(stub, browser, { ...claims, auth_time });
    expect((await browser.get("me")).status).toBe(200);
    expect(await isFresh(browser), String(auth_time)).toBe(false);
    expect(await confirm(browser, { ...claims, auth_time: now() })).toBe("/confirmed");
    expect(await isFresh(browser)).toBe(true);
    await world.forget();
  }
  for (const auth_time of [now() - 60, now() + 3_600]) {
    const browser = world.browser();
    await signInAt(stub, browser, { ...claims, auth_time });
    expect(await isFresh(browser), String(auth_time)).toBe(true);
  }
  await world.db`update identity_sessions set auth_time = auth_time - interval '10 minutes'`;
  const [row] = await world.db`select from identity_sessions where auth_time > now()`;
  expect(row).toBeUndefined();
});

test("a sign-in that makes the account is a recent authentication", async () => {
  const browser = world.browser();
  await signInAt(stub, browser, { sub: "new", email: "new@x.example", email_verified: true });
  expect(await isFresh(browser)).toBe(true);
});

test("another person of the provider confirms nothing, nor does what another session or provider began", async () => {
  const { browser, claims } = await enter();
  const stranger = await enter();
  const said = { ...claims, auth_time: now() };
  expect(await confirm(browser, { ...stranger.claims, auth_time: now() })).toBe(failed);
  expect(await confirm(browser, { ...said, sub: "unknown" })).toBe(failed);
  const made = `${now()}.${"A".repeat(43)}`;
  const [theirs, github] = [await start(stranger.browser), await start(browser, "github")];
  for (const marker of [theirs, github, made, "", "x"]) {
    expect(await confirm(browser, said, marker), marker).toBe(failed);
  }
  expect(await isFresh(browser)).toBe(false);
  expect(await confirm(world.browser(), said, theirs)).toBe("/confirmed?problem=signed_out");
});

test("who has a second factor uses it, and no provider in its place", async () => {
  const { browser, claims } = await enter();
  const marker = await start(browser);
  await world.db`update identity_sessions set auth_time = now()`;
  const { body } = await browser.post("totp/start", {});
  await browser.post("totp/confirm", { code: totpCode(String(body.secret), totpStep(Date.now())) });
  await age();
  expect((await browser.get("step-up/provider")).body.providers).toEqual([]);
  const refused = await browser.post("step-up/provider", { provider: "oidc" });
  expect(refusal(refused)).toEqual([403, "step_up_required"]);
  expect(await confirm(browser, { ...claims, auth_time: now() }, marker)).toBe(failed);
  expect(await isFresh(browser)).toBe(false);
});
