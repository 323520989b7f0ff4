import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { concat, createPublicClient, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { transaction } from "@/db/client";
import { transferData } from "@/lib/adapters/chain/reads/transfers";
import { nodesOf, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { encodeAs } from "@/lib/contract/encode";
import { refund as contract } from "@/lib/contract/refunds/refunds";
import { type Address, type Bytes32, type Hex, lowerHex, refOf } from "@/lib/core/chain/hex";
import { Refusal } from "@/lib/core/errors";
import { recordDecision } from "@/lib/domain/compliance/screening-decisions";
import type { StoredMail } from "@/lib/domain/mails/mail";
import { wordMail } from "@/lib/domain/mails/word-mail";
import { checkRefunds } from "@/lib/domain/operations/checks/check-merchants";
import { readOpenRefunds } from "@/lib/domain/operations/read-open-refunds";
import { loadPayPage } from "@/lib/domain/payments/hosted-page/load-pay-page";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { ChainAccount } from "@/testing/chain";
import { visitor } from "@/testing/hosted-pages";
import { operate } from "@/testing/operator";
import { forAMinute, index, makeFinal, openSession } from "@/testing/relay";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { createWorld, type World } from "@/testing/world";
import { applyRefundHistory, type ChainRefund, completeRefunds } from "./apply-refund-events";
import { cancelRefund } from "./cancel-refund";
import { createRefund } from "./create-refund";
import { getRefund } from "./get-refund";
import { listRefunds } from "./list-refunds";
import { recordRefundSignature } from "./record-refund-signature";
import { returnRefund } from "./return-refund";
import { settleDueRefunds } from "./settle-due-refunds";
import { takeBackRefunds } from "./take-back-refunds";

let world: World;
let payer: ChainAccount;
const AMOUNT = 10_000_000n;
/** Confirmed payments of a session each. */
const paid: string[] = [];
const BLOCKED: Address = "0x00000000000000000000000000000000000000bb";

beforeAll(async () => {
  world = await createWorld();
  payer = await fundPayer(world);
  for (let count = 0; count < 27; count += 1) {
    const session = await openSession(world, AMOUNT);
    await payDirectly(world, payer, { amount: session.amount, ref: session.ref });
    await world.chain.mine();
  }
  await makeFinal(world);
  const rows = await world.db<{ id: string }[]>`
    select id from transactions where status = 'confirmed' order by block_number`;
  paid.push(...rows.map(({ id }) => id));
  await world.chain.request("anvil_setBalance", [
    world.merchant.owner.address,
    "0x8ac7230489e80000",
  ]);
  await world.mint(world.merchant.owner.address, 1_000_000_000n);
}, 120_000);
afterAll(() => world.stop());

/** A moment later: what is due at once is due in the millisecond that begins next. */
async function settleDue() {
  await sleep(2);
  return settleDueRefunds(world.systemContext(), forAMinute());
}

/** A confirmed payment that no other test refunds. */
function payment(): string {
  const id = paid.pop();
  if (!id) throw new Error("more payments are needed");
  return id;
}

async function refund(transactionId: string, amount = AMOUNT, ctx = world.merchantContext()) {
  const input = { transactionId, amount, reason: "customer_request" } as const;
  return createRefund.run(ctx, input, await createRefund.prepare(ctx, input));
}
/** The merchant's context where no contract for refunds is deployed. */
function plain() {
  const { chains } = world;
  const deployments = chains.deployments.map((one) => {
    const { refunds: _, ...contracts } = one.contracts;
    return { ...one, contracts };
  });
  return { ...world.merchantContext(), chains: { ...chains, deployments } };
}
const transfer = (transactionId: string, amount = AMOUNT) => refund(transactionId, amount, plain());
type View = Awaited<ReturnType<typeof refund>>;

const read = ({ id }: { id: string }) => getRefund(world.merchantContext(), { id });
const record = (id: string, refundTxHash: Bytes32) =>
  recordRefundSignature(world.merchantContext(), { id, refundTxHash });
const someHash = (): Bytes32 => `0x${randomBytes(32).toString("hex")}`;
const refundsOf = async (transactionId: string) =>
  world.db<{ id: string; status: string; amount: bigint }[]>`
    select id, status, amount from refunds where transaction_id = ${transactionId}
    order by created_at, id`;
const eventsOf = async (resourceId: string) =>
  (
    await world.db<{ type: string }[]>`
      select type from events where resource_id = ${resourceId} order by sequence`
  ).map(({ type }) => type);
const books = async (transactionId: string) => {
  const [row] = await world.db<{ refunded: bigint; session: bigint; status: string }[]>`
    select t.amount_refunded as refunded, s.amount_refunded as session, s.status
    from transactions t join payment_sessions s on s.id = t.session_id
    where t.id = ${transactionId}`;
  return row;
};

/** The merchant's wallet sends what the instructions say, or something else. */
async function send(to: Address, data: Hex, from = world.merchant.owner): Promise<Bytes32> {
  return lowerHex(await world.send(from, { to, data }));
}
async function follow({ instructions }: View): Promise<Bytes32> {
  let last: Bytes32 | undefined;
  for (const { to, data } of instructions?.steps ?? []) last = await send(to, data);
  if (!last) throw new Error("a pending refund has instructions");
  return last;
}
async function settle(): Promise<void> {
  await world.db`update refunds set due_at = clock_now() - interval '1 second' where due_at is not null and refund_tx_hash is not null`;
  await settleDue();
}
const refused = (code: string, reason: string) => ({ code, info: { details: { reason } } });

test("what the contract returns after a plain transfer has is a refund of its own, however often it is read", async () => {
  const id = payment();
  const made = await refund(id, 6_000_000n);
  const usdc = world.deployment().usdc;
  await record(made.id, await send(usdc, transferData(payer.address, 6_000_000n)));
  await makeFinal(world);
  await settle();
  const first = await read(made);
  expect(first).toMatchObject({ status: "completed", overRefunded: false });
  await follow(made);
  await makeFinal(world);
  const deploymentId = world.deployment().id;
  const history = { deploymentId, through: 1_000_000n };
  await transaction(world.db, (tx) => applyRefundHistory(world.systemContext(), tx, history));
  expect(await read(made)).toEqual(first);
  const [, second, ...others] = await refundsOf(id);
  if (!second) throw new Error("the money left twice");
  expect(others).toEqual([]);
  expect(await read(second)).toMatchObject({
    ...{ status: "completed", origin: "chain", method: "contract", overRefunded: true },
    amount: 6_000_000n,
  });
  expect(await eventsOf(second.id)).toEqual(["refund.created", "refund.completed"]);
  expect(await books(id)).toMatchObject({ refunded: 12_000_000n, session: 12_000_000n });
  // A reorganisation opens both, and each takes its own place anew, the event's first.
  const [{ lost } = { lost: 0n }] = await world.db<{ lost: bigint }[]>`
    select min(block_number) as lost from refunds where transaction_id = ${id}`;
  const { chainId } = world.chain;
  await transaction(world.db, async (tx) => {
    await takeBackRefunds(tx, { chainId, above: lost - 1n });
    await applyRefundHistory(world.systemContext(), tx, history);
  });
  await settle();
  const places = async () => (await refundsOf(id)).map(({ status, amount }) => [status, amount]);
  expect(await places()).toEqual([
    ["completed", 6_000_000n],
    ["completed", 6_000_000n],
  ]);
  expect(await books(id)).toMatchObject({ refunded: 12_000_000n, session: 12_000_000n });
});

test("a plain transfer refunds, part by part, until the session is refunded", async () => {
  const id = payment();
  const first = await transfer(id, 4_000_000n);
  expect(first).toMatchObject({
    status: "pending",
    origin: "api",
    payer: payer.address,
    refundRef: refOf(first.id),
    instructions: {
      method: "transfer",
      chainId: 31_337,
      to: world.deployment().usdc,
      data: transferData(payer.address, 4_000_000n),
      value: 0n,
      senders: [world.merchant.payout, world.merchant.owner.address],
      summary: expect.stringContaining("4.00 USDC"),
      eip681: expect.stringMatching(
        /^ethereum:0x\w{40}@31337\/transfer\?address=0x\w{40}&uint256=4000000$/,
      ),
    },
  });
  expect(first.expiresAt?.getTime()).toBe(first.createdAt.getTime() + 7 * 86_400_000);
  const before = await world.balanceOf(payer.address);
  const hash = await follow(first);
  expect(await record(first.id, hash)).toMatchObject({ status: "submitted", instructions: null });
  // Seen, and not final: nothing is decided.
  await index(world);
  await settle();
  expect(await read(first)).toMatchObject({ status: "submitted" });
  await makeFinal(world);
  await settle();
  const done = await read(first);
  expect(done).toMatchObject({ status: "completed", txHash: hash, overRefunded: false });
  expect(await world.balanceOf(payer.address)).toBe(before + 4_000_000n);
  expect(await books(id)).toEqual({
    refunded: 4_000_000n,
    session: 4_000_000n,
    status: "confirmed",
  });
  const [booked] = await world.db<{ type: string; status: string; amount: bigint }[]>`
    select type, status, amount from transactions where id = ${done.refundTransactionId}`;
  expect(booked).toEqual({ type: "refund", status: "confirmed", amount: 4_000_000n });
  await expect(refund(done.refundTransactionId ?? "")).rejects.toMatchObject(
    refused("session_invalid_state", "not_refundable"),
  );

  const second = await transfer(id, 6_000_000n);
  await record(second.id, await follow(second));
  await makeFinal(world);
  await settle();
  await settle();
  expect(await books(id)).toEqual({ refunded: AMOUNT, session: AMOUNT, status: "refunded" });
  expect(await eventsOf(second.id)).toEqual(["refund.created", "refund.completed"]);
  const { status } = await loadPayPage(visitor(world), { sessionId: second.sessionId ?? "" });
  const { txHash } = await read(second);
  expect(status).toMatchObject({ status: "refunded", refundTxHash: txHash });
});

test("the contract returns what a wallet sends by the steps, also under another hash than the recorded one", async () => {
  const id = payment();
  const view = await refund(id, 4_000_000n);
  expect(view.instructions).toMatchObject({
    method: "contract",
    to: null,
    data: null,
    value: null,
    eip681: null,
    steps: [{ kind: "approve" }, { kind: "refund" }],
  });
  // The wallet replaced the transaction: the hash that the merchant knows is mined nowhere.
  await record(view.id, someHash());
  const hash = await follow(view);
  await index(world);
  expect(await read(view)).toMatchObject({ status: "submitted" });
  await makeFinal(world);
  const done = await read(view);
  expect(done).toMatchObject({ status: "completed", txHash: hash });
  expect(await books(id)).toMatchObject({ refunded: 4_000_000n, status: "confirmed" });
  // The indexer was faster than the merchant: the hash is accepted, and changes nothing.
  expect(await record(view.id, hash)).toEqual(done);
  expect(await read(view)).toEqual(done);
  expect(await eventsOf(view.id)).toEqual(["refund.created", "refund.completed"]);
  await expect(record(view.id, someHash())).rejects.toMatchObject(
    refused("session_invalid_state", "refund_ended"),
  );
  // A hash of the contract's call cannot stand for another refund.
  const other = await refund(id, 4_000_000n);
  await world.db`
    update refunds set status = 'submitted', refund_tx_hash = ${hash}, submitted_at = now(), due_at = now() - interval '1 second'
    where id = ${other.id}`;
  await settle();
  expect(await read(other)).toMatchObject({ status: "failed", failureReason: "other_refund" });
  // Asked for again after a day, since the contract takes a ref once.
  const again = await refund(id, 6_000_000n);
  await record(again.id, someHash());
  await world.db`
    update refunds set submitted_at = now() - interval '9 days' where id = ${again.id}`;
  await settle();
  const pending = await read(again);
  expect(pending).toMatchObject({
    status: "pending",
    instructions: { ...again.instructions, authorizations: [] },
  });
  await follow(pending);
  await makeFinal(world);
  expect(await books(id)).toEqual({ refunded: AMOUNT, session: AMOUNT, status: "refunded" });
});

test("a wallet refunds with one signature, which anybody may send, and which is no use twice", async () => {
  const id = payment();
  const view = await refund(id, 4_000_000n);
  const { owner, payout } = world.merchant;
  // As the API answers it, in JSON.
  const { instructions } = JSON.parse(JSON.stringify(encodeAs(contract, view)));
  const { authorizations } = instructions as NonNullable<View["instructions"]>;
  expect(authorizations.map(({ from }) => lowerHex(from))).toEqual([payout, owner.address]);
  const [, own] = authorizations;
  if (!own) throw new Error("the owner can sign");
  const until = Math.floor((view.expiresAt?.getTime() ?? 0) / 1_000);
  expect(own.typedData.message).toMatchObject({ value: "4000000", validBefore: String(until) });
  const wallet = privateKeyToAccount(owner.privateKey);
  const signature = await wallet.signTypedData(JSON.parse(JSON.stringify(own.typedData)));
  const data = concat([own.dataPrefix, signature, own.dataSuffix]);
  const [before, held] = [
    await world.balanceOf(payer.address),
    await world.balanceOf(owner.address),
  ];
  const stranger = await fundPayer(world);
  await world.chain.request("anvil_setBalance", [stranger.address, "0x8ac7230489e80000"]);
  const hash = await send(own.to, data, stranger);
  await makeFinal(world);
  expect(await read(view)).toMatchObject({ status: "completed", txHash: hash });
  expect(await world.balanceOf(payer.address)).toBe(before + 4_000_000n);
  expect(await world.balanceOf(owner.address)).toBe(held - 4_000_000n);
  await send(own.to, data, stranger).catch(() => null);
  await makeFinal(world);
  expect(await world.balanceOf(payer.address)).toBe(before + 4_000_000n);
  expect(await books(id)).toMatchObject({ refunded: 4_000_000n });
  // Nothing to sign where nothing is to be sent, and none whose time may have passed.
  expect((await transfer(id, 1n)).instructions?.authorizations).toEqual([]);
  const returned = await refund(id, 1n);
  await record(returned.id, someHash());
  await world.db`update refunds set status = 'pending' where id = ${returned.id}`;
  const { instructions: again } = await read(returned);
  expect(again?.steps).toHaveLength(2);
  expect(again?.authorizations).toEqual([]);
});

test("forty refunds that are asked for at once never exceed the payment", async () => {
  const id = payment();
  await Promise.all(Array.from({ length: 40 }, () => world.db`select pg_sleep(0.02)`));
  const asked = await Promise.allSettled(Array.from({ length: 40 }, () => refund(id, 3_000_000n)));
  const refusals = asked.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  expect(refusals).toHaveLength(37);
  for (const reason of refusals) {
    expect(reason).toMatchObject({
      code: "invalid_request",
      info: { param: "amount", details: { reason: "exceeds_refundable", refundable: "1000000" } },
    });
  }
  const rows = await refundsOf(id);
  expect(rows).toHaveLength(3);
  for (const row of rows) expect(await eventsOf(row.id)).toEqual(["refund.created"]);
  // Cancelling frees a part, and only once.
  const [one] = rows;
  const cancelled = await Promise.allSettled(
    Array.from({ length: 10 }, () => cancelRefund(world.merchantContext(), { id: one?.id ?? "" })),
  );
  expect(cancelled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await refund(id, 4_000_000n);
  await expect(refund(id, 1n)).rejects.toMatchObject(
    refused("invalid_request", "exceeds_refundable"),
  );
});

test("what is refused writes nothing", async () => {
  const other = await world.addMerchant();
  const id = payment();
  const last = await openSession(world, AMOUNT);
  await payDirectly(world, payer, { amount: last.amount, ref: last.ref });
  await world.chain.mine();
  await index(world);
  const [unfinal] = await world.db<{ id: string }[]>`
    select id from transactions where status = 'pending'`;
  const cases = [
    [() => refund("txn_unknown"), "not_found", "resource_missing"],
    [
      () => refund(id, 1n, world.merchantContext({ merchantId: other.id })),
      "not_found",
      "resource_missing",
    ],
    [
      () => refund(id, 1n, world.merchantContext({ mode: "live" })),
      "not_found",
      "resource_missing",
    ],
    [() => refund(unfinal?.id ?? "none"), "session_invalid_state", "not_confirmed"],
    [() => refund(id, AMOUNT + 1n), "invalid_request", "exceeds_refundable"],
    [() => refund(id, 2n ** 256n - 1n), "invalid_request", "exceeds_refundable"],
  ] as const;
  for (const [attempt, code, reason] of cases) {
    await expect(attempt()).rejects.toMatchObject(refused(code, reason));
  }
  await world.db`update transactions set status = 'reorged' where id = ${id}`;
  await expect(refund(id)).rejects.toMatchObject(refused("session_invalid_state", "not_confirmed"));
  await world.db`update transactions set status = 'confirmed' where id = ${id}`;
  expect(await refundsOf(id)).toEqual([]);

  const pair = [await refund(id, 1n), await refund(id, 2n)] as const;
  const stranger = world.merchantContext({ merchantId: other.id });
  await expect(getRefund(stranger, pair[0])).rejects.toMatchObject({ code: "not_found" });
  await expect(cancelRefund(stranger, pair[0])).rejects.toMatchObject({ code: "not_found" });
  expect((await listRefunds(stranger, {})).data).toEqual([]);
  const hash = someHash();
  await expect(
    recordRefundSignature(stranger, { id: pair[0].id, refundTxHash: hash }),
  ).rejects.toMatchObject({ code: "not_found" });
  await record(pair[0].id, hash);
  expect(await record(pair[0].id, hash)).toMatchObject({ status: "submitted", refundTxHash: hash });
  await expect(record(pair[0].id, someHash())).rejects.toMatchObject(
    refused("session_invalid_state", "hash_recorded"),
  );
  await expect(record(pair[1].id, hash)).rejects.toMatchObject(
    refused("invalid_request", "hash_used"),
  );
  await expect(cancelRefund(world.merchantContext(), pair[0])).rejects.toMatchObject(
    refused("session_invalid_state", "refund_submitted"),
  );
  expect(await read(pair[1])).toMatchObject({ status: "pending", refundTxHash: null });
  await cancelRefund(world.merchantContext(), pair[1]);
  await expect(record(pair[1].id, someHash())).rejects.toMatchObject(
    refused("session_invalid_state", "refund_ended"),
  );
  const shown = async (filter: Parameters<typeof listRefunds>[1]) =>
    (await listRefunds(world.merchantContext(), filter)).data.map((one) => one.id);
  expect(await shown({ transactionId: id })).toEqual([pair[1].id, pair[0].id]);
  expect(await shown({ transactionId: id, status: "cancelled" })).toEqual([pair[1].id]);
});

test("a closed merchant's refunds are created, recorded and cancelled", async () => {
  const id = payment();
  const { id: merchantId } = world.merchant;
  await world.db`update merchants set status = 'closed' where id = ${merchantId}`;
  try {
    const [sent, dropped] = [await transfer(id, 1n), await transfer(id, 2n)];
    const hash = someHash();
    expect(await record(sent.id, hash)).toMatchObject({ status: "submitted", refundTxHash: hash });
    await cancelRefund(world.merchantContext(), dropped);
    expect(await read(dropped)).toMatchObject({ status: "cancelled" });
  } finally {
    await world.db`update merchants set status = 'active' where id = ${merchantId}`;
  }
});

test("a hash that two refunds are given at once is one's alone", async () => {
  const id = payment();
  const both = [await refund(id, 1n), await refund(id, 2n)];
  const hash = someHash();
  const given = await Promise.allSettled(both.map((one) => record(one.id, hash)));
  expect(given.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(given.find(({ status }) => status === "rejected")).toMatchObject({
    reason: refused("invalid_request", "hash_used"),
  });
});

test("a transaction that did something else fails the refund, and frees its part", async () => {
  const id = payment();
  const { usdc } = world.deployment();
  const [eurc] = Object.values(world.deployment().tokens).filter(
    ({ currency }) => currency === "EURC",
  );
  await world.mint(world.merchant.owner.address, 1_000_000_000n, "EURC");
  const early = await send(usdc, transferData(payer.address, 1_000_000n));
  const block = await world.chain.request<{ timestamp: Hex }>("eth_getBlockByNumber", [
    "latest",
    false,
  ]);
  const stranger = await fundPayer(world);
  const wrong = [
    ["amount_mismatch", () => send(usdc, transferData(payer.address, 999_999n))],
    ["no_transfer", () => send(usdc, transferData(BLOCKED, 1_000_000n))],
    ["no_transfer", () => send(eurc?.address ?? BLOCKED, transferData(payer.address, 1_000_000n))],
    ["sender_mismatch", () => send(usdc, transferData(payer.address, 1_000_000n), stranger)],
  ] as const;
  const made: [string, View][] = [];
  for (const [reason, act] of wrong) {
    const view = await refund(id, 1_000_000n);
    await record(view.id, await act());
    made.push([reason, view]);
  }
  const late = await refund(id, 1_000_000n);
  const afterwards = new Date((Number(BigInt(block.timestamp)) + 1) * 1_000);
  await world.db`update refunds set created_at = ${afterwards} where id = ${late.id}`;
  await record(late.id, early);
  made.push(["before_creation", late]);
  await makeFinal(world);
  await settle();
  for (const [failureReason, view] of made) {
    expect(await read(view)).toMatchObject({ status: "failed", failureReason });
    expect(await eventsOf(view.id)).toEqual(["refund.created", "refund.failed"]);
  }
  expect(await books(id)).toMatchObject({ refunded: 0n, status: "confirmed" });
  await cancelRefund(world.merchantContext(), await refund(id));
});

test("a log returns money once, whichever refunds its hash is recorded for", async () => {
  const [one, two] = [await transfer(payment(), 1_500_000n), await transfer(payment(), 1_500_000n)];
  const hash = await follow(one);
  await record(one.id, hash);
  await makeFinal(world);
  await settle();
  await expect(record(two.id, hash)).rejects.toMatchObject(refused("invalid_request", "hash_used"));
  // A merchant of the same wallet could still record it: the log is used.
  await world.db`update refunds set refund_tx_hash = null where id = ${one.id}`;
  await world.db`
    update refunds set status = 'submitted', refund_tx_hash = ${hash}, submitted_at = now(), due_at = now() - interval '1 second'
    where id = ${two.id}`;
  await settle();
  expect(await read(two)).toMatchObject({ status: "failed", failureReason: "transfer_used" });
});

test("a hash that nobody knows is pending again after a day of the chain, frees nothing, and may still land", async () => {
  const id = payment();
  const view = await transfer(id);
  const hash = someHash();
  await record(view.id, hash);
  await settle();
  expect(await read(view)).toMatchObject({ status: "submitted" });
  const aged = async (hours: number) => {
    await world.db`
      update refunds set submitted_at = (select finalized_at from chain_cursors limit 1)
        - ${hours} * interval '1 hour' where id = ${view.id}`;
    await settle();
  };
  await aged(23.9);
  expect(await read(view)).toMatchObject({ status: "submitted" });
  // A day by the clock is none while the chain stands still.
  await world.db`update chain_cursors set finalized_at = finalized_at - interval '3 days'`;
  await world.db`
    update refunds set submitted_at = clock_now() - interval '2 days' where id = ${view.id}`;
  await settle();
  expect(await read(view)).toMatchObject({ status: "submitted" });
  await world.db`update chain_cursors set finalized_at = finalized_at + interval '3 days'`;
  expect(await read(view)).toMatchObject({ status: "submitted" });
  await aged(24.1);
  // A second plain transfer could pay twice: it is not asked for.
  expect(await read(view)).toMatchObject({
    status: "pending",
    refundTxHash: hash,
    instructions: null,
  });
  await expect(refund(id, 1n)).rejects.toMatchObject(
    refused("invalid_request", "exceeds_refundable"),
  );
  // Not cancelled by time either, while a hash is recorded.
  await world.db`update refunds set expires_at = now() - interval '1 day' where id = ${view.id}`;
  await settle();
  expect(await read(view)).toMatchObject({ status: "pending" });
  await cancelRefund(world.merchantContext(), view);
  const instead = await transfer(id);
  // What had been recorded is mined after all: both are booked, and the second is too much.
  const landed = await send(world.deployment().usdc, transferData(payer.address, AMOUNT));
  await world.db`update refunds set refund_tx_hash = ${landed} where id = ${view.id}`;
  await record(instead.id, await follow(instead));
  await makeFinal(world);
  await settle();
  const both = [await read(view), await read(instead)];
  expect(both.map(({ status }) => status)).toEqual(["completed", "completed"]);
  expect(both.map(({ overRefunded }) => overRefunded).sort()).toEqual([false, true]);
  expect(await books(id)).toEqual({
    refunded: 2n * AMOUNT,
    session: 2n * AMOUNT,
    status: "refunded",
  });
});

test("a transfer that a wallet sped up gives the refund back at once, and its new hash completes it", async () => {
  const id = payment();
  const view = await transfer(id, 2_000_000n);
  const { owner } = world.merchant;
  const node = createPublicClient({ transport: http(world.chain.rpcUrl) });
  const [nonce, fees] = await Promise.all([
    node.getTransactionCount(owner),
    node.estimateFeesPerGas(),
  ]);
  const data = transferData(payer.address, 2_000_000n);
  const pool = async (times: bigint): Promise<Bytes32> => {
    const raw = await privateKeyToAccount(owner.privateKey).signTransaction({
      ...{ to: world.deployment().usdc, data, chainId: 31_337, nonce, gas: 200_000n },
      maxFeePerGas: (fees.maxFeePerGas + 1n) * times,
      maxPriorityFeePerGas: (fees.maxPriorityFeePerGas + 1n) * times,
    });
    return world.chain.request<Bytes32>("eth_sendRawTransaction", [raw]);
  };
  const first = await pool(1n);
  await record(view.id, first);
  await settle();
  expect(await read(view)).toMatchObject({ status: "submitted" });
  const second = await pool(3n);
  expect(second).not.toBe(first);
  const before = await world.balanceOf(payer.address);
  await world.chain.mine();
  await makeFinal(world);
  await settle();
  // Nothing is to be sent again: the replacement may have been the same transfer, and was.
  expect(await read(view)).toMatchObject({
    status: "pending",
    refundTxHash: first,
    instructions: null,
  });
  await expect(refund(id)).rejects.toMatchObject(refused("invalid_request", "exceeds_refundable"));
  await record(view.id, second);
  await settle();
  expect(await read(view)).toMatchObject({ status: "completed", txHash: second });
  expect(await world.balanceOf(payer.address)).toBe(before + 2_000_000n);
});

test("a refund without a hash is cancelled after seven days, and by the job alone", async () => {
  const id = payment();
  const view = await refund(id);
  await settleDue();
  expect(await read(view)).toMatchObject({ status: "pending" });
  await world.db`
    update refunds set due_at = now() - interval '1 second', expires_at = now() where id = ${view.id}`;
  await settleDue();
  expect(await read(view)).toMatchObject({
    status: "cancelled",
    instructions: null,
    expiresAt: null,
  });
  await refund(id);
});

test("the contract's event decides, whatever hash was recorded and whatever became of the refund", async () => {
  const id = payment();
  const [place] = await world.db<{ deploymentId: string; paymentId: Bytes32; sessionId: string }[]>`
    select deployment_id, payment_id, session_id from transactions where id = ${id}`;
  if (!place) throw new Error("the payment is there");
  let logIndex = 0;
  const event = (refundRef: Bytes32, amount: bigint): ChainRefund => {
    logIndex += 1;
    return {
      deploymentId: place.deploymentId,
      paymentId: place.paymentId,
      chainMerchantId: world.merchant.chainMerchantId.test,
      refundRef,
      amount,
      from: world.merchant.owner.address,
      txHash: someHash(),
      logIndex,
      blockNumber: 1_000_000n,
      blockTimestamp: new Date(),
    };
  };
  const complete = (...events: ChainRefund[]) =>
    transaction(world.db, (tx) => completeRefunds(world.systemContext(), tx, events));
  const [sped, given, meant] = [
    await refund(id, 1n),
    await refund(id, 2n),
    await refund(payment(), 3n),
  ];
  await record(sped.id, someHash());
  await cancelRefund(world.merchantContext(), given);
  const foreign = someHash();
  const events = [
    event(sped.refundRef, 1n),
    event(given.refundRef, 2n),
    event(foreign, AMOUNT - 4n),
    // Its ref was used for this payment, and never can be for its own.
    event(meant.refundRef, 5n),
    { ...event(someHash(), 7n), paymentId: someHash() },
    { ...event(someHash(), 7n), chainMerchantId: 999n },
  ];
  await complete(...events);
  await complete(...events);
  expect(await read(sped)).toMatchObject({ status: "completed", txHash: events[0]?.txHash });
  expect(await read(given)).toMatchObject({ status: "completed" });
  expect(await read(meant)).toMatchObject({ status: "failed", failureReason: "ref_used" });
  expect(await eventsOf(sped.id)).toEqual(["refund.created", "refund.completed"]);
  const seen = (await listRefunds(world.merchantContext(), { transactionId: id })).data.filter(
    ({ origin }) => origin === "chain",
  );
  expect(
    seen.map(({ amount, reason, overRefunded }) => [amount, reason, overRefunded]).sort(),
  ).toEqual([
    [5n, null, true],
    [AMOUNT - 4n, null, false],
  ]);
  for (const one of seen) {
    expect(await eventsOf(one.id)).toEqual(["refund.created", "refund.completed"]);
  }
  expect(await books(id)).toEqual({
    refunded: AMOUNT + 4n,
    session: AMOUNT + 4n,
    status: "refunded",
  });

  // Taken out of the chain, they take their parts still; back in it, nothing is told twice.
  await transaction(world.db, (tx) => takeBackRefunds(tx, { chainId: 31_337, above: 999_999n }));
  expect(await read(sped)).toMatchObject({ status: "submitted", txHash: null });
  expect(await books(id)).toEqual({ refunded: 0n, session: 0n, status: "refunded" });
  await expect(refund(id, 1n)).rejects.toMatchObject(
    refused("invalid_request", "exceeds_refundable"),
  );
  await complete(...events);
  expect(await books(id)).toMatchObject({ refunded: AMOUNT + 4n, session: AMOUNT + 4n });
  expect(await eventsOf(sped.id)).toEqual(["refund.created", "refund.completed"]);
  const twice = await world.db<{ count: number }[]>`
    select count(*)::int from transactions where type = 'refund' group by settlement_key having count(*) > 1`;
  expect(twice).toEqual([]);
});

test("a refund is completed once while forty cancel it, record hashes and book it", async () => {
  const id = payment();
  const view = await refund(id, 3n);
  const [place] = await world.db<{ deploymentId: string; paymentId: Bytes32 }[]>`
    select deployment_id, payment_id from transactions where id = ${id}`;
  if (!place) throw new Error("the payment is there");
  const event: ChainRefund = {
    ...place,
    chainMerchantId: world.merchant.chainMerchantId.test,
    refundRef: view.refundRef,
    amount: 3n,
    from: world.merchant.owner.address,
    txHash: someHash(),
    logIndex: 0,
    blockNumber: 2_000_000n,
    blockTimestamp: new Date(),
  };
  const acts = [
    () => cancelRefund(world.merchantContext(), view),
    () => record(view.id, someHash()),
    () => transaction(world.db, (tx) => completeRefunds(world.systemContext(), tx, [event])),
    () => settleDue(),
  ];
  await Promise.all(Array.from({ length: 40 }, () => world.db`select pg_sleep(0.02)`));
  const done = await Promise.allSettled(Array.from({ length: 40 }, (_, n) => acts[n % 4]?.()));
  for (const one of done) {
    if (one.status === "rejected") expect(one.reason).toBeInstanceOf(Refusal);
  }
  expect(await read(view)).toMatchObject({ status: "completed", txHash: event.txHash });
  expect(await eventsOf(view.id)).toEqual(["refund.created", "refund.completed"]);
  expect(await books(id)).toEqual({ refunded: 3n, session: 3n, status: "confirmed" });
});

test("a payer who may not be served, or whom nobody can screen, is refunded nothing", async () => {
  const id = payment();
  const list = join(mkdtempSync(join(tmpdir(), "stipend-list-")), "list.txt");
  writeFileSync(list, `${payer.address}\n`);
  const base = world.merchantContext();
  const listed = { ...base, config: { ...base.config, SCREENING_LIST: list } };
  const input = { transactionId: id, amount: 1n, reason: "other" } as const;
  await expect(createRefund.prepare(listed, input)).rejects.toMatchObject({
    code: "invalid_request",
    info: { param: "transactionId", details: { reason: "payer_blocked" } },
  });
  const missing = { ...base, config: { ...base.config, SCREENING_LIST: `${list}.gone` } };
  await expect(createRefund.prepare(missing, input)).rejects.toMatchObject(
    refused("api_error", "screening_unavailable"),
  );
  expect(await refundsOf(id)).toEqual([]);
  // A person's refusal changes nothing, and a person's release counts.
  const decide = (decision: "released" | "refused") =>
    transaction(world.db, async (tx) => {
      const subject = { type: "transaction", id } as const;
      const entry = { action: `screening.${decision}`, subject, before: null, after: null };
      const auditId = await recordAudit(world.systemContext(), tx, entry);
      await recordDecision(tx, id, { decision, auditId });
    });
  await decide("refused");
  await expect(createRefund.prepare(listed, input)).rejects.toMatchObject({
    info: { details: { reason: "payer_blocked" } },
  });
  await decide("released");
  const proof = await createRefund.prepare(missing, input);
  expect(await createRefund.run(listed, input, proof)).toMatchObject({ status: "pending" });
});

test("payer and merchant are mailed once, the payer where a receipt was asked for", async () => {
  const id = payment();
  await world.db`update merchants set email = 'shop@example.com'`;
  await world.db`
    update payment_sessions set receipt_email = 'ada@example.com', receipt_wallet = ${payer.address}
    where id = (select session_id from transactions where id = ${id})`;
  const [done, failing] = [await transfer(id, 4n), await transfer(id, 5n)];
  await record(done.id, await follow(done));
  await record(failing.id, await send(world.deployment().usdc, transferData(payer.address, 6n)));
  await makeFinal(world);
  await settle();
  await settle();
  const mails = await world.db<(StoredMail & { recipient: string })[]>`
    select * from mails where kind like 'refund%'
      and facts ->> 'refundId' = any (${[done.id, failing.id]}) order by kind`;
  expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ["refund_completed", "shop@example.com"],
    ["refund_failed", "shop@example.com"],
    ["refund_receipt", "ada@example.com"],
  ]);
  const texts = mails.map((mail) => wordMail(world.systemContext(), mail));
  expect(texts.map(({ subject }) => subject)).toEqual([
    "Refund completed: 0.000004\u00a0USDC",
    "Refund failed: 0.000005\u00a0USDC",
    "Refund: 0.000004\u00a0USDC from Aurora Coffee",
  ]);
  expect(texts[1]?.paragraphs[0]).toContain("it sends another amount");
});

test("a refund that hangs is told of, and an operator gives it back without freeing anything", async () => {
  const id = payment();
  const view = await transfer(id);
  await record(view.id, someHash());
  const look = () => checkRefunds({ refunds: () => readOpenRefunds(world.db) });
  await world.db`update refunds set due_at = now() + interval '1 hour' where due_at is not null`;
  expect(await look()).toMatchObject({ status: "ok" });
  await world.db`update refunds set due_at = now() - interval '10 minutes' where id = ${view.id}`;
  expect(await look()).toMatchObject({
    status: "warn",
    detail: expect.stringContaining("not looked at"),
  });
  await world.db`
    update refunds set due_at = now() - interval '1 second', submitted_at = now() - interval '27 hours' where id = ${view.id}`;
  expect(await look()).toMatchObject({
    detail: expect.stringMatching(/refunds submitted: \d+, .* 27 h/),
  });
  const actor = {
    kind: "operator",
    name: "ada",
    command: "return-refund",
    reason: "dropped",
  } as const;
  const desk = { ...world.systemContext(), actor };
  const run = (...args: string[]) => operate(world.systemContext(), ...args);
  expect((await run("refunds")).out).toContain(view.id);
  expect((await run("return-refund", view.id)).out).toContain("The refund would be pending.");
  expect(await read(view)).toMatchObject({ status: "submitted" });
  const apply = ["--apply", "--reason", "dropped"];
  expect(await run("return-refund", view.id, ...apply)).toMatchObject({ code: 0 });
  expect((await run("settle-refund", view.id, ...apply)).out).toContain(`${view.id} is pending.`);
  expect(await read(view)).toMatchObject({ status: "pending", instructions: null });
  expect(await run("return-refund", view.id, ...apply)).toMatchObject({ code: 0 });
  const [unsent, over] = [await transfer(payment()), await transfer(payment())];
  expect(await run("settle-refund", unsent.id, ...apply)).toMatchObject({ code: 1 });
  await cancelRefund(world.merchantContext(), { id: over.id });
  expect(await run("return-refund", over.id, ...apply)).toMatchObject({
    code: 1,
    out: expect.stringContaining("It is cancelled."),
  });
  await expect(refund(id, 1n)).rejects.toMatchObject(
    refused("invalid_request", "exceeds_refundable"),
  );
  await expect(returnRefund(desk, view.id)).rejects.toMatchObject(
    refused("session_invalid_state", "not_possible"),
  );
  const [entry] = await world.db<{ action: string }[]>`
    select action from audit_log where subject_id = ${view.id}`;
  expect(entry).toEqual({ action: "refund.return" });
});

test("while a chain does not answer a refund keeps its state, and is looked for a minute later", async () => {
  await world.db`update refunds set due_at = null`;
  const views = [await transfer(payment()), await transfer(payment())];
  for (const { id } of views) await record(id, someHash());
  const [chain] = world.chains.all;
  if (!chain) throw new Error("the world has a chain");
  const requests = nodesOf(chain.rpc).map((node) =>
    vi.spyOn(node, "request").mockRejectedValue(new RpcUnavailable("away")),
  );
  expect(await settleDue()).toBe(0);
  for (const request of requests) request.mockRestore();
  const waits = () => world.db<{ status: string; waits: boolean }[]>`
    select status, due_at between clock_now() + interval '20 seconds'
      and clock_now() + interval '60 seconds' as waits
    from refunds where id in ${world.db(views.map(({ id }) => id))} order by created_at`;
  // The other one stays due: a chain that is away is asked once in a call.
  expect(await waits()).toEqual([
    { status: "submitted", waits: true },
    { status: "submitted", waits: false },
  ]);
  expect(await settleDue()).toBe(1);
  expect(await waits()).toEqual(views.map(() => ({ status: "submitted", waits: true })));
});
