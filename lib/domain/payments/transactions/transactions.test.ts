import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { findPreset } from "@/lib/adapters/chain/presets";
import { transaction } from "@/lib/contract/payments/transactions";
import { refOf } from "@/lib/core/chain/hex";
import { index, makeFinal, openSession } from "@/testing/relay";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { createWorld, type World } from "@/testing/world";
import { getTransaction } from "./get-transaction";
import { listTransactions } from "./list-transactions";

let world: World;

/** A confirmed payment of a session in USDC, one in EURC that nobody asked for, and one not final yet. */
beforeAll(async () => {
  world = await createWorld();
  const payer = await fundPayer(world);
  const session = await openSession(world, 10_000_001n);
  await payDirectly(world, payer, { amount: session.amount, ref: session.ref });
  await world.chain.mine();
  await payDirectly(world, payer, { amount: 3_000_000n, currency: "EURC" });
  await world.chain.mine();
  await makeFinal(world);
  await payDirectly(world, payer, { amount: 2_000_000n });
  await world.chain.mine();
  await index(world);
});
afterAll(() => world.stop());

type Filter = Parameters<typeof listTransactions>[1];
const list = async (filter: Filter = {}, ctx = world.merchantContext()) =>
  (await listTransactions(ctx, filter)).data;
const amounts = async (filter: Filter) => (await list(filter)).map(({ amount }) => amount);

test("a transaction tells the whole settlement; fee and net amount make the amount", async () => {
  const [paid] = await list({ status: "confirmed", currency: "USDC" });
  if (!paid) throw new Error("a payment was confirmed");
  expect(z.encode(transaction, paid)).toMatchObject({
    object: "transaction",
    mode: "test",
    type: "payment",
    amount: "10000001",
    fee: "100000",
    netAmount: "9900001",
    feeBps: 100,
    amountRefunded: "0",
    chainId: 31337,
    paymentException: "none",
    explorerUrl: null,
    ref: refOf(paid.sessionId ?? ""),
    from: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
    sessionId: expect.stringMatching(/^ps_/),
    customerId: expect.stringMatching(/^cus_/),
  });
  expect(paid.fee + paid.netAmount).toBe(paid.amount);
  expect(await getTransaction(world.merchantContext(), paid)).toEqual(paid);
});

test("on a chain that has an explorer a transaction leads to its page there", async () => {
  const base = findPreset("base");
  const [chain] = world.chains.all;
  if (!base || !chain) throw new Error("both are there");
  const chains = { ...world.chains, all: [{ ...chain, preset: base }] };
  const [first] = await list({}, { ...world.merchantContext(), chains });
  expect(first?.explorerUrl).toBe(`https://basescan.org/tx/${first?.txHash}`);
});

test("transactions are listed newest first, by each filter, page by page", async () => {
  const all = await list();
  expect(all).toHaveLength(3);
  const times = all.map(({ createdAt }) => createdAt.getTime());
  expect(times).toEqual(times.toSorted((one, next) => next - one));
  expect(await amounts({ status: "pending" })).toEqual([2_000_000n]);
  expect(await amounts({ status: "reorged" })).toEqual([]);
  expect(await amounts({ currency: "EURC" })).toEqual([3_000_000n]);
  expect(await amounts({ type: "payment" })).toContain(10_000_001n);
  expect(await amounts({ type: "refund" })).toEqual([]);
  const paid = all.find(({ sessionId }) => sessionId !== null);
  expect(await amounts({ sessionId: paid?.sessionId ?? "" })).toEqual([10_000_001n]);
  expect(await amounts({ customerId: paid?.customerId ?? "" })).toContain(10_000_001n);
  expect(await amounts({ customerId: "cus_unknown" })).toEqual([]);
  expect(await amounts({ subscriptionId: "sub_unknown" })).toEqual([]);
  const [newest] = all;
  if (!newest) throw new Error("three are listed");
  expect(await list({ createdAfter: newest.createdAt })).toEqual([newest]);
  expect(await list({ createdBefore: newest.createdAt })).toEqual(all.slice(1));
  const first = await listTransactions(world.merchantContext(), { limit: 2 });
  expect(first).toMatchObject({ hasMore: true, url: "/v1/transactions" });
  expect(await list({ cursor: first.nextCursor ?? "" })).toEqual(all.slice(2));
});

test("another merchant's transactions, and the other mode's, are not there", async () => {
  const [known] = await list();
  if (!known) throw new Error("three are listed");
  const other = await world.addMerchant();
  for (const stranger of [
    world.merchantContext({ merchantId: other.id }),
    world.merchantContext({ mode: "live" }),
  ]) {
    expect(await list({}, stranger)).toEqual([]);
    await expect(getTransaction(stranger, known)).rejects.toMatchObject({ code: "not_found" });
  }
});
