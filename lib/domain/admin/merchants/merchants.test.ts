import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { mailText } from "@/lib/adapters/email/mail-content";
import { newId } from "@/lib/core/ids";
import { wakes } from "@/lib/core/operations/wakes";
import { listAuditLog } from "@/lib/domain/admin/audit/list-audit-log";
import { mintKey } from "@/lib/domain/identity/api-keys/mint-key";
import { createInvoice } from "@/lib/domain/invoices/create-invoice";
import { sendInvoice } from "@/lib/domain/invoices/send-invoice";
import type { StoredMail } from "@/lib/domain/mails/mail";
import { wordMail } from "@/lib/domain/mails/word-mail";
import { changeTier } from "@/lib/domain/merchants/change-tier";
import { createSession } from "@/lib/domain/payments/sessions/create-session";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { latestExpiry } from "@/lib/domain/wallets/operator-calls/latest-expiry";
import { addAdminContext } from "@/testing/admins";
import { drain, newPayer, openSession, signRequest, submit } from "@/testing/relay";
import { insertPlan, insertSubscription } from "@/testing/subscription-rows";
import { createWorld, type World } from "@/testing/world";
import {
  changeMerchantStatus,
  changeMerchantTier,
  closeMerchant,
  reactivateMerchant,
  suspendMerchant,
} from "./change-merchant";
import { finishClosings } from "./finish-closings";
import { getMerchant } from "./get-merchant";
import { listMerchants } from "./list-merchants";

let world: World;
let ada: Context<AdminActor>;
let id: string;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
}, 120_000);
beforeEach(async () => {
  ada = await addAdminContext({ db: world.db, system: world.systemContext() });
  ({ id } = await world.addMerchant());
});
afterAll(() => world?.stop());

const audits = (subject: string) => world.db`
  select action, actor_name, before, after, reason, request_id from audit_log
  where subject_id = ${subject} order by created_at, id`;
const calls = () => world.db`
  select kind, mode, settle_until, fee_bps, requested_by, reason from operator_calls
  where merchant_id = ${id} and kind <> 'register' order by number`;
const withRole = (role: "admin" | "read_only") => ({ ...ada, actor: { ...ada.actor, role } });
const merchantOf = () => world.merchantContext({ merchantId: id });
const order = { amount: 5_000_000n, currency: "USDC" } as const;
const open = () => createSession(merchantOf(), order);
/** A payment that is on its way then has a day and ten minutes. */
const afterEnd = ({ expiresAt }: { expiresAt: Date | null }) =>
  new Date((expiresAt?.getTime() ?? 0) + 86_400_000 + 600_000);
const refused = (code: string, reason: string) => ({
  code,
  info: { details: expect.objectContaining({ reason }) },
});

test("suspending refuses new sessions at once, and each registry follows until the last expires", async () => {
  const session = await open();
  const reason = "chargebacks";
  const after = await suspendMerchant(ada, { id, reason });
  expect(after).toMatchObject({ id, status: "suspended", onchain: "queued" });
  await expect(open()).rejects.toMatchObject(refused("permission_denied", "merchant_suspended"));
  const by = { requestedBy: ada.actor.adminId, reason, kind: "suspend" };
  expect(await calls()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...by, mode: "test", settleUntil: afterEnd(session) }),
      expect.objectContaining({ ...by, mode: "live", settleUntil: null }),
    ]),
  );
  await suspendMerchant(ada, { id });
  await changeMerchantStatus(withRole("admin"), { id, status: "suspended" });
  expect(await calls()).toHaveLength(2);
  expect(await getMerchant(ada, { id })).toMatchObject({ onchain: "queued" });
  expect(await reactivateMerchant(ada, { id })).toMatchObject({ status: "active" });
  await open();
  const { id: other } = await world.addMerchant();
  expect(await reactivateMerchant(ada, { id: other })).toMatchObject({ onchain: "confirmed" });
  expect(await audits(id)).toMatchObject([
    {
      ...{ action: "merchant.suspend", actorName: ada.actor.adminId, requestId: ada.requestId },
      ...{ before: { status: "active" }, after: { status: "suspended" }, reason },
    },
    { action: "merchant.reactivate", before: { status: "suspended" }, reason: null },
  ]);
});

