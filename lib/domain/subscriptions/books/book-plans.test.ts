import { afterAll, beforeAll, expect, test } from "vitest";
import { type TransactionSql, transaction } from "@/db/client";
import { newId } from "@/lib/core/ids";
import { type RecordingDb, recordingDb } from "@/testing/explain";
import {
  insertPlan,
  insertSubscription,
  type StoredSubscription,
} from "@/testing/subscription-rows";
import { createWorld, type World } from "@/testing/world";
import { applySubscriptionEvents } from "./apply-subscription-events";
import { type EventRange, endOfStep } from "./event-range";
import { findFinalCharges } from "./screen-charges";

/*
 * Every statement has its plan from a time when next to nothing is stored. Then there are 6,000 subscriptions, each with
 * a charge that is booked, and one more of each is mined, sixty in a block.
 */
const STORED = 6_000;
const PER_BLOCK = 60;
const EXECUTIONS = 7;
/** Far above the blocks of the chain. */
const BASE = 1_000_000n;
const growing = new Set([
  "subscriptions",
  "subscription_charges",
  "subscription_reminders",
  "transactions",
  "chain_subscriptions",
  "chain_charges",
  "chain_cancellations",
  "customers",
  "events",
  "mails",
]);

let world: World;
let recording: RecordingDb;
let one: StoredSubscription;

beforeAll(async () => {
  world = await createWorld();
  recording = recordingDb(world.database.url, { max: 2 });
  await world.db`update deployment_contracts set joined_at = now()`;
  const plan = await insertPlan(world);
  const startAt = new Date(Date.now() - 30 * 86_400_000);
  one = await insertSubscription(world, { planId: plan.id, startAt, payerEmail: "p@x.example" });
  await fill(0, (EXECUTIONS + 1) * PER_BLOCK);
  await world.db`analyze`;
  for (let block = 1; block <= EXECUTIONS; block += 1) await book(block);
  await fill((EXECUTIONS + 1) * PER_BLOCK, STORED);
}, 120_000);
afterAll(async () => {
  await recording.db.end();
  await world.stop();
});

/** Subscriptions, what was told of each, and a mined charge of each. */
async function fill(from: number, to: number): Promise<void> {
  const { db } = world;
  const series = db`generate_series(${from}::int, ${to - 1}::int) n`;
  const hash = db`decode(lpad(to_hex(n + 16), 64, '0'), 'hex')`;
  const enrolled = db`(${BASE}::bigint / 2 + n / ${PER_BLOCK}::int)`;
  const block = db`(${BASE}::bigint + n / ${PER_BLOCK}::int)`;
  await db`
    insert into subscriptions select (r).* from (
      select jsonb_populate_record(s, jsonb_build_object(
        'id', 'sub_fill_' || n, 'onchain_id', '\\x' || lpad(to_hex(n + 16), 64, '0'),
        'payer', '\\x' || lpad(to_hex(n + 16), 40, '0')
      )) as r
      from subscriptions s, ${series} where s.id = ${one.id}
    ) filled`;
  await db`
    insert into transactions (id, merchant_id, mode, deployment_id, type, status, amount, currency, fee,
      net_amount, fee_bps, from_address, to_address, token_address, ref, chain_id, tx_hash, log_index,
      block_number, block_timestamp, confirmed_at, subscription_id, settlement_key)
    select 'txn_fill_' || n, merchant_id, mode, deployment_id, 'subscription_charge', 'confirmed', amount,
      currency, 0, amount, 0, payer, payer, token_address, ${hash}, chain_id, ${hash}, 0, 1, now(), now(),
      'sub_fill_' || n, ${hash}
    from subscriptions s, ${series} where s.id = ${one.id}`;
  await db`
    insert into subscription_charges (subscription_id, period, number, amount, transaction_id)
    select 'sub_fill_' || n, 0, 0, 1, 'txn_fill_' || n from ${series}`;
  await db`
    insert into chain_events (chain_id, block_number, log_index, deployment_id, kind, domain_key)
    select ${one.chainId}, at, n % ${PER_BLOCK}::int, ${one.deploymentId}, 'subscriptions',
      decode(md5(n || ' ' || at), 'hex')
    from ${series}, unnest(array[${block}, ${enrolled}]) at`;
  await db`
    insert into chain_charges (chain_id, block_number, log_index, deployment_id, onchain_id,
      chain_merchant_id, period, number, amount, fee, fee_bps, token_address, payout, tx_hash,
      block_timestamp)
    select chain_id, ${block}, n % ${PER_BLOCK}::int, deployment_id, ${hash}, chain_merchant_id,
      1, 0, amount, 0, 0, token_address, payer, ${hash}, now()
    from subscriptions s, ${series} where s.id = ${one.id}`;
  await db`
    insert into chain_subscriptions (chain_id, block_number, log_index, deployment_id, onchain_id,
      chain_merchant_id, payer, token_address, amount, interval, start_at, end_at, cap, signed_start_at,
      permit_value, permit_deadline, permit_nonce, ref, tx_hash, block_timestamp)
    select chain_id, ${enrolled}, n % ${PER_BLOCK}::int, deployment_id, ${hash}, chain_merchant_id, payer, token_address, amount, 1, 0, 0, amount, 0,
      amount, 0, 0, ${hash}, ${hash}, now()
    from subscriptions s, ${series} where s.id = ${one.id}`;
}

const rangeOf = (block: number): EventRange => ({
  chainId: one.chainId,
  above: BASE + BigInt(block) - 1n,
  through: BASE + BigInt(block),
});

/** Ends, reads and books a block's charges, as finality does. */
async function book(block: number): Promise<void> {
  const range = rangeOf(block);
  const { db } = recording;
  expect(await endOfStep(db, range)).toBe(range.through);
  const found = await findFinalCharges(db, range);
  expect(found).toHaveLength(PER_BLOCK);
  const verdicts = new Map(
    found.map(({ key }) => [key, { transactionId: newId("transaction"), isClear: true }]),
  );
  await transaction(db, (tx: TransactionSql) =>
    applySubscriptionEvents(world.systemContext(), tx, range, verdicts),
  );
}

test("charges of a batch are booked by the same few statements, whatever is stored", async () => {
  const block = Math.floor(STORED / PER_BLOCK) - 2;
  const plans = await recording.during(() => book(block));
  // Foreign keys are checked row by row. Counters of days take eleven, for all charges together.
  expect(plans.filter(({ text }) => !text.includes("FROM ONLY")).length).toBeLessThan(42);
  for (const { text, scanned } of plans) {
    expect(
      scanned.filter((name) => growing.has(name)),
      text,
    ).toEqual([]);
  }
  const buffers = plans.reduce((sum, plan) => sum + plan.buffers, 0);
  expect(buffers).toBeLessThan(PER_BLOCK * 600);
  const [row] = await world.db`
    select charges_made, current_period from subscriptions
    where id = ${`sub_fill_${block * PER_BLOCK}`}`;
  expect(row).toEqual({ chargesMade: 2, currentPeriod: 1 });
});
