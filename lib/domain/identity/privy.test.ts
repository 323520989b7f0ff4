import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type IdentityProvider, TokenRejected } from "@/lib/adapters/identity/identity-provider";
import { readP256Key } from "@/lib/adapters/identity/p256-key";
import { privyProvider } from "@/lib/adapters/identity/privy-provider";
import { newId } from "@/lib/core/ids";
import { createIdentityWorld, goodPassword, type IdentityWorld, refusal } from "@/testing/identity";
import { describeIdentityProvider } from "@/testing/identity-provider-contract";
import { type PrivyStub, startPrivy } from "@/testing/privy";
import { privyStore } from "./privy-store";

let privy: PrivyStub;
let world: IdentityWorld;
let provider: IdentityProvider;

const did = (name: string) => `did:privy:${name}`;

beforeAll(async () => {
  privy = await startPrivy();
  world = await createIdentityWorld({ IDENTITY_PROVIDER: "privy", ...privy.settings });
  provider = newProvider();
});
beforeEach(() => {
  privy.trouble = null;
});
afterAll(async () => {
  await world.stop();
  await privy.stop();
});

function newProvider(): IdentityProvider {
  const { PRIVY_APP_ID, PRIVY_APP_SECRET, PRIVY_VERIFICATION_KEY, PRIVY_API_URL } = privy.settings;
  const keys = { appId: PRIVY_APP_ID, appSecret: PRIVY_APP_SECRET, apiUrl: PRIVY_API_URL };
  const publicKey = readP256Key(PRIVY_VERIFICATION_KEY);
  return privyProvider({ ...keys, publicKey }, privyStore(world.db));
}

const sync = (name: string, token = privy.tokenOf(did(name))) =>
  world.api("POST", "/v1/auth/sync", { body: { accessToken: token } });
const me = (name: string, token = privy.tokenOf(did(name))) =>
  world.api("GET", "/v1/auth/me", { token });

/** Sends a webhook, as it is signed unless said otherwise. */
function deliver(id: string, event: object, sent: { at?: Date; body?: string } = {}) {
  const body = JSON.stringify(event);
  const headers = privy.signed(id, body, sent.at);
  const path = "/v1/auth/privy-webhook";
  return world.browser().send({ method: "POST", path, text: sent.body ?? body, headers });
}

const rejected = [401, "webhook_rejected"];
const mergedInto = (from: string, to: string) => ({
  type: "user.transferred_account",
  ...{ fromUser: { id: did(from) }, toUser: { id: did(to) }, deletedUser: true },
});
const changed = (name: string) => ({ type: "user.updated_account", user: { id: did(name) } });