test("a call of an earlier status or tier that is open where a registration failed is followed by another", async () => {
  const { db } = world;
  const fresh = newId("merchant");
  await db`insert into merchants (id, business_name) values (${fresh}, 'Aurora Coffee')`;
  const { id: deploymentId, chainId } = world.deployment();
  await db`
    insert into operator_calls ${db({
      ...{ id: newId("operatorCall"), kind: "register", chainId, deploymentId, mode: "test" },
      ...{ merchantId: fresh, owner: world.merchant.payout, payout: world.merchant.payout },
      ...{ feeBps: 100, requestedBy: "test" },
    })}`;
  await suspendMerchant(ada, { id: fresh });
  await changeMerchantTier(ada, { id: fresh, tier: "growth" });
  await db`
    update operator_calls set state = 'failed', closed_at = now()
    where merchant_id = ${fresh} and kind = 'register'`;
  await reactivateMerchant(ada, { id: fresh });
  await changeMerchantTier(ada, { id: fresh, tier: "business" });
  const open = await db`
    select kind, fee_bps from operator_calls
    where merchant_id = ${fresh} and state = 'queued' order by number`;
  expect(open).toEqual([
    { kind: "suspend", feeBps: null },
    { kind: "set_fee", feeBps: 70 },
    { kind: "reactivate", feeBps: null },
    { kind: "set_fee", feeBps: 50 },
  ]);
});

test("suspending leaves time for what is being paid when its session ends", async () => {
  const soon = await open();
  const latest = await open();
  const expire = (session: string) => world.db`
    update payment_sessions set expires_at = now() - interval '1 minute' where id = ${session}`;
  await expire(soon.id);
  await suspendMerchant(ada, { id });
  const untilOf = async () => {
    const [row] = await world.db<{ settleUntil: Date | null }[]>`
      select settle_until from operator_calls
      where merchant_id = ${id} and mode = 'test' and kind = 'suspend' order by number desc limit 1`;
    return row?.settleUntil ?? null;
  };
  expect(await untilOf()).toEqual(afterEnd(latest));
  await reactivateMerchant(ada, { id });
  await expire(latest.id);
  await suspendMerchant(ada, { id });
  expect(await untilOf()).toBeNull();
  await reactivateMerchant(ada, { id });
  const paid = await openSession(world);
  await submit(world.merchantContext(), await signRequest(world, await newPayer(world), paid));
  const [row] = await world.db<{ expiresAt: Date }[]>`
    update payment_sessions set expires_at = now() - interval '1 minute'
    where id = ${paid.id} returning expires_at`;
  const place = { deployment: world.deployment(), merchantId: world.merchant.id };
  expect(await latestExpiry(world.db, place)).toEqual(afterEnd(row ?? { expiresAt: null }));
});

test("a tier reaches the fee of each registry once, and enterprise takes a super admin", async () => {
  await changeMerchantTier(withRole("admin"), { id, tier: "growth" });
  expect(await changeMerchantTier(ada, { id, tier: "growth" })).toMatchObject({ tier: "growth" });
  expect((await calls()).map(({ kind, feeBps }) => [kind, feeBps])).toEqual([
    ["set_fee", 70],
    ["set_fee", 70],
  ]);
  await expect(
    changeMerchantTier(withRole("admin"), { id, tier: "enterprise" }),
  ).rejects.toMatchObject(refused("permission_denied", "role_missing"));
  await changeMerchantTier(ada, { id, tier: "enterprise" });
  expect(await audits(id)).toMatchObject([
    { action: "merchant.change_tier", before: { tier: "free" }, after: { tier: "growth" } },
    { action: "merchant.change_tier", after: { tier: "enterprise" } },
  ]);
});

