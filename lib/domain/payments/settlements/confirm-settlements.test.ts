import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { addressOf } from "@/lib/adapters/chain/chains";
import { encodeAs } from "@/lib/contract/encode";
import { paymentSession } from "@/lib/contract/payments/payment-sessions";
import { digits } from "@/lib/core/amounts/money";
import { type Bytes32, bytesOf } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import type { SubmissionState } from "@/lib/core/states";
import { recordSessionPayer } from "@/lib/domain/payments/customers/record-session-payer";
import { payStatus } from "@/lib/domain/payments/hosted-page/pay-status";
import { cancelSession } from "@/lib/domain/payments/sessions/cancel-session";
import { createSession } from "@/lib/domain/payments/sessions/create-session";
import { expireDueSessions } from "@/lib/domain/payments/sessions/expire-due-sessions";
import { expireSession } from "@/lib/domain/payments/sessions/expire-session";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import type { SessionView } from "@/lib/domain/payments/sessions/view";
import { listEvents } from "@/lib/domain/platform/events/list-events";
import { eventBody } from "@/lib/domain/platform/events/view";
import { completeRefunds } from "@/lib/domain/refunds/apply-refund-events";
import { claimDispatches } from "@/lib/domain/webhooks/deliveries/claim-dispatches";
import { indexChain } from "@/lib/indexer/index-chain";
import { scanChain } from "@/lib/indexer/scan-chain";
import type { ChainAccount } from "@/testing/chain";
import { visitor } from "@/testing/hosted-pages";
import {
  fundPayer,
  payDirectly,
  type RawTransaction,
  type SignedPayment,
} from "@/testing/settlements";
import { createWorld, type World } from "@/testing/world";
import { confirmSettlements } from "./confirm-settlements";

const AMOUNT = 5_000_000n;
const list = join(tmpdir(), `stipend-screening-${process.pid}.txt`);

let world: World;
let payer: ChainAccount;

beforeAll(async () => {
  writeFileSync(list, `0x${"de".repeat(20)}\n`);
  world = await createWorld({ env: { SCREENING_LIST: list } });
  payer = await fundPayer(world);
});

afterAll(async () => {
  rmSync(list, { force: true });
  await world?.stop();
});

const open = () => createSession(world.merchantContext(), { amount: AMOUNT, currency: "USDC" });
const read = (session: SessionView) => getSession(world.merchantContext(), session);
const later = () => new Date(Date.now() + 20_000);

async function settle() {
  await world.chain.mine(3);
  await scanChain(world.systemContext(), world.deployment().chain, later());
}

type MinedPayment = SignedPayment & RawTransaction;

/** A submission as the relay stores it, with its batch and, when it was ours, the attempt that settled it. */
async function relayed(
  session: SessionView,
  payment: MinedPayment,
  options: { state: SubmissionState; ours: boolean },
): Promise<string> {
  const { db, merchant } = world;
  const deployment = world.deployment();
  const [id, batchId] = [newId("relaySubmission"), newId("relayBatch")];
  const { terms } = payment;
  await db`insert into relay_submissions ${db({
    id,
    merchantId: merchant.id,
    mode: "test",
    origin: "api",
    idempotencyKey: id,
    requestHash: Buffer.alloc(32),
    kind: "payment",
    deploymentId: deployment.id,
    chainId: deployment.chainId,
    sessionId: session.id,
    state: options.state,
    chainMerchantId: digits(terms.merchantId),
    payer: terms.payer,
    tokenAddress: terms.token,
    amount: digits(terms.amount),
    ref: terms.ref,
    authNonce: terms.nonce,
    validAfter: digits(terms.validAfter),
    validBefore: digits(terms.validBefore),
    authSignature: bytesOf(payment.authSignature),
    intentSignature: bytesOf(payment.intentSignature),
    paymentId: payment.paymentId,
    failureCode: "simulation_failed",
  })}`;
  await db`insert into relay_batches ${db({
    id: batchId,
    chainId: deployment.chainId,
    wallet: world.chain.relayers[0]?.address ?? "",
    nonce: BigInt(`0x${randomBytes(6).toString("hex")}`),
    deploymentId: deployment.id,
    kind: "pay",
    state: "in_flight",
    callTo: addressOf(deployment, "processor"),
    gasLimit: 400_000n,
  })}`;
  await db`insert into relay_batch_items ${db({
    batchId,
    submissionId: id,
    groupIndex: 0,
    itemIndex: 0,
  })}`;
  const hash = options.ours ? payment.hash : `0x${randomBytes(32).toString("hex")}`;
  await db`insert into relay_attempts ${db({
    hash,
    batchId,
    kind: "payload",
    raw: bytesOf(payment.raw),
    maxFeePerGas: "1",
    maxPriorityFeePerGas: "1",
  })}`;
  return id;
}

