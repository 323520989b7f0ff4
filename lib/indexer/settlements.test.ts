import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addressOf } from "@/lib/adapters/chain/chains";
import { refOf } from "@/lib/core/chain/hex";
import { modes } from "@/lib/core/modes";
import type { ExceptionKind } from "@/lib/core/states";
import { cancelSession } from "@/lib/domain/payments/sessions/cancel-session";
import { createSession } from "@/lib/domain/payments/sessions/create-session";
import { expireSession } from "@/lib/domain/payments/sessions/expire-session";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import type { SessionView } from "@/lib/domain/payments/sessions/view";
import type { EventRow } from "@/lib/domain/platform/events/event-rows";
import { beforeStatement } from "@/testing/before-statement";
import type { ChainAccount } from "@/testing/chain";
import { chainLedger, databaseLedger } from "@/testing/ledger";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { createWorld, type World } from "@/testing/world";
import { domainKeyOf } from "./decode";
import { scanChain } from "./scan-chain";

const AMOUNT = 12_500_000n;

let world: World;
let payer: ChainAccount;

beforeAll(async () => {
  world = await createWorld();
  payer = await fundPayer(world);
});

afterAll(() => world?.stop());

const open = (amount = AMOUNT, currency: "USDC" | "EURC" = "USDC") =>
  createSession(world.merchantContext(), { amount, currency });
const read = (session: SessionView) => getSession(world.merchantContext(), session);

async function scan() {
  const until = new Date(Date.now() + 20_000);
  const chain = world.deployment().chain;
  expect(await scanChain(world.systemContext(), chain, until)).toEqual({ kind: "current" });
}

/** Mines what waits and as many blocks as finality takes, and reads them. */
async function settle() {
  await world.chain.mine(3);
  await scan();
}

async function transactionOf(paymentId: string) {
  const [row] = await world.db<
    {
      status: string;
      type: string;
      paymentException: ExceptionKind;
      sessionId: string | null;
      merchantId: string;
      mode: string;
      fee: bigint;
      netAmount: bigint;
      feeBps: number;
      customerId: string | null;
    }[]
  >`select * from transactions where payment_id = ${paymentId}`;
  return row;
}

const completed = async (session: SessionView) => {
  const rows = await world.db<EventRow[]>`
    select e.* from events e
    where e.resource_id = ${session.id} and e.type = 'payment.completed'`;
  return rows.map((row) => row.object.status);
};

beforeEach(async () => {
  await settle();
});

test("a payment to the contract, without the relay, confirms its session when it is final", async () => {
  const session = await open();
  const payment = await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await world.chain.mine();
  await scan();
  expect(await read(session)).toMatchObject({
    status: "pending",
    payment: { state: "seen", txHash: payment.hash },
  });
  expect(await transactionOf(payment.paymentId)).toMatchObject({ status: "pending" });
  expect(await completed(session)).toEqual([]);

  await world.chain.mine(2);
  await scan();
  const transaction = await transactionOf(payment.paymentId);
  expect(transaction).toMatchObject({
    status: "confirmed",
    type: "payment",
    paymentException: "none",
    sessionId: session.id,
    fee: 125_000n,
    netAmount: 12_375_000n,
    feeBps: 100,
  });
  expect(await read(session)).toMatchObject({
    status: "confirmed",
    payment: { state: "final", txHash: payment.hash },
    customerId: transaction?.customerId,
  });
  const [customer] = await world.db<{ walletAddress: string }[]>`
    select wallet_address from customers where id = ${transaction?.customerId ?? null}`;
  expect(customer?.walletAddress).toBe(payer.address);
  expect(await completed(session)).toEqual(["confirmed"]);
});

test("reading the same blocks again and again changes nothing", async () => {
  const session = await open();
  await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await settle();
  const before = await databaseLedger(world.db);
  await Promise.all([scan(), scan(), scan()]);
  expect(await databaseLedger(world.db)).toEqual(before);
  expect(await completed(session)).toEqual(["confirmed"]);
});

test("less than the amount never confirms, and a later correct payment does", async () => {
  const session = await open();
  const dust = await payDirectly(world, payer, { amount: 1n, ref: session.ref });
  await settle();
  expect(await transactionOf(dust.paymentId)).toMatchObject({
    status: "confirmed",
    paymentException: "underpaid",
    sessionId: session.id,
  });
  expect(await read(session)).toMatchObject({ status: "pending", payment: null });

  await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await settle();
  expect(await read(session)).toMatchObject({ status: "confirmed" });
  expect(await completed(session)).toHaveLength(1);
});

test("more than the amount never confirms", async () => {
  const session = await open();
  const payment = await payDirectly(world, payer, { amount: AMOUNT + 1n, ref: session.ref });
  await settle();
  expect(await transactionOf(payment.paymentId)).toMatchObject({ paymentException: "overpaid" });
  expect(await read(session)).toMatchObject({ status: "pending" });
});

