import { afterEach, beforeEach, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { lowerHex } from "@/lib/core/chain/hex";
import type { SubmissionState } from "@/lib/core/states";
import type { SubmissionView } from "@/lib/domain/payments/intake/view";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import type { SessionView } from "@/lib/domain/payments/sessions/view";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { chainLedger, databaseLedger } from "@/testing/ledger";
import { signOnce } from "@/testing/one-signature";
import { operate } from "@/testing/operator";
import {
  drain,
  newPayer,
  newPayers,
  openSession,
  settlementsOf,
  signRequest,
  submissionRow,
  submit,
} from "@/testing/relay";
import { slotsOf } from "@/testing/relay-slots";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { withChain } from "@/testing/with-chain";
import { createWorld, type World } from "@/testing/world";
import { scanChain } from "./scan-chain";

const DEPTH = 4;

let world: World;
/** A chain whose loss of a finalised block is nobody's intention. */
let ctx: Context<SystemActor>;

beforeEach(async () => {
  world = await createWorld({ finalityDepth: DEPTH, env: { RELAY_BATCH_WAIT_MS: "0" } });
  ctx = withChain(world.systemContext(), () => ({ local: false }));
});

afterEach(() => world?.stop());

async function scan() {
  const [chain] = ctx.chains.all;
  if (!chain) throw new Error("there is a chain");
  return scanChain(ctx, chain, new Date(Date.now() + 20_000));
}

interface PaidSession {
  session: SessionView;
  submission: SubmissionView;
}

/** Accepted by the relay, and not sent yet. */
async function accept(payers = 1, sign: typeof signOnce = signRequest): Promise<PaidSession[]> {
  const paid: PaidSession[] = [];
  for (const payer of await newPayers(world, payers)) {
    const session = await openSession(world);
    const submission = await submit(world.merchantContext(), await sign(world, payer, session));
    paid.push({ session, submission });
  }
  return paid;
}

/** Lets relay and indexer do all that they can, while blocks are made. */
async function settle(blocks = DEPTH + 2): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    await drain(ctx);
    await world.chain.mine();
    await scan();
  }
  await drain(ctx, 4);
}

/** Replaces the chain from the block on in which the first of some payments was mined. */
async function lose(paymentIds: readonly string[]): Promise<void> {
  const [row] = await world.db<{ first: bigint }[]>`
    select min(block_number) as first from transactions where payment_id = any (${[...paymentIds]})`;
  const head = await world.chain.request<string>("eth_blockNumber");
  const depth = Number(BigInt(head) - (row?.first ?? 0n)) + 1;
  await world.chain.request("anvil_reorg", [depth, []]);
}

const idsOf = (paid: readonly PaidSession[]) => paid.map(({ submission }) => submission.paymentId);
const rebuild = (...args: string[]) => operate(ctx, "rebuild", "--chain", "31337", ...args);
const reason = ["--apply", "--reason", "the chain went back"];
const apply = () => rebuild("--json", "--one-node", "yes", ...reason);
const stateOf = async ({ submission }: PaidSession): Promise<SubmissionState> =>
  (await submissionRow(world, submission)).state;
const read = ({ session }: PaidSession) => getSession(world.merchantContext(), session);

async function transactionOf({ submission }: PaidSession) {
  const [row] = await world.db<{ status: string; paymentException: string }[]>`
    select status, payment_exception from transactions where payment_id = ${submission.paymentId}`;
  return row;
}

async function eventsOf({ session }: PaidSession): Promise<string[]> {
  const rows = await world.db<{ type: string }[]>`
    select type from events where resource_id = ${session.id} order by sequence`;
  return rows.map(({ type }) => type);
}

/** Every row that a rebuild could touch. */
async function everything() {
  const { db } = world;
  return {
    blocks: await db`select * from chain_blocks order by number`,
    events: await db`select * from chain_events order by block_number, log_index`,
    transactions: await db`select * from transactions order by id`,
    sessions: await db`select * from payment_sessions order by id`,
    submissions: await db`select * from relay_submissions order by id`,
    slots: await db`select * from relay_batches order by id`,
    items: await db`select * from relay_batch_items order by submission_id, batch_id`,
    told: await db`select * from events order by id`,
    audits: await db`select * from audit_log order by id`,
    cursor: await db`select number, hash, finalized_number from chain_cursors`,
  };
}