describe("Privy", () => {
  describeIdentityProvider(
    () => {
      privy.addUser(did("ada"), "ada@x.example");
      return {
        ...{ provider, name: "privy", subject: did("ada"), email: "ada@x.example" },
        token: async (claims, header) => privy.tokenOf(did("ada"), claims, header),
        publicKeyText: async () => privy.settings.PRIVY_VERIFICATION_KEY,
      };
    },
    { namesKeys: false },
  );

  test("takes no token of another key, and none that names no session", async () => {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
    const publicKey = createPublicKey(privateKey);
    const keys = { appId: privy.settings.PRIVY_APP_ID, appSecret: "x", apiUrl: "http://x" };
    const other = privyProvider({ ...keys, publicKey }, privyStore(world.db));
    await expect(other.verify(privy.tokenOf(did("ada")))).rejects.toBeInstanceOf(TokenRejected);
    // Its identity tokens are of the same issuer, for the same app.
    const identityToken = privy.tokenOf(did("ada"), { sid: undefined, linked_accounts: "[]" });
    await expect(provider.verify(identityToken)).rejects.toBeInstanceOf(TokenRejected);
  });

  test("takes no token whose names the database refuses, though it is signed", async () => {
    for (const claims of [{ sub: "did:privy:\u0000" }, { sid: "a b" }, { sub: "x".repeat(201) }]) {
      await expect(provider.verify(privy.tokenOf(did("ada"), claims))).rejects.toBeInstanceOf(
        TokenRejected,
      );
    }
  });

  test("knows a factor that was enrolled as soon as the user is read", async () => {
    const user = privy.addUser(did("fay"), "fay@x.example");
    expect(await provider.hasEnrolledFactor?.(did("fay"))).toBe(false);
    user.mfa_methods = [{ type: "totp", verified_at: 1 }];
    expect(await provider.hasEnrolledFactor?.(did("fay"))).toBe(false);
    await provider.getIdentity(did("fay"));
    expect(await provider.hasEnrolledFactor?.(did("fay"))).toBe(true);
  });

  test("tells a token's person without asking Privy", async () => {
    privy.asked.length = 0;
    await provider.verify(privy.tokenOf(did("ada")));
    expect(privy.asked).toEqual([]);
  });

  test("knows the address that was verified, and the factors that are enrolled", async () => {
    const user = privy.addUser(did("eve"), null, ["totp", "passkey", "palm"]);
    const identity = () => provider.getIdentity(did("eve"));
    expect(await identity()).toMatchObject({ email: null, emailVerified: false });
    expect((await identity())?.secondFactors).toEqual(["totp", "passkey"]);
    user.linked_accounts.push({ type: "email", address: "no@x.example", verified_at: 0 });
    expect(await identity()).toMatchObject({ email: null, emailVerified: false });
    user.linked_accounts.push({ type: "google_oauth", email: "eve@x.example", verified_at: 1 });
    expect(await identity()).toMatchObject({ email: "eve@x.example", emailVerified: true });
    user.linked_accounts.push({ type: "email", address: "e@x.example", verified_at: 1 });
    expect(await identity()).toMatchObject({ email: "e@x.example", emailVerified: true });
    expect(await provider.getIdentity(did("nobody"))).toBeNull();
  });

  test("that does not answer, or not of whom was asked, is said to be unavailable", async () => {
    const unavailable = {
      code: "api_error",
      info: { details: { reason: "identity_unavailable" } },
    };
    const other = JSON.stringify(privy.addUser(did("mallory"), "m@x.example"));
    for (const trouble of [
      { status: 500, body: "{}" },
      { status: 429, body: "{}" },
      { status: 401, body: "{}" },
      { status: 200, body: "<html>" },
      { status: 200, body: other },
    ]) {
      privy.trouble = trouble;
      await expect(provider.getIdentity(did("ada"))).rejects.toMatchObject(unavailable);
    }
    const refused = await sync("ada");
    expect(refusal(refused)).toEqual([503, "identity_unavailable"]);
    expect(refused.headers["retry-after"]).toBe("2");
    privy.asked.length = 0;
    privy.trouble = { status: 200, body: "", hangs: true };
    await expect(provider.getIdentity(did("ada"))).rejects.toMatchObject(unavailable);
    privy.trouble = { status: 500, body: "{}" };
    await expect(provider.getIdentity(did("ada"))).rejects.toMatchObject(unavailable);
    // Nothing is asked a second time by itself, nor where an answer leads to.
    expect(privy.asked).toHaveLength(2);
    privy.trouble = { status: 307, body: "", location: "/v1/users/elsewhere" };
    await expect(provider.getIdentity(did("ada"))).rejects.toMatchObject(unavailable);
    expect(privy.asked).toHaveLength(3);
  });
});

