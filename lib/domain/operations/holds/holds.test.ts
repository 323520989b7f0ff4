import { randomBytes } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "@/db/client";
import type { Env } from "@/lib/adapters/env/env";
import { type Address, type Bytes32, lowerHex } from "@/lib/core/chain/hex";
import type { Mode } from "@/lib/core/modes";
import { payStatus } from "@/lib/domain/payments/hosted-page/pay-status";
import { cancelSession } from "@/lib/domain/payments/sessions/cancel-session";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import { listSessions } from "@/lib/domain/payments/sessions/list-sessions";
import type { SessionView } from "@/lib/domain/payments/sessions/view";
import { confirmSettlements } from "@/lib/domain/payments/settlements/confirm-settlements";
import type { Context, OperatorActor, SessionActor } from "@/lib/domain/platform/context";
import { completeRefunds } from "@/lib/domain/refunds/apply-refund-events";
import { cancelRefund } from "@/lib/domain/refunds/cancel-refund";
import { createRefund } from "@/lib/domain/refunds/create-refund";
import type { ChainAccount } from "@/testing/chain";
import { index, makeFinal, openSession } from "@/testing/relay";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { createWorld, type World } from "@/testing/world";
import { decideHeldSettlement, release } from "./decide-held-settlement";
import { listHolds } from "./list-holds";
import { lockHeld } from "./lock-held";
import { refundHold } from "./refund-hold";
import { releaseHold } from "./release-hold";

const AMOUNT = 5_000_000n;
const list = join(tmpdir(), `stipend-holds-${process.pid}.txt`);
const watched = join(tmpdir(), `stipend-watched-${process.pid}.txt`);
const unusedWallet: Address = `0x${"ad".repeat(20)}`;

let world: World;
let payer: ChainAccount;

beforeAll(async () => {
  writeFileSync(list, unusedWallet);
  writeFileSync(watched, unusedWallet);
  world = await createWorld({ env: { SCREENING_LIST: list, SCREENING_WATCHLIST: watched } });
  await world.db`update merchants set email = 'shop@example.com' where id = ${world.merchant.id}`;
  payer = await fundPayer(world);
  await name(list, payer.address);
});
afterAll(async () => {
  rmSync(list, { force: true });
  rmSync(watched, { force: true });
  await world?.stop();
});

/** The lists are read again once a second: it waits until the new one counts. */
async function name(path: string, address: Address): Promise<void> {
  writeFileSync(path, `${address}\n`);
  await new Promise((resolve) => setTimeout(resolve, 1_050));
}

interface Who {
  readonly merchantId?: string;
  readonly mode?: Mode;
  readonly env?: Partial<Env>;
}

function person({ merchantId = world.merchant.id, mode = "test", env = {} }: Who = {}) {
  const system = world.systemContext();
  const actor = { kind: "session", merchantId, mode, userId: "usr_1", sessionId: "ses_1" } as const;
  const ctx: Context<SessionActor> = { ...system, config: { ...system.config, ...env }, actor };
  return ctx;
}

function operator(): Context<OperatorActor> {
  const actor = { kind: "operator", name: "ada", command: "screening", reason: "seen" } as const;
  return { ...world.systemContext(), actor };
}

async function refund(transactionId: string, who: Who = {}, reason = "Not served") {
  const input = { transactionId, reason };
  const ctx = person(who);
  return refundHold.run(ctx, input, await refundHold.prepare(ctx, input));
}

/** A payment of the listed payer that is final and held. */
async function heldPayment(from = payer): Promise<{ session: SessionView; id: string }> {
  const session = await openSession(world, AMOUNT);
  await world.db`
    update payment_sessions set receipt_email = 'payer@example.com', receipt_wallet = ${from.address}
    where id = ${session.id}`;
  await payDirectly(world, from, { amount: AMOUNT, ref: session.ref });
  await makeFinal(world);
  const { id } = await transactionOf(session);
  return { session, id };
}

async function transactionOf({ id }: SessionView) {
  const [row] = await world.db<{ id: string; status: string; paymentException: string }[]>`
    select id, status, payment_exception from transactions where session_id = ${id}`;
  if (!row) throw new Error("the payment was seen");
  return row;
}

