import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { totpCode, totpStep } from "@/lib/adapters/identity/totp";
import { relyingParty } from "@/lib/adapters/identity/web-authn";
import { embeddedStore } from "@/lib/domain/identity/embedded-store";
import {
  createIdentityWorld,
  goodPassword,
  type IdentityWorld,
  refusal,
  type TestBrowser,
} from "@/testing/identity";
import { TestPasskey } from "@/testing/passkeys";
import { endOfChallenge, newPasskeyChallenge, PASSKEY_SECONDS } from "./passkey-challenge";

let world: IdentityWorld;

beforeAll(async () => {
  world = await createIdentityWorld();
});
beforeEach(() => world.forget());
afterAll(() => world.stop());

const wrong = [401, "passkey_wrong"];
const wrongCode = [401, "code_wrong"];
type Options = { challenge: string; user?: { id: string }; [more: string]: unknown };

let people = 0;

interface Owner {
  readonly email: string;
  readonly userId: string;
  readonly browser: TestBrowser;
  readonly passkey: TestPasskey;
  readonly recoveryCodes: string[] | null;
}

const start = async (browser: TestBrowser) =>
  (await browser.post("passkeys/start", {})).body as unknown as Options;

async function add(browser: TestBrowser, passkey: TestPasskey, name = "Laptop") {
  const credential = passkey.make(await start(browser));
  return browser.post("passkeys", { name, credential });
}

/** A person with one passkey. */
async function enrol(passkey = new TestPasskey()): Promise<Owner> {
  people += 1;
  const email = `p${people}@x.example`;
  const browser = await world.signedUp(email);
  const { body } = await add(browser, passkey);
  const userId = String((await browser.get("me")).body.id);
  await world.forget();
  return { email, userId, browser, passkey, recoveryCodes: body.recoveryCodes as string[] };
}

const ask = async (use: string, browser = world.browser(), ticket?: string) =>
  (await browser.post("passkey/start", { use, ticket })).body as unknown as Options;

/** Signs in by a passkey as a browser does. */
async function signIn(passkey: TestPasskey, faults = {}, browser = world.browser()) {
  const credential = passkey.use(await ask("sign_in", browser), faults);
  return browser.post("passkey", { credential });
}

async function ticketOf(email: string, methods: string[]): Promise<string> {
  const { body } = await world.browser().post("login", { email, password: goodPassword });
  expect(body).toMatchObject({ status: "second_factor", methods });
  return String(body.ticket);
}

const amrOf = async (userId: string) => {
  const [row] = await world.db<{ amr: string[] }[]>`
    select amr from identity_sessions where user_id = ${userId} and revoked_at is null
    order by created_at desc limit 1`;
  return row?.amr.sort();
};
const changes = async () =>
  (
    await world.db<{ change: string }[]>`
    select facts ->> 'change' as change from mails where kind = 'identity_security'
    order by created_at, id`
  ).map(({ change }) => change);

