import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { embeddedProvider } from "@/lib/adapters/identity/embedded-provider";
import { newId } from "@/lib/core/ids";
import type { CodePurpose, SecurityChange } from "@/lib/core/kinds";
import type { Wording } from "@/lib/domain/mails/mail";
import {
  createIdentityWorld,
  goodPassword,
  type IdentityWorld,
  refusal,
  type TestBrowser,
} from "@/testing/identity";
import { embeddedIssuer, embeddedStore } from "./embedded-store";
import { codeMail, securityMail } from "./identity-mails";

let world: IdentityWorld;

beforeAll(async () => {
  world = await createIdentityWorld();
});
beforeEach(() => world.forget());
afterAll(() => world.stop());

const password = goodPassword;

test("somebody signs up, gives the code, and calls the API with an access token", async () => {
  const browser = world.browser();
  const asked = await browser.post("signup", { email: "Ada@x.example", password });
  expect(asked).toMatchObject({ status: 200, body: { flow: expect.any(String) } });
  const code = await world.mailedCode("Ada@x.example");
  const verified = await browser.post("verify", { flow: asked.body.flow, code });
  expect(verified).toMatchObject({ status: 200, body: { status: "signed_in", ticket: null } });
  const { body } = await browser.post("token", {});
  const token = String(body.accessToken);

  const unsynced = await world.api("GET", "/v1/auth/me", { token });
  expect(unsynced).toMatchObject({ status: 401, body: { error: { code: "merchant_not_synced" } } });
  const synced = await world.api("POST", "/v1/auth/sync", { body: { accessToken: token } });
  expect(synced).toMatchObject({
    status: 200,
    body: { object: "merchant", email: "Ada@x.example" },
  });
  const me = await world.api("GET", "/v1/auth/me", { token });
  expect(me).toMatchObject({ status: 200, body: { id: synced.body.id } });
});

const mailsOf = (kind: string) => world.db<{ recipient: string; change: string | null }[]>`
  select recipient, facts->>'change' as change from mails where kind = ${kind}
  order by recipient, change`;
const wrongCode = [401, "code_wrong"];

/** Asks to sign in with another address, and gives the code that was mailed to it. */
async function changeEmail(browser: TestBrowser, email: string) {
  const { body } = await browser.post("email", { email });
  const code = (await world.mailedCode(email)) ?? "000000";
  return browser.post("email/confirm", { flow: body.flow, code });
}

test("an account goes on with another address, of which both are told", async () => {
  const browser = await world.signedUp("bea@x.example");
  const other = world.browser();
  await other.post("login", { email: "bea@x.example", password });
  expect((await changeEmail(browser, "Bea@y.example")).status).toBe(200);
  expect([...(await mailsOf("identity_security"))]).toEqual([
    { recipient: "Bea@y.example", change: "email_changed" },
    { recipient: "bea@x.example", change: "email_changed" },
  ]);
  expect((await browser.get("me")).body.email).toBe("Bea@y.example");
  expect((await other.get("me")).status).toBe(401);
  const login = (email: string) => world.browser().post("login", { email, password });
  expect((await login("bea@x.example")).status).toBe(401);
  expect((await login("bea@y.example")).status).toBe(200);
});

test("what a merchant is told goes to the new address at once", async () => {
  const browser = await world.signedUp("mia@x.example");
  const { body } = await browser.post("token", {});
  const token = String(body.accessToken);
  const synced = await world.api("POST", "/v1/auth/sync", { body: { accessToken: token } });
  expect(synced.body.email).toBe("mia@x.example");
  expect((await changeEmail(browser, "mia@y.example")).status).toBe(200);
  const me = await world.api("GET", "/v1/auth/me", { token });
  expect([me.status, me.body.email]).toEqual([200, "mia@y.example"]);
});