test("a merchant is mailed of its status and of a tier that an operator gave it, without the reason", async () => {
  const { db } = world;
  await db`
    update merchants set business_name = 'Aurora', email = 'owner@aurora.example' where id = ${id}`;
  await suspendMerchant(ada, { id, reason: "chargebacks" });
  await suspendMerchant(ada, { id });
  await reactivateMerchant(ada, { id });
  await changeMerchantTier(ada, { id, tier: "growth", reason: "By contract" });
  await changeMerchantTier(ada, { id, tier: "growth" });
  await changeTier(
    {
      ...ada,
      actor: {
        ...{ kind: "session", merchantId: id, mode: "test" },
        ...{ userId: "usr_1", sessionId: "ses_1" },
      } as const,
    },
    { tier: "free" },
  );
  await closeMerchant(ada, { id });
  const mails = await db<StoredMail[]>`
    select * from mails where merchant_id = ${id} order by created_at, id`;
  expect(mails.map(({ kind, recipient }) => `${kind} to ${recipient}`)).toEqual([
    "merchant_status_changed to owner@aurora.example",
    "merchant_status_changed to owner@aurora.example",
    "merchant_tier_changed to owner@aurora.example",
    "merchant_status_changed to owner@aurora.example",
  ]);
  const texts = mails.map((mail) => mailText(wordMail(ada, mail)));
  expect(mails.map((mail) => wordMail(ada, mail).subject)).toEqual([
    "Aurora was suspended",
    "Aurora is active again",
    "Aurora has a new plan",
    "Aurora was closed",
  ]);
  expect(texts[1]).toContain("as soon as the network confirms it");
  expect(texts[2]).toContain("Growth");
  expect(texts.join()).not.toMatch(/chargebacks|By contract/);
  expect((await audits(id)).map(({ action, reason }) => [action, reason])).toEqual([
    ["merchant.suspend", "chargebacks"],
    ["merchant.reactivate", null],
    ["merchant.change_tier", "By contract"],
    ["merchant.change_tier", null],
    ["merchant.close", null],
  ]);
  const owned = { merchantId: id, actorKind: "admin" } as const;
  expect((await listAuditLog(ada, owned)).data).toHaveLength(4);
});

test("a tier of an installation without fees leaves the fee at zero, and no mail tells of a new plan", async () => {
  await world.db`
    update merchants set business_name = 'Aurora', email = 'owner@aurora.example' where id = ${id}`;
  const config = { ...ada.config, PLATFORM_FEES: "off" as const };
  await changeMerchantTier({ ...ada, config }, { id, tier: "growth" });
  const fees = await world.db<{ feeBps: number }[]>`
    select fee_bps from operator_calls where merchant_id = ${id} and kind = 'set_fee'
    order by number desc limit 2`;
  expect(fees).toEqual([{ feeBps: 0 }, { feeBps: 0 }]);
  expect(await world.db`select kind from mails where merchant_id = ${id}`).toEqual([]);
});

