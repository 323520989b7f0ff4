import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { RpcError } from "@/lib/adapters/chain/rpc/rpc";
import type { Currency } from "@/lib/core/amounts/money";
import type { ConfirmationRule } from "@/lib/core/payments/stages";
import { createSession } from "@/lib/domain/payments/sessions/create-session";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import type { SessionView } from "@/lib/domain/payments/sessions/view";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import type { ChainAccount } from "@/testing/chain";
import { faultyRpc } from "@/testing/faulty-rpc";
import { chainLedger, databaseLedger } from "@/testing/ledger";
import { drain, newPayer, signRequest, submissionRow, submit } from "@/testing/relay";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { withChain } from "@/testing/with-chain";
import { createWorld, type World } from "@/testing/world";
import { scanChain } from "./scan-chain";

const AMOUNT = 2_000_000n;
const DEPTH = 8;
const list = join(tmpdir(), `stipend-stages-${process.pid}.txt`);

let world: World;
let payer: ChainAccount;
/** A chain that names its safe and its final block: so many blocks behind the head. */
let ctx: Context<SystemActor>;
let safeLag = 4;

beforeEach(async () => {
  writeFileSync(list, `0x${"de".repeat(20)}\n`);
  safeLag = 4;
  world = await createWorld({ env: { SCREENING_LIST: list, RELAY_BATCH_WAIT_MS: "0" } });
  payer = await fundPayer(world);
  ctx = laggingBehind();
});

afterEach(async () => {
  rmSync(list, { force: true });
  await world?.stop();
});

function laggingBehind(): Context<SystemActor> {
  return withChain(world.systemContext(), ({ rpc }) => ({
    finality: { kind: "tag" },
    local: false,
    rpc: faultyRpc(rpc, ({ method, params }) => {
      const lag = { safe: safeLag, finalized: DEPTH }[String(params[0])];
      if (method !== "eth_getBlockByNumber" || lag === undefined) return undefined;
      return blockBehind(lag);
    }),
  }));
}

async function blockBehind(lag: number): Promise<unknown> {
  const head = Number(await world.chain.request<string>("eth_blockNumber"));
  const number = head - lag;
  if (number < 0) return null;
  return world.chain.request("eth_getBlockByNumber", [`0x${number.toString(16)}`, false]);
}

async function scan(reader = ctx) {
  const [chain] = reader.chains.all;
  if (!chain) throw new Error("there is a chain");
  return scanChain(reader, chain, new Date(Date.now() + 20_000));
}

async function mineAndScan(blocks = 1): Promise<void> {
  await world.chain.mine(blocks);
  expect(await scan()).toEqual({ kind: "current" });
}

const open = (currency: Currency = "USDC") =>
  createSession(world.merchantContext(), { amount: AMOUNT, currency });
const read = (session: SessionView) => getSession(world.merchantContext(), session);

async function setPolicy(policy: ConfirmationRule[], merchantId = world.merchant.id) {
  const text = JSON.stringify(policy);
  await world.db`
    update merchants set confirmation_policy = ${text}::text::jsonb where id = ${merchantId}`;
}

const rule = (change: Partial<ConfirmationRule> = {}): ConfirmationRule => ({
  currency: "USDC",
  upTo: String(AMOUNT),
  stage: "seen",
  ...change,
});

async function eventsOf({ id }: SessionView): Promise<string[]> {
  const rows = await world.db<{ type: string }[]>`
    select type from events where resource_id = ${id} order by sequence`;
  return rows.map(({ type }) => type.replace("payment.", ""));
}

async function transactionOf({ id }: SessionView) {
  const [row] = await world.db<{ status: string; paymentException: string }[]>`
    select status, payment_exception from transactions where session_id = ${id}`;
  return row;
}

const reorg = (depth: number, included: [string, number][] = []) =>
  world.chain.request("anvil_reorg", [depth, included]);

async function pay(session: SessionView, currency: Currency = "USDC") {
  return payDirectly(world, payer, { amount: AMOUNT, ref: session.ref, currency });
}

