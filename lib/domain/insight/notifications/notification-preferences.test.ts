import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import {
  bellKinds,
  type NotificationChoice,
  type NotificationKind,
} from "@/lib/core/insight/notification-kinds";
import { withholdReason } from "@/lib/domain/mails/mail-addresses";
import { readMerchant } from "@/lib/domain/merchants/get-own-merchant";
import { setNotificationMails } from "@/lib/domain/merchants/notification-mails";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { getNotificationPreferences } from "./get-notification-preferences";
import { listNotifications } from "./list-notifications";
import { updateNotificationPreferences } from "./update-notification-preferences";

let world: WebhookWorld;
let merchantId: string;
/** The first one, whose address is the merchant's. */
let owner: Context<SessionActor>;
let second: Context<SessionActor>;

beforeAll(async () => {
  world = await createWebhookWorld();
});
beforeEach(async () => {
  merchantId = await world.addMerchant();
  await world.db`update merchants set email = 'ada@x.example' where id = ${merchantId}`;
  owner = await addMember(merchantId, "2026-01-01");
  second = await addMember(merchantId, "2026-01-02");
});
afterAll(() => world?.stop());

async function addMember(of: string, since: string, userId = newId("user")) {
  await world.db`
    insert into users ${world.db({ id: userId, provider: "test", subject: userId })}
    on conflict do nothing`;
  await world.db`
    insert into memberships ${world.db({ userId, merchantId: of, createdAt: new Date(since) })}`;
  const actor = { kind: "session", merchantId: of, mode: "test", userId, sessionId: "s" } as const;
  return { ...world.system(), actor };
}

type Choices = Partial<Record<NotificationKind, NotificationChoice>>;

const choose = (ctx: Context<SessionActor>, preferences: Choices) =>
  updateNotificationPreferences(ctx, { preferences });
async function valuesOf(ctx: Context<SessionActor>): Promise<Choices> {
  const { data } = await getNotificationPreferences(ctx);
  return Object.fromEntries(data.map(({ kind, value }) => [kind, value]));
}
const typesShown = async (ctx: Context<SessionActor>) =>
  (await listNotifications(ctx, {})).data.map(({ type }) => type).sort();
const stored = async () =>
  (await world.db`select from notification_preferences where merchant_id = ${merchantId}`).length;
/** Why the owner would not get a mail of the kind now. */
const withheld = (notification: NotificationKind, of = merchantId) =>
  withholdReason(
    world.db,
    { kind: "any", recipient: "ada@x.example", merchantId: of },
    { notification },
  );

test("until a person chooses, the bell and the mails are as they were before there was a choice", async () => {
  expect(await valuesOf(owner)).toEqual({
    "payment.completed": "both",
    "payment.reverted": "bell",
    "subscription.created": "both",
    "subscription.charged": "mail",
    "subscription.charge_failed": "both",
    "subscription.cancelled": "mail",
    "subscription.lapsed": "mail",
    "refund.completed": "both",
    "refund.failed": "both",
    "invoice.overdue": "bell",
    "compliance.wallet_blocked": "bell",
    "compliance.wallet_flagged": "both",
    "compliance.hold_decided": "mail",
    "refund.waiting": "mail",
    "invoice.undelivered": "both",
    "product.sold_out": "mail",
    "webhook_endpoint.failing": "mail",
    "webhook_endpoint.disabled": "mail",
  });
  expect(await stored()).toBe(0);
});

test("no choice is offered that has no effect: other members than the first get no mails", async () => {
  const own = await getNotificationPreferences(owner);
  const choicesOf = (kind: NotificationKind) => own.data.find((one) => one.kind === kind)?.choices;
  expect(own.email).toBe("ada@x.example");
  expect(choicesOf("payment.completed")).toEqual(["bell", "mail", "both", "none"]);
  expect(choicesOf("invoice.overdue")).toEqual(["bell", "none"]);
  expect(choicesOf("product.sold_out")).toEqual(["mail", "none"]);
  const others = await getNotificationPreferences(second);
  expect(others.email).toBeNull();
  expect(others.data.map(({ kind }) => kind)).not.toContain("product.sold_out");
  for (const { choices } of others.data) expect(choices).toEqual(["bell", "none"]);
});

test("a change keeps the kinds that it does not name, and holds in both modes", async () => {
  const before = await valuesOf(owner);
  await choose(owner, { "refund.completed": "none", "subscription.lapsed": "both" });
  const after = await choose(owner, { "refund.failed": "mail" });
  const expected = {
    ...before,
    "refund.completed": "none",
    "subscription.lapsed": "both",
    "refund.failed": "mail",
  };
  expect(await valuesOf(owner)).toEqual(expected);
  expect(after.data).toEqual((await getNotificationPreferences(owner)).data);
  expect(await valuesOf({ ...owner, actor: { ...owner.actor, mode: "live" } })).toEqual(expected);
  expect((await choose(owner, {})).data).toEqual(after.data);
});

