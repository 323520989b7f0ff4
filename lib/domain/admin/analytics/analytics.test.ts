import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { listAuditLog } from "@/lib/domain/admin/audit/list-audit-log";
import { viewHealth } from "@/lib/domain/admin/health/view-health";
import { fail, ok, warn } from "@/lib/domain/operations/finding";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { addAdminContext } from "@/testing/admins";
import { probe } from "@/testing/probed";
import { makeFinal } from "@/testing/relay";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { createWorld, type World } from "@/testing/world";
import { getOverview } from "./get-overview";
import { getPlatformVolume } from "./get-platform-volume";
import { getSignups } from "./get-signups";
import { getTopMerchants } from "./get-top-merchants";
import { readTakingsBetween } from "./read-platform-takings";

let world: World;
let ada: Context<AdminActor>;

beforeAll(async () => {
  world = await createWorld();
  ada = await addAdminContext({ db: world.db, system: world.systemContext() }, "read_only");
  const payer = await fundPayer(world);
  for (const amount of [10_000n, 30_000n]) await payDirectly(world, payer, { amount });
  for (const amount of [70_000n, 90_000n]) await payDirectly(world, payer, { amount });
  await makeFinal(world);
  // All were paid without a session; one stays what it is, and another is older than the ranges.
  await world.db`update transactions set type = 'payment' where amount <> 70000`;
  await world.db`
    update transactions set created_at = created_at - interval '60 days' where amount = 90000`;
}, 120_000);
afterAll(() => world?.stop());

const refused = (reason: string) => ({
  code: "invalid_request",
  info: { param: "from", details: { reason } },
});

test("the overview counts merchants, volume and fees, and what is in trouble", async () => {
  await world.db`insert into merchants (id, business_name, status) values ('mer_s', 'S', 'suspended')`;
  const overview = await getOverview(ada);
  expect(overview.merchants).toEqual({ active: 2, suspended: 1, closed: 0, new7d: 3, new30d: 3 });
  expect(overview.volume24h).toHaveLength(4);
  const expected = { mode: "test", currency: "USDC", gross: 40_000n, fees: 400n, payments: 2 };
  for (const volume of [overview.volume24h, overview.volume30d]) {
    expect(volume.filter(({ payments }) => payments > 0)).toEqual([expected]);
  }
  expect(overview).toMatchObject({
    ...{ failedRenewals24h: 0, openSubmissions: 0, deliveriesFailing: 0, holds: 0 },
    activeSubscriptions: [
      { mode: "test", count: 0 },
      { mode: "live", count: 0 },
    ],
  });
});

test("what was taken between any two instants is what the transactions say, by whole days and parts of days", async () => {
  const [hour, start] = [3_600_000, Date.parse("2026-03-01T00:00:00Z")];
  const undone = new Error("undone");
  const work = transaction(world.db, async (tx) => {
    await tx`
      insert into transactions
      select (jsonb_populate_record(null::transactions, to_jsonb(t) || jsonb_build_object(
        'id', 'txn_' || n, 'log_index', 1000 + n, 'amount', n, 'fee', n % 7,
        'created_at', ${new Date(start)}::timestamptz + n * interval '30 minutes',
        'payment_id', '\\x' || lpad(to_hex(n), 64, '0')))).*
      from (select * from transactions where type = 'payment' limit 1) t, generate_series(0, 240) n`;
    for (let from = 0; from < 100; from += 7) {
      for (let hours = 0; hours < 80; hours += 5) {
        const range = {
          from: new Date(start + from * hour),
          to: new Date(start + (from + hours) * hour),
        };
        const expected = await tx`
          select mode, currency, sum(amount) as gross, sum(fee) as fees, count(*)::int as payments
          from transactions where created_at >= ${range.from} and created_at < ${range.to}
            and status = 'confirmed' and type in ('payment', 'subscription_charge') group by 1, 2`;
        expect([...(await readTakingsBetween(tx, range))], `${from} ${hours}`).toEqual([
          ...expected,
        ]);
      }
    }
    throw undone;
  });
  await expect(work).rejects.toBe(undone);
});

