import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { addressOf } from "@/lib/adapters/chain/chains";
import { newId } from "@/lib/core/ids";
import { wakes } from "@/lib/core/operations/wakes";
import { createSession } from "@/lib/domain/payments/sessions/create-session";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import { wake } from "@/lib/domain/platform/outbox/wake";
import type { ChainAccount } from "@/testing/chain";
import { faultyRpc } from "@/testing/faulty-rpc";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { withChain } from "@/testing/with-chain";
import { createWorld, type World } from "@/testing/world";
import { indexChain, mayEnd, openScanSignal, pauseAfter, wakeChains } from "./index-chain";
import { type OpenWork, readOpenWork } from "./open-work";

const AMOUNT = 1_000_000n;

let world: World;
let payer: ChainAccount;

beforeAll(async () => {
  world = await createWorld();
  payer = await fundPayer(world);
});

afterAll(() => world?.stop());

const index = (forMs: number) =>
  indexChain(world.systemContext(), {
    chainId: world.chain.chainId,
    until: new Date(Date.now() + forMs),
  });

test("when everything is final it ends, and a wake-up will do", async () => {
  expect(await index(20_000)).toEqual({ nextDueInMs: null, halted: false });
});

test("it looks again and again until a payment is final", async () => {
  const session = await createSession(world.merchantContext(), {
    amount: AMOUNT,
    currency: "USDC",
  });
  await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await world.chain.mine();
  const following = index(20_000);
  const read = () => getSession(world.merchantContext(), session);
  await expect.poll(read).toMatchObject({ payment: { state: "seen" } });
  await world.chain.mine(2);
  expect(await following).toEqual({ nextDueInMs: null, halted: false });
  expect(await read()).toMatchObject({ status: "confirmed" });
});

test("it asks to be called again while the relay has a transaction out", async () => {
  const { db, chain } = world;
  const deployment = world.deployment();
  await db`insert into relay_batches ${db({
    id: newId("relayBatch"),
    chainId: chain.chainId,
    wallet: payer.address,
    nonce: 1n,
    deploymentId: deployment.id,
    kind: "pay",
    state: "in_flight",
    callTo: addressOf(deployment, "processor"),
    gasLimit: 1n,
  })}`;
  expect(await index(10)).toEqual({ nextDueInMs: 500, halted: false });
  await db`update relay_batches set state = 'consumed'`;
});

test("trouble with the node is no error, only a reason to look again", async () => {
  const ctx = withChain(world.systemContext(), ({ rpc }) => ({
    rpc: faultyRpc(rpc, () => Promise.reject(new Error("connection refused"))),
  }));
  const input = { chainId: world.chain.chainId, until: new Date() };
  expect(await indexChain(ctx, input)).toEqual({ nextDueInMs: 500, halted: false });
});

/** Follows the chain for a while; counts the looks at its head, and how many came after each new block. */
async function followed(options: { blocks: number; forMs?: number }) {
  const { chain } = world.deployment();
  let heads = 0;
  const ctx = withChain(world.systemContext(), ({ rpc }) => ({
    rpc: faultyRpc(rpc, ({ method, params }) => {
      if (method === "eth_getBlockByNumber" && params[0] === "latest") heads += 1;
      return undefined;
    }),
  }));
  const stopping = new AbortController();
  const until = new Date(Date.now() + 60_000);
  const input = { chainId: chain.id, until, follow: "whileOpen" } as const;
  const following = indexChain({ ...ctx, stopping: stopping.signal }, input);
  // Nothing is there to be seen yet, and it looks again.
  await expect.poll(() => heads, { timeout: 60_000 }).toBeGreaterThan(1);
  const seenAfter: number[] = [];
  for (let block = 0; block < options.blocks; block += 1) {
    const payment = await payDirectly(world, payer, { amount: AMOUNT });
    const before = heads;
    await world.chain.mine();
    await expect
      .poll(() => world.db`select from transactions where payment_id = ${payment.paymentId}`, {
        timeout: 20_000,
      })
      .toHaveLength(1);
    seenAfter.push(heads - before);
  }
  stopping.abort();
  return { outcome: await following, seenAfter, heads: () => heads };
}

test("a payment that nobody announces is seen at the next look, and the chain is followed on", async () => {
  await createSession(world.merchantContext(), { amount: AMOUNT, currency: "USDC" });
  const { seenAfter, outcome } = await followed({ blocks: 3 });
  // The look that was under way when the block came may have missed it.
  expect(Math.max(...seenAfter)).toBeLessThanOrEqual(2);
  expect(outcome.nextDueInMs).not.toBeNull();
});