test("closing is final: keys, sessions, invoices and subscriptions end, each once", async () => {
  const { db } = world;
  const ctx = merchantOf();
  await db`delete from outbox`;
  const key = await mintKey(world, {
    ...{ kind: "secret", name: "Shop", merchantId: id, mode: "test", scopes: [] },
  } as const);
  const opened = await open();
  const draft = await createInvoice(ctx, {
    lineItems: [{ description: "Coffee", quantity: 1, unitAmount: 1n }],
    currency: "USDC",
    customerEmail: "ada@x.example",
  });
  await sendInvoice(ctx, draft);
  const plan = await insertPlan(world, { merchantId: id });
  const subscription = await insertSubscription(world, { merchantId: id, planId: plan.id });
  await expect(
    changeMerchantStatus(withRole("admin"), { id, status: "closed" }),
  ).rejects.toMatchObject(refused("permission_denied", "role_missing"));
  expect(await closeMerchant(ada, { id, reason: "fraud" })).toMatchObject({
    ...{ status: "closed", onchain: "queued" },
  });
  expect(await db`select from outbox where name = ${wakes.closings}`).toHaveLength(1);
  expect(await db`select status, revoked_reason from api_keys where id = ${key.id}`).toEqual([
    { status: "revoked", revokedReason: "merchant_closed" },
  ]);
  const system = world.systemContext();
  expect(await finishClosings(system)).toBe(3);
  await db`update merchant_closings set closed_at = closed_at - interval '1 minute'`;
  expect(await finishClosings(system)).toBe(0);
  const statusOf = async (table: string, one: string) =>
    (await db`select status from ${db(table)} where id = ${one}`)[0]?.status;
  expect([
    await statusOf("payment_sessions", opened.id),
    await statusOf("invoices", draft.id),
    await statusOf("subscriptions", subscription.id),
  ]).toEqual(["cancelled", "void", "cancelled"]);
  const [closing] = await db`select finished_at from merchant_closings where merchant_id = ${id}`;
  expect(closing?.finishedAt).toBeInstanceOf(Date);
  const events = await db<{ type: string }[]>`
    select type from events where resource_id = ${opened.id} and type = 'payment.failed'`;
  expect(events).toHaveLength(1);
  await closeMerchant(ada, { id });
  for (const status of ["suspended", "active"] as const) {
    await expect(changeMerchantStatus(ada, { id, status })).rejects.toMatchObject({
      code: "session_invalid_state",
      info: { details: { reason: "merchant_closed", currentStatus: "closed" } },
    });
  }
  await expect(changeMerchantTier(ada, { id, tier: "growth" })).rejects.toMatchObject(
    refused("session_invalid_state", "merchant_closed"),
  );
  expect((await audits(id)).map(({ action }) => action)).toEqual(["merchant.close"]);
});

test("a session that is being paid is left until that is over", async () => {
  const { id: busy } = world.merchant;
  const payer = await newPayer(world);
  const session = await openSession(world);
  await submit(world.merchantContext(), await signRequest(world, payer, session));
  await closeMerchant(ada, { id: busy });
  const system = world.systemContext();
  await finishClosings(system);
  const [row] = await world.db`select status from payment_sessions where id = ${session.id}`;
  expect(row?.status).toBe("pending");
  const [closing] = await world.db`
    select finished_at from merchant_closings where merchant_id = ${busy}`;
  expect(closing?.finishedAt).toBeNull();
  await drain(system);
});

test("closings that wait for a payment keep no later one from being finished", async () => {
  const { db } = world;
  for (let at = 0; at < 5; at += 1) {
    const { id: merchantId } = await world.addMerchant();
    const ctx = world.merchantContext({ merchantId });
    const session = await createSession(ctx, { amount: 5_000_000n, currency: "USDC" });
    await db`insert into relay_open_submissions ${db({
      ...{ submissionId: newId("request"), sessionId: session.id, account: "31337:payer" },
      ...{ tokenAddress: `0x${"1".repeat(40)}`, amount: 5_000_000n, debited: false },
      ...{ dueAt: new Date(), doubtAt: new Date(), chainId: 31_337, validBefore: 4_000_000_000n },
    })}`;
    await closeMerchant(ada, { id: merchantId });
  }
  await createInvoice(merchantOf(), {
    lineItems: [{ description: "Coffee", quantity: 1, unitAmount: 1n }],
    currency: "USDC",
  });
  await closeMerchant(ada, { id });
  await db`update merchant_closings set closed_at = closed_at - interval '1 minute'`;
  while ((await finishClosings(world.systemContext())) > 0) {}
  const [later] = await db`
    select finished_at from merchant_closings where merchant_id = ${id}`;
  expect(later?.finishedAt).toBeInstanceOf(Date);
  await db`delete from relay_open_submissions where account = '31337:payer'`;
});

