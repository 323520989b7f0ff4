import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { signInLockedMail } from "@/lib/domain/identity/identity-mails";
import { lockSignIn as lock } from "@/lib/domain/identity/lock-sign-in";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { addAdminContext } from "@/testing/admins";
import { createIdentityWorld, goodPassword, type IdentityWorld, refusal } from "@/testing/identity";
import { operate } from "@/testing/operator";
import { lockSignIn, unlockSignIn } from "./lock-sign-in";

let world: IdentityWorld;
let ada: Context<AdminActor>;

beforeAll(async () => {
  world = await createIdentityWorld();
});
beforeEach(async () => {
  await world.forget();
  ada = await addAdminContext({ db: world.db, system: world.system() });
});
afterAll(() => world.stop());

const reason = "The account was taken over";

/** A person who is signed in at two browsers and known to the API. */
async function person(email: string) {
  const browser = await world.signedUp(email);
  const other = world.browser();
  await other.post("login", { email, password: goodPassword });
  const { body } = await browser.post("token", {});
  const token = String(body.accessToken);
  await world.api("POST", "/v1/auth/sync", { body: { accessToken: token } });
  const [row] = await world.db<{ id: string; subject: string }[]>`
    select u.id, u.subject from users u join identity_users i on i.id = u.subject
    where i.email = ${email}`;
  if (!row) throw new Error("the person was synced");
  return { ...row, browser, other, me: () => world.api("GET", "/v1/auth/me", { token }) };
}

const mailed = () =>
  world.db<{ kind: string; recipient: string; facts: { supportEmail: string | null } }[]>`
    select kind, recipient, facts from mails where kind = ${signInLockedMail.kind}
    order by created_at, id`;

const audit = async () => {
  const rows = await world.db<{ action: string; reason: string | null; after: object }[]>`
    select action, reason, after from audit_log where actor_name = ${ada.actor.adminId}
    order by created_at, id`;
  return rows.map((row) => [row.action, row.reason, row.after]);
};

test("a locked person is refused everywhere at once, and signs in again once unlocked", async () => {
  const email = "mo@x.example";
  const { id, browser, other, me } = await person(email);
  const dry = await lockSignIn(ada, { id, reason, dryRun: true });
  expect(dry).toMatchObject({ applied: false, locked: false, sessions: 2 });
  expect([(await me()).status, await audit()]).toEqual([200, []]);

  const done = await lockSignIn(ada, { id, reason, dryRun: false });
  expect(done).toMatchObject({ applied: true, locked: true, sessions: 2 });
  expect(refusal(await me())).toEqual([401, "token_invalid"]);
  for (const one of [browser, other]) {
    expect(refusal(await one.get("me"))).toEqual([401, "signed_out"]);
  }
  const login = () => world.browser().post("login", { email, password: goodPassword });
  expect(refusal(await login())).toEqual([401, "credentials_wrong"]);
  const repeated = await lockSignIn(ada, { id, reason, dryRun: false });
  expect(repeated).toMatchObject({ applied: false, locked: true, sessions: 0 });

  expect(await unlockSignIn(ada, { id, dryRun: true })).toMatchObject({ locked: true });
  expect(await unlockSignIn(ada, { id, dryRun: false })).toMatchObject({
    ...{ applied: true, locked: false },
  });
  expect((await unlockSignIn(ada, { id, dryRun: false })).applied).toBe(false);
  // The sessions that were ended stay so.
  expect(refusal(await browser.get("me"))).toEqual([401, "signed_out"]);
  expect((await login()).status).toBe(200);
  expect(await audit()).toEqual([
    ["user.lock_sign_in", reason, { locked: true, sessionsEnded: 2 }],
    ["user.unlock_sign_in", null, { locked: false }],
  ]);
});

test("a person of another identity provider has their tokens refused", async () => {
  const user = { id: newId("user"), provider: "privy", subject: `did:privy:${newId("user")}` };
  await world.db`insert into users ${world.db(user)}`;
  const dry = await lockSignIn(ada, { id: user.id, dryRun: true });
  expect(dry.consequence).toContain("tokens would be refused");
  await lockSignIn(ada, { id: user.id, dryRun: false });
  const revoked = await world.db`
    select provider from identity_revocations where subject = ${user.subject}`;
  expect(revoked).toEqual([{ provider: "privy" }]);
});

test("a locked person is mailed once for each lock, with whom to contact and without the reason", async () => {
  const { id } = await person("kay@x.example");
  await lockSignIn(ada, { id, reason, dryRun: true });
  expect(await mailed()).toEqual([]);
  await lockSignIn(ada, { id, reason, dryRun: false });
  await lockSignIn(ada, { id, reason, dryRun: false });
  expect(await mailed()).toMatchObject([
    { recipient: "kay@x.example", facts: { supportEmail: null } },
  ]);
  await unlockSignIn(ada, { id, dryRun: false });
  const config = { ...ada.config, SUPPORT_EMAIL: "help@pay.example" };
  await lockSignIn({ ...ada, config }, { id, reason, dryRun: false });
  const mails = await mailed();
  expect(mails).toHaveLength(2);
  expect(mails[1]).toMatchObject({ facts: { supportEmail: "help@pay.example" } });
  expect(JSON.stringify(mails)).not.toContain(reason);
});

