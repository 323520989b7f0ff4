import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sql, transaction } from "@/db/client";
import { newId } from "@/lib/core/ids";
import { type Mode, modes } from "@/lib/core/modes";
import { checkFigures } from "@/lib/domain/operations/checks/check-figures";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { buffersOf, explain, nodesOf, recordingDb } from "@/testing/lists/explain";
import { operate } from "@/testing/operator";
import { RandomHistory, seeded } from "@/testing/random-history";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { compareFigures } from "./compare-figures";
import { getChurn } from "./get-churn";
import { getConversion } from "./get-conversion";
import { getForecast } from "./get-forecast";
import { getMrr } from "./get-mrr";
import { getSummary } from "./get-summary";
import { keepFigures } from "./keep-figures";
import { listCustomerValues } from "./list-customer-values";
import { countDifferences, noteDifferences } from "./note-differences";
import { rebuildFigures } from "./rebuild-figures";
import { countedFor, figuresOf, PLATFORM } from "./recounts";

/** `FIGURE_STEPS=5000` for a long history. */
const STEPS = Number(process.env.FIGURE_STEPS ?? 400);
const DAY_MS = 86_400_000;
const SEED = Number(process.env.FIGURE_SEED ?? 20_260_427);

let world: WebhookWorld;
let db: Sql;
let merchants: string[];
const plans = [newId("plan"), newId("plan")];

beforeAll(async () => {
  world = await createWebhookWorld();
  db = world.db;
  // Counted while foreign keys are not looked at.
  for (const table of ["payment_sessions", "transactions", "subscriptions", "daily_takings"]) {
    for (const kind of ["counted", "recounted"]) {
      await db`alter table ${db(table)} enable always trigger ${db(`${table}_${kind}`)}`;
    }
  }
  await db`alter table daily_takings enable always trigger daily_takings_removed`;
  merchants = [world.merchantId, await world.addMerchant()];
  const random = seeded(SEED);
  const histories = await Promise.all(
    merchants.flatMap((merchantId) =>
      modes.map(async (mode) => {
        const customers = await addCustomers(merchantId, mode);
        return new RandomHistory({ merchantId, mode }, random, customers, plans);
      }),
    ),
  );
  for (let step = 0; step < STEPS; step += 1) {
    // What is rolled back leaves no counter behind.
    const isKept = step % 10 !== 9;
    for (const history of isKept ? histories : []) {
      await transaction(db, async (tx) => {
        await tx`set local session_replication_role = replica`;
        for (let change = 0; change < 3; change += 1) await history.step(tx);
      });
    }
  }
}, 300_000);
afterAll(() => world?.stop());

const owners = () => merchants.flatMap((merchantId) => modes.map((mode) => ({ merchantId, mode })));

const as = (merchantId: string, mode: Mode): Context<MerchantActor> => ({
  ...world.system(),
  actor: { kind: "session", merchantId, mode, userId: "usr_1", sessionId: "ses_1" },
});