test("an admin user is told at the new address, unless another admin user has it", async () => {
  const browser = await world.signedUp("ann@x.example");
  const { body } = await browser.get("me");
  const [account] = await world.db<{ id: string }[]>`
    select id from identity_users where email = ${String(body.email)}`;
  const admin = { role: "admin", status: "active", provider: "embedded" } as const;
  await world.db`insert into admin_users ${world.db([
    { ...admin, id: newId("adminUser"), email: "ann@x.example", subject: account?.id ?? "" },
    { ...admin, id: newId("adminUser"), email: "taken@y.example", subject: "another" },
  ])}`;
  const addresses = async () => {
    const rows = await world.db<{ email: string }[]>`select email from admin_users order by email`;
    return rows.map(({ email }) => email);
  };
  expect((await changeEmail(browser, "Ann@y.example")).status).toBe(200);
  expect(await addresses()).toEqual(["Ann@y.example", "taken@y.example"]);
  await world.forget();
  expect((await changeEmail(browser, "Taken@y.example")).status).toBe(200);
  expect(await addresses()).toEqual(["Ann@y.example", "taken@y.example"]);
});

test("an address is changed by its own code, by whoever has authenticated just now", async () => {
  const browser = await world.signedUp("cy@x.example");
  const unchanged = await browser.post("email", { email: "CY@x.example" });
  expect(refusal(unchanged)).toEqual([400, "email_unchanged"]);
  const { body } = await browser.post("email", { email: "cy@y.example" });
  const code = await world.mailedCode("cy@y.example");
  const given = { flow: body.flow, code };
  const other = await world.signedUp("dan@x.example");
  expect(refusal(await other.post("email/confirm", given))).toEqual(wrongCode);
  expect(refusal(await browser.post("verify", given))).toEqual(wrongCode);
  const { body: toSignIn } = await browser.post("code", { email: "cy@x.example" });
  const forSigningIn = { flow: toSignIn.flow, code: await world.mailedCode("cy@x.example") };
  expect(refusal(await browser.post("email/confirm", forSigningIn))).toEqual(wrongCode);
  await world.forget();
  const { body: again } = await browser.post("email", { email: "cy@y.example" });
  const wanted = { flow: again.flow, code: await world.mailedCode("cy@y.example") };
  await world.db`update identity_sessions set auth_time = now() - interval '11 minutes'`;
  for (const [path, sent] of [
    ["email", { email: "cy@z.example" }],
    ["email/confirm", wanted],
  ] as const) {
    expect(refusal(await browser.post(path, sent))).toEqual([403, "step_up_required"]);
  }
  expect((await browser.get("me")).body.email).toBe("cy@x.example");
});

test("a code that was mailed to an address that the account has given up is wrong", async () => {
  const [old, email] = ["kit@x.example", "kit@y.example"];
  const browser = await world.signedUp(old);
  const other = world.browser();
  const mailed = async (asking: ReturnType<TestBrowser["post"]>) => {
    const { body } = await asking;
    const given = { flow: body.flow, code: await world.mailedCode(old) };
    expect(given.code).toMatch(/^[0-9]{6}$/);
    await world.forget();
    return given;
  };
  const toReset = await mailed(other.post("reset", { email: old }));
  const toSignIn = await mailed(other.post("code", { email: old }));
  const toStepUp = await mailed(browser.post("step-up/code", {}));
  expect((await changeEmail(browser, email)).status).toBe(200);
  const reset = { ...toReset, password: "another good password" };
  expect(refusal(await other.post("reset/complete", reset))).toEqual(wrongCode);
  expect(refusal(await other.post("verify", toSignIn))).toEqual(wrongCode);
  expect(refusal(await browser.post("step-up", toStepUp))).toEqual(wrongCode);
  expect((await other.post("login", { email, password })).status).toBe(200);
});

test("an address that has an account is not taken, and the answer does not tell", async () => {
  const browser = await world.signedUp("eli@x.example");
  await world.signedUp("fay@x.example");
  expect(refusal(await changeEmail(browser, "Fay@x.example"))).toEqual(wrongCode);
  expect([...(await mailsOf("identity_account_exists"))]).toMatchObject([
    { recipient: "Fay@x.example" },
  ]);
  // Somebody signs up with it between the code and its being given.
  const { body } = await browser.post("email", { email: "gus@x.example" });
  const code = await world.mailedCode("gus@x.example");
  await world.forget();
  await world.signedUp("gus@x.example");
  expect(refusal(await browser.post("email/confirm", { flow: body.flow, code }))).toEqual(
    wrongCode,
  );
  expect((await browser.get("me")).body.email).toBe("eli@x.example");
});