describe("a passkey", () => {
  test("signs in without address and password, and is both factors", async () => {
    const { userId, passkey } = await enrol();
    const browser = world.browser(false);
    const asked = await ask("sign_in", browser);
    expect(asked).toMatchObject({ rpId: "localhost", allowCredentials: [] });
    expect(asked.userVerification).toBe("required");
    const reply = await signIn(passkey, {}, browser);
    expect(reply).toMatchObject({ status: 200, body: { status: "signed_in", ticket: null } });
    expect((await browser.get("me")).body.id).toBe(userId);
    expect(await amrOf(userId)).toEqual(["hwk", "mfa"]);
    const [row] = await world.db<{ counter: bigint; used: boolean }[]>`
      select counter, last_used_at is not null as used from identity_passkeys
      where user_id = ${userId}`;
    expect(row).toEqual({ counter: 1n, used: true });
  });

  test("that a password manager keeps on several devices is told apart", async () => {
    const { userId, passkey } = await enrol(new TestPasskey(true));
    await signIn(passkey);
    expect(await amrOf(userId)).toEqual(["mfa", "swk"]);
  });

  test("is the second factor of the account: its password alone does not sign in", async () => {
    const { email, userId, passkey, recoveryCodes, browser } = await enrol();
    // What live mode asks for.
    expect((await embeddedStore(world.db).findAccount(userId))?.factors).toEqual(["passkey"]);
    expect((await browser.get("me")).body).toMatchObject({
      secondFactors: ["passkey"],
      recoveryCodesLeft: 10,
      passkeys: [{ name: "Laptop", synced: false, lastUsedAt: null }],
    });
    const ticket = await ticketOf(email, ["passkey", "recovery_code"]);
    const other = world.browser();
    const asked = await ask("second_factor", other, ticket);
    expect(asked.allowCredentials).toEqual([
      { type: "public-key", id: passkey.id.toString("base64url"), transports: ["internal"] },
    ]);
    const credential = passkey.use(asked);
    const reply = await other.post("second-factor/passkey", { ticket, credential });
    expect(reply).toMatchObject({ status: 200, body: { status: "signed_in" } });
    expect(await amrOf(userId)).toEqual(["hwk", "mfa", "pwd"]);
    // Without the passkey a recovery code does, once.
    const code = recoveryCodes?.[0] ?? "";
    const second = await ticketOf(email, ["passkey", "recovery_code"]);
    const recovered = await world.browser().post("second-factor", { ticket: second, code });
    expect(recovered.body.status).toBe("signed_in");
    const third = await ticketOf(email, ["passkey", "recovery_code"]);
    const again = await world.browser().post("second-factor", { ticket: third, code });
    expect(refusal(again)).toEqual(wrongCode);
  });

  test("authenticates again, in place of a code by mail", async () => {
    const { userId, browser, passkey } = await enrol();
    await world.db`update identity_sessions set auth_time = now() - interval '1 hour'`;
    const late = await browser.post("passkeys/start", {});
    expect(refusal(late)).toEqual([403, "step_up_required"]);
    expect(late.body.error?.details?.methods).toEqual(["passkey"]);
    expect(refusal(await browser.post("step-up/code", {}))).toEqual([403, "step_up_required"]);
    const credential = passkey.use(await ask("step_up", browser));
    expect((await browser.post("step-up/passkey", { credential })).status).toBe(200);
    expect((await browser.post("passkeys/start", {})).status).toBe(200);
    expect(await amrOf(userId)).toEqual(["email", "hwk", "mfa", "pwd"]);
  });

  test("that was the last thing missing unlocks live mode", async () => {
    const browser = await world.signedUp("live@x.example");
    const token = String((await browser.post("token", {})).body.accessToken);
    await world.api("POST", "/v1/auth/sync", { body: { accessToken: token } });
    const payout = `0x${"d".repeat(40)}`;
    await world.db`
      update merchants set business_sector = 'Food', country_code = 'ES', payout_address = ${payout}`;
    await add(browser, new TestPasskey());
    const mails = await world.db`select from mails where kind = 'live_mode_unlocked'`;
    expect(mails).toHaveLength(1);
  });
});