describe("without a policy", () => {
  test("a payment is seen in its block, safe, and final, and only then completed", async () => {
    const session = await open();
    const { hash } = await pay(session);
    await mineAndScan();
    expect(await read(session)).toMatchObject({
      status: "pending",
      payment: { state: "seen", stage: "seen", txHash: hash },
    });
    expect(await eventsOf(session)).toEqual(["created", "seen"]);
    await mineAndScan(safeLag);
    expect(await read(session)).toMatchObject({ status: "pending", payment: { stage: "safe" } });
    await mineAndScan(DEPTH);
    expect(await read(session)).toMatchObject({
      status: "confirmed",
      payment: { state: "final", stage: "final" },
    });
    expect(await eventsOf(session)).toEqual(["created", "seen", "completed"]);
  });

  test("the event tells what was seen, in the block's own transaction", async () => {
    const session = await open();
    const { hash } = await pay(session);
    await mineAndScan();
    const { listEvents } = await import("@/lib/domain/platform/events/list-events");
    const { data } = await listEvents(world.merchantContext(), {
      limit: 1,
      type: "payment.seen",
    });
    expect(data).toMatchObject([
      { data: { object: { id: session.id, status: "pending", payment: { txHash: hash } } } },
    ]);
  });

  test("a payment of another amount is not seen as the session's", async () => {
    const session = await open();
    await payDirectly(world, payer, { amount: AMOUNT - 1n, ref: session.ref });
    await mineAndScan();
    expect(await eventsOf(session)).toEqual(["created"]);
  });
});

describe("what a merchant takes early", () => {
  test("is confirmed in its block, and when it is final nothing is told again", async () => {
    await setPolicy([rule()]);
    const session = await open();
    await pay(session);
    await mineAndScan();
    expect(await read(session)).toMatchObject({
      status: "confirmed",
      amountRefundable: 0n,
      payment: { state: "seen", stage: "seen" },
    });
    expect((await read(session)).customerId).toMatch(/^cus_/);
    expect(await transactionOf(session)).toEqual({ status: "pending", paymentException: "none" });
    expect(await eventsOf(session)).toEqual(["created", "seen", "completed"]);
    await mineAndScan(DEPTH + 1);
    expect(await transactionOf(session)).toEqual({ status: "confirmed", paymentException: "none" });
    expect(await read(session)).toMatchObject({
      status: "confirmed",
      amountRefundable: AMOUNT,
      payment: { state: "final" },
    });
    expect(await eventsOf(session)).toEqual(["created", "seen", "completed"]);
    expect(await databaseLedger(world.db)).toEqual(await chainLedger(world));
  });

  test("waits for a safe block where the policy says so", async () => {
    await setPolicy([rule({ stage: "safe" })]);
    const session = await open();
    await pay(session);
    await mineAndScan();
    await mineAndScan(safeLag - 1);
    expect(await read(session)).toMatchObject({ status: "pending" });
    await mineAndScan();
    expect(await read(session)).toMatchObject({ status: "confirmed", payment: { stage: "safe" } });
    expect(await transactionOf(session)).toMatchObject({ status: "pending" });
  });

  test.each([
    ["a larger amount", [rule({ upTo: String(AMOUNT - 1n) })]],
    ["another currency", [rule({ currency: "EURC" as const })]],
    ["the final stage", [rule({ stage: "final" as const })]],
  ])("is not %s", async (_, policy) => {
    await setPolicy(policy);
    const session = await open();
    await pay(session);
    await mineAndScan();
    await mineAndScan(safeLag);
    expect(await read(session)).toMatchObject({ status: "pending" });
    expect(await eventsOf(session)).toEqual(["created", "seen"]);
  });

  test("is no other merchant's", async () => {
    const other = await world.addMerchant();
    await setPolicy([rule()], other.id);
    const session = await open();
    await pay(session);
    await mineAndScan();
    expect(await read(session)).toMatchObject({ status: "pending" });
  });

  test("is not what a payer on a list pays: it is held up when it is final", async () => {
    await setPolicy([rule()]);
    writeFileSync(list, `${payer.address}\n`);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const session = await open();
    await pay(session);
    await mineAndScan();
    expect(await read(session)).toMatchObject({ status: "pending" });
    await mineAndScan(DEPTH + 1);
    expect(await read(session)).toMatchObject({ status: "pending" });
    expect(await transactionOf(session)).toEqual({
      status: "pending",
      paymentException: "screening",
    });
  });

  test("is confirmed once by any number of readers", async () => {
    await setPolicy([rule()]);
    const sessions = [await open(), await open(), await open()];
    for (const session of sessions) await pay(session);
    await world.chain.mine();
    await Promise.all(Array.from({ length: 6 }, () => scan()));
    await scan();
    for (const session of sessions) {
      expect(await eventsOf(session)).toEqual(["created", "seen", "completed"]);
    }
  });

  test("leaves a second payment of the session a duplicate", async () => {
    await setPolicy([rule()]);
    const session = await open();
    const first = await pay(session);
    await mineAndScan();
    const second = await pay(session);
    await mineAndScan(DEPTH + 2);
    const rows = await world.db`
      select payment_id, status, payment_exception from transactions order by block_number`;
    expect(rows).toEqual([
      { paymentId: first.paymentId, status: "confirmed", paymentException: "none" },
      { paymentId: second.paymentId, status: "confirmed", paymentException: "duplicate" },
    ]);
    expect(await eventsOf(session)).toEqual(["created", "seen", "completed"]);
  });

  test("is still early where the reading was interrupted after the block was written", async () => {
    await setPolicy([rule()]);
    const session = await open();
    await pay(session);
    await mineAndScan();
    // As if the process had ended between the two.
    await world.db`update payment_sessions set status = 'pending' where id = ${session.id}`;
    await world.db`update chain_cursors set seen_number = number - 1`;
    expect(await scan()).toEqual({ kind: "current" });
    expect(await read(session)).toMatchObject({ status: "confirmed" });
  });
});