/** Books what the merchant's wallet returned of a payment through the contract. @returns the transaction's hash */
async function bookReturned(id: string, amount: bigint, ref?: Bytes32): Promise<Bytes32> {
  const [payment] = await world.db<{ paymentId: Bytes32; deploymentId: string }[]>`
    select payment_id, deployment_id from transactions where id = ${id}`;
  if (!payment) throw new Error("the payment was seen");
  const txHash: Bytes32 = `0x${randomBytes(32).toString("hex")}`;
  const event = {
    ...{ ...payment, txHash, logIndex: 0, blockNumber: 1_000_000n, blockTimestamp: new Date() },
    ...{ chainMerchantId: world.merchant.chainMerchantId.test, amount, refundRef: ref ?? txHash },
    from: world.merchant.owner.address,
  };
  await transaction(world.db, (tx) => completeRefunds(world.systemContext(), tx, [event]));
  return txHash;
}

const toldOf = ({ id }: SessionView) =>
  payStatus({ ...world.systemContext(), actor: { kind: "public", ip: "" } }, { sessionId: id });
const statusOf = async (session: SessionView) => (await toldOf(session)).status;

/** The hold as the session and the list of sessions show it; a browser's key sees what the payer sees. */
async function shownHold({ id }: SessionView) {
  const ctx = world.merchantContext();
  const inBrowser = world.merchantContext({ keyKind: "publishable" });
  expect(await getSession(inBrowser, { id })).not.toHaveProperty("hold");
  const { data } = await listSessions(ctx, { limit: 100 });
  const { hold } = await getSession(ctx, { id });
  expect(data.find((session) => session.id === id)?.hold).toEqual(hold);
  return hold;
}

async function eventsOf(...ids: string[]) {
  const rows = await world.db<{ type: string }[]>`
    select type from events where resource_id = any (${ids}) order by created_at, sequence`;
  return rows.map(({ type }) => type);
}

const mailsOf = (id: string) => world.db<{ kind: string; recipient: string; facts: object }[]>`
  select kind, recipient, facts from mails where facts ->> 'transactionId' = ${id} order by kind`;

const notHeld = {
  code: "session_invalid_state",
  info: { details: { reason: "not_held" } },
};

test("a held payment that its merchant returns is confirmed as held, and confirms no session", async () => {
  const { session, id } = await heldPayment();
  expect(await statusOf(session)).toBe("review");
  expect(await shownHold(session)).toEqual({ transactionId: id, status: "waiting" });
  expect((await listHolds(person(), { open: true })).data).toMatchObject([
    { id, status: "waiting", releasedBy: "operator", result: "blocked", matches: ["list"] },
  ]);
  const hold = await refund(id);
  expect(hold).toMatchObject({
    object: "compliance_hold",
    status: "refunded",
    transactionId: id,
    reason: "Not served",
    payer: lowerHex(payer.address),
    amount: AMOUNT,
  });
  expect(await transactionOf(session)).toEqual({
    id,
    status: "confirmed",
    paymentException: "screening",
  });
  const [made] = await world.db`
    select amount, status, reason, note, origin from refunds where id = ${hold.refundId}`;
  expect(made).toEqual({
    amount: AMOUNT,
    status: "pending",
    reason: "other",
    note: "Not served",
    origin: "api",
  });
  expect(await getSession(world.merchantContext(), session)).toMatchObject({ status: "pending" });
  expect(await shownHold(session)).toEqual({ transactionId: id, status: "refunded" });
  expect(await eventsOf(session.id, hold.refundId ?? "")).toEqual([
    "payment.created",
    "payment.seen",
    "refund.created",
  ]);
  const [audit] = await world.db`
    select action, actor_name, reason, before, after, merchant_id from audit_log where subject_id = ${id}`;
  expect(audit).toEqual({
    action: "screening.refunded",
    actorName: "usr_1",
    reason: "Not served",
    before: { status: "pending", paymentException: "screening" },
    after: { status: "confirmed", paymentException: "screening" },
    merchantId: world.merchant.id,
  });
  expect((await listHolds(person(), { open: true })).data).toEqual([]);
  expect((await listHolds(person(), {})).data).toMatchObject([{ id, status: "refunded" }]);
  expect((await listHolds(person(), { open: false })).data).toMatchObject([{ id }]);
  expect(await statusOf(session)).toBe("returned");
  await world.db`
    update refunds set status = 'completed', completed_at = now(), closed_at = now(),
      tx_hash = hex_bytes(${`0x${"ab".repeat(32)}`}), log_index = 0, block_number = 1
    where id = ${hold.refundId}`;
  expect(await statusOf(session)).toBe("returned");
  await world.db`update transactions set amount_refunded = amount where id = ${id}`;
  expect(await statusOf(session)).toBe("refunded");
  // The session is free again: it may be closed, or be paid by another wallet.
  await cancelSession(world.merchantContext(), session);
});