describe("adding and removing", () => {
  test("are mailed, audited, sign other browsers out, and give recovery codes once", async () => {
    people += 1;
    const email = `p${people}@x.example`;
    const browser = await world.signedUp(email);
    const other = world.browser();
    await other.post("login", { email, password: goodPassword });
    await world.forget();
    const first = await add(browser, new TestPasskey());
    expect(first.body.recoveryCodes).toHaveLength(10);
    expect(refusal(await other.get("me"))).toEqual([401, "signed_out"]);
    const second = await add(browser, new TestPasskey(), "Telephone");
    expect(second.body.recoveryCodes).toBeNull();
    expect(await changes()).toEqual(["passkey_added", "passkey_added"]);
    for (const { body } of [first, second]) {
      expect((await browser.delete(`passkeys/${body.id}`)).status).toBe(200);
      const { recoveryCodesLeft } = (await browser.get("me")).body;
      expect(recoveryCodesLeft).toBe(body === first.body ? 10 : 0);
    }
    expect((await changes()).slice(2)).toEqual(["passkey_removed", "passkey_removed"]);
    const { id } = (await browser.get("me")).body;
    const entries = await world.db<{ action: string }[]>`
      select action from audit_log where actor_name = ${String(id)} and action like '%passkey'`;
    expect(entries.map(({ action }) => action).sort()).toEqual([
      ...["account.add_passkey", "account.add_passkey"],
      ...["account.remove_passkey", "account.remove_passkey"],
    ]);
    const login = await world.browser().post("login", { email, password: goodPassword });
    expect(login.body.status).toBe("signed_in");
  });

  test("of an authenticator app and a passkey leave the codes to the one that stays", async () => {
    const { browser } = await enrol();
    const { body } = await browser.post("totp/start", {});
    const code = totpCode(String(body.secret), totpStep(Date.now()) - 1n);
    expect((await browser.post("totp/confirm", { code })).status).toBe(200);
    expect((await browser.get("me")).body.secondFactors).toEqual(["passkey", "totp"]);
    await browser.post("totp/disable", {});
    expect((await browser.get("me")).body.recoveryCodesLeft).toBe(10);
    expect((await browser.post("recovery-codes", {})).status).toBe(200);
  });

  test("a twenty-first, another account's, and one without a name are refused", async () => {
    const { browser, userId, passkey } = await enrol();
    const stranger = await enrol();
    const [row] = await world.db<{ id: string }[]>`
      select id from identity_passkeys where user_id = ${userId}`;
    expect(refusal(await stranger.browser.delete(`passkeys/${row?.id}`))).toEqual([
      404,
      "resource_missing",
    ]);
    expect(refusal(await add(stranger.browser, passkey))).toEqual(wrong);
    for (const name of ["", " ", "a\nb", "x".repeat(61)]) {
      const reply = await add(browser, new TestPasskey(), name);
      expect([reply.status, reply.body.error?.param], JSON.stringify(name)).toEqual([400, "name"]);
    }
    for (let count = 1; count < 20; count += 1) {
      expect((await add(browser, new TestPasskey())).status).toBe(200);
    }
    expect(refusal(await add(browser, new TestPasskey()))).toEqual([403, "too_many_passkeys"]);
  });
});

test("renaming is audited, of one's own passkeys alone, and needs no confirmation", async () => {
  const { browser, userId } = await enrol();
  const stranger = await enrol();
  await world.db`update identity_sessions set auth_time = now() - interval '1 hour'`;
  const passkeys = async () =>
    (await browser.get("me")).body.passkeys as { id: string; name: string }[];
  const [{ id } = { id: "" }] = await passkeys();
  const rename = (by: TestBrowser, name: string) =>
    by.send({ method: "PATCH", path: `/api/identity/passkeys/${id}`, body: { name } });
  expect(refusal(await rename(stranger.browser, "Theirs"))).toEqual([404, "resource_missing"]);
  expect((await rename(browser, "")).status).toBe(400);
  for (const name of ["Telephone", "Telephone"])
    expect((await rename(browser, name)).status).toBe(200);
  expect((await passkeys()).map(({ name }) => name)).toEqual(["Telephone"]);
  const entries = await world.db<{ after: object }[]>`
    select after from audit_log where actor_name = ${userId} and action = 'account.rename_passkey'`;
  expect(entries).toEqual([{ after: { id, name: "Telephone", before: "Laptop" } }]);
});