test("each day, mode and currency of a range is there, with zeros", async () => {
  const { days } = await getPlatformVolume(ada, {});
  expect(days).toHaveLength(30 * 4);
  const today = new Date().toISOString().slice(0, 10);
  expect(days.filter(({ payments }) => payments > 0)).toEqual([
    { day: today, mode: "test", currency: "USDC", gross: 40_000n, fees: 400n, payments: 2 },
  ]);
  const signups = await getSignups(ada, {});
  expect(signups.days).toHaveLength(30);
  expect(signups.days.at(-1)).toMatchObject({ day: today, liveUnlocked: 0 });
  expect(signups.days[0]).toMatchObject({ signups: 0 });
  const range = { from: new Date("2026-05-02"), to: new Date("2026-05-01") };
  const long = { from: new Date("2024-01-01"), to: new Date("2026-01-01") };
  for (const ask of [getPlatformVolume, getSignups, getTopMerchants]) {
    await expect(ask(ada, range)).rejects.toMatchObject(refused("range_empty"));
    await expect(ask(ada, long)).rejects.toMatchObject(refused("range_too_long"));
  }
});

test("a range whose ends no database can hold is refused", async () => {
  for (const ask of [getPlatformVolume, getSignups, getTopMerchants]) {
    for (const to of [new Date("9999-12-31T09:59:59Z"), new Date("0001-01-02T00:00:00Z")]) {
      await expect(ask(ada, { to })).rejects.toMatchObject({
        code: "invalid_request",
        info: { param: "to", details: { reason: "validation_failed" } },
      });
    }
  }
});

test("the merchants with the highest volume are ranked for each mode and currency", async () => {
  const { merchants } = await getTopMerchants(ada, { limit: 1 });
  expect(merchants).toMatchObject([
    { rank: 1, merchantId: world.merchant.id, mode: "test", currency: "USDC", gross: 40_000n },
  ]);
});

test("health has the worst of each area's checks, and what to do", async () => {
  const names = Object.keys((await probe(world).look()).checks);
  const checks = Object.fromEntries(names.map((name) => [name, ok()]));
  for (const name of names) {
    const { status } = await viewHealth(ada, { checks: { ...checks, [name]: fail("it failed") } });
    expect(status, `${name} is a check of an area`).toBe("fail");
  }
  const good = await viewHealth(ada, { checks });
  expect(good).toMatchObject({ status: "ok", mail: { status: "ok", detail: null, action: null } });
  expect(good.indexer).toMatchObject([{ chainId: 31_337, status: "ok", action: null }]);
  const mail = fail("mails not sent: 3 (refused)");
  const bad = await viewHealth(ada, { checks: { ...checks, mail, queue: warn("late") } });
  expect(bad).toMatchObject({
    status: "fail",
    mail: { status: "fail", detail: mail.detail, action: expect.stringContaining("mail.md") },
    engine: { status: "warn", detail: "late" },
    relay: { status: "ok" },
    figures: { status: "ok", detail: null, action: null },
  });
  const figures = fail("counters of statistics that differ from a recount: 2");
  expect(await viewHealth(ada, { checks: { ...checks, figures } })).toMatchObject({
    status: "fail",
    books: { status: "ok" },
    figures: {
      ...{ status: "fail", detail: figures.detail },
      action: expect.stringContaining("billing.md"),
    },
  });
  await world.db`update chain_cursors set halted_reason = 'lost'`;
  expect((await viewHealth(ada, { checks })).indexer).toMatchObject([
    { status: "fail", haltedReason: "lost", action: expect.stringContaining("chain-and-nodes.md") },
  ]);
});

test("the audit log is paged, and filtered by who, what and of which merchant", async () => {
  const { adminId } = ada.actor;
  const record = (id: string, action: string) =>
    transaction(world.db, (tx) =>
      recordAudit(ada, tx, {
        action,
        subject: { type: "merchant", id },
        before: null,
        after: { n: 1n },
      }),
    );
  const ids = [await record("mer_1", "merchant.suspend"), await record("mer_2", "merchant.close")];
  const list = async (input: Parameters<typeof listAuditLog>[1]) =>
    (await listAuditLog(ada, input)).data.map(({ id }) => id);
  expect(await list({ actorName: adminId })).toEqual(ids.reverse());
  expect(await list({ action: "merchant.close" })).toEqual([ids[0]]);
  expect(await list({ subjectType: "merchant", subjectId: "mer_1" })).toEqual([ids[1]]);
  expect(await list({ actorKind: "admin", merchantId: "mer_1" })).toEqual([ids[1]]);
  const first = await listAuditLog(ada, { actorName: adminId, limit: 1 });
  expect(first.data[0]).toMatchObject({ object: "audit_entry", after: { n: "1" } });
  expect(await list({ actorName: adminId, limit: 1, cursor: first.nextCursor ?? "" })).toEqual([
    ids[1],
  ]);
  await expect(listAuditLog(ada, { subjectId: "mer_1" })).rejects.toMatchObject({
    info: { param: "subjectType", details: { reason: "validation_failed" } },
  });
});
