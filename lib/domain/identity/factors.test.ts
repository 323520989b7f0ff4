import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { totpCode, totpStep } from "@/lib/adapters/identity/totp";
import {
  createIdentityWorld,
  goodPassword,
  type IdentityWorld,
  refusal,
  type TestBrowser,
} from "@/testing/identity";
import { afterFirstFactor } from "./first-factor";
import { endSessions } from "./sessions";

let world: IdentityWorld;

beforeAll(async () => {
  world = await createIdentityWorld();
});
beforeEach(() => world.forget());
afterAll(() => world.stop());

const wrongCode = [401, "code_wrong"];
const stepUpRequired = [403, "step_up_required"];

interface EnrolledAccount {
  email: string;
  browser: TestBrowser;
  secret: string;
  recoveryCodes: string[];
}

let people = 0;

/** Somebody with an authenticator app; a code of the step before was taken. */
async function enrol(): Promise<EnrolledAccount> {
  people += 1;
  const email = `p${people}@x.example`;
  const browser = await world.signedUp(email);
  const { body } = await browser.post("totp/start", {});
  const secret = String(body.secret);
  const confirmed = await browser.post("totp/confirm", { code: codeOf(secret, -1n) });
  await world.forget();
  return { email, browser, secret, recoveryCodes: confirmed.body.recoveryCodes as string[] };
}

const codeOf = (secret: string, ahead = 0n) => totpCode(secret, totpStep(Date.now()) + ahead);
const changes = async () =>
  (
    await world.db<{ change: string }[]>`
    select facts ->> 'change' as change from mails where kind = 'identity_security'`
  ).map(({ change }) => change);

async function ticketOf(email: string): Promise<string> {
  const { body } = await world.browser().post("login", { email, password: goodPassword });
  expect(body).toMatchObject({ status: "second_factor", methods: ["totp", "recovery_code"] });
  return String(body.ticket);
}

const give = (ticket: string, code: string, browser = world.browser()) =>
  browser.post("second-factor", { ticket, code });

test("an authenticator app is asked for at each sign-in, once it has proved itself", async () => {
  const browser = await world.signedUp("early@x.example");
  const { body } = await browser.post("totp/start", {});
  expect(body.uri).toContain(`secret=${body.secret}`);
  const early = await world
    .browser()
    .post("login", { email: "early@x.example", password: goodPassword });
  expect(early.body.status).toBe("signed_in");
  const secret = String(body.secret);
  const wrong = codeOf(secret, 9n);
  expect(refusal(await browser.post("totp/confirm", { code: wrong }))).toEqual(wrongCode);
  const confirmed = await browser.post("totp/confirm", { code: codeOf(secret) });
  expect(new Set(confirmed.body.recoveryCodes as string[]).size).toBe(10);
  expect(await changes()).toEqual(["totp_enabled"]);
  expect((await browser.get("me")).body).toMatchObject({
    ...{ secondFactors: ["totp"], recoveryCodesLeft: 10 },
  });
  expect(refusal(await browser.post("totp/start", {}))).toEqual([403, "factor_enrolled"]);
  const again = await browser.post("totp/confirm", { code: codeOf(secret, 1n) });
  expect(refusal(again)).toEqual([403, "factor_enrolled"]);
  await ticketOf("early@x.example");
});

test("an app that was the last thing missing unlocks live mode, for one's own businesses alone", async () => {
  const browser = await world.signedUp("last@x.example");
  const token = String((await browser.post("token", {})).body.accessToken);
  const sync = () => world.api("POST", "/v1/auth/sync", { body: { accessToken: token } });
  const id = String((await sync()).body.id);
  const other = await world.signedUp("unrelated@x.example");
  const others = String((await other.post("token", {})).body.accessToken);
  await world.api("POST", "/v1/auth/sync", { body: { accessToken: others } });
  const payout = `0x${"d".repeat(40)}`;
  await world.db`
    update merchants set business_sector = 'Food', country_code = 'ES', payout_address = ${payout}`;
  const unlocked = async () =>
    (
      await world.db<{ merchantId: string }[]>`
      select merchant_id from mails where kind = 'live_mode_unlocked'`
    ).map(({ merchantId }) => merchantId);
  await sync();
  expect(await unlocked()).toEqual([]);
  const { body } = await browser.post("totp/start", {});
  expect(await unlocked()).toEqual([]);
  await browser.post("totp/confirm", { code: codeOf(String(body.secret), -1n) });
  expect(await unlocked()).toEqual([id]);
});