test("a payment that was held after it had confirmed its session early, and was returned, is the session's refund", async () => {
  const { session, id } = await heldPayment();
  await world.db`
    update payment_sessions set status = 'confirmed', confirmed_at = clock_now()
    where id = ${session.id}`;
  const { refundId } = await refund(id);
  const [made] = await world.db<{ refundRef: Bytes32 }[]>`
    select refund_ref from refunds where id = ${refundId}`;
  if (!made) throw new Error("the refund was made");
  const txHash = await bookReturned(id, AMOUNT, made.refundRef);
  expect(await getSession(world.merchantContext(), session)).toMatchObject({
    status: "refunded",
    amountRefunded: AMOUNT,
  });
  expect(await toldOf(session)).toMatchObject({ status: "refunded", refundTxHash: txHash });
});

test("merchant and payer are told of a refund, the payer without a word on lists", async () => {
  const { id } = await heldPayment();
  await refund(id);
  const mails = await mailsOf(id);
  expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ["hold_decided", "shop@example.com"],
    ["payment_returning", "payer@example.com"],
  ]);
  const { mails: all } = world.systemContext().modules;
  const returning = all.find(({ kind }) => kind === "payment_returning");
  const wording = { mode: "test", networkOf: () => "Local", openCode: () => null } as const;
  const facts = mails[1]?.facts as Record<string, unknown>;
  const said = JSON.stringify([
    returning?.subject(facts, wording),
    returning?.body(facts, wording),
  ]);
  expect(said).toMatch(/5\.00\sUSDC/);
  expect(said).not.toMatch(/list|screen|sanction|blocked|compliance|Not served/i);
});

test("a hold is decided once, also by two at once", async () => {
  const { id } = await heldPayment();
  const both = await Promise.allSettled([
    refund(id, {}, "one"),
    refund(id, {}, "other"),
    decideHeldSettlement(operator(), { id, decision: "released" }),
  ]);
  const lost = both.filter((one) => one.status === "rejected");
  expect(lost).toHaveLength(2);
  for (const { reason } of lost) expect(reason).toMatchObject(notHeld);
  const refunds = await world.db`select from refunds where transaction_id = ${id}`;
  expect(refunds.length).toBeLessThanOrEqual(1);
  await expect(refund(id)).rejects.toMatchObject(notHeld);
  await expect(
    decideHeldSettlement(operator(), { id, decision: "released" }),
  ).rejects.toMatchObject(notHeld);
  expect(await world.db`select from audit_log where subject_id = ${id}`).toHaveLength(1);
});

test("what the operator does not release can still be returned, and is never asked about again", async () => {
  const { session, id } = await heldPayment();
  await decideHeldSettlement(operator(), { id, decision: "refused" });
  expect(await shownHold(session)).toEqual({ transactionId: id, status: "refused" });
  expect((await listHolds(person(), { open: true })).data).toMatchObject([
    { id, status: "refused", reason: null },
  ]);
  await refund(id);
  expect(await transactionOf(session)).toMatchObject({ status: "confirmed" });
  const before = await eventsOf(session.id);
  // A repetition of the confirmation changes nothing.
  await transaction(world.db, (tx) =>
    confirmSettlements(world.systemContext(), tx, { cleared: [id], held: [id] }),
  );
  expect(await transactionOf(session)).toMatchObject({
    status: "confirmed",
    paymentException: "screening",
  });
  expect(await eventsOf(session.id)).toEqual(before);
});