const idle = { unfinished: false, payable: false, inGrace: false, dueSoon: false };

test("the pace follows from what is open, and has a bound", () => {
  const [local] = world.chains.all;
  if (!local) throw new Error("there is a chain");
  const chainOf = (blockSeconds: number) => ({
    ...local,
    preset: { ...local.preset, blockSeconds },
  });
  const pauses = (work: Partial<OpenWork>) =>
    [0.25, 2, 12].map((seconds) =>
      pauseAfter(chainOf(seconds), { kind: "current" }, { ...idle, ...work, tickInMs: 40_000 }),
    );
  expect(pauses({ unfinished: true, payable: true })).toEqual([250, 1_000, 6_000]);
  expect(pauses({ payable: true })).toEqual([500, 2_000, 12_000]);
  expect(pauses({ inGrace: true })).toEqual([250, 1_000, 6_000]);
  expect(pauses({ dueSoon: true })).toEqual([250, 1_000, 6_000]);
  expect(pauses({})).toEqual([5_000, 5_000, 5_000]);
});

test("a run that follows goes on while there is nothing to do, and ends for the next tick", async () => {
  const { db, chain } = world;
  await db`update payment_sessions set status = 'cancelled' where status in ('created', 'pending')`;
  await world.chain.mine(3);
  await index(20_000);
  expect(mayEnd({ ...idle, tickInMs: 30_000 }, "whileOpen")).toBe(false);
  expect(mayEnd({ ...idle, tickInMs: 1_000 }, "whileOpen")).toBe(true);
  expect(mayEnd({ ...idle, payable: true, tickInMs: 1_000 }, "whileOpen")).toBe(false);
  expect(mayEnd({ ...idle, inGrace: true, tickInMs: 1_000 }, "whileOpen")).toBe(false);
  expect(mayEnd({ ...idle, dueSoon: true, tickInMs: 1_000 }, "whileOpen")).toBe(false);
  expect(mayEnd({ ...idle, inGrace: true, tickInMs: 1_000 }, undefined)).toBe(true);
  expect(mayEnd({ ...idle, payable: true, tickInMs: 1_000 }, "untilTick")).toBe(true);
  expect(mayEnd({ ...idle, tickInMs: 30_000 }, undefined)).toBe(true);
  const { tickInMs, ...open } = await readOpenWork(db, chain.chainId);
  expect(open).toEqual(idle);
  expect(tickInMs).toBeGreaterThan(0);
  expect(tickInMs).toBeLessThanOrEqual(60_000);
});

test("what the relay sends is heard by the one that follows", async () => {
  const stopping = new AbortController();
  const signal = openScanSignal({ ...world.systemContext(), stopping: stopping.signal });
  const heard = signal.wait(3_600_000);
  // The connection that listens may still be opening: what is missed then is told again.
  const telling = setInterval(() => {
    void transaction(world.db, (tx) => wake(tx, wakes.chain, { chainId: world.chain.chainId }));
  }, 100);
  await expect(heard).resolves.toBeUndefined();
  clearInterval(telling);
  signal.close();
});

test("a process that is to end need not wait for the next look", async () => {
  const stopping = new AbortController();
  const signal = openScanSignal({ ...world.systemContext(), stopping: stopping.signal });
  const waiting = signal.wait(3_600_000);
  stopping.abort();
  await expect(waiting).resolves.toBeUndefined();
  signal.close();
});

test("each tick wakes every chain once", async () => {
  await world.db`delete from outbox`;
  await wakeChains(world.systemContext());
  const rows = await world.db`select name, data from outbox`;
  expect(rows).toEqual([{ name: "chain/scan.requested", data: { chainId: world.chain.chainId } }]);
});

test("a tick also wakes the chains that another process reads, until an hour after it was the last", async () => {
  const added = 31_400;
  for (const [chainId, minutes] of [
    [added, 59],
    [added + 1, 61],
  ]) {
    await world.db`
      insert into chain_cursors
        (chain_id, number, hash, finalized_number, finalized_at, head_number, head_at)
      select ${chainId ?? 0}, number, hash, finalized_number, finalized_at, head_number,
        now() - ${minutes ?? 0} * interval '1 minute' from chain_cursors limit 1`;
  }
  await world.db`delete from outbox`;
  await wakeChains(world.systemContext());
  const rows = await world.db<{ data: unknown }[]>`select data from outbox order by id`;
  expect(rows.map(({ data }) => data)).toEqual([
    { chainId: world.chain.chainId },
    { chainId: added },
  ]);
});