describe("where Privy has the accounts", () => {
  test("its people get a merchant, and our own pages for signing in are not there", async () => {
    privy.addUser(did("bob"), "bob@x.example");
    expect(refusal(await me("bob"))).toEqual([401, "merchant_missing"]);
    const { body } = await sync("bob");
    expect(body).toMatchObject({ object: "merchant", email: "bob@x.example" });
    expect((await me("bob")).body.id).toBe(body.id);
    const asked = { email: "bob@x.example", password: goodPassword };
    for (const path of ["signup", "login"]) {
      expect(refusal(await world.browser().post(path, asked))).toEqual([404, "resource_missing"]);
    }
    expect(refusal(await sync("gone"))).toEqual([401, "token_invalid"]);
  });

  test("an admin user must have enrolled a second factor, which is asked for once a minute", async () => {
    const user = privy.addUser(did("root"), "root@x.example");
    await world.db`insert into admin_users ${world.db({
      id: newId("adminUser"),
      ...{ email: "root@x.example", name: "Root", role: "super_admin", status: "active" },
      ...{ provider: "privy", subject: did("root") },
    })}`;
    const ask = () => world.api("GET", "/v1/admin/me", { token: privy.tokenOf(did("root")) });
    expect(refusal(await ask())).toEqual([403, "mfa_required"]);
    user.mfa_methods.push({ type: "totp", verified_at: 1 });
    const fresh = newProvider();
    expect(await fresh.hasEnrolledFactor?.(did("root"))).toBe(true);
    privy.trouble = { status: 500, body: "{}" };
    expect(await fresh.hasEnrolledFactor?.(did("root"))).toBe(true);
  });
});

describe("authenticating anew with an account at Privy", () => {
  const stepUp = (path: string, name: string, given: object = {}) => {
    const body = { accessToken: privy.tokenOf(did(name)), ...given };
    return world.api("POST", `/v1/auth/privy/step-up${path}`, {
      body,
      headers: { "idempotency-key": newId("request") },
    });
  };
  const provedAt = async (name: string, sid?: string) =>
    (await provider.verify(privy.tokenOf(did(name), sid ? { sid } : {}))).authenticatedAt;

  test("takes the code of a mail to the address there, for that session alone, once", async () => {
    await world.forget();
    for (const name of ["una", "vic"]) {
      privy.addUser(did(name), `${name}@x.example`);
      await sync(name);
    }
    const { body } = await stepUp("/code", "una");
    const given = { flow: body.flow, code: await world.mailedCode("una@x.example") };
    // A code that went to somebody else proves nothing.
    expect(refusal(await stepUp("", "vic", given))).toEqual([401, "code_wrong"]);
    expect(await provedAt("vic")).toBeNull();
    await world.forget();
    const { body: again } = await stepUp("/code", "una");
    const code = await world.mailedCode("una@x.example");
    const wrong = code === "000000" ? "000001" : "000000";
    const refused = await stepUp("", "una", { flow: again.flow, code: wrong });
    expect(refusal(refused)).toEqual([401, "code_wrong"]);
    expect(await provedAt("una")).toBeNull();
    expect((await stepUp("", "una", { flow: again.flow, code })).status).toBe(200);
    expect(Math.abs(Date.now() - Number(await provedAt("una")))).toBeLessThan(60_000);
    expect(await provedAt("una", "another-session")).toBeNull();
    expect(await provedAt("vic")).toBeNull();
    const twice = await stepUp("", "una", { flow: again.flow, code });
    expect(refusal(twice)).toEqual([401, "code_wrong"]);
  });

  test("needs an address that is verified, and an account there", async () => {
    privy.addUser(did("wes"), null);
    await sync("wes");
    expect(refusal(await stepUp("/code", "wes"))).toEqual([403, "email_unverified"]);
    const { body } = await world.api("POST", "/v1/auth/privy/step-up/code", {
      body: { accessToken: "no.such.token" },
    });
    expect(body.error).toMatchObject({ details: { reason: "token_invalid" } });
  });

  test("ends a code after five wrong tries, each with a key of its own", async () => {
    await world.forget();
    privy.addUser(did("xia"), "xia@x.example");
    const { body } = await stepUp("/code", "xia");
    const code = await world.mailedCode("xia@x.example");
    const wrong = code === "000000" ? "000001" : "000000";
    for (let tries = 0; tries < 5; tries++) {
      const refused = await stepUp("", "xia", { flow: body.flow, code: wrong });
      expect(refusal(refused)).toEqual([401, "code_wrong"]);
    }
    const [right] = [await stepUp("", "xia", { flow: body.flow, code })];
    expect(refusal(right)).toEqual([429, "too_many_tries"]);
    expect(await provedAt("xia")).toBeNull();
  });

  test("is open to an admin user without a merchant, and makes none", async () => {
    await world.forget();
    privy.addUser(did("yul"), "yul@x.example");
    const { body } = await stepUp("/code", "yul");
    const code = await world.mailedCode("yul@x.example");
    expect((await stepUp("", "yul", { flow: body.flow, code })).status).toBe(200);
    expect(await provedAt("yul")).not.toBeNull();
    expect(refusal(await me("yul"))).toEqual([401, "merchant_missing"]);
  });
});