async function submission(id: string) {
  const [row] = await world.db<
    { state: string; txHash: string; transactionId: string; failureCode: string; open: boolean }[]
  >`
    select s.*, i.open from relay_submissions s
    join relay_batch_items i on i.submission_id = s.id where s.id = ${id}`;
  return row;
}

const transactionId = async (paymentId: Bytes32) => {
  const [row] = await world.db<{ id: string }[]>`
    select id from transactions where payment_id = ${paymentId}`;
  return row?.id;
};

test("a submission that one of our own attempts settled is confirmed with its session", async () => {
  const session = await open();
  const payment = await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  const id = await relayed(session, payment, { state: "broadcast", ours: true });
  await world.chain.mine();
  await scanChain(world.systemContext(), world.deployment().chain, later());
  expect(await submission(id)).toMatchObject({ state: "broadcast", open: true });
  await settle();
  expect(await submission(id)).toMatchObject({
    state: "confirmed",
    txHash: payment.hash,
    transactionId: await transactionId(payment.paymentId),
    failureCode: null,
    open: false,
  });
  expect(await read(session)).toMatchObject({ status: "confirmed" });
});

test("a submission whose payment somebody else brought to the chain is superseded", async () => {
  const session = await open();
  const payment = await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  const id = await relayed(session, payment, { state: "queued", ours: false });
  await settle();
  expect(await submission(id)).toMatchObject({
    state: "superseded",
    txHash: payment.hash,
    open: false,
  });
  expect(await read(session)).toMatchObject({ status: "confirmed" });
});

test("a submission that was rejected stays so, though its payment was made", async () => {
  const session = await open();
  const payment = await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  const id = await relayed(session, payment, { state: "rejected", ours: false });
  await settle();
  expect(await submission(id)).toMatchObject({ state: "rejected" });
  expect(await read(session)).toMatchObject({ status: "confirmed" });
});

test("what was relayed for an open session is in time whenever it is mined", async () => {
  const session = await open();
  const payment = await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await relayed(session, payment, { state: "broadcast", ours: true });
  await world.db`
    update payment_sessions set expires_at = now() - interval '1 hour' where id = ${session.id}`;
  await settle();
  expect(await read(session)).toMatchObject({ status: "confirmed" });
});

test.each(["rejected", "expired", "failed"] as const)(
  "a payment whose submission ended as %s is late after the deadline, like one that nobody relayed",
  async (state) => {
    const session = await open();
    const payment = await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
    await relayed(session, payment, { state, ours: false });
    await world.db`
      update payment_sessions set expires_at = now() - interval '1 hour' where id = ${session.id}`;
    await settle();
    const [row] = await world.db`
      select status, payment_exception from transactions where payment_id = ${payment.paymentId}`;
    expect(row).toEqual({ status: "confirmed", paymentException: "late" });
    expect(await read(session)).toMatchObject({ status: "expired", payment: null });
  },
);

test("the customer is who paid, and what the merchant knows of them stays", async () => {
  const { db, merchant } = world;
  const other = await fundPayer(world);
  const customer = { id: newId("customer"), merchantId: merchant.id, mode: "test" };
  await db`insert into customers ${db({
    ...customer,
    walletAddress: other.address,
    name: "Ada",
    email: "ada@example.com",
  })}`;
  const session = await open();
  await payDirectly(world, other, { amount: AMOUNT, ref: session.ref });
  await settle();
  expect(await read(session)).toMatchObject({ customerId: customer.id });
  const [row] = await db`select name, email from customers where id = ${customer.id}`;
  expect(row).toEqual({ name: "Ada", email: "ada@example.com" });
});

test("an e-mail that the payer gave for the session counts once the payer has paid", async () => {
  const other = await fundPayer(world);
  const session = await open();
  await recordSessionPayer(
    { ...world.systemContext(), actor: { kind: "public", ip: "127.0.0.1" } },
    { id: session.id, email: "payer@example.com", walletAddress: other.address },
  );
  const source = async () => {
    const [row] = await world.db<{ emailSource: string }[]>`
      select email_source from customers where wallet_address = ${other.address}`;
    return row?.emailSource;
  };
  expect(await source()).toBe("checkout");
  await payDirectly(world, other, { amount: AMOUNT, ref: session.ref });
  await settle();
  expect(await source()).toBe("payment");
});