test("an ordinary refund follows where the one of the hold was cancelled, and not beyond it", async () => {
  const { id } = await heldPayment();
  const { refundId } = await refund(id);
  const again = { transactionId: id, amount: AMOUNT, reason: "other" } as const;
  await expect(createRefund.prepare(world.merchantContext(), again)).rejects.toMatchObject({
    info: { details: { reason: "exceeds_refundable" } },
  });
  await cancelRefund(world.merchantContext(), { id: refundId ?? "" });
  const proof = await createRefund.prepare(world.merchantContext(), again);
  expect(await createRefund.run(world.merchantContext(), again, proof)).toMatchObject({
    status: "pending",
  });
});

test("the operator releases unless that is handed over, and a release tells of the payment once", async () => {
  const { session, id } = await heldPayment();
  const input = { transactionId: id, reason: "A regular" };
  await expect(releaseHold(person(), input)).rejects.toMatchObject({
    code: "permission_denied",
    info: { details: { reason: "operator_releases" } },
  });
  const handed = person({ env: { HOLD_RELEASE: "merchant" } });
  expect(await releaseHold(handed, input)).toMatchObject({
    status: "released",
    releasedBy: "merchant",
    reason: "A regular",
  });
  await expect(releaseHold(handed, input)).rejects.toMatchObject(notHeld);
  expect(await transactionOf(session)).toMatchObject({
    status: "confirmed",
    paymentException: "none",
  });
  expect(await shownHold(session)).toBeUndefined();
  expect((await eventsOf(session.id)).filter((type) => type === "payment.completed")).toHaveLength(
    1,
  );
  expect((await mailsOf(id)).map(({ kind }) => kind)).toEqual(["hold_decided"]);
  // A payment like others: it is in the list of holds no more.
  for (const open of [undefined, true, false]) {
    expect((await listHolds(person(), { open })).data.map((hold) => hold.id)).not.toContain(id);
  }
});

test.each([
  [AMOUNT, "refunded"],
  [2_000_000n, "confirmed"],
] as const)(
  "of a held payment %s were returned before its release, which leaves its session %s",
  async (amount, status) => {
    const { session, id } = await heldPayment();
    await bookReturned(id, amount);
    const shown = () => getSession(world.merchantContext(), session);
    expect(await shown()).toMatchObject({ status: "pending", amountRefunded: 0n });
    await decideHeldSettlement(operator(), { id, decision: "released" });
    expect(await shown()).toMatchObject({ status, amountRefunded: amount });
    const told = await world.db`
      select object ->> 'status' as status, object ->> 'amountRefunded' as refunded from events
      where resource_id = ${session.id} and type = 'payment.completed'`;
    expect(told).toEqual([{ status: "confirmed", refunded: String(amount) }]);
  },
);

test("of a held payment that was returned in part its merchant returns the rest", async () => {
  const { session, id } = await heldPayment();
  await bookReturned(id, 2_000_000n);
  const { refundId } = await refund(id);
  const [made] = await world.db`select amount from refunds where id = ${refundId}`;
  expect(made).toEqual({ amount: AMOUNT - 2_000_000n });
  expect(await getSession(world.merchantContext(), session)).toMatchObject({
    status: "pending",
    amountRefunded: 0n,
  });
});

test("a release decides nothing where the chain comes into doubt meanwhile", async () => {
  const { session, id } = await heldPayment();
  const overtaken = transaction(world.db, async (tx) => {
    const held = await lockHeld(tx, id, null);
    await tx`update chain_cursors set doubt_since = clock_now()`;
    return release(operator(), tx, held);
  });
  await expect(overtaken).rejects.toMatchObject({
    code: "session_invalid_state",
    info: { details: { reason: "halted" } },
  });
  expect(await shownHold(session)).toEqual({ transactionId: id, status: "waiting" });
  expect(await mailsOf(id)).toEqual([]);
  await refund(id);
});