test("a choice that has no effect is refused with the field, and nothing is written", async () => {
  const refused = (ctx: Context<SessionActor>, preferences: Choices) =>
    expect(choose(ctx, preferences)).rejects;
  await refused(owner, { "refund.failed": "none", "invoice.overdue": "mail" }).toMatchObject({
    code: "invalid_request",
    info: {
      param: "preferences.invoice.overdue",
      details: { reason: "choice_unavailable", choices: ["bell", "none"] },
    },
  });
  await refused(owner, { "product.sold_out": "bell" }).toMatchObject({ code: "invalid_request" });
  await refused(second, { "payment.completed": "both" }).toMatchObject({ code: "invalid_request" });
  await refused(second, { "product.sold_out": "none" }).toMatchObject({ code: "invalid_request" });
  expect(await stored()).toBe(0);
});

test("the bell leaves out what a person does not have in it, also in the count, for them and this business alone", async () => {
  const elsewhere = await world.addMerchant();
  const ownerElsewhere = await addMember(elsewhere, "2026-01-01", owner.actor.userId);
  const types = ["payment.completed", "refund.completed", "subscription.charged"] as const;
  for (const of of [merchantId, elsewhere]) {
    for (const type of types) await world.emit({ merchantId: of, type });
  }
  const usual = ["payment.completed", "refund.completed"];
  expect(await typesShown(owner)).toEqual(usual);
  await choose(owner, {
    "payment.completed": "mail",
    "subscription.charged": "bell",
    "refund.failed": "none",
  });
  expect(await typesShown(owner)).toEqual(["refund.completed", "subscription.charged"]);
  await choose(owner, { "refund.completed": "none" });
  const { data, unreadCount } = await listNotifications(owner, {});
  expect([data.map(({ type }) => type), unreadCount]).toEqual([["subscription.charged"], 1]);
  for (const ctx of [second, ownerElsewhere]) {
    expect(await typesShown(ctx)).toEqual(usual);
    expect((await listNotifications(ctx, {})).unreadCount).toBe(2);
  }
});

test("a charge is told in the bell with what it took, which may be a part of the price", async () => {
  await choose(owner, { "subscription.charged": "bell" });
  const object = { amount: "10000000", currency: "USDC", latestCharge: { amount: "4000000" } };
  await world.emit({ merchantId, type: "subscription.charged", object });
  const { data } = await listNotifications(owner, {});
  expect(data).toMatchObject([{ amount: "4000000", body: "4.00 USDC" }]);
});

test("mails of a kind are withheld once the person at the address turned them off, and sent again after that", async () => {
  expect(await withheld("refund.failed")).toBeNull();
  await choose(owner, { "refund.failed": "bell" });
  expect(await withheld("refund.failed")).toBe("unsubscribed");
  expect(await withheld("refund.completed")).toBeNull();
  expect(await withheld("refund.failed", await world.addMerchant())).toBeNull();
  await choose(owner, { "refund.failed": "both" });
  expect(await withheld("refund.failed")).toBeNull();
});

test("what another member chooses, or the owner for another business, keeps no mail from the address", async () => {
  const elsewhere = await world.addMerchant();
  await choose(await addMember(elsewhere, "2026-01-01", owner.actor.userId), {
    "refund.failed": "none",
  });
  await choose(second, { "refund.failed": "none" });
  await world.db`
    update notification_preferences set mail = false where user_id = ${second.actor.userId}`;
  expect(await withheld("refund.failed")).toBeNull();
  expect((await valuesOf(owner))["refund.failed"]).toBe("both");
});

test("a link in a mail and the settings are one: both turn the same mails off, and leave the bell", async () => {
  await setNotificationMails(world.db, merchantId, { kind: "refund.failed", wanted: false });
  expect((await valuesOf(owner))["refund.failed"]).toBe("bell");
  await setNotificationMails(world.db, merchantId, { kind: "payment.completed", wanted: false });
  expect((await valuesOf(owner))["payment.completed"]).toBe("bell");
  const prefs = async () => (await readMerchant(owner, merchantId, "test")).emailPrefs;
  expect(await prefs()).toEqual({ paymentReceived: false, subscriptionCharged: true });
  await choose(owner, { "payment.completed": "mail", "subscription.charged": "none" });
  expect(await prefs()).toEqual({ paymentReceived: true, subscriptionCharged: false });
  await choose(second, { "payment.completed": "none" });
  expect(await prefs()).toEqual({ paymentReceived: true, subscriptionCharged: false });
  expect((await valuesOf(owner))["payment.completed"]).toBe("mail");
});

test("preferences go with the membership; the next member whose address it is has their own", async () => {
  await choose(owner, { "refund.failed": "none" });
  await world.db`delete from memberships where user_id = ${owner.actor.userId}`;
  expect(await stored()).toBe(0);
  expect((await valuesOf(second))["refund.failed"]).toBe("both");
  expect(await withheld("refund.failed")).toBeNull();
});

test("a bell in which a person has no kind at all counts nothing but broadcasts", async () => {
  await world.emit({ merchantId, type: "payment.completed" });
  const none = bellKinds.map((type) => [type, "none"] as const);
  await choose(owner, Object.fromEntries(none));
  expect(await listNotifications(owner, {})).toMatchObject({ data: [], unreadCount: 0 });
});
