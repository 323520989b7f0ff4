import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Mode } from "@/lib/core/modes";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { viewBroadcast } from "./broadcast-notifications";
import { listNotifications } from "./list-notifications";
import { markNotificationsRead } from "./mark-notifications-read";

let world: WebhookWorld;

beforeAll(async () => {
  world = await createWebhookWorld();
});
afterAll(() => world?.stop());

const person = (merchantId: string, mode: Mode = "test"): Context<SessionActor> => ({
  ...world.system(),
  actor: { kind: "session", merchantId, mode, userId: "usr_1", sessionId: "ses_1" },
});

test("payments, subscribers and refunds are told, newest first, and other events are not", async () => {
  const merchantId = await world.addMerchant();
  const object = { amount: "12500000", currency: "USDC", description: "Coffee" };
  const types = [
    "payment.created",
    "payment.completed",
    "subscription.created",
    "refund.completed",
  ] as const;
  for (const type of types) {
    await world.emit({ merchantId, type, object });
    // What is told of in the same millisecond has no order.
    await setTimeout(2);
  }
  await world.emit({ merchantId, mode: "live", type: "payment.completed", object });
  await world.emit({ type: "payment.completed", object });
  const { data, unreadCount } = await listNotifications(person(merchantId), {});
  expect(data.map(({ type }) => type)).toEqual(types.slice(1).reverse());
  expect(unreadCount).toBe(3);
  expect(data[2]).toMatchObject({
    mode: "test",
    title: "Payment received",
    body: "12.50 USDC: Coffee",
    amount: "12500000",
    currency: "USDC",
    read: false,
  });
  const one = await listNotifications(person(merchantId), { limit: 1 });
  expect(one).toMatchObject({ data: [data[0]], unreadCount: 3 });
});

test("marking all as read is remembered for the business, and later ones are unread", async () => {
  const merchantId = await world.addMerchant();
  const page = { object: "list", hasMore: false, nextCursor: null, url: "/v1/notifications" };
  const empty = { ...page, data: [], unreadCount: 0, notificationsLastReadAt: null };
  expect(await listNotifications(person(merchantId), {})).toEqual(empty);
  await world.emit({ merchantId, type: "payment.completed" });
  await world.emit({ merchantId, mode: "live", type: "payment.completed" });
  const first = await markNotificationsRead(person(merchantId));
  const second = await markNotificationsRead(person(merchantId));
  expect(Number(second.notificationsLastReadAt)).toBeGreaterThanOrEqual(
    Number(first.notificationsLastReadAt),
  );
  for (const mode of ["test", "live"] as const) {
    const { data, unreadCount } = await listNotifications(person(merchantId, mode), {});
    expect([data[0]?.read, unreadCount]).toEqual([true, 0]);
  }
  await world.emit({ merchantId, type: "refund.completed" });
  const { data, unreadCount } = await listNotifications(person(merchantId), {});
  expect([data.map(({ read }) => read), unreadCount]).toEqual([[false, true], 1]);
});

test("more than a hundred unread notifications are a hundred", async () => {
  const merchantId = await world.addMerchant();
  await world.db`
    insert into events (id, merchant_id, mode, type, resource_id, sequence, object)
    select new_id('evt'), ${merchantId}, 'test', case when g % 2 = 0 then 'payment.completed'
      else 'refund.completed' end, 'ps_' || g, 1, '{}' from generate_series(1, 150) g`;
  const { data, unreadCount } = await listNotifications(person(merchantId), { limit: 100 });
  expect([data.length, unreadCount]).toEqual([100, 100]);
});

test("a wallet that screening names is told with its address", async () => {
  const merchantId = await world.addMerchant();
  const subject = "0x52908400098527886E0F7030069857D2E4169EE7";
  await world.emit({ merchantId, type: "compliance.wallet_blocked", object: { subject } });
  const { data } = await listNotifications(person(merchantId), {});
  expect(data).toMatchObject([
    { title: "Wallet blocked by screening", body: subject, amount: null },
  ]);
});

test.each(["bc_1", "bcast_1"])(
  "the broadcast %s is a notification under an id of its own",
  (id) => {
    const row = { id, title: "Maintenance", body: "Tonight", createdAt: new Date(0) };
    const { actor } = person("mer_1");
    expect(viewBroadcast(row, actor, null)).toMatchObject({ id: "ntf_1", resource: { id } });
  },
);