describe("refused are", () => {
  test("answers for another site, of another page, and without verifying the user", async () => {
    const { passkey, browser } = await enrol();
    const attacks = [
      { origin: "https://evil.example" },
      { origin: "http://localhost:3001" },
      { rpId: "evil.example" },
      { isVerified: false },
    ];
    for (const faults of attacks) {
      const said = JSON.stringify(faults);
      expect(refusal(await signIn(passkey, faults)), said).toEqual(wrong);
      const credential = new TestPasskey().make(await start(browser), faults);
      expect(refusal(await browser.post("passkeys", { name: "x", credential })), said).toEqual(
        wrong,
      );
    }
    expect((await signIn(passkey)).status).toBe(200);
  });

  test("a passkey that has a copy: it is turned off, mailed and audited, and browsers are signed out", async () => {
    const { passkey, browser, email, userId, recoveryCodes } = await enrol();
    await signIn(passkey);
    await signIn(passkey);
    const other = await enrol();
    // One that was made up is no copy: any count of it is ignored.
    const forged = { ...new TestPasskey().use(await ask("sign_in"), { counter: 1 }) };
    const id = passkey.id.toString("base64url");
    await world.browser().post("passkey", { credential: { ...forged, id } });
    expect((await browser.get("me")).status).toBe(200);
    await world.forget();
    expect(refusal(await signIn(passkey, { counter: 2 }))).toEqual(wrong);
    expect(refusal(await browser.get("me"))).toEqual([401, "signed_out"]);
    expect(await changes()).toEqual(["passkey_copied"]);
    const entries = await world.db<{ action: string }[]>`
      select action from audit_log where actor_name = ${userId} and action like '%copied'`;
    expect(entries).toHaveLength(1);
    // Neither of the two is taken any more, and it is told once.
    for (const counter of [0, 2, 3, 99]) {
      expect(refusal(await signIn(passkey, { counter })), `${counter}`).toEqual(wrong);
    }
    expect(await changes()).toEqual(["passkey_copied"]);
    // The password alone signs in as little as before.
    const ticket = await ticketOf(email, ["passkey", "recovery_code"]);
    expect((await ask("second_factor", world.browser(), ticket)).allowCredentials).toEqual([]);
    const mine = world.browser();
    await mine.post("second-factor", { ticket, code: recoveryCodes?.[0] });
    const [shown] = (await mine.get("me")).body.passkeys as { id: string; copiedAt: string }[];
    expect(shown?.copiedAt).toMatch(/^2/);
    expect((await mine.delete(`passkeys/${shown?.id}`)).status).toBe(200);
    expect((await signIn(other.passkey)).status).toBe(200);
  });

  test("a copy that confirms or is the second factor, while the first one is signed in", async () => {
    for (const use of ["step_up", "second_factor"] as const) {
      const { passkey, browser, email } = await enrol();
      await signIn(passkey);
      await world.forget();
      if (use === "step_up") {
        const credential = passkey.use(await ask(use, browser), { counter: 1 });
        expect(refusal(await browser.post("step-up/passkey", { credential }))).toEqual(wrong);
      } else {
        const ticket = await ticketOf(email, ["passkey", "recovery_code"]);
        const asked = await ask(use, world.browser(), ticket);
        const credential = passkey.use(asked, { counter: 1 });
        const given = await world.browser().post("second-factor/passkey", { ticket, credential });
        expect(refusal(given)).toEqual(wrong);
      }
      expect(await changes()).toEqual(["passkey_copied"]);
      expect(refusal(await browser.get("me"))).toEqual([401, "signed_out"]);
    }
  });

  test("an answer that was given before, also at the same time", async () => {
    const { passkey } = await enrol();
    // One that does not count.
    const credential = passkey.use(await ask("sign_in"), { counter: 0 });
    const send = () => world.browser().post("passkey", { credential });
    const replies = await Promise.all([send(), send(), send()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect(refusal(await send())).toEqual(wrong);
    const { browser } = await enrol();
    const made = new TestPasskey().make(await start(browser));
    const name = "x";
    expect((await browser.post("passkeys", { name, credential: made })).status).toBe(200);
    await world.db`delete from identity_passkeys where name = 'x'`;
    expect(refusal(await browser.post("passkeys", { name, credential: made }))).toEqual(wrong);
  });

  test("challenges that are made up, over, of another use, session or sign-in", async () => {
    const { email, passkey, browser } = await enrol();
    const methods = ["passkey", "recovery_code"];
    const [ticket, another] = [await ticketOf(email, methods), await ticketOf(email, methods)];
    const elsewhere = world.browser();
    await signIn(passkey, {}, elsewhere);
    const challenges = [
      Buffer.alloc(52, 7).toString("base64url"),
      "",
      newPasskeyChallenge(world.config, "sign_in", Date.now() - PASSKEY_SECONDS * 1_000),
      newPasskeyChallenge({ API_KEY_PEPPER: Buffer.alloc(32, 7).toString("base64") }, "sign_in"),
      (await ask("second_factor", world.browser(), ticket)).challenge,
      (await ask("step_up", browser)).challenge,
      (await start(browser)).challenge,
    ];
    for (const challenge of challenges) {
      expect(refusal(await signIn(passkey, { challenge })), challenge).toEqual(wrong);
    }
    const forAnother = passkey.use(await ask("second_factor", world.browser(), another));
    const given = await world
      .browser()
      .post("second-factor/passkey", { ticket, credential: forAnother });
    expect(refusal(given)).toEqual(wrong);
    const forElsewhere = passkey.use(await ask("step_up", elsewhere));
    const stepped = await browser.post("step-up/passkey", { credential: forElsewhere });
    expect(refusal(stepped)).toEqual(wrong);
    expect(endOfChallenge(world.config, "sign_in", "AA")).toBeNull();
  });

  test("another account's passkey, and one that names another account", async () => {
    const { email, browser, passkey, userId } = await enrol();
    const stranger = await enrol();
    const ticket = await ticketOf(email, ["passkey", "recovery_code"]);
    const asked = await ask("second_factor", world.browser(), ticket);
    const given = await world
      .browser()
      .post("second-factor/passkey", { ticket, credential: stranger.passkey.use(asked) });
    expect(refusal(given)).toEqual(wrong);
    const credential = stranger.passkey.use(await ask("step_up", browser));
    expect(refusal(await browser.post("step-up/passkey", { credential }))).toEqual(wrong);
    const userHandle = Buffer.from(userId).toString("base64url");
    expect(refusal(await signIn(stranger.passkey, { userHandle }))).toEqual(wrong);
    expect(refusal(await signIn(new TestPasskey()))).toEqual(wrong);
    // One that answers with the name of another's key signs with its own.
    const forged = new TestPasskey().use(await ask("sign_in"));
    const id = passkey.id.toString("base64url");
    const reply = await world.browser().post("passkey", { credential: { ...forged, id } });
    expect(refusal(reply)).toEqual(wrong);
  });

  test("a removed passkey, a locked account, and a ticket that was used", async () => {
    const { browser, passkey, email, userId } = await enrol();
    const ticket = await ticketOf(email, ["passkey", "recovery_code"]);
    const give = async () => {
      const asked = await ask("second_factor", world.browser(), ticket);
      if (!asked.challenge) return asked as unknown as { error?: unknown };
      const credential = passkey.use(asked);
      return (await world.browser().post("second-factor/passkey", { ticket, credential })).body;
    };
    expect(await give()).toMatchObject({ status: "signed_in" });
    expect(await give()).toMatchObject({ error: { details: { reason: "code_wrong" } } });
    await world.db`update identity_users set status = 'disabled' where id = ${userId}`;
    expect(refusal(await signIn(passkey))).toEqual([401, "credentials_wrong"]);
    await world.db`update identity_users set status = 'active' where id = ${userId}`;
    const [row] = await world.db<{ id: string }[]>`
      select id from identity_passkeys where user_id = ${userId}`;
    await browser.delete(`passkeys/${row?.id}`);
    expect(refusal(await signIn(passkey))).toEqual(wrong);
  });

  test("requests of another site's page, and without a session", async () => {
    const { browser, passkey } = await enrol();
    const credential = passkey.use(await ask("sign_in"));
    const headers = { origin: "https://evil.example" };
    const path = "/api/identity/passkey";
    const forged = await browser.send({ method: "POST", path, body: { credential }, headers });
    expect(refusal(forged)).toEqual([403, "origin_mismatch"]);
    for (const [name, body] of Object.entries({
      "passkeys/start": {},
      "passkey/start": { use: "step_up" },
      "step-up/passkey": { credential },
    })) {
      expect(refusal(await world.browser().post(name, body)), name).toEqual([401, "signed_out"]);
    }
    const none = await world.browser().post("passkey/start", { use: "second_factor" });
    expect(refusal(none)).toEqual(wrongCode);
  });
});

test("where browsers know no passkeys there are none", async () => {
  const parties = {
    "http://127.0.0.1:3000": null,
    "https://[::1]": null,
    "https://192.0.2.1": null,
    "http://pay.example": null,
    "https://pay.example:8443": { id: "pay.example", origin: "https://pay.example:8443" },
    "http://localhost:3000": { id: "localhost", origin: "http://localhost:3000" },
  };
  for (const [APP_URL, party] of Object.entries(parties)) {
    expect(relyingParty({ APP_URL }), APP_URL).toEqual(party);
  }
  const runtime = globalThis.stipendRuntime as { config: { APP_URL: string } };
  const { config } = runtime;
  const browser = world.browser();
  runtime.config = { ...config, APP_URL: "http://127.0.0.1:3000" };
  const headers = { origin: "http://127.0.0.1:3000" };
  const path = "/api/identity/passkey/start";
  const body = { use: "sign_in" };
  const reply = await browser.send({ method: "POST", path, body, headers });
  runtime.config = config;
  expect(refusal(reply)).toEqual([403, "passkeys_unavailable"]);
});
