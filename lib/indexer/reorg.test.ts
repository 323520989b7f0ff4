import { afterEach, beforeEach, expect, test } from "vitest";
import { wakes } from "@/lib/core/operations/wakes";
import { createSession } from "@/lib/domain/payments/sessions/create-session";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import type { SessionView } from "@/lib/domain/payments/sessions/view";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import type { ChainAccount } from "@/testing/chain";
import { chainLedger, databaseLedger } from "@/testing/ledger";
import { fundPayer, payDirectly, type RawTransaction } from "@/testing/settlements";
import { withChain } from "@/testing/with-chain";
import { createWorld, type World } from "@/testing/world";
import { finalize } from "./finality";
import { indexChain } from "./index-chain";
import { scanChain } from "./scan-chain";

const AMOUNT = 2_000_000n;
const DEPTH = 8;

let world: World;
let payer: ChainAccount;
/** A chain whose loss of a finalised block is nobody's intention. */
let ctx: Context<SystemActor>;

beforeEach(async () => {
  world = await createWorld({ finalityDepth: DEPTH });
  payer = await fundPayer(world);
  ctx = withChain(world.systemContext(), () => ({ local: false }));
});

afterEach(() => world?.stop());

const later = () => new Date(Date.now() + 20_000);
const open = () => createSession(world.merchantContext(), { amount: AMOUNT, currency: "USDC" });
const read = (session: SessionView) => getSession(world.merchantContext(), session);

async function scan() {
  const [chain] = ctx.chains.all;
  if (!chain) throw new Error("there is a chain");
  return scanChain(ctx, chain, later());
}

async function completed(session: SessionView): Promise<number> {
  const rows = await world.db`
    select from events where resource_id = ${session.id} and type = 'payment.completed'`;
  return rows.length;
}

const relayWakes = () => world.db`select data from outbox where name = ${wakes.relay}`;

/** Every row that the indexer writes, to be compared as a whole. */
async function everything() {
  const { db } = world;
  return {
    blocks: await db`select * from chain_blocks order by number`,
    events: await db`select * from chain_events order by block_number, log_index`,
    transactions: await db`select * from transactions order by id`,
    sessions: await db`select * from payment_sessions order by id`,
    cursor: await db`select number, hash, finalized_number from chain_cursors`,
  };
}

/** Lets the minutes pass in which a loss is looked at before it is certain. */
async function makeCertain(): Promise<void> {
  for (let look = 0; look < 7; look += 1) {
    await world.db`
      update chain_cursors set doubt_looked_at = doubt_looked_at - interval '1 minute'`;
    await scan();
  }
}

const reorg = (depth: number, included: [string, number][] = []) =>
  world.chain.request("anvil_reorg", [depth, included]);

test.each([1, 2, 3, 4, 5])(
  "a payment that a reorganisation of depth %i moves to another block is confirmed once",
  async (depth) => {
    const session = await open();
    const payment = await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
    await world.chain.mine(depth);
    expect(await scan()).toEqual({ kind: "current" });
    expect(await read(session)).toMatchObject({ payment: { state: "seen" } });
    expect(await relayWakes()).toEqual([]);

    await reorg(depth);
    await world.chain.mine();
    expect(await scan()).toEqual({ kind: "current" });
    // Whoever relayed it has to look after it.
    expect(await relayWakes()).toEqual([{ data: { chainId: 31337 } }]);
    expect(await databaseLedger(world.db)).toEqual([]);
    expect(await read(session)).toMatchObject({ status: "pending", payment: null });

    await world.chain.request("eth_sendRawTransaction", [payment.raw]);
    await world.chain.mine();
    expect(await scan()).toEqual({ kind: "current" });
    expect(await read(session)).toMatchObject({ payment: { state: "seen", txHash: payment.hash } });
    expect(await databaseLedger(world.db)).toEqual(await chainLedger(world));
    expect(await completed(session)).toBe(0);

    await world.chain.mine(DEPTH);
    expect(await scan()).toEqual({ kind: "current" });
    expect(await read(session)).toMatchObject({ status: "confirmed" });
    expect(await completed(session)).toBe(1);
    expect(await world.db`select from transactions`).toHaveLength(1);
  },
);

