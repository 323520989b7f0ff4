import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transaction } from "@/db/client";
import type { VerifiedToken } from "@/lib/adapters/identity/identity-provider";
import { adminChangedMail, adminInvitedMail } from "@/lib/domain/identity/admin-mails";
import { findAdmin } from "@/lib/domain/identity/find-admin";
import { addAdminContext } from "@/testing/admins";
import { until } from "@/testing/engine-fixture";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { findByEmail } from "./admin-rows";
import { changeAdminRole, changeAdminStatus, removeAdmin } from "./change-admin";
import { inviteAdmin } from "./invite-admin";
import { listAdmins } from "./list-admins";

let world: WebhookWorld;
const wording = { mode: "live", networkOf: () => "Local", openCode: () => null } as const;

beforeAll(async () => {
  world = await createWebhookWorld();
});
beforeEach(() => world.db`truncate admin_users, mails cascade`);
afterAll(() => world?.stop());

const adminOf = (...role: Parameters<typeof addAdminContext>[1][]) =>
  addAdminContext({ db: world.db, system: world.system() }, ...role);
const audits = (id: string) =>
  world.db`select * from audit_log where subject_id = ${id} order by created_at, id`;
const refused = (code: string, reason: string, param?: string) => ({
  code,
  info: expect.objectContaining({
    details: expect.objectContaining({ reason }),
    ...(param && { param }),
  }),
});

const tokenOf = (subject: string, given: Partial<VerifiedToken> = {}): VerifiedToken => ({
  provider: "test",
  subject,
  sessionId: `ses_${subject}`,
  authenticatedAt: new Date(),
  hasSecondFactor: true,
  heldUntil: null,
  stepUpMethods: [],
  ...given,
});

const signIn = (
  subject: string,
  profile: { email?: string | null; emailVerified?: boolean; disabled?: boolean } = {},
  given: Partial<VerifiedToken> & { bootstrap?: string } = {},
) => {
  const { bootstrap, ...token } = given;
  return findAdmin(
    {
      db: world.db,
      config: { ADMIN_BOOTSTRAP_EMAIL: bootstrap },
      profile: async () => ({
        provider: "test",
        subject,
        email: null,
        emailVerified: true,
        secondFactors: [],
        createdAt: new Date(0),
        disabled: false,
        ...profile,
      }),
    },
    tokenOf(subject, token),
  );
};

test("an invitation is mailed once, audited, and taken by its verified address alone", async () => {
  const ada = await adminOf();
  const invited = await inviteAdmin(ada, { email: "Bob@example.com", role: "admin", name: "Bob" });
  expect(invited).toMatchObject({ email: "Bob@example.com", role: "admin", joined: false });
  expect(await world.db`select kind, recipient from mails`).toEqual([
    { kind: "admin_invited", recipient: "Bob@example.com" },
  ]);
  // Signing in for the dashboard takes no invitation.
  expect(adminInvitedMail.body({ role: "admin" }, wording).button).toMatchObject({ to: "/admin" });
  expect(await audits(invited.id)).toMatchObject([
    { action: "admin_user.invite", actorName: ada.actor.adminId, before: null },
  ]);
  await expect(
    inviteAdmin(ada, { email: "bob@EXAMPLE.com", role: "read_only" }),
  ).rejects.toMatchObject(refused("invalid_request", "already_admin", "email"));
  const email = "bob@example.com";
  for (const [subject, profile] of [
    ["eve", { email: "eve@example.com" }],
    ["mallory", { email, emailVerified: false }],
    ["nameless", { email: null }],
    ["disabled", { email, disabled: true }],
  ] as const) {
    await expect(signIn(subject, profile)).rejects.toMatchObject(
      refused("permission_denied", "admin_required"),
    );
  }
  const atOnce = await Promise.all(Array.from({ length: 8 }, () => signIn("bob", { email })));
  expect(atOnce).toEqual(Array(8).fill({ id: invited.id, role: "admin" }));
  await expect(signIn("other", { email })).rejects.toMatchObject({ code: "permission_denied" });
  expect((await audits(invited.id)).map(({ action }) => action)).toEqual([
    "admin_user.invite",
    "admin_user.join",
  ]);
  const { data } = await listAdmins(ada, { role: "admin" });
  expect(data).toMatchObject([{ id: invited.id, joined: true }]);
  const active = await listAdmins(ada, { role: "admin", status: "active" });
  expect(active.data).toEqual(data);
  expect((await listAdmins(ada, { role: "admin", status: "suspended" })).data).toEqual([]);
});

