import { afterAll, beforeAll, expect, test } from "vitest";
import type { ForeignIdentity } from "@/lib/adapters/identity/oauth-config";
import type { Browser } from "@/lib/domain/identity/browser";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { reasonOf } from "@/testing/hosted-pages";
import { createIdentityWorld, type IdentityWorld } from "@/testing/identity";
import { signInByProvider } from "./sign-in-by-provider";

let world: IdentityWorld;
let ctx: Context<PublicActor>;
const browser: Browser = {
  ...{ token: null, userAgent: "test", addressPrefix: null, device: null, networks: [] },
};

beforeAll(async () => {
  world = await createIdentityWorld();
  ctx = { ...world.system(), actor: { kind: "public", ip: "203.0.113.7" } };
});
afterAll(() => world.stop());

const person = (more: Partial<ForeignIdentity>): ForeignIdentity => ({
  ...{ provider: "oidc", issuer: "https://one.example", subject: "7" },
  ...{ email: "one@x.example", emailVerified: true, authTime: null },
  ...more,
});
const enter = (more: Partial<ForeignIdentity> = {}) => signInByProvider(ctx, person(more), browser);
const accounts = () =>
  world.db<{ email: string; issuer: string; last: Date | null }[]>`
    select u.email, a.issuer, a.last_used_at as last
    from identity_accounts a join identity_users u on u.id = a.user_id order by u.email`;
/** Whose sessions there are, the newest first. */
const entered = async () => {
  const rows = await world.db<{ email: string }[]>`
    select u.email from identity_sessions s join identity_users u on u.id = s.user_id
    order by s.created_at desc, s.id`;
  return rows.map(({ email }) => email);
};

test("two issuers that call different persons alike have two accounts", async () => {
  await enter();
  const other = { issuer: "https://two.example", email: "two@x.example" };
  await enter(other);
  expect(await entered()).toEqual(["two@x.example", "one@x.example"]);
  await enter({ email: "renamed@x.example" });
  expect((await entered())[0]).toBe("one@x.example");
  await enter({ ...other, email: null, emailVerified: false });
  expect((await entered())[0]).toBe("two@x.example");
  expect((await accounts()).map(({ issuer }) => issuer)).toEqual([
    "https://one.example",
    "https://two.example",
  ]);
});

test("a new account is in the audit log, with the provider that it came by", async () => {
  const entries = await world.db<{ after: unknown }[]>`
    select after from audit_log where action = 'account.created' order by created_at, id`;
  expect(entries.map(({ after }) => after)).toEqual([{ provider: "oidc" }, { provider: "oidc" }]);
});

test("when an identity was last used is kept", async () => {
  await world.db`update identity_accounts set last_used_at = null`;
  await enter();
  expect((await accounts()).map(({ last }) => last !== null)).toEqual([true, false]);
});

test("of two that come at once with one address, one gets the account", async () => {
  const email = "same@x.example";
  const outcomes = await Promise.allSettled(["8", "9"].map((subject) => enter({ subject, email })));
  const failed = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  expect(failed).toHaveLength(1);
  expect(await reasonOf(Promise.reject(failed[0]))).toBe("link_required");
  expect((await accounts()).filter((one) => one.email === email)).toHaveLength(1);
});

test("one who comes twice at once, with two addresses, gets one account", async () => {
  const emails = ["first@x.example", "second@x.example"];
  const waiting = async () => {
    const rows = await world.db`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return rows.length;
  };
  // Both have found no account before either makes one.
  const coming = await world.db.begin(async (tx) => {
    await tx`lock table identity_users in share mode`;
    const both = Promise.allSettled(emails.map((email) => enter({ subject: "10", email })));
    await expect.poll(waiting, { timeout: 20_000 }).toBe(2);
    return { both };
  });
  const outcomes = await coming.both;
  const failed = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  expect(failed).toHaveLength(1);
  expect(await reasonOf(Promise.reject(failed[0]))).toBe("link_required");
  const made = await world.db`select from identity_users where email in ${world.db(emails)}`;
  expect(made).toHaveLength(1);
});