test("a session that was being opened while the merchant was closed ends, too", async () => {
  const { db } = world;
  const system = world.systemContext();
  const late = await transaction(db, async (tx) => {
    const opened = await createSession({ ...merchantOf(), db: tx }, order);
    await closeMerchant(ada, { id });
    await finishClosings(system);
    return opened;
  });
  await finishClosings(system);
  expect(await db`select status from payment_sessions where id = ${late.id}`).toEqual([
    { status: "cancelled" },
  ]);
});

test("a closing that fails keeps no later one from being finished, and is told of", async () => {
  const { db } = world;
  const { id: broken } = await world.addMerchant();
  for (const merchantId of [broken, id]) {
    await createSession(world.merchantContext({ merchantId }), order);
    await closeMerchant(ada, { id: merchantId });
  }
  await db`update merchant_closings set closed_at = closed_at - interval '1 day' where merchant_id = ${broken}`;
  await db.unsafe(`
    create function fail_of_broken() returns trigger language plpgsql as
      $$ begin raise exception 'broken'; end $$;
    create trigger fail_of_broken before update on payment_sessions for each row
      when (new.merchant_id = '${broken}') execute function fail_of_broken()`);
  const system = world.systemContext();
  expect(await finishClosings(system)).toBe(1);
  await expect(finishClosings(system)).rejects.toThrow("broken");
  await db.unsafe("drop function fail_of_broken cascade");
  expect(await finishClosings(system)).toBe(1);
});

test("merchants are found by name, address of mail, id and wallet, and filtered", async () => {
  const { db } = world;
  await db`
    update merchants set business_name = 'Grüne 100%_Bohne', email = 'bohne@example.com' where id = ${id}`;
  const [registration] = await db<{ payout: `0x${string}` }[]>`
    select payout from merchant_registrations where merchant_id = ${id}`;
  const find = async (input: Parameters<typeof listMerchants>[1]) =>
    (await listMerchants(ada, input)).data.map((row) => row.id);
  for (const q of ["grüne", "100%_b", "BOHNE@ex", id, registration?.payout ?? ""]) {
    expect(await find({ q }), q).toEqual([id]);
  }
  expect(await find({ q: "100_" })).toEqual([]);
  expect(await find({ q: id, hasLive: true, tier: "free", status: "active" })).toEqual([id]);
  expect(await find({ q: id, hasLive: false })).toEqual([]);
  await db`update merchant_registrations set status = 'none' where merchant_id = ${id} and mode = 'live'`;
  expect(await find({ q: id, hasLive: true })).toEqual([]);
  expect(await find({ createdBefore: new Date(0) })).toEqual([]);
  const first = await listMerchants(ada, { limit: 1 });
  const next = await listMerchants(ada, { limit: 1, cursor: first.nextCursor ?? "" });
  expect([first.data[0]?.id, next.data[0]?.id === id]).toEqual([id, false]);
});

test("a merchant is shown with its registrations as the registries have them", async () => {
  const plan = await insertPlan(world, { merchantId: id });
  await insertSubscription(world, { merchantId: id, planId: plan.id });
  const detail = await getMerchant(withRole("read_only"), { id });
  expect(detail.onchain).toBe("confirmed");
  expect(detail.registrations).toMatchObject([
    { mode: "test", onchainStatus: "active", differences: [] },
    { mode: "live", onchainStatus: "active", differences: [] },
  ]);
  expect(detail.statistics).toHaveLength(4);
  expect(detail.statistics[0]).toMatchObject({ mode: "test", activeSubscriptions: 1 });
  const rotated = `0x${"a1".repeat(20)}`;
  await world.db`
    update merchant_registrations set payout = ${rotated} where merchant_id = ${id} and mode = 'live'`;
  expect(await getMerchant(ada, { id })).toMatchObject({ payoutAddress: rotated });
  await expect(getMerchant(ada, { id: "mer_none" })).rejects.toMatchObject({ code: "not_found" });
});