test("each endpoint that registered gets one delivery, in the transaction of the confirmation", async () => {
  const { db, merchant } = world;
  const endpoint = (events: string[]) => ({
    id: newId("webhookEndpoint"),
    merchantId: merchant.id,
    mode: "test",
    url: "https://example.com/hook",
    destination: "example.com:443",
    events,
    apiVersion: "2026-04-27",
    secretSealed: "-",
  });
  const wanted = endpoint(["payment.completed"]);
  const unwanted = endpoint(["payment.failed"]);
  await db`insert into webhook_endpoints ${db(wanted)}`;
  await db`insert into webhook_endpoints ${db(unwanted)}`;
  const sessions = await Promise.all([open(), open(), open()]);
  for (const { ref } of sessions) await payDirectly(world, payer, { amount: AMOUNT, ref });
  await settle();
  const deliveries = await db`
    select v.endpoint_id, e.resource_id, e.sequence, v.attempt, d.state
    from webhook_deliveries v
    join webhook_dispatches d on d.id = v.dispatch_id join events e on e.id = d.event_id
    where v.endpoint_id in (${wanted.id}, ${unwanted.id}) order by e.resource_id`;
  const ids = sessions.map(({ id }) => id).sort();
  expect(deliveries).toEqual(
    ids.map((resourceId) => ({
      endpointId: wanted.id,
      resourceId,
      sequence: 3,
      attempt: 1,
      state: "pending",
    })),
  );
});

test("what is sent and what is listed show the session as it was confirmed", async () => {
  const session = await open();
  await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await settle();
  const owner = world.merchantContext();
  const confirmed = encodeAs(paymentSession, await getSession(owner, session));
  const { data } = await listEvents(owner, { resourceId: session.id });
  expect(data[0]).toMatchObject({ type: "payment.completed", data: { object: confirmed } });
  const claimed = await claimDispatches(world.db, 100);
  const sent = claimed.find(({ event }) => event.resourceId === session.id);
  if (!sent) throw new Error("an endpoint registered for it");
  expect(JSON.parse(eventBody(sent.event)).data.object).toEqual(confirmed);
});

test("a payer on a list is not confirmed, and is not released by looking again", async () => {
  const listed = await fundPayer(world);
  writeFileSync(list, `${listed.address}\n`);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const session = await open();
  const payment = await payDirectly(world, listed, { amount: AMOUNT, ref: session.ref });
  const id = await relayed(session, payment, { state: "broadcast", ours: true });
  await settle();
  await indexChain(world.systemContext(), { chainId: world.chain.chainId, until: new Date() });
  const [row] = await world.db`
    select status, payment_exception from transactions where payment_id = ${payment.paymentId}`;
  expect(row).toEqual({ status: "pending", paymentException: "screening" });
  expect(await read(session)).toMatchObject({ status: "pending", payment: null });
  expect(await submission(id)).toMatchObject({ state: "confirmed", open: false });

  writeFileSync(list, `0x${"de".repeat(20)}\n# changed\n`);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await indexChain(world.systemContext(), { chainId: world.chain.chainId, until: new Date() });
  expect(await read(session)).toMatchObject({ status: "pending" });
});

test("a payment that screening could not judge is held, and confirmed once it can", async () => {
  rmSync(list);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const held = await open();
  const other = await open();
  const first = await payDirectly(world, payer, { amount: AMOUNT, ref: held.ref });
  await payDirectly(world, payer, { amount: AMOUNT, ref: other.ref });
  await settle();
  for (const session of [held, other]) {
    expect(await read(session)).toMatchObject({ status: "pending" });
  }

  writeFileSync(list, `0x${"de".repeat(20)}\n`);
  const until = new Date();
  await indexChain(world.systemContext(), { chainId: world.chain.chainId, until });
  expect(await read(held)).toMatchObject({
    status: "confirmed",
    payment: { state: "final", txHash: first.hash },
  });
  expect(await read(other)).toMatchObject({ status: "confirmed" });
  const events = await world.db<{ type: string }[]>`
    select type from events where resource_id in (${held.id}, ${other.id})
      and type = 'payment.completed'`;
  expect(events).toHaveLength(2);
});

