import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { broadcastMail } from "@/lib/domain/insight/notifications/broadcast-mail";
import { listNotifications } from "@/lib/domain/insight/notifications/list-notifications";
import { drainMails } from "@/lib/domain/mails/drain-mails";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { addAdminContext } from "@/testing/admins";
import { Crash, crashingDb } from "@/testing/crashing-db";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { createBroadcast } from "./create-broadcast";
import { listBroadcasts } from "./list-broadcasts";
import { sendBroadcasts } from "./send-broadcasts";

const MERCHANTS = 450;
const text = { title: "Maintenance", body: "On Sunday.\n\nSee https://status.example" };

let world: WebhookWorld;
let ada: Context<AdminActor>;

beforeAll(async () => {
  world = await createWebhookWorld();
  await world.db`
    insert into merchants (id, business_name, email, status)
    select 'mer_' || g, 'Shop ' || g, 'shop' || g || '@example.com',
      case when g % 10 = 0 then 'suspended' else 'active' end
    from generate_series(1, ${MERCHANTS}::int) g`;
});
beforeEach(async () => {
  await world.db`truncate broadcasts, broadcast_deliveries, mails`;
  ada = await addAdminContext({ db: world.db, system: world.system() });
});
afterAll(() => world?.stop());

const mailed = async () =>
  (await world.db`select merchant_id from mails where kind = 'broadcast'`).length;
const refused = (code: string, reason: string) => ({
  code,
  info: { details: expect.objectContaining({ reason }) },
});

test("each active merchant has one notification and one mail, wherever the job is killed", async () => {
  const { id } = await createBroadcast(ada, { ...text, audience: "all" });
  for (let at = 1; ; at += 1) {
    const outcome = await sendBroadcasts({ db: crashingDb(world.db, at) }).catch((error) => error);
    if (outcome === null) break;
    if (!(outcome instanceof Crash)) await sendBroadcasts({ db: world.otherPool() });
    expect(at).toBeLessThan(40);
  }
  expect(await sendBroadcasts({ db: world.db })).toBeNull();
  const [active] = await world.db<{ count: number; withMail: number }[]>`
    select count(*)::int as count, count(email)::int as with_mail from merchants
    where status = 'active'`;
  const [sent] = (await listBroadcasts(ada, {})).data;
  expect(sent).toMatchObject({ id, recipients: active?.count, sentAt: expect.any(Date) });
  expect(await mailed()).toBe(active?.withMail);
  const actor = {
    kind: "session" as const,
    userId: "usr_1",
    sessionId: "ses_1",
    merchantId: "mer_1",
  };
  for (const mode of ["test", "live"] as const) {
    const person = { ...world.system(), actor: { ...actor, mode } };
    const { data, unreadCount } = await listNotifications(person, {});
    expect([data.length, unreadCount]).toEqual([1, 1]);
    expect(data[0]).toMatchObject({ type: "broadcast", ...text, read: false, resource: { id } });
  }
});

test("a mail whose outcome is being counted does not end the handing out", async () => {
  await createBroadcast(ada, { ...text, audience: "all" });
  const first = await sendBroadcasts({ db: world.db });
  expect(first).toBeGreaterThan(0);
  let next: Promise<number | null> | undefined;
  await transaction(world.otherPool(), async (tx) => {
    await tx`update broadcasts set delivered = delivered + 1`;
    next = sendBroadcasts({ db: world.db });
    await sleep(300);
  });
  expect(await next).toBe(first);
});

test("one merchant is written to, and what comes of the mail is counted once", async () => {
  const { id } = await createBroadcast(ada, { ...text, audience: "merchant", merchantId: "mer_7" });
  expect(await sendBroadcasts({ db: world.db })).toBe(1);
  expect(await sendBroadcasts({ db: world.db })).toBeNull();
  // On a local chain the mail ends in the inbox of development.
  await drainMails(world.system(), { until: new Date(Date.now() + 5_000) });
  const counts = async () => {
    const [row] = (await listBroadcasts(ada, {})).data;
    return [row?.recipients, row?.delivered, row?.failed];
  };
  expect(await counts()).toEqual([1, 1, 0]);
  const note = (state: "failed" | "sent") =>
    transaction(world.db, async (tx) => {
      const facts = { ...text, broadcastId: id, merchantId: "mer_7", businessName: "Shop 7" };
      const news = { mailId: "eml_1", state, failure: null };
      await broadcastMail.onOutcome?.note(world.system(), tx, facts, news);
    });
  await note("sent");
  await note("failed");
  expect(await counts()).toEqual([1, 1, 0]);
  // A mail that failed and is sent again is counted as delivered instead.
  await world.db`update broadcast_deliveries set state = 'queued'`;
  await world.db`update broadcasts set delivered = 0`;
  await note("failed");
  expect(await counts()).toEqual([1, 0, 1]);
  await note("sent");
  expect(await counts()).toEqual([1, 1, 0]);
  const [audit] = await world.db`select * from audit_log where subject_id = ${id}`;
  expect(audit).toMatchObject({ action: "broadcast.create", after: { audience: "merchant" } });
});

test("the audience and the merchant must fit, and all takes a super admin", async () => {
  await expect(createBroadcast(ada, { ...text, audience: "merchant" })).rejects.toMatchObject(
    refused("invalid_request", "audience_mismatch"),
  );
  await expect(
    createBroadcast(ada, { ...text, audience: "all", merchantId: "mer_7" }),
  ).rejects.toMatchObject({ info: { param: "merchantId" } });
  await expect(
    createBroadcast(ada, { ...text, audience: "merchant", merchantId: "mer_none" }),
  ).rejects.toMatchObject({ code: "not_found" });
  const admin = { ...ada, actor: { ...ada.actor, role: "admin" } as const };
  await expect(createBroadcast(admin, { ...text, audience: "all" })).rejects.toMatchObject(
    refused("permission_denied", "role_missing"),
  );
  expect(
    await createBroadcast(admin, { ...text, audience: "merchant", merchantId: "mer_7" }),
  ).toMatchObject({ audience: "merchant", merchantId: "mer_7", recipients: 0, sentAt: null });
});
