import { afterAll, beforeAll, expect, test } from "vitest";
import type { Sql } from "@/db/client";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { buffersOf, explain, nodesOf, recordingDb } from "@/testing/lists/explain";
import { createWebhookWorld, type WebhookWorld } from "@/testing/webhook-world";
import { getVolume } from "./get-volume";

/** `VOLUME_PAYMENTS=200000` takes half a minute to fill. */
const PAYMENTS = Number(process.env.VOLUME_PAYMENTS ?? 20_000);
const DAY_MS = 86_400_000;

let world: WebhookWorld;
let db: Sql;

beforeAll(async () => {
  world = await createWebhookWorld();
  db = world.db;
  // Counted while foreign keys are not looked at.
  for (const kind of ["counted", "recounted"]) {
    await db`alter table transactions enable always trigger ${db(`transactions_${kind}`)}`;
  }
});
afterAll(() => world.stop());

const person = (merchantId: string, sql: Sql = db): Context<SessionActor> => ({
  ...world.system(),
  db: sql,
  actor: { kind: "session", merchantId, mode: "test", userId: "usr_1", sessionId: "ses_1" },
});

const today = () => Math.floor(Date.now() / DAY_MS) * DAY_MS;
const dayOf = (daysAgo: number) => new Date(today() - daysAgo * DAY_MS);

/** Transactions of a merchant, numbered; `at` is when each was made, as SQL of its number `g`. */
async function pay(
  merchantId: string,
  {
    count,
    at,
    type = "payment",
    status = "confirmed",
    currency = "USDC",
    mode = "test",
  }: {
    count: number;
    at: string;
    type?: string;
    status?: string;
    currency?: string;
    mode?: string;
  },
): Promise<void> {
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx.unsafe(
      `insert into transactions (id, merchant_id, mode, deployment_id, type, status, amount, currency, fee,
        net_amount, fee_bps, from_address, to_address, token_address, ref, payment_id, chain_id, tx_hash,
        log_index, block_number, block_timestamp, created_at, settlement_key)
      select 'txn_' || md5($1 || $2 || $3 || $4 || $5 || g::text || ($6)::text), $1, $5, 'dep_1', $2, $3, 5000000, $4,
        50000, 4950000, 100, repeat('2', 20)::bytea, repeat('3', 20)::bytea, repeat('1', 20)::bytea,
        sha256(random()::text::bytea), case when $2 = 'payment' then sha256(random()::text::bytea) end,
        31337, sha256(g::text::bytea), 0, g, ${at}, ${at},
        case when $2 <> 'payment' then sha256(random()::text::bytea) end
      from generate_series(1, ${count}) g`,
      [merchantId, type, status, currency, mode, at],
    );
  });
}

const on = (daysAgo: number) =>
  `'${new Date(dayOf(daysAgo).getTime() + 3_600_000).toISOString()}'::timestamptz`;

async function taken(merchantId: string): Promise<Record<string, [bigint, number]>> {
  const { days } = await getVolume(person(merchantId), {});
  const some = days.filter(({ payments }) => payments > 0);
  return Object.fromEntries(
    some.map(({ day, currency, amount, payments }) => {
      const daysAgo = (today() - Date.parse(day)) / DAY_MS;
      return [`${daysAgo} ${currency}`, [amount, payments]];
    }),
  );
}

test("what was taken is told by day and currency: final payments and charges of the mode", async () => {
  const id = await world.addMerchant();
  await pay(id, { count: 2, at: on(0) });
  await pay(id, { count: 1, at: on(0), currency: "EURC" });
  await pay(id, { count: 1, at: on(0), status: "pending" });
  await pay(id, { count: 1, at: on(0), mode: "live" });
  await pay(id, { count: 1, at: on(5), type: "subscription_charge" });
  await pay(id, { count: 1, at: on(5), type: "refund" });
  await pay(id, { count: 1, at: on(29) });
  await pay(id, { count: 1, at: on(30) });
  await pay(await world.addMerchant(), { count: 1, at: on(5) });
  const expected = {
    "0 USDC": [10_000_000n, 2],
    "0 EURC": [5_000_000n, 1],
    "5 USDC": [5_000_000n, 1],
    "29 USDC": [5_000_000n, 1],
  };
  expect(await taken(id)).toEqual(expected);
  expect(await taken(id)).toEqual(expected);
  const { days } = await getVolume(person(id), {});
  expect(days.length).toBe(60);
  expect(days.at(-1)?.day).toBe(dayOf(0).toISOString().slice(0, 10));
});

test("a payment counts on its day once it is final, however late", async () => {
  const id = await world.addMerchant();
  await pay(id, { count: 1, at: on(10) });
  await pay(id, { count: 1, at: on(11), status: "pending" });
  await pay(id, { count: 1, at: on(1) });
  await taken(id);
  await db`update transactions set status = 'confirmed' where merchant_id = ${id}`;
  await pay(id, { count: 1, at: on(10), currency: "EURC" });
  await pay(id, { count: 1, at: on(1), currency: "EURC" });
  expect(await taken(id)).toEqual({
    "11 USDC": [5_000_000n, 1],
    "10 USDC": [5_000_000n, 1],
    "10 EURC": [5_000_000n, 1],
    "1 USDC": [5_000_000n, 1],
    "1 EURC": [5_000_000n, 1],
  });
});

test("a range has its own days, and is refused where it is none", async () => {
  const id = await world.addMerchant();
  await pay(id, { count: 1, at: on(40) });
  await pay(id, { count: 1, at: on(41) });
  const { days } = await getVolume(person(id), { from: dayOf(41), to: dayOf(40) });
  expect(days).toMatchObject([{ amount: 5_000_000n, payments: 1 }, { payments: 0 }]);
  await expect(getVolume(person(id), { from: dayOf(1), to: dayOf(2) })).rejects.toMatchObject({
    info: { details: { reason: "range_empty" } },
  });
});

test("of many payments none is read: the days' counters are, by index, within 150 ms", async () => {
  const id = await world.addMerchant();
  await pay(id, { count: PAYMENTS, at: `now() - g * interval '30 days' / ${PAYMENTS}` });
  await db`vacuum analyze transactions`;
  await db`vacuum analyze daily_takings`;
  const recording = recordingDb(db);
  recording.takeSent();
  await getVolume(person(id, recording.db), {});
  const sent = recording.takeSent();
  expect(sent.filter(({ text }) => /from transactions/.test(text))).toEqual([]);
  const plans = await Promise.all(
    sent
      .filter(({ text }) => /from daily_takings/.test(text))
      .map((statement) => explain(db, statement, "force_generic_plan")),
  );
  expect(plans.length).toBe(1);
  for (const plan of plans) {
    expect(nodesOf(plan).map((node) => node["Node Type"])).not.toContain("Seq Scan");
    expect(buffersOf(plan)).toBeLessThan(60);
  }
  const times: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const startedAt = performance.now();
    await getVolume(person(id), {});
    times.push(performance.now() - startedAt);
  }
  times.sort((one, other) => one - other);
  expect(times[18], times.map(Math.round).join(" ")).toBeLessThan(150);
}, 120_000);