async function addCustomers(merchantId: string, mode: Mode): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    insert into customers (id, merchant_id, mode, wallet_address)
    select new_id('cus'), ${merchantId}, ${mode}, substr(sha256(random()::text::bytea), 1, 20)
    from generate_series(1, 7) returning id`;
  return rows.map(({ id }) => id);
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

test("sessions are counted as their rows say, by the day of creation", async () => {
  for (const { merchantId, mode } of owners()) {
    const rows = await db<{ createdAt: Date; status: string }[]>`
      select s.created_at, s.status from payment_sessions s
      where merchant_id = ${merchantId} and mode = ${mode} and not exists (
        select from invoices i where i.session_id = s.id and i.sent_at is null
      )`;
    const from = new Date(Date.now() - 80 * DAY_MS);
    const { days, total } = await getConversion(as(merchantId, mode), { from });
    expect(rows.length).toBeGreaterThan(10);
    expect(days).toHaveLength(81);
    for (const { date, ...counts } of [...days, { date: "all", ...total }]) {
      const own = rows.filter(({ createdAt }) => date === "all" || dayOf(createdAt) === date);
      const having = (...statuses: string[]) =>
        own.filter(({ status }) => statuses.includes(status)).length;
      const confirmed = having("confirmed", "refunded");
      expect(counts).toEqual({
        created: own.length,
        confirmed,
        expired: having("expired"),
        cancelled: having("cancelled"),
        rate: own.length === 0 ? null : expect.stringMatching(/^[01]\.\d{4}$/),
      });
      if (counts.rate !== null) expect(Number(counts.rate)).toBeCloseTo(confirmed / own.length, 4);
    }
  }
});

test("subscriptions start and end in the months that their rows say", async () => {
  let churned = 0;
  for (const { merchantId, mode } of owners()) {
    const began = db`case when next_term then start_at else enrolled_at end`;
    const rows = await db<{ startedAt: Date; closedAt: Date | null; reason: string }[]>`
      select ${began} as started_at, closed_at,
        case when ended_as is not null then ended_as
          when status = 'cancelled' then 'cancelled_by_' || coalesce(cancelled_by, 'merchant')
          else status end as reason
      from subscriptions
      where merchant_id = ${merchantId} and mode = ${mode} and enrolled_at is not null
        and (closed_at is null or closed_at >= ${began})
        and (plan_id is not null or origin = 'relay')`;
    const from = new Date(Date.now() - 50 * DAY_MS);
    const { months, ...range } = await getChurn(as(merchantId, mode), { from });
    for (const { month, activeAtStart, started, reasons, ...shown } of months) {
      const start = `${month}-01` < range.from ? range.from : `${month}-01`;
      const own = (at: Date | null) =>
        at !== null && dayOf(at).startsWith(month) && dayOf(at) >= start;
      const active = rows.filter(
        ({ startedAt, closedAt }) =>
          dayOf(startedAt) < start && (closedAt === null || dayOf(closedAt) >= start),
      );
      expect(activeAtStart).toBe(active.length);
      expect(started).toBe(rows.filter(({ startedAt }) => own(startedAt)).length);
      for (const [reason, count] of Object.entries(reasons)) {
        const ended = rows.filter((row) => own(row.closedAt) && row.reason === reason);
        expect([month, reason, count]).toEqual([month, reason, ended.length]);
      }
      const { completed, ...others } = reasons;
      expect(shown.churned).toBe(Object.values(others).reduce((sum, count) => sum + count, 0));
      churned += shown.churned + completed;
    }
  }
  expect(churned).toBeGreaterThan(5);
});

test("recurring revenue is the exact sum of what is active, rounded down once", async () => {
  for (const { merchantId, mode } of owners()) {
    const rows = await db<
      { currency: string; status: string; part: string; total: bigint; count: number }[]
    >`
      with parts as (
        select currency, status, amount * 2592000 * (119999700777600000::numeric / interval_seconds)
          as scaled
        from (select *, 1 from subscriptions) s
        where merchant_id = ${merchantId} and mode = ${mode}
          and (plan_id is not null or origin = 'relay')
          and not (next_term and status = 'trialing')
      )
      select currency, status, count(*)::int, div(sum(scaled), 119999700777600000) as total
      from parts group by 1, 2`;
    const { currencies } = await getMrr(as(merchantId, mode));
    for (const { currency, mrr, trialing, pastDue, activeSubscriptions } of currencies) {
      const of = (status: string) =>
        rows.find((row) => row.currency === currency && row.status === status);
      expect([mrr, trialing, pastDue, activeSubscriptions]).toEqual([
        of("active")?.total ?? 0n,
        of("trialing")?.total ?? 0n,
        of("past_due")?.total ?? 0n,
        of("active")?.count ?? 0,
      ]);
    }
  }
});

test("customers are ranked by what they have paid less refunds, a page at a time", async () => {
  for (const { merchantId, mode } of owners()) {
    for (const currency of ["USDC", "EURC"] as const) {
      const expected = await db<{ id: string; totalSpent: bigint; payments: number }[]>`
        select customer_id as id, sum(amount - least(amount, amount_refunded)) as total_spent,
          count(*)::int as payments
        from transactions
        where merchant_id = ${merchantId} and mode = ${mode} and currency = ${currency}
          and status = 'confirmed' and type in ('payment', 'subscription_charge')
          and customer_id is not null
        group by 1 order by 2 desc, 1 desc`;
      const shown: object[] = [];
      let cursor: string | undefined;
      do {
        const page = await listCustomerValues(as(merchantId, mode), { currency, cursor, limit: 2 });
        shown.push(
          ...page.data.map(({ id, totalSpent, payments }) => ({ id, totalSpent, payments })),
        );
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(shown).toEqual([...expected]);
      expect(shown.length).toBeGreaterThan(1);
    }
  }
});

test("a page of one currency's ranks is not gone on with in another's", async () => {
  const [owner] = owners();
  if (!owner) throw new Error("there is a merchant");
  const ctx = as(owner.merchantId, owner.mode);
  const first = await listCustomerValues(ctx, { currency: "EURC", limit: 1 });
  const cursor = first.nextCursor ?? "";
  const second = await listCustomerValues(ctx, { currency: "EURC", cursor });
  expect(second.data.length).toBeGreaterThan(0);
  expect(await listCustomerValues(ctx, { cursor })).toEqual(second);
  await expect(listCustomerValues(ctx, { currency: "USDC", cursor })).rejects.toMatchObject({
    info: { param: "cursor", details: { reason: "malformed_cursor" } },
  });
});

const platforms = modes.map((mode) => ({ merchantId: PLATFORM, mode }));

test("the counters of the platform are the sums of all merchants' transactions", async () => {
  for (const { mode } of platforms) {
    const expected = await db<{ day: string }[]>`
      select utc_day(created_at)::text as day, mode, currency, sum(amount) as gross, sum(fee) as fees,
        count(*)::int as payments
      from transactions
      where mode = ${mode} and status = 'confirmed' and type in ('payment', 'subscription_charge')
      group by 1, 2, 3 order by 1, 2, 3`;
    expect(expected.length).toBeGreaterThan(10);
    const kept = await db<{ day: string }[]>`
      select day::text as day, mode, currency, sum(amount) as gross, sum(fees) as fees,
        sum(payments)::int as payments
      from platform_takings where mode = ${mode}
      group by 1, 2, 3 having sum(payments) <> 0 order by 1, 2, 3`;
    expect([...kept]).toEqual([...expected]);
  }
});

test("counters that were kept are what a recount says, and what a rebuild leaves", async () => {
  const all = [...owners(), ...platforms];
  for (const owner of all) expect(await compareFigures({ db }, owner)).toEqual([]);
  const [owner] = owners();
  if (!owner) throw new Error("there is a merchant");
  await db`update daily_takings set payments = payments + 1 where merchant_id = ${owner.merchantId}`;
  const found = await compareFigures({ db }, owner);
  expect(found[0]).toMatchObject({ ...owner, figure: "daily_takings" });
  for (const each of owners()) await rebuildFigures({ db }, each);
  for (const each of all) expect(await compareFigures({ db }, each)).toEqual([]);
});

test("a counter that differs by one unit is found, in each table, and a rebuild corrects it", async () => {
  const [owner] = owners();
  if (!owner) throw new Error("there is a merchant");
  for (const each of [owner, { merchantId: PLATFORM, mode: owner.mode }]) {
    for (const { table, counters, bounds = {} } of figuresOf(each)) {
      for (const column of [...counters, ...Object.keys(bounds)]) {
        const by = column === "first_block" ? -1 : 1;
        await db`
          update ${db(table)} set ${db(column)} = ${db(column)} + ${by}::int where ctid = (
            select ctid from ${db(table)} where ${countedFor(db, each)}
              ${column in bounds ? db`and movements > 0` : db``}
            order by ${db(column)} ${by < 0 ? db`` : db`desc`} limit 1
          )`;
        const found = await compareFigures({ db }, each);
        expect(found, `${table}.${column}`).toMatchObject([{ ...each, figure: table }]);
        await rebuildFigures({ db }, each);
        expect(await compareFigures({ db }, each)).toEqual([]);
      }
    }
  }
  for (const each of platforms) expect(await compareFigures({ db }, each)).toEqual([]);
});

test("a nightly comparison makes /ready red until an operator has recounted", async () => {
  const check = () => checkFigures({ figureDifferences: () => countDifferences(db) });
  const compare = () =>
    noteDifferences(world.system(), { after: null, until: new Date(Date.now() + 60_000) });
  expect(await compare()).toBe(null);
  expect(await check()).toMatchObject({ status: "ok" });
  const [owner] = owners();
  if (!owner) throw new Error("there is a merchant");
  await db`
    update customer_totals set spent = spent + 1 where merchant_id = ${owner.merchantId} and mode = ${owner.mode}`;
  await compare();
  expect(await check()).toMatchObject({ status: "fail" });
  const run = (...args: string[]) => operate(world.system(), "stats", "rebuild", ...args);
  expect((await run()).out).toContain("customer_totals");
  expect(await compareFigures({ db }, owner)).not.toEqual([]);
  expect((await run("--apply", "--reason", "a test")).out).toContain("0 differences left");
  expect(await compareFigures({ db }, owner)).toEqual([]);
  expect(await check()).toMatchObject({ status: "ok" });
  const entries = await db`select from audit_log where action = 'stats.rebuild'`;
  expect(entries).toHaveLength(1);
  await db`update platform_takings set fees = fees + 1 where mode = 'live' and ctid = (
    select ctid from platform_takings where mode = 'live' limit 1)`;
  await compare();
  expect(await check()).toMatchObject({ status: "fail" });
  expect((await run("--apply", "--reason", "a test")).out).toContain("0 differences left");
  expect(await check()).toMatchObject({ status: "ok" });
  const platform = await db`
    select mode from figure_differences union all
    select after ->> 'mode' from audit_log where subject_type = 'platform'`;
  expect([...platform]).toEqual([{ mode: "live" }]);
  expect((await run()).out).toContain("Every counter matches the recount.");
});

test("a merchant without data is told of zeros and nulls", async () => {
  const ctx = as(await world.addMerchant(), "live");
  const { days, total } = await getConversion(ctx, {});
  expect(days).toHaveLength(30);
  expect(total).toEqual({ created: 0, confirmed: 0, expired: 0, cancelled: 0, rate: null });
  const { months, ...range } = await getChurn(ctx, {});
  expect(Date.parse(range.to) - Date.parse(range.from)).toBe(30 * DAY_MS);
  expect(months.every(({ rate, activeAtStart }) => rate === null && activeAtStart === 0)).toBe(
    true,
  );
  const { currencies } = await getMrr(ctx);
  expect(currencies).toMatchObject([
    { currency: "USDC", mrr: 0n, activeSubscriptions: 0, byPlan: [] },
    { currency: "EURC", mrr: 0n, activeSubscriptions: 0, byPlan: [] },
  ]);
  expect(await listCustomerValues(ctx, {})).toMatchObject({ data: [], hasMore: false });
  expect(await getForecast(ctx)).toMatchObject({
    basisDays: 0,
    insufficientData: true,
    horizons: [],
    r2: { USDC: null, EURC: null },
  });
});

test("ranges that are empty or too long, and cursors of other lists, are refused", async () => {
  const ctx = as(world.merchantId, "test");
  const day = (text: string) => new Date(text);
  const refusal = (param: string, reason: string) => ({
    code: "invalid_request",
    info: { param, details: { reason } },
  });
  const cases = [
    [{ from: day("2026-01-02"), to: day("2026-01-02") }, "range_empty"],
    [{ from: day("2026-01-02"), to: day("2026-01-01") }, "range_empty"],
    [{ from: day("2025-01-01"), to: day("2026-01-03") }, "range_too_long"],
    [{ from: day("2016-01-01") }, "range_too_long"],
    [{ from: day("2999-01-01") }, "range_empty"],
  ] as const;
  for (const [input, reason] of cases) {
    await expect(getConversion(ctx, input)).rejects.toMatchObject(refusal("from", reason));
    await expect(getChurn(ctx, input)).rejects.toMatchObject(refusal("from", reason));
  }
  const { days } = await getConversion(ctx, { from: day("2024-01-01"), to: day("2025-01-01") });
  expect(days).toHaveLength(366);
  const foreign = Buffer.from("2026-01-01T00:00:00.000Z cus_1").toString("base64url");
  await expect(listCustomerValues(ctx, { cursor: foreign })).rejects.toMatchObject(
    refusal("cursor", "malformed_cursor"),
  );
});

test("ranges of years that no day can be stored of are refused, and those beside them are not", async () => {
  const ctx = as(world.merchantId, "test");
  const day = (text: string) => new Date(text);
  const cases = [
    [{ from: day("9999-12-01"), to: day("9999-12-31T12:00:00Z") }, "to"],
    [{ to: day("0001-01-05") }, "to"],
    [{ from: day("0001-01-01"), to: day("0001-01-02") }, "from"],
    [{ from: day("9999-12-01"), to: day("9999-12-31") }, null],
    [{ from: day("0001-02-02"), to: day("0001-02-03") }, null],
  ] as const;
  for (const [range, param] of cases) {
    for (const read of [getConversion, getChurn, getSummary]) {
      const answer = await read(ctx, range).catch((error) => error);
      const refused = { code: "invalid_request", info: { param } };
      expect(answer).toMatchObject(param ? refused : { mode: "test" });
    }
  }
});

test("a forecast follows from each currency's days that are over, and from fourteen of them on", async () => {
  const merchantId = await world.addMerchant();
  const take = (daysAgo: number, amount: number) => db`
    insert into daily_takings (merchant_id, mode, day, currency, stripe, amount, payments)
    values (${merchantId}, 'test', utc_day(now()) - ${daysAgo}::int, 'USDC', ${daysAgo % 8}, ${amount}, 1)`;
  for (let daysAgo = 0; daysAgo <= 13; daysAgo += 1) await take(daysAgo, 1_000_000);
  expect(await getForecast(as(merchantId, "test"))).toMatchObject({
    basisDays: 13,
    insufficientData: true,
  });
  await take(14, 1_000_000);
  expect(await getForecast(as(merchantId, "test"))).toMatchObject({
    basisDays: 14,
    insufficientData: false,
    horizons: [
      { days: 30, USDC: 30_000_000n, EURC: 0n, low: { USDC: 30_000_000n, EURC: 0n } },
      { days: 60, USDC: 60_000_000n },
      { days: 90, USDC: 90_000_000n },
    ],
  });
  expect(await getForecast(as(merchantId, "live"))).toMatchObject({ basisDays: 0 });
});

test("what was expected is kept each day, and compared with what was taken once its days are over", async () => {
  const merchantId = await world.addMerchant();
  const keep = () =>
    keepFigures(world.system(), { after: null, until: new Date(Date.now() + 60_000) });
  for (let daysAgo = 1; daysAgo <= 20; daysAgo += 1) {
    await db`
      insert into daily_takings (merchant_id, mode, day, currency, stripe, amount, payments)
      values (${merchantId}, 'test', utc_day(now()) - ${daysAgo}::int, 'USDC', 0, 1000000, 1)`;
  }
  expect(await keep()).toBe(null);
  expect(await keep()).toBe(null);
  const kept = await db<{ figure: string; currency: string; amount: bigint }[]>`
    select figure, currency, amount from kept_figures where merchant_id = ${merchantId} order by 3`;
  expect([...kept]).toEqual(
    [7, 30, 60, 90].map((days) => ({
      figure: `forecast_${days}`,
      currency: "USDC",
      amount: BigInt(days) * 1_000_000n,
    })),
  );
  const accuracy = async (mode: Mode) => (await getForecast(as(merchantId, mode))).accuracy;
  expect(await accuracy("test")).toEqual([]);
  // As if it had been kept nine days ago: the seven days are over.
  await db`
    update kept_figures set day = day - 9, amount = amount + 1000000 where merchant_id = ${merchantId}`;
  const expected = { days: 7, currency: "USDC", expected: 8_000_000n, actual: 7_000_000n };
  expect(await accuracy("test")).toMatchObject([{ ...expected, rate: "0.8750" }]);
  expect(await accuracy("live")).toEqual([]);
});

test("of many customers and years a page and a range are read, by index", async () => {
  const merchantId = await world.addMerchant();
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into customers (id, merchant_id, mode, wallet_address)
      select 'cus_' || md5(g::text), ${merchantId}, 'test', substr(sha256(g::text::bytea), 1, 20)
      from generate_series(1, 50000) g`;
    await tx`
      insert into customer_totals (merchant_id, mode, currency, customer_id, spent, payments)
      select ${merchantId}, 'test', 'USDC', 'cus_' || md5(g::text), g, 1
      from generate_series(1, 50000) g`;
    await tx`
      insert into daily_counts (merchant_id, mode, day, stripe, subscriptions_started)
      select ${merchantId}, 'test', utc_day(now()) - d, s, 1
      from generate_series(0, 3000) d, generate_series(0, 7) s`;
  });
  await db`vacuum analyze`;
  const recording = recordingDb(db);
  const ctx = { ...as(merchantId, "test"), db: recording.db };
  const reads = [
    [() => listCustomerValues(ctx, {}), 1_000],
    [() => getConversion(ctx, {}), 400],
    [() => getChurn(ctx, {}), 1_000],
  ] as const;
  for (const [read, most] of reads) {
    recording.takeSent();
    await read();
    for (const statement of recording.takeSent()) {
      const plan = await explain(db, statement, "force_generic_plan");
      expect(buffersOf(plan), statement.text).toBeLessThan(most);
      const whole = nodesOf(plan).filter((node) => node["Node Type"] === "Seq Scan");
      expect(whole.map((node) => node["Relation Name"])).not.toContain("customer_totals");
    }
  }
});