test("another token never confirms: none of what was asked for came", async () => {
  const session = await open(AMOUNT, "EURC");
  const payment = await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await settle();
  expect(await transactionOf(payment.paymentId)).toMatchObject({
    paymentException: "underpaid",
    sessionId: session.id,
  });
  expect(await read(session)).toMatchObject({ status: "pending" });
});

test("of two correct payments the first confirms and the second is a duplicate", async () => {
  const session = await open();
  const first = await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  const second = await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await settle();
  const third = await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await settle();
  const found = [first, second, third].map(({ paymentId }) => transactionOf(paymentId));
  expect(await Promise.all(found)).toMatchObject([
    { status: "confirmed", paymentException: "none" },
    { status: "confirmed", paymentException: "duplicate" },
    { status: "confirmed", paymentException: "duplicate" },
  ]);
  expect(await read(session)).toMatchObject({ payment: { txHash: first.hash } });
  expect(await completed(session)).toHaveLength(1);
});

test("somebody who is paid with another merchant's ref gets a deposit, and the session stays open", async () => {
  const session = await open();
  const thief = await world.addMerchant();
  const payment = await payDirectly(world, payer, {
    amount: AMOUNT,
    ref: session.ref,
    merchantId: thief.chainMerchantId.test,
  });
  await settle();
  expect(await transactionOf(payment.paymentId)).toMatchObject({
    type: "unmatched_deposit",
    merchantId: thief.id,
    sessionId: null,
    paymentException: "none",
  });
  expect(await read(session)).toMatchObject({ status: "pending", payment: null });
});

test("the test contract's event for a live ref leaves the live session alone", async () => {
  const live = world.merchantContext({ mode: "live" });
  const session = await createSession(live, { amount: AMOUNT, currency: "USDC" });
  const fake = await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await settle();
  expect(await transactionOf(fake.paymentId)).toMatchObject({
    type: "unmatched_deposit",
    mode: "test",
  });
  expect(await getSession(live, session)).toMatchObject({ status: "pending", payment: null });

  await payDirectly(world, payer, { mode: "live", amount: AMOUNT, ref: session.ref });
  await settle();
  expect(await getSession(live, session)).toMatchObject({ status: "confirmed" });
});

test("one payer in both modes, in one block, is a customer and a payment of each", async () => {
  const wallet = await fundPayer(world);
  const contexts = {
    test: world.merchantContext(),
    live: world.merchantContext({ mode: "live" }),
  };
  const order = { amount: AMOUNT, currency: "USDC" } as const;
  const [inTest, inLive] = [
    await createSession(contexts.test, order),
    await createSession(contexts.live, order),
  ];
  await payDirectly(world, wallet, { amount: AMOUNT, ref: inTest.ref });
  await payDirectly(world, wallet, { mode: "live", amount: AMOUNT, ref: inLive.ref });
  await settle();
  const customers = await world.db<{ id: string; mode: string }[]>`
    select id, mode from customers where wallet_address = ${wallet.address}`;
  const customerOf = (mode: string) => customers.find((customer) => customer.mode === mode)?.id;
  expect(customers).toHaveLength(2);
  expect(await getSession(contexts.test, inTest)).toMatchObject({ customerId: customerOf("test") });
  expect(await getSession(contexts.live, inLive)).toMatchObject({ customerId: customerOf("live") });
});

test("the registries give the same id to different merchants, and each is credited with its own", async () => {
  const other = await world.addMerchant();
  const next = await world.addMerchant();
  expect(next.chainMerchantId.test).toBe(other.chainMerchantId.live);
  for (const merchant of [world.merchant, other, next]) {
    for (const mode of modes) {
      const session = await createSession(
        world.merchantContext({ merchantId: merchant.id, mode }),
        { amount: AMOUNT, currency: "USDC" },
      );
      expect(session.chainMerchantId).toBe(merchant.chainMerchantId[mode]);
      const { paymentId } = await payDirectly(world, payer, {
        mode,
        amount: AMOUNT,
        ref: session.ref,
        merchantId: merchant.chainMerchantId[mode],
      });
      await settle();
      expect(await transactionOf(paymentId)).toMatchObject({
        merchantId: merchant.id,
        mode,
        sessionId: session.id,
        type: "payment",
      });
    }
  }
});

test("a payment without a session is a deposit of the merchant", async () => {
  const payment = await payDirectly(world, payer, { amount: 7n, ref: refOf("nothing of ours") });
  await settle();
  expect(await transactionOf(payment.paymentId)).toMatchObject({
    type: "unmatched_deposit",
    status: "confirmed",
    merchantId: world.merchant.id,
    fee: 0n,
    netAmount: 7n,
    feeBps: 100,
  });
});

