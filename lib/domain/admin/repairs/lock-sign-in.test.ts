import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { lockSignIn as lock } from "@/lib/domain/identity/lock-sign-in";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { addAdminContext } from "@/testing/admins";
import { createIdentityWorld, goodPassword, type IdentityWorld, refusal } from "@/testing/identity";
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
