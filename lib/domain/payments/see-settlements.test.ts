import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { type Bytes32, hexOf } from "@/lib/core/hex";
import { type Mode, modes } from "@/lib/core/modes";
import { getTransaction } from "@/lib/domain/transactions/get-transaction";
import { openSession } from "@/testing/relay";
import { createWorld, type World } from "@/testing/world";
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
