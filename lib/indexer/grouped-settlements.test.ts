import { encodeFunctionData } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { addressOf } from "@/lib/adapters/chain/chains";
import { paymentsRoutedTopic } from "@/lib/adapters/chain/events/payment-events";
import { readSettlements } from "@/lib/adapters/chain/reads/read-settlements";
import { ChainDoubt } from "@/lib/adapters/chain/rpc/chain-trouble";
import type { Rpc, RpcNode } from "@/lib/adapters/chain/rpc/rpc";
import { type Bytes32, refOf } from "@/lib/core/chain/hex";
import { createSession } from "@/lib/domain/payments/sessions/create-session";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import type { ChainAccount } from "@/testing/chain";
import { type Fault, faultyRpc } from "@/testing/faulty-rpc";
import { chainLedger, databaseLedger } from "@/testing/ledger";
import { payTermsCall, signTerms, termsBatchCall } from "@/testing/one-signature";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { withChain } from "@/testing/with-chain";
import { createWorld, type World } from "@/testing/world";
import { scanChain } from "./scan-chain";

const AMOUNT = 12_345_678n;

let world: World;
let payer: ChainAccount;
let salt = 0n;

beforeAll(async () => {
  world = await createWorld();
  payer = await fundPayer(world);
  await finish();
});
afterAll(() => world?.stop());

async function scan(ctx = world.systemContext()) {
  const [chain] = ctx.chains.all;
  if (!chain) throw new Error("there is a chain");
  return scanChain(ctx, chain, new Date(Date.now() + 20_000));
}

/** Mines what waits and as many blocks as finality takes, and reads them. */
async function finish() {
  await world.chain.mine(3);
  expect(await scan()).toEqual({ kind: "current" });
}

const open = (currency: "USDC" | "EURC" = "USDC") =>
  createSession(world.merchantContext(), { amount: AMOUNT, currency });

/** Signs a payment to the world's merchant once, with a salt of its own. */
function sign(payment: { amount?: bigint; currency?: "USDC" | "EURC"; ref?: Bytes32 } = {}) {
  salt += 1n;
  const merchantId = world.merchant.chainMerchantId.test;
  return signTerms(world.deployment(), payer, { amount: AMOUNT, merchantId, salt, ...payment });
}

const send = (call: { to: `0x${string}`; data: `0x${string}` }) =>
  world.send(world.chain.operator, call);

async function rowOf(paymentId: Bytes32) {
  const [row] = await world.db`
    select status, type, session_id, amount, fee, net_amount, fee_bps, currency, to_address,
      from_address
    from transactions where payment_id = ${paymentId}`;
  return row;
}

test("payments with two signatures and with one become transactions, with the fee of each by itself", async () => {
  const [two, one] = [await open(), await open()];
  const twice = await payDirectly(world, payer, { amount: AMOUNT, ref: two.ref });
  const once = await sign({ ref: one.ref });
  await send(payTermsCall(world.deployment(), once));
  await finish();
  for (const [{ paymentId }, session] of [
    [twice, two],
    [once, one],
  ] as const) {
    expect(await rowOf(paymentId)).toEqual({
      status: "confirmed",
      type: "payment",
      sessionId: session.id,
      amount: AMOUNT,
      fee: 123_456n,
      netAmount: 12_222_222n,
      feeBps: 100,
      currency: "USDC",
      toAddress: world.merchant.payout,
      fromAddress: payer.address,
    });
    const view = await getSession(world.merchantContext(), session);
    expect(view).toMatchObject({ status: "confirmed" });
  }
  expect(await databaseLedger(world.db)).toEqual(await chainLedger(world));
});

test("of a batch each payment is its own group's, and what failed is none", async () => {
  const { usdc, eurc } = world.deployment();
  if (!eurc) throw new Error("the chain has EURC");
  const merchantId = world.merchant.chainMerchantId.test;
  const [inUsdc, inEurc] = [await open(), await open("EURC")];
  const first = await sign({ ref: inUsdc.ref });
  const small = await sign({ amount: 199n });
  const refused = { ...(await sign()), signature: first.signature };
  const second = await sign({ currency: "EURC", ref: inEurc.ref });
  await send(
    termsBatchCall(world.deployment(), [
      { merchantId, token: usdc, payments: [first, refused, small] },
      { merchantId: 999n, token: usdc, payments: [refused] },
      { merchantId, token: eurc, payments: [second] },
    ]),
  );
  await finish();
  expect(await rowOf(first.paymentId)).toMatchObject({ currency: "USDC", sessionId: inUsdc.id });
  expect(await rowOf(small.paymentId)).toMatchObject({ fee: 1n, netAmount: 198n, feeBps: 100 });
  expect(await rowOf(second.paymentId)).toMatchObject({ currency: "EURC", sessionId: inEurc.id });
  expect(await rowOf(refused.paymentId)).toBeUndefined();
  expect(await databaseLedger(world.db)).toEqual(await chainLedger(world));
});