describe("a payment that leaves the chain", () => {
  test.each([1, 2, 3, 4, 5])(
    "at a depth of %i is told once to have gone, and again to have come back",
    async (depth) => {
      await setPolicy([rule()]);
      const session = await open();
      const { raw } = await pay(session);
      await mineAndScan(depth);
      expect(await read(session)).toMatchObject({ status: "confirmed" });
      await reorg(depth);
      await mineAndScan();
      expect(await read(session)).toMatchObject({ status: "confirmed", payment: null });
      expect(await transactionOf(session)).toEqual({
        status: "reorged",
        paymentException: "reverted",
      });
      const before = ["created", "seen", "completed"];
      await mineAndScan(4);
      expect(await eventsOf(session)).toEqual([...before, "reverted"]);
      await mineAndScan(2);
      await scan();
      expect(await eventsOf(session)).toEqual([...before, "reverted"]);
      await world.chain.request("eth_sendRawTransaction", [raw]);
      await mineAndScan();
      expect(await eventsOf(session)).toEqual([...before, "reverted", "seen"]);
      await mineAndScan(DEPTH + 1);
      expect(await eventsOf(session)).toEqual([...before, "reverted", "seen"]);
      expect(await transactionOf(session)).toEqual({
        status: "confirmed",
        paymentException: "none",
      });
      expect(await databaseLedger(world.db)).toEqual(await chainLedger(world));
    },
  );

  test.each([1, 3, 5])(
    "and comes back in the replaced blocks, %i deep, is told of once",
    async (depth) => {
      await setPolicy([rule()]);
      const [early, waiting] = [await open(), await open("EURC")];
      const [first, second] = [await pay(early), await pay(waiting, "EURC")];
      await mineAndScan(depth);
      await reorg(depth, [
        [first.raw, depth - 1],
        [second.raw, depth - 1],
      ]);
      await mineAndScan();
      expect(await read(early)).toMatchObject({ status: "confirmed", payment: { state: "seen" } });
      await mineAndScan(DEPTH + 2);
      expect(await eventsOf(early)).toEqual(["created", "seen", "completed"]);
      expect(await eventsOf(waiting)).toEqual(["created", "seen", "completed"]);
      expect(await databaseLedger(world.db)).toEqual(await chainLedger(world));
    },
  );

  test("and comes back two blocks later is told of once", async () => {
    const session = await open();
    const { raw } = await pay(session);
    await mineAndScan();
    await reorg(1);
    await mineAndScan();
    expect(await eventsOf(session)).toEqual(["created", "seen"]);
    await world.chain.request("eth_sendRawTransaction", [raw]);
    await mineAndScan();
    await mineAndScan(DEPTH + 1);
    expect(await eventsOf(session)).toEqual(["created", "seen", "completed"]);
  });

  test("and that only one reader misses is told of once by many", async () => {
    const session = await open();
    await pay(session);
    await mineAndScan();
    await reorg(1);
    await world.chain.mine(6);
    await Promise.all(Array.from({ length: 4 }, () => scan()));
    await scan();
    expect(await eventsOf(session)).toEqual(["created", "seen", "reverted"]);
    expect(await read(session)).toMatchObject({ status: "pending", payment: null });
  });

  test("and whose place another one takes is not told of, nor is the other", async () => {
    const session = await open();
    const other = await fundPayer(world);
    await pay(session);
    await mineAndScan();
    await reorg(1);
    await payDirectly(world, other, { amount: AMOUNT, ref: session.ref });
    await mineAndScan(6);
    await scan();
    expect(await eventsOf(session)).toEqual(["created", "seen"]);
    await reorg(6);
    await mineAndScan(5);
    expect(await eventsOf(session)).toEqual(["created", "seen", "reverted"]);
  });

  test("and whose place another one takes only when that is final is not told of", async () => {
    const session = await open();
    const other = await fundPayer(world);
    const first = await pay(session);
    await mineAndScan();
    const second = await payDirectly(world, other, { amount: AMOUNT, ref: session.ref });
    await mineAndScan();
    // The first is gone and the second is still a duplicate of it, as a crash could leave them.
    await world.db`
      update transactions set status = 'reorged' where payment_id = ${first.paymentId}`;
    await world.db`
      update transactions set payment_exception = 'none' where payment_id = ${second.paymentId}`;
    await mineAndScan(5);
    expect(await eventsOf(session)).toEqual(["created", "seen"]);
    const rows = await world.db`
      select payment_id from transactions where announced`;
    expect(rows).toEqual([{ paymentId: second.paymentId }]);
  });

  test("is sent again by the relay, and settled once", async () => {
    await setPolicy([rule()]);
    const session = await open();
    const wallet = await newPayer(world);
    const submission = await submit(
      world.merchantContext(),
      await signRequest(world, wallet, session),
    );
    await drain(ctx);
    await mineAndScan();
    await drain(ctx);
    expect(await submissionRow(world, submission)).toMatchObject({ state: "mined" });
    expect(await read(session)).toMatchObject({ status: "confirmed" });
    await reorg(1);
    await mineAndScan(5);
    expect(await eventsOf(session)).toEqual(["created", "seen", "completed", "reverted"]);
    for (let block = 0; block < DEPTH + 4; block += 1) {
      await drain(ctx);
      await mineAndScan();
    }
    await drain(ctx);
    expect(await submissionRow(world, submission)).toMatchObject({ state: "confirmed" });
    expect(await transactionOf(session)).toEqual({ status: "confirmed", paymentException: "none" });
    expect(await eventsOf(session)).toEqual(["created", "seen", "completed", "reverted", "seen"]);
    expect(await databaseLedger(world.db)).toEqual(await chainLedger(world));
  });
});