test("a payment that is not final yet is no hold: it can neither be released nor returned", async () => {
  const session = await openSession(world, AMOUNT);
  await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await world.chain.mine();
  await index(world);
  const seen = await transactionOf(session);
  expect(seen).toMatchObject({ status: "pending", paymentException: "none" });
  const input = { transactionId: seen.id, reason: "x" };
  const handed = person({ env: { HOLD_RELEASE: "merchant" } });
  await expect(releaseHold(handed, input)).rejects.toMatchObject(notHeld);
  await expect(refund(seen.id)).rejects.toMatchObject(notHeld);
  expect(await transactionOf(session)).toEqual(seen);
  await makeFinal(world);
});

test("a held payment that the chain took back is listed no more", async () => {
  const { id } = await heldPayment();
  const isListed = async () => (await listHolds(person(), {})).data.some((hold) => hold.id === id);
  expect(await isListed()).toBe(true);
  await world.db`update transactions set status = 'reorged' where id = ${id}`;
  expect(await isListed()).toBe(false);
});

test("nothing is decided while the payment's chain is halted or in doubt", async () => {
  const { id } = await heldPayment();
  const halted = { code: "session_invalid_state", info: { details: { reason: "halted" } } };
  const stops = [{ haltedReason: "lost_block" }, { doubtSince: new Date() }];
  for (const stop of stops) {
    await world.db`update chain_cursors set ${world.db(stop)}`;
    await expect(
      refundHold.run(person(), { transactionId: id, reason: "x" }, null),
    ).rejects.toMatchObject(halted);
    await expect(
      decideHeldSettlement(operator(), { id, decision: "released" }),
    ).rejects.toMatchObject(halted);
    await world.db`update chain_cursors set halted_reason = null, doubt_since = null`;
  }
  await refund(id);
});

test("another merchant's holds, and those of the other mode, are not there", async () => {
  const { id } = await heldPayment();
  const other = await world.addMerchant();
  const missing = { code: "not_found" };
  for (const who of [{ merchantId: other.id }, { mode: "live" }] as const) {
    expect((await listHolds(person(who), {})).data).toEqual([]);
    await expect(refund(id, who)).rejects.toMatchObject(missing);
    const env = { HOLD_RELEASE: "merchant" } as const;
    await expect(
      releaseHold(person({ ...who, env }), { transactionId: id, reason: "x" }),
    ).rejects.toMatchObject(missing);
    // The row is checked again under its lock.
    await expect(
      refundHold.run(person(who), { transactionId: id, reason: "x" }, null),
    ).rejects.toMatchObject(missing);
  }
  expect(await world.db`select from screening_decisions where resource_id = ${id}`).toHaveLength(0);
  await refund(id);
  // Each step by itself says no more of a decided one than that it is not there.
  for (const who of [{ merchantId: other.id }, { mode: "live" }] as const) {
    const input = { transactionId: id, reason: "x" };
    const ctx = person(who);
    await expect(refundHold.prepare(ctx, input)).rejects.toMatchObject(missing);
    await expect(refundHold.run(ctx, input, null)).rejects.toMatchObject(missing);
    await expect(releaseHold(ctx, input)).rejects.toMatchObject(missing);
  }
});

test("a wallet is told of once while the lists stay, and a watched one pays", async () => {
  const told = () => world.db<{ type: string; subject: string }[]>`
    select type, object ->> 'subject' as subject from events where type like 'compliance.%'`;
  expect((await told()).map(({ type, subject }) => [type, lowerHex(subject as Address)])).toEqual([
    ["compliance.wallet_blocked", lowerHex(payer.address)],
  ]);
  const regular = await fundPayer(world);
  await name(watched, regular.address);
  for (const _ of [1, 2]) {
    const { session } = await heldPayment(regular);
    expect(await transactionOf(session)).toMatchObject({
      status: "confirmed",
      paymentException: "none",
    });
  }
  const flagged = (await told()).filter(({ type }) => type === "compliance.wallet_flagged");
  expect(flagged.map(({ subject }) => lowerHex(subject as Address))).toEqual([
    lowerHex(regular.address),
  ]);
});