/** Each payment is on the chain exactly once, and the books are the chain's. */
async function expectSettledOnce(paid: readonly PaidSession[]): Promise<void> {
  for (const one of paid) {
    expect(await settlementsOf(world, one.submission.paymentId)).toBe(1);
    expect(await stateOf(one)).toBe("confirmed");
    expect(await transactionOf(one)).toEqual({ status: "confirmed", paymentException: "none" });
  }
  expect(await databaseLedger(world.db)).toEqual(await chainLedger(world));
}

test.each([
  ["two signatures", signRequest],
  ["one signature", signOnce],
] as const)(
  "drill: after a reorganisation below finality, rebuild brings everything back: %s",
  async (_form, sign) => {
    const before = await accept(2, sign);
    await settle();
    const lost = await accept(3, sign);
    await settle();
    for (const one of [...before, ...lost]) {
      expect(await read(one)).toMatchObject({ status: "confirmed" });
    }
    const used = await slotsOf(world);
    await lose(idsOf(lost));
    await world.chain.mine();
    await world.db`update chain_cursors set halted_reason = 'Finalised block was lost'`;

    // A dry run says what is lost, and changes nothing.
    const untouched = await everything();
    const dry = await rebuild("--one-node", "yes");
    expect(dry).toMatchObject({ code: 0, err: "" });
    expect(dry.out).toContain("3 payments");
    expect(dry.out).toContain("15.00 USDC");
    expect(dry.out).toContain("Dry run");
    for (const { session } of lost) expect(dry.out).toContain(session.id);
    for (const { session } of before) expect(dry.out).not.toContain(session.id);
    expect(await everything()).toEqual(untouched);

    // One node's word is not enough, unless the operator says that it is.
    for (const options of [[], reason]) {
      const refused = await rebuild(...options);
      expect(refused.code).toBe(1);
      expect(refused.out).toContain("Refused: one node alone is not believed");
      expect(refused.out).not.toContain("Add --apply");
    }
    expect(await everything()).toEqual(untouched);

    expect(await apply()).toMatchObject({ code: 0, err: "" });
    for (const one of lost) {
      expect(await read(one)).toMatchObject({ status: "confirmed", amountRefundable: 0n });
      expect(await transactionOf(one)).toEqual({ status: "reorged", paymentException: "reverted" });
      expect(await stateOf(one)).toBe("broadcast");
      expect(await eventsOf(one)).toEqual([
        "payment.created",
        "payment.seen",
        "payment.completed",
        "payment.reverted",
      ]);
    }
    for (const one of before) {
      expect(await transactionOf(one)).toEqual({ status: "confirmed", paymentException: "none" });
      expect(await stateOf(one)).toBe("confirmed");
    }
    const [audit] = await world.db`select * from audit_log`;
    expect(audit).toMatchObject({ action: "chain.rebuild", reason: "the chain went back" });
    expect((audit?.after as { reverted: string[] } | undefined)?.reverted).toHaveLength(3);

    // Indexer and relay go on by themselves: the stored bytes are sent again, nothing is signed anew.
    await settle();
    await expectSettledOnce([...before, ...lost]);
    expect((await slotsOf(world)).map(({ nonce, consumedBy }) => [nonce, consumedBy])).toEqual(
      used.map(({ nonce, consumedBy }) => [nonce, consumedBy]),
    );
    for (const one of [...before, ...lost]) {
      const told = await eventsOf(one);
      expect(told.filter((type) => type === "payment.completed")).toHaveLength(1);
    }
    expect(await read(lost[0] as PaidSession)).toMatchObject({ amountRefundable: 5_000_000n });

    // The wallets work again.
    const later = await accept(2, sign);
    await settle();
    await expectSettledOnce([...before, ...lost, ...later]);
    const rows = await world.db`select from relay_batches where state <> 'consumed'`;
    expect(rows).toHaveLength(0);
    expect(await scan()).toEqual({ kind: "current" });
  },
);

test("a payment whose authorization ran out meanwhile is ended, and its session stays as told", async () => {
  const [one] = await accept();
  if (!one) throw new Error("it was accepted");
  await settle();
  await lose(idsOf([one]));
  const { validBefore } = await submissionRow(world, one.submission);
  await world.chain.request("evm_setNextBlockTimestamp", [Number(validBefore) + 1]);
  await world.chain.mine();
  expect(await apply()).toMatchObject({ code: 0 });
  await settle();
  expect(await settlementsOf(world, one.submission.paymentId)).toBe(0);
  expect(await submissionRow(world, one.submission)).toMatchObject({
    state: "failed",
    failureCode: "authorization_expired",
  });
  expect(await transactionOf(one)).toEqual({ status: "reorged", paymentException: "reverted" });
  expect(await read(one)).toMatchObject({ status: "confirmed", payment: null });

  // Its nonce is closed, and the next payment goes through.
  const [next] = await accept();
  await settle();
  await expectSettledOnce(next ? [next] : []);
});