test("payments that change places in a reorganisation are judged anew", async () => {
  const session = await open();
  const other = await fundPayer(world);
  const first = await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await world.chain.mine();
  const second = await payDirectly(world, other, { amount: AMOUNT, ref: session.ref });
  await world.chain.mine();
  await scan();
  const exceptions = async () =>
    Promise.all(
      [first, second].map(async ({ paymentId }: RawTransaction & { paymentId: string }) => {
        const [row] = await world.db<{ paymentException: string }[]>`
          select payment_exception from transactions where payment_id = ${paymentId}`;
        return row?.paymentException;
      }),
    );
  expect(await exceptions()).toEqual(["none", "duplicate"]);

  await reorg(2, [
    [second.raw, 0],
    [first.raw, 1],
  ]);
  await scan();
  expect(await exceptions()).toEqual(["duplicate", "none"]);
  await world.chain.mine(DEPTH);
  await scan();
  expect(await exceptions()).toEqual(["duplicate", "none"]);
  expect(await read(session)).toMatchObject({ payment: { txHash: second.hash } });
  expect(await completed(session)).toBe(1);
});

test("a replaced head is noticed though no block follows it", async () => {
  const session = await open();
  await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await world.chain.mine();
  await scan();
  await reorg(1);
  await scan();
  expect(await read(session)).toMatchObject({ payment: null });
  const [cursor] = await world.db`select hash from chain_cursors`;
  const head = await world.chain.request<{ hash: string }>("eth_getBlockByNumber", [
    "latest",
    false,
  ]);
  expect(cursor?.hash).toBe(head.hash);
});

test("a reorganisation deeper than finality stops the chain and changes nothing else", async () => {
  const session = await open();
  const payment = await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await world.chain.mine(DEPTH);
  await world.chain.mine(2);
  await scan();
  expect(await read(session)).toMatchObject({ status: "confirmed" });
  const before = await everything();

  await reorg(DEPTH + 2);
  const input = { chainId: world.chain.chainId, until: later() };
  expect(await scan()).toEqual({ kind: "doubted" });
  expect(await everything()).toEqual(before);
  await makeCertain();
  expect(await indexChain(ctx, input)).toEqual({ nextDueInMs: null, halted: true });
  expect(await everything()).toEqual(before);
  const [cursor] = await world.db<{ haltedReason: string }[]>`
    select halted_reason from chain_cursors`;
  expect(cursor?.haltedReason).toMatch(/^Finalised block \d+ \(0x[0-9a-f]{64}\) was lost: 0x/);

  await world.chain.request("eth_sendRawTransaction", [payment.raw]);
  await world.chain.mine(DEPTH + 1);
  expect(await indexChain(ctx, input)).toEqual({ nextDueInMs: null, halted: true });
  expect(await everything()).toEqual(before);
});

test("a local chain that lost a finalised block is read again from its start", async () => {
  const kept = await open();
  await payDirectly(world, payer, { amount: AMOUNT, ref: kept.ref });
  await world.chain.mine(DEPTH);
  const lost = await open();
  const payment = await payDirectly(world, payer, { amount: AMOUNT, ref: lost.ref });
  await world.chain.mine(3);
  await scan();
  expect(await read(lost)).toMatchObject({ payment: { state: "seen" } });

  await reorg(DEPTH + 2);
  ctx = world.systemContext();
  const input = { chainId: world.chain.chainId, until: later() };
  expect(await indexChain(ctx, input)).toMatchObject({ halted: false });
  expect(await read(kept)).toMatchObject({ status: "confirmed" });
  expect(await read(lost)).toMatchObject({ payment: null });

  await world.chain.request("eth_sendRawTransaction", [payment.raw]);
  await world.chain.mine(DEPTH + 1);
  await scan();
  expect(await read(lost)).toMatchObject({ status: "confirmed" });
  expect(await databaseLedger(world.db)).toEqual(await chainLedger(world));
  expect(await completed(kept)).toBe(1);
  expect(await completed(lost)).toBe(1);
});

test("finality that was worked out for other blocks than those at the cursor is dropped", async () => {
  const session = await open();
  await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await world.chain.mine(2);
  await scan();
  const before = await everything();
  const [chain] = ctx.chains.all;
  const [at] = await world.db<{ number: bigint }[]>`select number from chain_cursors`;
  if (!chain || !at) throw new Error("the chain was read");
  const elsewhere = { number: at.number + 20n, hash: `0x${"77".repeat(32)}` } as const;
  const mark = { number: at.number + 20n, hash: null };
  expect(await finalize(ctx, chain, elsewhere, mark)).toBe(false);
  expect(await everything()).toEqual(before);
});

test("nothing is confirmed before forty blocks follow when finality takes forty", async () => {
  ctx = withChain(world.systemContext(), () => ({ finality: { kind: "depth", depth: 40 } }));
  const session = await open();
  await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await world.chain.mine(40);
  await scan();
  expect(await read(session)).toMatchObject({ status: "pending", payment: { state: "seen" } });
  await reorg(30);
  await scan();
  expect(await read(session)).toMatchObject({ status: "pending" });
  await world.chain.mine();
  await scan();
  expect(await read(session)).toMatchObject({ status: "confirmed" });
});