test("enrolling signs other browsers out", async () => {
  const one = await world.signedUp("two@x.example");
  const other = world.browser();
  await other.post("login", { email: "two@x.example", password: goodPassword });
  const { body } = await one.post("totp/start", {});
  await one.post("totp/confirm", { code: codeOf(String(body.secret)) });
  expect(refusal(await other.get("me"))).toEqual([401, "signed_out"]);
  expect((await one.get("me")).status).toBe(200);
});

test("a ticket and a code sign in once, and the token says so", async () => {
  const { email, secret } = await enrol();
  const [ticket, other] = [await ticketOf(email), await ticketOf(email)];
  const browser = world.browser();
  const code = codeOf(secret);
  expect((await give(ticket, code, browser)).body).toMatchObject({ status: "signed_in" });
  expect(refusal(await give(ticket, codeOf(secret, 1n)))).toEqual(wrongCode);
  expect(refusal(await give(other, code))).toEqual(wrongCode);
  expect((await give(other, codeOf(secret, 1n))).status).toBe(200);
  const { body } = await browser.post("token", {});
  const claims = JSON.parse(
    Buffer.from(String(body.accessToken).split(".")[1] ?? "", "base64url").toString(),
  ) as { amr: string[]; exp: number; iat: number };
  expect(claims.amr).toEqual(["pwd", "otp"]);
  expect(claims.exp - claims.iat).toBe(600);
});

test("a ticket is good for five minutes, and nobody's signs nobody in", async () => {
  const { email, secret } = await enrol();
  const ticket = await ticketOf(email);
  await world.db`update identity_tickets set expires_at = now() where used_at is null`;
  expect(refusal(await give(ticket, codeOf(secret)))).toEqual(wrongCode);
  expect(refusal(await give("A".repeat(43), codeOf(secret)))).toEqual(wrongCode);
});

test("an account that was disabled meanwhile is not signed in to", async () => {
  const { email, secret } = await enrol();
  const ticket = await ticketOf(email);
  await world.db`update identity_users set status = 'disabled' where email = ${email}`;
  expect(refusal(await give(ticket, codeOf(secret)))).toEqual(wrongCode);
});

test("five wrong codes end the tries of an account, whatever the ticket", async () => {
  const { email, secret } = await enrol();
  const tickets = [await ticketOf(email), await ticketOf(email)];
  for (let count = 0; count < 5; count += 1) {
    const wrong = await give(tickets[count % 2] ?? "", codeOf(secret, 9n));
    expect(refusal(wrong)).toEqual(wrongCode);
  }
  expect(refusal(await give(tickets[0] ?? "", codeOf(secret)))).toEqual([429, "too_many_tries"]);
});

test("a recovery code stands in once, however it is written, and the owner is told", async () => {
  const { email, recoveryCodes } = await enrol();
  const [code = "", next = ""] = recoveryCodes;
  const browser = world.browser();
  const typed = code.toLowerCase().replaceAll("-", " ");
  expect((await give(await ticketOf(email), typed, browser)).status).toBe(200);
  expect(await changes()).toEqual(["recovery_code_used"]);
  expect((await browser.get("me")).body.recoveryCodesLeft).toBe(9);
  expect(refusal(await give(await ticketOf(email), code))).toEqual(wrongCode);
  expect((await give(await ticketOf(email), next)).status).toBe(200);
});

test("a recovery code is its own account's", async () => {
  const [one, other] = [await enrol(), await enrol()];
  const foreign = await give(await ticketOf(one.email), other.recoveryCodes[0] ?? "");
  expect(refusal(foreign)).toEqual(wrongCode);
});

test("a code by mail does without the password, not without the app", async () => {
  const { email, secret } = await enrol();
  const { body } = await world.browser().post("code", { email });
  const verified = await world
    .browser()
    .post("verify", { flow: body.flow, code: await world.mailedCode(email) });
  expect(verified.body.status).toBe("second_factor");
  expect(verified.headers["set-cookie"]).toBeUndefined();
  expect((await give(String(verified.body.ticket), codeOf(secret))).status).toBe(200);
});