test("a payment to a merchant that only the registry knows is kept as an event and nothing else", async () => {
  const stranger = await world.addMerchant();
  await world.db`delete from merchant_registrations where merchant_id = ${stranger.id}`;
  const payment = await payDirectly(world, payer, {
    amount: 5n,
    merchantId: stranger.chainMerchantId.test,
  });
  await settle();
  expect(await transactionOf(payment.paymentId)).toBeUndefined();
  const [core, registry] = [
    addressOf(world.deployment(), "processor"),
    addressOf(world.deployment(), "registry"),
  ];
  const key = domainKeyOf(`${core}:${registry}`, "PaymentSettled", payment.paymentId);
  const kept = await world.db`
    select from chain_events where domain_key = ${Buffer.from(key, "hex")}`;
  expect(kept).toHaveLength(1);
});

test("a payment that was mined in time confirms a session that has expired meanwhile", async () => {
  const session = await open();
  await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await world.chain.mine();
  await expireSession(world.merchantContext(), session);
  await settle();
  expect(await read(session)).toMatchObject({ status: "confirmed" });
  expect(await completed(session)).toEqual(["confirmed"]);
});

test("a session cannot be ended while a direct payment for it is mined and not final", async () => {
  const session = await open();
  await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await world.chain.mine();
  await scan();
  for (const end of [cancelSession, expireSession]) {
    await expect(end(world.merchantContext(), session)).rejects.toMatchObject({
      code: "session_invalid_state",
      info: { details: { reason: "payment_in_flight" } },
    });
  }
  await settle();
  expect(await read(session)).toMatchObject({ status: "confirmed" });
  expect(await completed(session)).toEqual(["confirmed"]);
});

test("a payment that was mined before its session was cancelled, and is seen meanwhile, confirms it", async () => {
  const session = await open();
  const payment = await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await world.chain.mine();
  let scanning: Promise<void> | undefined;
  // The session has been found free to be cancelled, and nothing is written yet.
  const db = beforeStatement(world.db, "least(expires_at, clock_now())", async () => {
    scanning = scan();
    await Promise.race([scanning, somebodyWaits()]);
  });
  await cancelSession({ ...world.merchantContext(), db }, session);
  await scanning;
  expect(await transactionOf(payment.paymentId)).toMatchObject({
    status: "pending",
    paymentException: "none",
  });
  expect(await read(session)).toMatchObject({ status: "cancelled" });
  await settle();
  expect(await read(session)).toMatchObject({ status: "confirmed" });
  expect(await completed(session)).toEqual(["confirmed"]);
});

/** Until a statement waits for a lock. */
async function somebodyWaits(): Promise<void> {
  const waiting = async () => {
    const rows = await world.db`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    return rows.length;
  };
  await expect.poll(waiting, { timeout: 60_000 }).toBeGreaterThan(0);
}

test("a cancelled session takes no payment that is mined later", async () => {
  const session = await open();
  await cancelSession(world.merchantContext(), session);
  await world.chain.passTime(5);
  const payment = await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await settle();
  expect(await transactionOf(payment.paymentId)).toMatchObject({
    status: "confirmed",
    paymentException: "late",
  });
  expect(await read(session)).toMatchObject({ status: "cancelled" });
  expect(await completed(session)).toEqual([]);
});

test("a session that is ended early has its deadline then: what is mined later is late", async () => {
  const session = await open();
  const ended = await expireSession(world.merchantContext(), session);
  expect(ended.expiresAt.getTime()).toBeLessThan(session.expiresAt.getTime());
  await world.chain.passTime(3_600);
  const payment = await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await settle();
  expect(await transactionOf(payment.paymentId)).toMatchObject({ paymentException: "late" });
  expect(await read(session)).toMatchObject({ status: "expired", payment: null });
  expect(await completed(session)).toEqual([]);
});

test("a payment that was mined after the deadline is late, by the chain's clock", async () => {
  const session = await open();
  await world.chain.passTime(2 * 86_400);
  const payment = await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await settle();
  expect(await transactionOf(payment.paymentId)).toMatchObject({ paymentException: "late" });
  expect(await read(session)).toMatchObject({ status: "pending", payment: null });
});

test("the rows are the chain's events, no more and no fewer", async () => {
  const known = (await world.db<{ paymentId: string }[]>`select payment_id from transactions`).map(
    ({ paymentId }) => paymentId,
  );
  const onChain = await chainLedger(world);
  expect(onChain.length).toBeGreaterThan(15);
  expect(await databaseLedger(world.db)).toEqual(
    onChain.filter(({ paymentId }) => known.includes(paymentId)),
  );
  expect(onChain.length - known.length).toBe(1);
});