test("the mail about a lock names the support inbox, or the contact form where there is none", () => {
  const wording = { mode: "live", networkOf: String, openCode: () => null } as const;
  const at = "2026-05-04T10:15:30.000Z";
  const to = (supportEmail: string | null) => signInLockedMail.body({ supportEmail, at }, wording);
  expect(to(null).paragraphs.join(" ")).toContain("with the contact form");
  expect(to(null)).not.toHaveProperty("replyTo");
  expect(to(null).button).toEqual({ label: "Contact us", to: "/contact" });
  expect(to("help@pay.example").paragraphs.join(" ")).toContain("write to help@pay.example");
  expect(to("help@pay.example").replyTo).toBe("help@pay.example");
});

test("a person of another identity provider is mailed at the business of which they are the first owner", async () => {
  const add = async (name: string, joined: string) => {
    const user = { id: newId("user"), provider: "privy", subject: `did:privy:${name}` };
    await world.db`insert into users ${world.db(user)}`;
    await world.db`
      insert into memberships (user_id, merchant_id, is_default, created_at)
      values (${user.id}, ${merchant.id}, true, ${joined})`;
    return user.id;
  };
  const merchant = { id: newId("merchant"), businessName: "Acme", email: "first@x.example" };
  await world.db`insert into merchants ${world.db(merchant)}`;
  const first = await add("first", "2026-01-01");
  const second = await add("second", "2026-01-02");
  await lockSignIn(ada, { id: second, dryRun: false });
  expect(await mailed()).toEqual([]);
  await lockSignIn(ada, { id: first, dryRun: false });
  expect(await mailed()).toMatchObject([{ recipient: "first@x.example" }]);
});

test("the operator's commands lock and unlock by address or id, say it first, and leave entries", async () => {
  const { id } = await person("lin@x.example");
  const run = (...args: string[]) => operate(world.system(), ...args);
  const apply = ["--apply", "--reason", reason];
  const status = async () => {
    const [row] = await world.db`select status from users where id = ${id}`;
    return row?.status;
  };
  const dry = await run("lock-sign-in", "LIN@x.example");
  expect(dry).toMatchObject({ code: 0, out: expect.stringContaining("2 sign-in sessions would") });
  expect(dry.out).toContain("Dry run");
  expect(await status()).toBe("active");
  const done = await run("lock-sign-in", "lin@x.example", ...apply);
  expect(done).toMatchObject({ code: 0, out: expect.stringContaining("The sign-in is locked.") });
  expect([await status(), (await mailed()).length]).toEqual(["disabled", 1]);
  const again = await run("lock-sign-in", id);
  expect(again.out).toContain("locked already");
  expect(again.out).not.toContain("Dry run");
  expect((await run("lock-sign-in", id, ...apply)).out).toContain("locked already");
  expect((await run("unlock-sign-in", id)).out).toContain("could sign in again");
  expect(await status()).toBe("disabled");
  expect((await run("unlock-sign-in", id, ...apply)).out).toContain("can sign in again");
  expect((await run("unlock-sign-in", id, ...apply)).out).toContain("is not locked");
  expect(await status()).toBe("active");
  const entries = await world.db`
    select action, subject_id, reason from audit_log where actor_kind = 'operator' and subject_id = ${id}
    order by created_at, id`;
  expect(entries).toEqual([
    { action: "user.lock_sign_in", subjectId: id, reason },
    { action: "user.unlock_sign_in", subjectId: id, reason },
  ]);
});

test("the operator's command refuses an unknown person, and an active admin user before anything", async () => {
  const run = (...args: string[]) => operate(world.system(), ...args);
  expect(await run("lock-sign-in", "gone@x.example")).toMatchObject({
    ...{ code: 1, err: "Refused: No person signs in with this address." },
  });
  expect((await run("lock-sign-in", newId("user"))).code).toBe(1);
  const { id, subject } = await person("zoe@x.example");
  const row = { id: newId("adminUser"), email: "zoe@x.example", role: "admin" };
  await world.db`insert into admin_users ${world.db({ ...row, provider: "embedded", subject })}`;
  expect(await run("lock-sign-in", id)).toMatchObject({
    ...{ code: 1, err: expect.stringContaining("Suspend the admin user first") },
  });
});

test("an active admin user is not locked, a suspended one is", async () => {
  const { id, subject, me } = await person("eve@x.example");
  const adminId = newId("adminUser");
  const row = { id: adminId, email: "eve@x.example", role: "admin", provider: "embedded", subject };
  await world.db`insert into admin_users ${world.db(row)}`;
  for (const dryRun of [true, false]) {
    await expect(lockSignIn(ada, { id, dryRun })).rejects.toMatchObject({
      ...{ code: "session_invalid_state", info: { details: { reason: "admin_account" } } },
    });
  }
  // The person may become an admin user after the look: the verb looks again under its lock.
  await expect(lock(ada, id)).rejects.toMatchObject({
    info: { details: { reason: "admin_account" } },
  });
  expect([(await me()).status, await audit()]).toEqual([200, []]);
  await world.db`update admin_users set status = 'suspended' where id = ${adminId}`;
  expect((await lockSignIn(ada, { id, dryRun: false })).applied).toBe(true);
});

test("an unknown person is not found", async () => {
  for (const verb of [lockSignIn, unlockSignIn]) {
    await expect(verb(ada, { id: newId("user"), dryRun: true })).rejects.toMatchObject({
      code: "not_found",
    });
  }
});