test("a node that knows no safe block has none before the final one", async () => {
  await setPolicy([rule({ stage: "safe" })]);
  const reader = withChain(ctx, ({ rpc }) => ({
    rpc: faultyRpc(rpc, ({ params }) =>
      params[0] === "safe"
        ? Promise.reject(new RpcError(-32602, "unknown block tag", null))
        : undefined,
    ),
  }));
  const session = await open();
  await pay(session);
  await world.chain.mine(DEPTH - 1);
  expect(await scan(reader)).toEqual({ kind: "current" });
  expect(await read(session)).toMatchObject({ status: "pending", payment: { stage: "seen" } });
  await world.chain.mine(2);
  expect(await scan(reader)).toEqual({ kind: "current" });
  expect(await read(session)).toMatchObject({ status: "confirmed" });
});

test("a safe block that is not the one that was read makes nothing safe", async () => {
  await setPolicy([rule({ stage: "safe" })]);
  const reader = withChain(ctx, ({ rpc }) => ({
    rpc: faultyRpc(rpc, ({ params }) =>
      params[0] === "safe"
        ? blockBehind(1).then((block) => ({ ...(block as object), hash: `0x${"99".repeat(32)}` }))
        : undefined,
    ),
  }));
  const session = await open();
  await pay(session);
  await world.chain.mine(3);
  await scan(reader);
  expect(await read(session)).toMatchObject({ status: "pending", payment: { stage: "seen" } });
});

test("a safe block that is replaced is not safe any more: safe goes back with what was read", async () => {
  const session = await open();
  const { raw } = await pay(session);
  safeLag = 0;
  await mineAndScan(2);
  expect(await read(session)).toMatchObject({ payment: { stage: "safe" } });
  safeLag = 6;
  await reorg(2, [[raw, 1]]);
  await mineAndScan();
  expect(await read(session)).toMatchObject({ status: "pending", payment: { stage: "seen" } });
});

test("a payment that first comes in replaced blocks is taken early", async () => {
  await setPolicy([rule()]);
  const session = await open();
  await mineAndScan(4);
  const { raw } = await pay(session);
  await reorg(2, [[raw, 0]]);
  expect(await scan()).toEqual({ kind: "current" });
  expect(await read(session)).toMatchObject({ status: "confirmed", payment: { stage: "seen" } });
});

test("where blocks are counted until final, they may be counted until safe", async () => {
  const reader = withChain(world.systemContext(), () => ({
    finality: { kind: "depth", depth: 6, safe: 2 },
    local: false,
  }));
  const session = await open();
  await pay(session);
  await world.chain.mine(2);
  await scan(reader);
  expect(await read(session)).toMatchObject({ payment: { stage: "seen" } });
  await world.chain.mine();
  await scan(reader);
  expect(await read(session)).toMatchObject({ status: "pending", payment: { stage: "safe" } });
});