describe("a webhook of Privy", () => {
  test("that is not signed, was altered by a byte, or is not of now is refused", async () => {
    privy.addUser(did("carl"), "carl@x.example");
    await sync("carl");
    const token = privy.tokenOf(did("carl"));
    const event = { type: "user.deleted", user: { id: did("carl") } };
    const text = JSON.stringify(event);
    for (const body of [`${text} `, text.replace("carl", "cark"), text.slice(0, -1), ""]) {
      expect(refusal(await deliver("msg_altered", event, { body })), body).toEqual(rejected);
    }
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
    for (const at of [ago(360), ago(-360)]) {
      expect(refusal(await deliver("msg_late", event, { at }))).toEqual(rejected);
    }
    for (const id of ["", "msg 1", "m".repeat(101)]) {
      expect(refusal(await deliver(id, event)), id).toEqual(rejected);
    }
    const path = "/v1/auth/privy-webhook";
    const unsigned = await world.browser().send({ method: "POST", path, text });
    expect(refusal(unsigned)).toEqual(rejected);
    expect((await me("carl")).status).toBe(200);
    expect((await deliver("msg_known", { type: "user.unknown", any: 1 })).status).toBe(200);
    expect(refusal(await deliver("msg_odd", { type: "user.deleted", user: 1 }))).toEqual(rejected);
    expect((await deliver("msg_slow", event, { at: ago(280) })).status).toBe(200);
    expect(refusal(await me("carl", token))).toEqual([401, "token_invalid"]);
  });

  test("of another address changes the merchant's, once, to what it is now", async () => {
    const user = privy.addUser(did("dora"), "dora@x.example");
    await sync("dora");
    const email = async () => (await me("dora")).body.email;
    await world.db`insert into admin_users ${world.db({
      ...{ id: newId("adminUser"), email: "dora@x.example", role: "admin" },
      ...{ provider: "privy", subject: did("dora") },
    })}`;
    user.linked_accounts = [{ type: "email", address: "new@x.example", verified_at: 1 }];
    expect((await deliver("msg_dora", changed("dora"))).body).toEqual({ received: true });
    expect(await email()).toBe("new@x.example");
    const [admin] = await world.db`
      select email from admin_users where subject = ${did("dora")}`;
    expect(admin).toEqual({ email: "new@x.example" });
    user.linked_accounts = [{ type: "email", address: "newer@x.example", verified_at: 1 }];
    privy.asked.length = 0;
    const again = await Promise.all([1, 2, 3].map(() => deliver("msg_dora", changed("dora"))));
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await email()).toBe("new@x.example");
    expect(privy.asked).toEqual([]);
    privy.trouble = { status: 503, body: "" };
    expect((await deliver("msg_dora2", changed("dora"))).status).toBe(503);
    privy.trouble = null;
    expect((await deliver("msg_dora2", changed("dora"))).status).toBe(200);
    expect(await email()).toBe("newer@x.example");
  });

  test("of a second factor unlocks live mode for whoever has told about the business, once", async () => {
    const user = privy.addUser(did("zoe"), null);
    const id = String((await sync("zoe")).body.id);
    const mailed = async () => {
      const mails = await world.db<{ kind: string; recipient: string }[]>`
        select kind, recipient from mails where merchant_id = ${id} order by created_at, kind`;
      return mails.map(({ kind, recipient }) => [kind, recipient]);
    };
    const enrolled = { type: "mfa.enabled", user_id: did("zoe"), method: "totp" };
    expect(await mailed()).toEqual([]);
    // Whoever had no address is welcomed when there is one.
    user.linked_accounts = [{ type: "email", address: "zoe@x.example", verified_at: 1 }];
    await deliver("msg_zoe1", changed("zoe"));
    await sync("zoe");
    const welcomed = [["welcome", "zoe@x.example"]];
    expect(await mailed()).toEqual(welcomed);
    user.mfa_methods = [{ type: "totp", verified_at: 1 }];
    await deliver("msg_zoe2", enrolled);
    expect(await mailed()).toEqual(welcomed);
    const told = { businessSector: "Food", payoutAddress: `0x${"d".repeat(40)}` };
    await world.db`update merchants set ${world.db(told)} where id = ${id}`;
    await sync("zoe");
    expect(await mailed()).toEqual(welcomed);
    await world.db`update merchants set country_code = 'ES', status = 'suspended' where id = ${id}`;
    await sync("zoe");
    expect(await mailed()).toEqual(welcomed);
    await world.db`update merchants set status = 'active' where id = ${id}`;
    user.mfa_methods = [];
    await sync("zoe");
    expect(await mailed()).toEqual(welcomed);
    user.mfa_methods = [{ type: "totp", verified_at: 1 }];
    await Promise.all([deliver("msg_zoe3", enrolled), deliver("msg_zoe4", enrolled)]);
    const unlocked = [...welcomed, ["live_mode_unlocked", "zoe@x.example"]];
    expect(await mailed()).toEqual(unlocked);
    // What is known of the factors is read again when one is gone.
    privy.asked.length = 0;
    await deliver("msg_zoe5", { ...enrolled, type: "mfa.disabled" });
    expect(privy.asked).toEqual([`/v1/users/${did("zoe")}`]);
    await world.db`delete from mails where merchant_id = ${id}`;
    await sync("zoe");
    expect(await mailed()).toEqual([]);
  });

  test("of somebody who was never here makes nobody", async () => {
    privy.addUser(did("new"), "new@x.example");
    privy.asked.length = 0;
    const made = { type: "user.created", user: { id: did("new") } };
    expect((await deliver("msg_new", made)).status).toBe(200);
    expect(privy.asked).toEqual([]);
    expect(refusal(await me("new"))).toEqual([401, "merchant_missing"]);
  });

  test("of accounts that became one moves the merchants, and ends the old one's tokens", async () => {
    for (const name of ["old", "kept"]) {
      privy.addUser(did(name), `${name}@x.example`);
      await sync(name);
    }
    const merchantOf = async (name: string) => (await me(name)).body.id;
    const [old, kept] = [await merchantOf("old"), await merchantOf("kept")];
    await world.db`
      insert into notification_preferences (merchant_id, user_id, kind, bell)
      select m.merchant_id, m.user_id, 'refund.failed', false
      from memberships m join users u on u.id = m.user_id where u.subject = ${did("old")}`;
    const token = privy.tokenOf(did("old"));
    const merged = mergedInto("old", "kept");
    expect((await deliver("msg_merged", merged)).status).toBe(200);
    expect(refusal(await me("old", token))).toEqual([401, "token_invalid"]);
    expect(await merchantOf("kept")).toBe(kept);
    const rows = await world.db<{ merchantId: string; isDefault: boolean }[]>`
      select m.merchant_id, m.is_default from memberships m join users u on u.id = m.user_id
      where u.subject in (${did("old")}, ${did("kept")}) order by m.is_default`;
    expect([...rows]).toEqual([
      { merchantId: old, isDefault: false },
      { merchantId: kept, isDefault: true },
    ]);
    expect(
      await world.db`
      select p.merchant_id, p.bell, u.subject
      from notification_preferences p join users u on u.id = p.user_id`,
    ).toEqual([{ merchantId: old, bell: false, subject: did("kept") }]);
  });

  test("of accounts that became one keeps a locked sign-in locked", async () => {
    for (const name of ["locked", "other"]) {
      privy.addUser(did(name), `${name}@x.example`);
      await sync(name);
    }
    const token = privy.tokenOf(did("other"));
    const [row] = await world.db<{ id: string }[]>`
      update users set status = 'disabled' where subject = ${did("locked")} returning id`;
    expect((await me("other", token)).status).toBe(200);
    await deliver("msg_locked", mergedInto("locked", "other"));
    expect(refusal(await me("other", token))).toEqual([401, "token_invalid"]);
    expect(refusal(await sync("other"))).toEqual([401, "token_invalid"]);
    const [entry] = await world.db`
      select after from audit_log where action = 'account.merge' and after ->> 'from' = ${row?.id ?? ""}`;
    expect(entry?.after).toMatchObject({ locked: true });
  });

  test("of accounts that became one moves the admin user, unless there are two", async () => {
    const admins = async () => {
      const rows = await world.db<{ email: string; subject: string }[]>`
        select email, subject from admin_users where email like 'merge-%' order by email`;
      return rows.map(({ subject }) => subject);
    };
    const addAdmin = (name: string) =>
      world.db`insert into admin_users ${world.db({
        ...{ id: newId("adminUser"), email: `merge-${name}@x.example`, role: "read_only" },
        ...{ provider: "privy", subject: did(name) },
      })}`;
    for (const name of ["boss-1", "boss-2", "boss-3"]) {
      privy.addUser(did(name), `${name}@x.example`);
      await sync(name);
    }
    await addAdmin("boss-1");
    await deliver("msg_boss1", mergedInto("boss-1", "boss-2"));
    expect(await admins()).toEqual([did("boss-2")]);
    await addAdmin("boss-3");
    await deliver("msg_boss2", mergedInto("boss-2", "boss-3"));
    expect(await admins()).toEqual([did("boss-2"), did("boss-3")]);
  });

  test("of accounts that became one moves an admin user who has no merchant", async () => {
    for (const name of ["guard-1", "guard-2"]) privy.addUser(did(name), `${name}@x.example`);
    const id = newId("adminUser");
    await world.db`insert into admin_users ${world.db({
      ...{ id, email: "guard-1@x.example", role: "read_only" },
      ...{ provider: "privy", subject: did("guard-1") },
    })}`;
    expect((await deliver("msg_guard", mergedInto("guard-1", "guard-2"))).status).toBe(200);
    const [admin] = await world.db`select subject from admin_users where id = ${id}`;
    expect(admin).toEqual({ subject: did("guard-2") });
    const [entry] = await world.db`
      select after from audit_log
      where action = 'account.merge' and after ->> 'adminUserId' = ${id}`;
    expect(entry?.after).toEqual({ adminUserId: id });
  });

  test("is refused where people have their accounts here, and where no webhooks are wanted", async () => {
    const runtime = globalThis.stipendRuntime;
    if (!runtime) throw new Error("the world has one");
    const others = [
      { IDENTITY_PROVIDER: "embedded" as const },
      { PRIVY_WEBHOOK_SECRET: undefined },
    ];
    try {
      for (const change of others) {
        globalThis.stipendRuntime = { ...runtime, config: { ...runtime.config, ...change } };
        const reply = await deliver("msg_none", changed("ada"));
        expect(refusal(reply)).toEqual([404, "resource_missing"]);
      }
    } finally {
      globalThis.stipendRuntime = runtime;
    }
  });
});