test("a session that is paid and held by screening is not ended, whoever tries", async () => {
  rmSync(list);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const session = await open();
  const payment = await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  const id = await relayed(session, payment, { state: "broadcast", ours: true });
  await settle();
  expect(await submission(id)).toMatchObject({ state: "confirmed", open: false });
  for (const end of [cancelSession, expireSession]) {
    await expect(end(world.merchantContext(), session)).rejects.toMatchObject({
      code: "session_invalid_state",
      info: { details: { reason: "payment_in_flight" } },
    });
  }
  await world.db`
    update payment_sessions set expires_at = now() - interval '1 second' where id = ${session.id}`;
  await expireDueSessions(world.systemContext());
  expect(await read(session)).toMatchObject({ status: "pending" });

  writeFileSync(list, `0x${"de".repeat(20)}\n`);
  await indexChain(world.systemContext(), { chainId: world.chain.chainId, until: new Date() });
  expect(await read(session)).toMatchObject({ status: "confirmed" });
});

test("a held payment of another amount keeps no session from being cancelled", async () => {
  rmSync(list);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const session = await open();
  const cent = await payDirectly(world, payer, { amount: 10_000n, ref: session.ref });
  await settle();
  const [row] = await world.db`
    select status, payment_exception from transactions where payment_id = ${cent.paymentId}`;
  expect(row).toEqual({ status: "pending", paymentException: "screening" });
  expect(await payStatus(visitor(world), { sessionId: session.id })).toMatchObject({
    status: "open",
    txHash: null,
  });
  await cancelSession(world.merchantContext(), session);
  expect(await read(session)).toMatchObject({ status: "cancelled" });
  writeFileSync(list, `0x${"de".repeat(20)}\n`);
});

test("a payment that was mined before the session was closed confirms it, and one after that is late", async () => {
  for (const end of [cancelSession, expireSession]) {
    const [paid, unpaid] = [await open(), await open()];
    await payDirectly(world, payer, { amount: AMOUNT, ref: paid.ref });
    await world.chain.mine();
    const { timestamp } = await world.chain.request<{ timestamp: string }>("eth_getBlockByNumber", [
      "latest",
      false,
    ]);
    // The indexer has not seen it, and the business is a second further than the chain.
    for (const session of [paid, unpaid]) {
      await end(world.merchantContext(), session);
      await world.db`
        update payment_sessions set expires_at = to_timestamp(${Number(timestamp) + 1})
        where id = ${session.id}`;
    }
    await world.chain.request("evm_increaseTime", [10]);
    const late = await payDirectly(world, payer, { amount: AMOUNT, ref: unpaid.ref });
    await settle();
    expect(await read(paid)).toMatchObject({ status: "confirmed" });
    expect((await read(unpaid)).status).not.toBe("confirmed");
    const [row] = await world.db`
      select payment_exception from transactions where payment_id = ${late.paymentId}`;
    expect(row).toEqual({ paymentException: "late" });
  }
});

test("nothing above the finalised block is confirmed, whoever asks for it", async () => {
  const session = await open();
  const payment = await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await world.chain.mine();
  await scanChain(world.systemContext(), world.deployment().chain, later());
  const id = await transactionId(payment.paymentId);
  await transaction(world.db, (tx) =>
    confirmSettlements(world.systemContext(), tx, { cleared: [id ?? ""], held: [] }),
  );
  expect(await read(session)).toMatchObject({ status: "pending", payment: { state: "seen" } });
});

test("what was returned of a payment before it is final counts for its session once that is confirmed", async () => {
  const session = await open();
  const { paymentId } = await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await world.chain.mine();
  await scanChain(world.systemContext(), world.deployment().chain, later());
  const returned = {
    ...{ deploymentId: world.deployment().id, paymentId, amount: AMOUNT },
    ...{ chainMerchantId: world.merchant.chainMerchantId.test, refundRef: paymentId },
    ...{ from: world.merchant.owner.address, txHash: paymentId, logIndex: 0 },
    ...{ blockNumber: 1n, blockTimestamp: new Date() },
  };
  await transaction(world.db, (tx) => completeRefunds(world.systemContext(), tx, [returned]));
  expect(await read(session)).toMatchObject({ status: "pending", amountRefunded: 0n });
  await settle();
  expect(await read(session)).toMatchObject({ status: "refunded", amountRefunded: AMOUNT });
  const { data } = await listEvents(world.merchantContext(), { resourceId: session.id });
  expect(data.filter(({ type }) => type === "payment.completed")).toHaveLength(1);
});