test("a reset sets the password and signs all browsers out; the app is asked for still", async () => {
  const { email, browser } = await enrol();
  const { body } = await world.browser().post("reset", { email });
  const code = await world.mailedCode(email);
  const password = "another horse battery";
  const wrong = await world.browser().post("verify", { flow: body.flow, code });
  expect(refusal(wrong)).toEqual(wrongCode);
  const complete = () =>
    world.browser().post("reset/complete", { flow: body.flow, code, password });
  expect((await complete()).body.status).toBe("second_factor");
  expect(refusal(await complete())).toEqual(wrongCode);
  expect(refusal(await browser.get("me"))).toEqual([401, "signed_out"]);
  expect(await changes()).toEqual(["password_changed"]);
  const login = (given: string) => world.browser().post("login", { email, password: given });
  expect(refusal(await login(goodPassword))).toEqual([401, "credentials_wrong"]);
  expect((await login(password)).body.status).toBe("second_factor");
});

test("a code to sign in with does not reset a password", async () => {
  const { email } = await enrol();
  const { body } = await world.browser().post("code", { email });
  const code = await world.mailedCode(email);
  const asked = { flow: body.flow, code, password: "another horse battery" };
  expect(refusal(await world.browser().post("reset/complete", asked))).toEqual(wrongCode);
});

const sensitive = ["totp/start", "totp/disable", "recovery-codes", "password"];
const bodyOf = (path: string) => (path === "password" ? { password: "another horse battery" } : {});

test.each(sensitive)("%s takes an authentication of the last ten minutes", async (path) => {
  const { browser } = await enrol();
  await world.db`update identity_sessions set auth_time = now() - interval '601 seconds'`;
  expect(refusal(await browser.post(path, bodyOf(path)))).toEqual(stepUpRequired);
  expect(refusal(await world.browser().post(path, bodyOf(path)))).toEqual([401, "signed_out"]);
});

test("who has an app steps up by it, and by nothing else", async () => {
  const { browser, secret } = await enrol();
  await world.db`update identity_sessions set auth_time = now() - interval '601 seconds'`;
  expect(refusal(await browser.post("step-up/code", {}))).toEqual(stepUpRequired);
  expect(refusal(await browser.post("step-up", { code: codeOf(secret, 9n) }))).toEqual(wrongCode);
  const code = codeOf(secret);
  expect((await browser.post("step-up", { code })).status).toBe(200);
  expect(refusal(await browser.post("step-up", { code }))).toEqual(wrongCode);
  const { body } = await browser.post("recovery-codes", {});
  expect(body.recoveryCodes).toHaveLength(10);
});

test("who has none steps up by a code of a mail, their own", async () => {
  const [browser, other] = [
    await world.signedUp("mail@x.example"),
    await world.signedUp("other@x.example"),
  ];
  await world.db`update identity_sessions set auth_time = now() - interval '601 seconds'`;
  const { body } = await other.post("step-up/code", {});
  const theirs = { flow: body.flow, code: await world.mailedCode("other@x.example") };
  expect(refusal(await browser.post("step-up", theirs))).toEqual(wrongCode);
  const { body: own } = await browser.post("step-up/code", {});
  const code = await world.mailedCode("mail@x.example");
  expect(refusal(await browser.post("step-up", { code }))).toEqual(wrongCode);
  expect((await browser.post("step-up", { flow: own.flow, code })).status).toBe(200);
  expect((await browser.post("totp/start", {})).status).toBe(200);
});

test("other recovery codes end the old ones; without the app there are none, and it can be done without", async () => {
  const { email, browser, recoveryCodes } = await enrol();
  const { body } = await browser.post("recovery-codes", {});
  const [fresh = ""] = body.recoveryCodes as string[];
  expect(refusal(await give(await ticketOf(email), recoveryCodes[0] ?? ""))).toEqual(wrongCode);
  expect((await give(await ticketOf(email), fresh)).status).toBe(200);
  expect((await browser.post("totp/disable", {})).status).toBe(200);
  expect(await changes()).toEqual([
    "recovery_codes_replaced",
    "recovery_code_used",
    "totp_disabled",
  ]);
  expect(refusal(await browser.post("totp/disable", {}))).toEqual([403, "factor_missing"]);
  expect(refusal(await browser.post("recovery-codes", {}))).toEqual([403, "factor_missing"]);
  const plain = await world.browser().post("login", { email, password: goodPassword });
  expect(plain.body.status).toBe("signed_in");
});

test("another password signs other browsers out", async () => {
  const browser = await world.signedUp("change@x.example");
  const other = world.browser();
  await other.post("login", { email: "change@x.example", password: goodPassword });
  const changed = await browser.post("password", {
    password: "another horse battery",
    currentPassword: goodPassword,
  });
  expect(changed.status).toBe(200);
  expect(refusal(await other.get("me"))).toEqual([401, "signed_out"]);
  expect((await browser.get("me")).status).toBe(200);
  expect(await changes()).toEqual(["password_changed"]);
});