test("the address of the settings makes one super admin, while there is no admin user", async () => {
  const bootstrap = "Ada@example.com";
  const email = "ada@example.com";
  await expect(signIn("ada", { email, emailVerified: false }, { bootstrap })).rejects.toMatchObject(
    { code: "permission_denied" },
  );
  const found = await Promise.allSettled(
    ["ada", "ada2", "ada3"].map((subject) => signIn(subject, { email }, { bootstrap })),
  );
  expect(found.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const reasons = found.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  const required = refused("permission_denied", "admin_required");
  expect(reasons).toMatchObject([required, required]);
  expect(await world.db`select role, email from admin_users`).toEqual([
    { role: "super_admin", email },
  ]);
  await expect(
    signIn("late", { email: "late@example.com" }, { bootstrap: "late@example.com" }),
  ).rejects.toMatchObject(refused("permission_denied", "admin_required"));
});

test("a suspended invitation is not taken", async () => {
  const ada = await adminOf();
  const { id } = await inviteAdmin(ada, { email: "bob@example.com", role: "admin" });
  await removeAdmin(ada, { id });
  await expect(signIn("bob", { email: "bob@example.com" })).rejects.toMatchObject(
    refused("permission_denied", "admin_required"),
  );
});

test("a session is over after 30 idle minutes, 12 hours, or without a second factor", async () => {
  const { actor } = await adminOf();
  const { db } = world;
  const subject = actor.adminId;
  const over = refused("authentication_error", "admin_session_over");
  await signIn(subject);
  await db`update admin_sessions set last_call_at = now() - interval '29 minutes'`;
  await signIn(subject);
  const [noted] = await db<{ lastCallAt: Date }[]>`select last_call_at from admin_sessions`;
  expect(Date.now() - Number(noted?.lastCallAt)).toBeLessThan(60_000);
  await db`update admin_sessions set last_call_at = now() - interval '31 minutes'`;
  await expect(signIn(subject)).rejects.toMatchObject(over);
  await expect(signIn(subject)).rejects.toMatchObject(over);
  await signIn(subject, {}, { sessionId: "ses_next" });
  await db`update admin_sessions set started_at = now() - interval '13 hours'`;
  await expect(signIn(subject, {}, { sessionId: "ses_next" })).rejects.toMatchObject(over);
  const authenticatedAt = new Date(Date.now() - 13 * 3_600_000);
  await expect(
    signIn(subject, {}, { sessionId: "ses_old", authenticatedAt }),
  ).rejects.toMatchObject(over);
  await expect(
    signIn(subject, {}, { sessionId: "ses_none", hasSecondFactor: false }),
  ).rejects.toMatchObject(refused("permission_denied", "mfa_required"));
});

test("role and status change with one entry each, and what already holds with none", async () => {
  const ada = await adminOf();
  const bob = await adminOf("read_only");
  const { adminId: id } = bob.actor;
  expect(await changeAdminRole(ada, { id, role: "admin" })).toMatchObject({ role: "admin" });
  await changeAdminRole(ada, { id, role: "admin" });
  await changeAdminStatus(ada, { id, status: "active" });
  expect(await removeAdmin(ada, { id })).toMatchObject({ status: "suspended" });
  await removeAdmin(ada, { id });
  await expect(signIn(id)).rejects.toMatchObject(refused("permission_denied", "admin_suspended"));
  expect(await changeAdminStatus(ada, { id, status: "active" })).toMatchObject({
    status: "active",
  });
  expect(await audits(id)).toMatchObject([
    {
      action: "admin_user.change_role",
      actorKind: "admin",
      actorName: ada.actor.adminId,
      requestId: ada.requestId,
      before: { role: "read_only" },
      after: { role: "admin" },
    },
    { action: "admin_user.change_status", after: { status: "suspended" } },
    { action: "admin_user.change_status", after: { status: "active" } },
  ]);
  const mails = await world.db<
    { kind: string; recipient: string; facts: Parameters<typeof adminChangedMail.subject>[0] }[]
  >`select kind, recipient, facts from mails order by created_at, id`;
  const told = { kind: "admin_changed", recipient: bob.email };
  expect(mails).toEqual([
    { ...told, facts: { role: "admin", status: "active", changed: "role" } },
    { ...told, facts: { role: "admin", status: "suspended", changed: "status" } },
    { ...told, facts: { role: "admin", status: "active", changed: "status" } },
  ]);
  expect(mails.map(({ facts }) => adminChangedMail.subject(facts, wording))).toEqual([
    "Your admin role changed",
    "Your admin access was suspended",
    "Your admin access is active again",
  ]);
  await expect(removeAdmin(ada, { id: "adm_none" })).rejects.toMatchObject({ code: "not_found" });
});

test("no admin user changes themself, and the last super admin stays", async () => {
  const ada = await adminOf();
  const own = { id: ada.actor.adminId };
  const last = refused("session_invalid_state", "last_super_admin");
  await expect(removeAdmin(ada, own)).rejects.toMatchObject(last);
  await expect(changeAdminRole(ada, { ...own, role: "admin" })).rejects.toMatchObject(last);
  await adminOf();
  const itself = refused("session_invalid_state", "own_admin_user");
  await expect(removeAdmin(ada, own)).rejects.toMatchObject(itself);
  await expect(changeAdminRole(ada, { ...own, role: "admin" })).rejects.toMatchObject(itself);
  expect(await changeAdminRole(ada, { ...own, role: "super_admin" })).toMatchObject(own);
  expect(await audits(own.id)).toEqual([]);
});

test("a change that waited is refused to who is no super admin any more", async () => {
  const [ada, bob] = [await adminOf(), await adminOf()];
  const carl = await adminOf("read_only");
  const refusals: Promise<unknown>[] = [];
  await transaction(world.otherPool(), async (tx) => {
    await tx`update admin_users set role = 'admin' where id = ${ada.actor.adminId}`;
    const waiting = [
      changeAdminRole(ada, { id: carl.actor.adminId, role: "super_admin" }),
      inviteAdmin(ada, { email: "eve@example.com", role: "super_admin" }),
    ];
    refusals.push(...waiting.map((one) => one.catch((error: unknown) => error)));
    await until(async () => {
      const [row] = await world.db<{ count: number }[]>`
        select count(*)::int from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return row?.count === 2;
    });
  });
  const missing = refused("permission_denied", "role_missing");
  expect(await Promise.all(refusals)).toMatchObject([missing, missing]);
  expect(await findByEmail(world.db, "eve@example.com")).toBeUndefined();
  const kept = { id: carl.actor.adminId, role: "read_only" };
  expect(await findByEmail(world.db, carl.email.toUpperCase())).toMatchObject(kept);
  expect(await changeAdminRole(bob, { ...kept, role: "admin" })).toMatchObject({ role: "admin" });
});

test("of two super admins who demote each other at once, one remains", async () => {
  for (let round = 0; round < 5; round += 1) {
    await world.db`truncate admin_users cascade`;
    const [ada, bob] = [await adminOf(), await adminOf()];
    const other = world.otherPool();
    const outcomes = await Promise.allSettled([
      changeAdminRole(ada, { id: bob.actor.adminId, role: "admin" }),
      removeAdmin({ ...bob, db: other }, { id: ada.actor.adminId }),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const left = await world.db`
      select id from admin_users where role = 'super_admin' and status = 'active'`;
    expect(left).toHaveLength(1);
  }
});
