import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asRows } from "@/db/as-rows";
import { type Sql, transaction } from "@/db/client";
import { type Bytes32, hexOf, refOf } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import { type Mode, modes } from "@/lib/core/modes";
import { getTransaction } from "@/lib/domain/payments/transactions/get-transaction";
import { type ExecutedPlan, recordingDb } from "@/testing/explain";
import { openSession } from "@/testing/relay";
import { createWorld, type World } from "@/testing/world";
import { confirmSettlements } from "./confirm-settlements";
import { seeSettlements } from "./see-settlements";
import type { Settlement } from "./settlement";

const AMOUNT = 5_000_000n;

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const hash = () => hexOf(randomBytes(32)) as Bytes32;

/** A settlement of a new session of the mode's deployment. */
async function settlementIn(
  mode: Mode,
  paymentId: Bytes32,
): Promise<{ settlement: Settlement; sessionId: string }> {
  const session = await openSession(world, AMOUNT, mode);
  const deployment = world.deployment(mode);
  const { USDC } = deployment.tokens;
  if (!USDC) throw new Error("the chain has no USDC");
  const settlement: Settlement = {
    paymentId,
    deploymentId: deployment.id,
    mode,
    chainId: deployment.chain.id,
    chainMerchantId: session.chainMerchantId,
    ref: session.ref,
    payer: `0x${"11".repeat(20)}`,
    payout: `0x${"22".repeat(20)}`,
    token: USDC.address,
    currency: "USDC",
    amount: AMOUNT,
    fee: 0n,
    txHash: hash(),
    logIndex: 0,
    blockNumber: 7n,
    blockTimestamp: new Date(),
  };
  return { settlement, sessionId: session.id };
}

const see = (...settlements: readonly Settlement[]) =>
  transaction(world.db, (tx) => seeSettlements(world.systemContext(), tx, settlements));
const rowsOf = (paymentId: Bytes32) => world.db<{ id: string; mode: Mode; sessionId: string }[]>`
  select id, mode, session_id from transactions where payment_id = ${paymentId} order by mode desc`;
const seenOf = (sessionId: string) => world.db`
  select from events where resource_id = ${sessionId} and type = 'payment.seen'`;

test.each(["in one look", "in two looks"])(
  "a payment id that is settled in two deployments, %s, is a transaction of each",
  async (looks) => {
    const paymentId = hash();
    const [inTest, inLive] = [
      await settlementIn("test", paymentId),
      await settlementIn("live", paymentId),
    ];
    if (looks === "in one look") await see(inTest.settlement, inLive.settlement);
    else for (const { settlement } of [inTest, inLive]) await see(settlement);
    expect(await rowsOf(paymentId)).toMatchObject([
      { mode: "test", sessionId: inTest.sessionId },
      { mode: "live", sessionId: inLive.sessionId },
    ]);
    for (const { sessionId } of [inTest, inLive]) expect(await seenOf(sessionId)).toHaveLength(1);
  },
);

test("one that comes back in another block is the same transaction", async () => {
  const paymentId = hash();
  const { settlement } = await settlementIn("test", paymentId);
  await see(settlement);
  await world.db`update transactions set status = 'reorged' where payment_id = ${paymentId}`;
  await see({ ...settlement, blockNumber: 8n });
  expect(
    await world.db`
    select status, block_number from transactions where payment_id = ${paymentId}`,
  ).toEqual([{ status: "pending", blockNumber: 8n }]);
});

/** Writes a settlement of a type that has no payment id. */
async function insertRefund(key: Bytes32 | null, mode: Mode = "test"): Promise<string> {
  const paymentId = hash();
  const { settlement } = await settlementIn(mode, paymentId);
  await see(settlement);
  const [row] = await world.db<{ id: string }[]>`
    update transactions set type = 'refund', payment_id = null, settlement_key = ${key}
    where payment_id = ${paymentId} returning id`;
  return row?.id ?? "";
}