test("what was ended as dead stays ended, and is not sent again with the others of its slot", async () => {
  const [dead, alive] = await accept(2);
  if (!dead || !alive) throw new Error("both were accepted");
  await drain(ctx);
  expect(await slotsOf(world)).toMatchObject([{ items: 2 }]);
  await settle();
  // As if one of the two had been ended at a final block that is gone.
  await transaction(world.db, async (tx) => {
    await tx`select set_config('stipend.reopen_submissions', 'on', true)`;
    await tx`
      update relay_submissions set state = 'failed', failure_code = 'authorization_consumed'
      where id = ${dead.submission.id}`;
  });
  await world.db`
    delete from chain_events where (block_number, log_index) in (
      select block_number, log_index from transactions
      where payment_id = ${dead.submission.paymentId}
    )`;
  await world.db`delete from transactions where payment_id = ${dead.submission.paymentId}`;
  await lose(idsOf([alive]));
  await world.chain.mine();
  expect(await apply()).toMatchObject({ code: 0 });
  expect(await stateOf(dead)).toBe("failed");
  expect(await stateOf(alive)).toBe("queued");
  await settle(DEPTH + 4);
  expect(await settlementsOf(world, dead.submission.paymentId)).toBe(0);
  expect(await stateOf(dead)).toBe("failed");
  await expectSettledOnce([alive]);
  const [slot] = await slotsOf(world);
  expect(slot?.attempts.find(({ hash }) => hash === slot.consumedBy)?.kind).toBe("noop");
});

test("a payer's own payment comes back when it is mined again, and another one can take its place", async () => {
  const payer = await fundPayer(world);
  const [first, second] = [await openSession(world), await openSession(world)];
  const direct = await payDirectly(world, payer, { amount: 5_000_000n, ref: first.ref });
  const other = await payDirectly(world, payer, { amount: 5_000_000n, ref: second.ref });
  await world.chain.mine(DEPTH + 1);
  await scan();
  await lose([direct.paymentId, other.paymentId]);
  await world.chain.mine();
  expect(await apply()).toMatchObject({ code: 0 });
  await scan();
  await world.chain.request("eth_sendRawTransaction", [direct.raw]);
  await payDirectly(world, await fundPayer(world), { amount: 5_000_000n, ref: second.ref });
  await world.chain.mine(DEPTH + 1);
  await scan();
  const rows = await world.db`
    select session_id, status, payment_exception from transactions order by session_id, status`;
  expect(rows).toEqual(
    [
      { sessionId: first.id, status: "confirmed", paymentException: "none" },
      { sessionId: second.id, status: "confirmed", paymentException: "none" },
      { sessionId: second.id, status: "reorged", paymentException: "reverted" },
    ].sort((a, b) => (`${a.sessionId}${a.status}` < `${b.sessionId}${b.status}` ? -1 : 1)),
  );
  expect(await databaseLedger(world.db)).toEqual(await chainLedger(world));
  for (const session of [first, second]) {
    const told = await world.db`
      select type from events where resource_id = ${session.id} and type like 'payment.%ted'
      order by sequence`;
    expect(told.map(({ type }) => type)).toEqual([
      "payment.created",
      "payment.completed",
      "payment.reverted",
    ]);
  }
});