const cursor = () => world.db`select number, hash from chain_cursors`;

/** A node that does not give the logs of groups. */
const withoutGroups: Fault = ({ method, ask }) =>
  method === "eth_getLogs"
    ? ask().then((logs) =>
        (logs as { topics: string[] }[]).filter(({ topics }) => topics[0] !== paymentsRoutedTopic),
      )
    : undefined;

const through = (rpc: Rpc) => withChain(world.systemContext(), () => ({ rpc }));

test("a payment without its group stops the reading, and another node is asked", async () => {
  await finish();
  const payment = await payDirectly(world, payer, { amount: AMOUNT });
  await world.chain.mine(3);
  const before = await cursor();
  const honest = world.deployment().chain.rpc;
  expect(await scan(through(faultyRpc(honest, withoutGroups)))).toEqual({ kind: "unfinished" });
  expect(await cursor()).toEqual(before);
  expect(await rowOf(payment.paymentId)).toBeUndefined();

  const node = (name: string, rpc: Rpc): RpcNode => ({
    name,
    leftOut: null,
    abilities: null,
    request: rpc.request.bind(rpc),
  });
  const nodes = [node("forgetful", faultyRpc(honest, withoutGroups)), node("honest", honest)];
  const ctx = through({ nodes, request: honest.request.bind(honest) });
  expect(await scan(ctx)).toEqual({ kind: "unfinished" });
  expect(await scan(ctx)).toEqual({ kind: "current" });
  expect(await rowOf(payment.paymentId)).toMatchObject({ status: "confirmed", fee: 123_456n });
});

test("after a reorganisation a payment goes where the group of its new place says", async () => {
  await finish();
  const { owner, chainMerchantId, payout } = world.merchant;
  const signed = await sign();
  await send(payTermsCall(world.deployment(), signed));
  await scan();
  expect(await rowOf(signed.paymentId)).toMatchObject({ status: "pending", toAddress: payout });
  await world.chain.reorg(1);
  await world.chain.mine(1);
  await scan();
  expect(await rowOf(signed.paymentId)).toMatchObject({ status: "reorged" });

  const other = `0x${"a3".repeat(20)}` as const;
  await world.chain.request("anvil_setBalance", [owner.address, "0xde0b6b3a7640000"]);
  await world.send(owner, {
    to: addressOf(world.deployment(), "registry"),
    data: encodeFunctionData({
      abi: merchantRegistryAbi,
      functionName: "setPayout",
      args: [chainMerchantId.test, other],
    }),
  });
  await send(payTermsCall(world.deployment(), signed));
  await finish();
  expect(await rowOf(signed.paymentId)).toMatchObject({ status: "confirmed", toAddress: other });
  expect(await databaseLedger(world.db)).toEqual(await chainLedger(world));
});

test("what was paid directly is found by merchant and ref before it is indexed, with its group", async () => {
  await finish();
  const ref = refOf("ps_of_nobody");
  const [first, second] = [await sign({ ref }), await sign({ ref, amount: 300n })];
  for (const signed of [first, second]) await send(payTermsCall(world.deployment(), signed));
  const asked = {
    processor: addressOf(world.deployment(), "processor"),
    merchantId: world.merchant.chainMerchantId.test,
    ref,
    from: 0n,
    registry: addressOf(world.deployment(), "registry"),
  };
  const honest = world.deployment().chain.rpc;
  const { usdc } = world.deployment();
  expect(await readSettlements(honest, asked)).toMatchObject([
    { paymentId: first.paymentId, token: usdc, amount: AMOUNT, fee: 123_456n },
    { paymentId: second.paymentId, token: usdc, amount: 300n, fee: 3n },
  ]);
  const doubtful = readSettlements(faultyRpc(honest, withoutGroups), asked);
  await expect(doubtful).rejects.toThrow(ChainDoubt);
});