test("a settlement without a payment id has a key, which a deployment has once", async () => {
  const key = hash();
  const id = await insertRefund(key);
  expect(await getTransaction(world.merchantContext(), { id })).toMatchObject({
    type: "refund",
    paymentId: null,
  });
  await expect(insertRefund(key)).rejects.toThrow("transactions_settlement");
  for (const mode of modes) await insertRefund(hash(), mode);
  await insertRefund(key, "live");
  await expect(insertRefund(null)).rejects.toThrow("transactions_settlement_key");
});

test("a payment's key is its payment id alone", async () => {
  const paymentId = hash();
  await see((await settlementIn("test", paymentId)).settlement);
  const change = world.db`
    update transactions set settlement_key = ${hash()} where payment_id = ${paymentId}`;
  await expect(change).rejects.toThrow("transactions_settlement_key");
});

const ROUNDS = 7;
const PER_ROUND = 150;

/** Opens sessions of one merchant, and sees and confirms a payment of each, in a block of their own. */
async function payMany(db: Sql, like: Settlement, blockNumber: bigint): Promise<void> {
  const ctx = { ...world.systemContext(), db };
  const ids = Array.from({ length: PER_ROUND }, () => newId("paymentSession"));
  await world.db`
    insert into payment_sessions (id, merchant_id, mode, deployment_id, amount, currency, token_address,
      ref, status, created_via, expires_at)
    select id, ${world.merchant.id}, 'test', ${like.deploymentId}, ${String(AMOUNT)}, 'USDC', ${like.token},
      hex_bytes(ref), 'pending', 'api', now() + interval '1 day'
    from json_to_recordset(${asRows(ids.map((id) => ({ id, ref: refOf(id) })))}::text::json)
      as s(id text, ref text)`;
  const payments = ids.map((id, logIndex) => {
    return { ...like, ref: refOf(id), paymentId: hash(), logIndex, blockNumber };
  });
  await transaction(db, (tx) => seeSettlements(ctx, tx, payments));
  await world.db`
    insert into chain_cursors (chain_id, number, hash, finalized_number, finalized_at, head_number)
    values (${like.chainId}, ${blockNumber}, ${hash()}, ${blockNumber}, now(), ${blockNumber})
    on conflict (chain_id) do update set finalized_number = excluded.finalized_number`;
  const seen = await world.db<{ id: string }[]>`
    select id from transactions where block_number = ${blockNumber} and status = 'pending'`;
  const cleared = seen.map(({ id }) => id);
  await transaction(db, (tx) => confirmSettlements(ctx, tx, { cleared, held: [] }));
}

function buffersByStatement(plans: readonly ExecutedPlan[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { text, buffers } of plans) sums.set(text, buffers + (sums.get(text) ?? 0));
  return sums;
}

test("a payment reads and writes as much after a thousand of its merchant as after a hundred", async () => {
  const recording = recordingDb(world.database.url, { max: 2 });
  const { settlement } = await settlementIn("test", hash());
  const rounds: ExecutedPlan[][] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const block = 1_000n + BigInt(round);
    rounds.push(await recording.during(() => payMany(recording.db, settlement, block)));
  }
  await recording.db.end();
  const [, few, ...more] = rounds.map(buffersByStatement);
  const last = more.at(-1);
  if (!few || !last) throw new Error("there were several rounds");
  const dear = [...last].filter(([text, buffers]) => buffers > 2 * (few.get(text) ?? 0) + 200);
  expect(dear).toEqual([]);
  const texts = rounds.flat().map(({ text }) => text);
  // A row is announced as it is written.
  expect(texts.filter((text) => text.includes("set announced = true"))).toEqual([]);
  const [row] = await world.db<{ count: number }[]>`
    select count(*)::int from payment_sessions where status = 'confirmed'`;
  expect(row?.count).toBe(ROUNDS * PER_ROUND);
});