test("nonces that foreign transactions had used are used up by no-ops", async () => {
  const payer = await newPayer(world);
  const { relayers } = world.chain;
  const start = BigInt(await world.chain.request<string>("eth_blockNumber"));
  for (const relayer of relayers) await world.send(relayer, { to: relayer.address, data: "0x" });
  const session = await openSession(world);
  const submission = await submit(
    world.merchantContext(),
    await signRequest(world, payer, session),
  );
  const one = { session, submission };
  await settle();
  expect(await slotsOf(world)).toMatchObject([{ nonce: 1n, state: "consumed" }]);
  const head = BigInt(await world.chain.request<string>("eth_blockNumber"));
  await world.chain.request("anvil_reorg", [Number(head - start), []]);
  await world.chain.mine();
  // The rebuild stands and is told, also where a wallet's nonces cannot be looked after.
  const poor = { ...ctx, config: { ...ctx.config, RELAY_MAX_FEE_GWEI: 0.000001 } };
  const args = ["rebuild", "--chain", "31337", "--one-node", "yes", ...reason];
  const done = await operate(poor, ...args);
  expect(done).toMatchObject({ code: 1, err: "" });
  expect(done.out).toContain("The chain is read again after block");
  const [first, second] = relayers.map(({ address }) => lowerHex(address));
  for (const wallet of [first, second]) {
    expect(done.out).toContain(`Wallet ${wallet}: its nonces were not looked after`);
    const filled = await operate(ctx, "fill-nonce-gap", `${wallet}`, "--chain", "31337", ...reason);
    expect(filled).toMatchObject({ code: 0, err: "" });
  }
  await settle();
  await expectSettledOnce([one]);
  const rows = await world.db`
    select action from audit_log order by created_at, id`;
  expect(rows.map(({ action }) => action)).toContain("relay_wallet.fill_gap");
});

test("a payment whose signed bytes are not kept any more is signed for anew, behind a no-op", async () => {
  const [one] = await accept();
  if (!one) throw new Error("it was accepted");
  await settle();
  await world.db`update relay_attempts set raw = null`;
  await lose(idsOf([one]));
  await world.chain.mine();
  expect(await apply()).toMatchObject({ code: 0, err: "" });
  expect(await stateOf(one)).toBe("queued");
  await settle(DEPTH + 4);
  await expectSettledOnce([one]);
  const slots = await slotsOf(world);
  expect(slots.map(({ state }) => state)).toEqual(["consumed", "consumed"]);
  const first = slots[0]?.attempts.find(({ hash }) => hash === slots[0]?.consumedBy);
  expect(first?.kind).toBe("noop");
});

test("nodes that do not agree are not believed, and one that is behind proves nothing", async () => {
  const paid = await accept();
  await settle();
  expect((await rebuild()).err).toContain("Nothing final is lost");
  const behind = await world.chain.request<string>("eth_blockNumber");
  await lose(idsOf(paid));
  await world.chain.mine();
  const before = await everything();

  const [chain] = ctx.chains.all;
  if (!chain) throw new Error("there is a chain");
  const liar = {
    name: "2 (other)",
    leftOut: null,
    abilities: null,
    request: async (call: { method: string; params?: readonly unknown[] }) => {
      const answer = await chain.rpc.request(call);
      if (call.method !== "eth_getBlockByNumber" || !answer) return answer;
      return { ...(answer as object), hash: `0x${"ab".repeat(32)}` };
    },
  };
  const request = chain.rpc.request.bind(chain.rpc);
  const honest = { name: "1", leftOut: null, abilities: null, request };
  const doubtful = withChain(ctx, () => ({ rpc: { ...chain.rpc, nodes: [honest, liar] } }));
  const args = ["rebuild", "--chain", "31337", "--apply", "--reason", "x"];
  const refused = await operate(doubtful, ...args);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain("The nodes disagree on block");

  await world.chain.request("anvil_rollback", [DEPTH + 4]);
  expect(Number(behind)).toBeGreaterThan(0);
  const lagging = await operate(ctx, ...args);
  expect(lagging.code).toBe(1);
  expect(lagging.err).toContain("a node that lags behind looks the same");
  expect(await everything()).toEqual(before);
});

test("two rebuilds at once take the chain back once", async () => {
  const paid = await accept(2);
  await settle();
  await lose(idsOf(paid));
  await world.chain.mine();
  const outcomes = await Promise.all([apply(), apply()]);
  expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(await world.db`select from audit_log`).toHaveLength(1);
  const told = await world.db`select from events where type = 'payment.reverted'`;
  expect(told).toHaveLength(2);
  await settle();
  await expectSettledOnce(paid);
});

test("outside a rebuild nothing leaves a final state", async () => {
  const [one] = await accept();
  if (!one) throw new Error("it was accepted");
  await settle();
  const { db } = world;
  await expect(
    db`update relay_submissions set state = 'queued' where id = ${one.submission.id}`,
  ).rejects.toThrow("is final");
  await expect(db`update relay_batches set state = 'in_flight'`).rejects.toThrow("is final");
  await newPayer(world);
});