test("another password takes the current one, whose tries count", async () => {
  const email = "left@x.example";
  const browser = await world.signedUp(email);
  const password = "another horse battery";
  const change = async (currentPassword?: string) => {
    const { body } = await browser.post("password", { password, currentPassword });
    return [body.error?.param, body.error?.details?.reason];
  };
  expect(await change()).toEqual(["currentPassword", "password_wrong"]);
  for (let tries = 0; tries < 4; tries += 1) {
    expect(await change("not the password")).toEqual(["currentPassword", "password_wrong"]);
  }
  expect(await change(goodPassword)).toEqual([undefined, "too_many_tries"]);
  await world.db`delete from identity_throttles`;
  expect(await change(goodPassword)).toEqual([undefined, undefined]);
});

test("a reset refuses the address as the password, before it takes the code", async () => {
  const email = "forgotten-password@x.example";
  const browser = await world.signedUp(email);
  const { flow } = (await browser.post("reset", { email })).body as { flow: string };
  const completed = await browser.post("reset/complete", { flow, code: "000000", password: email });
  expect(refusal(completed)).toEqual([400, "password_guessable"]);
  const [tried] = await world.db`
    select attempts from identity_codes where email = ${email} and purpose = 'reset'`;
  expect(tried?.attempts).toBe(0);
});

test("an account without a password sets one without naming any", async () => {
  const browser = await world.signedUp("none@x.example");
  await world.db`
    update identity_users set password_hash = null where email = 'none@x.example'`;
  expect((await browser.post("password", { password: "another horse battery" })).status).toBe(200);
});

test("a sign-in is none where another password was set meanwhile, before its second factor too", async () => {
  const { email, browser, secret } = await enrol();
  const ticket = await ticketOf(email);
  const [row] = await world.db<{ id: string; passwordHash: string }[]>`
    select id, password_hash from identity_users where email = ${email}`;
  await browser.post("password", {
    password: "another horse battery",
    currentPassword: goodPassword,
  });
  expect(refusal(await give(ticket, codeOf(secret)))).toEqual(wrongCode);
  const proved = { userId: row?.id ?? "", amr: ["pwd"], passwordHash: row?.passwordHash ?? "" };
  const overtaken = transaction(world.db, (tx) => afterFirstFactor(tx, proved, nowhere));
  await expect(overtaken).rejects.toMatchObject({
    info: { details: { reason: "credentials_wrong" } },
  });
});

test("a sign-in waits for an app that is being enrolled meanwhile, and asks for it", async () => {
  const browser = await world.signedUp("race@x.example");
  await browser.post("totp/start", {});
  const userId = String((await browser.get("me")).body.id);
  let signingIn: Promise<unknown> | undefined;
  await transaction(world.db, async (tx) => {
    await endSessions(tx, { userId, reason: "factors_changed", keep: null });
    const proved = { userId, amr: ["pwd"] };
    signingIn = transaction(world.db, (other) => afterFirstFactor(other, proved, nowhere));
    await sleep(300);
    await tx`update identity_totp set confirmed_at = now() where user_id = ${userId}`;
  });
  expect(await signingIn).toMatchObject({ answer: { status: "second_factor" } });
});

const nowhere = {
  token: null,
  userAgent: null,
  addressPrefix: null,
  device: null,
  networks: [],
};

test("what people did with their accounts stays in the audit log, without a secret", async () => {
  const { browser, secret, recoveryCodes } = await enrol();
  const { body } = await browser.get("me");
  const entries = await world.db<{ action: string; entry: string }[]>`
    select action, to_jsonb(a)::text as entry from audit_log a
    where actor_name = ${String(body.id)} order by created_at, id`;
  expect(entries.map(({ action }) => action).sort()).toEqual([
    "account.created",
    "account.enable_totp",
  ]);
  const text = entries.map(({ entry }) => entry).join();
  for (const hidden of [secret, recoveryCodes[0] ?? "", goodPassword]) {
    expect(text).not.toContain(hidden);
  }
  const stored = await world.db<
    { secretSealed: string }[]
  >`select secret_sealed from identity_totp`;
  for (const { secretSealed } of stored) expect(secretSealed).not.toContain(secret);
});