test("signing in with a browser that was not seen before is mailed, and with another one not", async () => {
  const email = "hal@x.example";
  const first = await world.signedUp(email);
  const login = (browser: TestBrowser, userAgent: string) =>
    browser.send({
      ...{ method: "POST", path: "/api/identity/login", body: { email, password } },
      headers: { "user-agent": userAgent },
    });
  const told = async () => (await mailsOf("identity_security")).map(({ change }) => change);
  await login(world.browser(), "Test Browser");
  // The same browser after an update.
  await login(first, "Test Browser 2");
  expect(await told()).toEqual([]);
  await login(world.browser(), "Another Browser");
  expect(await told()).toEqual(["new_browser"]);
  await login(world.browser(), "Another Browser");
  expect(await told()).toEqual(["new_browser"]);
});

test("for a day after a password was reset the API is told to hold what moves money", async () => {
  const email = "ida@x.example";
  await world.signedUp(email);
  const browser = world.browser();
  const { body } = await browser.post("reset", { email });
  const code = await world.mailedCode(email);
  const given = { flow: body.flow, code, password: "another good password" };
  expect((await browser.post("reset/complete", given)).status).toBe(200);
  const provider = embeddedProvider(embeddedIssuer(world.config), embeddedStore(world.db));
  const { body: minted } = await browser.post("token", {});
  const { heldUntil } = await provider.verify(String(minted.accessToken));
  const inADay = Date.now() + 86_400_000;
  expect(Math.abs(Number(heldUntil?.getTime()) - inADay)).toBeLessThan(60_000);
  const other = await world.signedUp("jo@x.example");
  const { body: free } = await other.post("token", {});
  expect(await provider.verify(String(free.accessToken))).toMatchObject({ heldUntil: null });
});

test("the link of a code's mail fills it in where it was asked for, and sends it to nobody", () => {
  const wording = (code: string | null) => ({ openCode: () => code }) as unknown as Wording;
  const link = (purpose: CodePurpose, code: string | null) => {
    const facts = { purpose, code: "sealed", expiresAt: "2026-01-01T00:00:00Z" };
    return new URL(codeMail.body(facts, wording(code)).button.to, "https://x");
  };
  expect(link("sign_up", "123456").href).toBe("https://x/signup#code=123456");
  expect(link("reset", "123456").href).toBe("https://x/login#code=123456");
  // Their pages are open, with a dialog that takes the code.
  for (const purpose of ["email_change", "step_up"] as const) {
    expect(link(purpose, "123456").href).toBe("https://x/dashboard/settings/security");
  }
  expect(link("sign_up", null).href).toBe("https://x/signup");
});

test("a mail about an account names the browser in words, and never what it calls itself", () => {
  const chrome =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
  const factsOf = (userAgent: string | null) => {
    const facts = { userAgent, addressPrefix: null, at: "2026-01-01T00:00:00Z" };
    const mail = securityMail.body({ ...facts, change: "new_browser" }, {} as Wording);
    return Object.fromEntries(mail.facts ?? []);
  };
  expect(factsOf(chrome)).toMatchObject({ Browser: "Chrome on Windows" });
  expect(factsOf("Visit evil.example")).toMatchObject({ Browser: "A browser" });
  expect(factsOf(null)).not.toHaveProperty("Browser");
});

test("whoever has lost the address of an account is not told to have a code mailed there", () => {
  const told = (change: SecurityChange) => {
    const facts = { change, userAgent: null, addressPrefix: null, at: "2026-01-01T00:00:00Z" };
    return securityMail.body(facts, {} as Wording).paragraphs.at(-1);
  };
  expect(told("email_changed")).toContain("contact us immediately");
  expect(told("totp_enabled")).toContain("with a code sent to this address");
});
