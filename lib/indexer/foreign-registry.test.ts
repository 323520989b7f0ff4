import { encodeFunctionData, type Hex, numberToHex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { merchantRegistryAbi } from "@/lib/adapters/chain/abi/merchant-registry";
import { paymentProcessorAbi } from "@/lib/adapters/chain/abi/payment-processor";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import { approvalCall, refundCall } from "@/lib/adapters/chain/calls/refund-calls";
import { encodeCancel } from "@/lib/adapters/chain/calls/subscription-calls";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import { paymentSettledTopic } from "@/lib/adapters/chain/events/payment-events";
import { findProof } from "@/lib/adapters/chain/reads/read-payment-proof";
import { readReceipt } from "@/lib/adapters/chain/reads/transactions";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import { type Currency, currencies } from "@/lib/core/amounts/money";
import { addressTopic, refOf, zeroBytes32 } from "@/lib/core/chain/hex";
import { findSpending } from "@/lib/domain/payments/outcomes/find-spending";
import { createSession } from "@/lib/domain/payments/sessions/create-session";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import { createRefund } from "@/lib/domain/refunds/create-refund";
import { readFinality } from "@/lib/domain/wallets/finality";
import { compareReceipt } from "@/lib/domain/wallets/note-suspects";
import type { ChainAccount } from "@/testing/chain";
import { type Fault, faultyRpc, unfilteredLogs } from "@/testing/faulty-rpc";
import { deployForeign } from "@/testing/foreign-contracts";
import { payTermsCall, signTerms, termsBatchCall } from "@/testing/one-signature";
import { fundPayer, payDirectly, signPayment } from "@/testing/settlements";
import { insertPlan, type PlanRow } from "@/testing/subscription-rows";
import { enrolDirectly } from "@/testing/subscriptions";
import { withChain } from "@/testing/with-chain";
import { createWorld, type World } from "@/testing/world";
import { scanChain } from "./scan-chain";

const AMOUNT = 12_500_000n;
const MONTH = 2_592_000;
/** As many as a batch takes. */
const BATCH = 60;

let world: World;
let payer: ChainAccount;
let plan: PlanRow;
let foreign: Deployment;
/** The world as the stranger has it: the same core, merchant number, token and plan. */
let strange: World;

beforeAll(async () => {
  world = await createWorld();
  payer = await fundPayer(world);
  plan = await insertPlan(world);
  foreign = await deployForeign(world);
  strange = { ...world, deployment: () => foreign };
}, 60_000);
afterAll(() => world?.stop());

async function settle(fault: Fault = () => undefined, known: readonly Currency[] = currencies) {
  await world.chain.mine(3);
  const until = new Date(Date.now() + 60_000);
  const site = world.systemContext();
  const deployments = site.chains.deployments.map((one) => ({
    ...one,
    tokens: Object.fromEntries(known.map((currency) => [currency, one.tokens[currency]])),
  }));
  const system = { ...site, chains: { ...site.chains, deployments } };
  const ctx = withChain(system, ({ rpc }) => ({ rpc: faultyRpc(rpc, fault) }));
  const [chain] = ctx.chains.all;
  if (!chain) throw new Error("there is a chain");
  expect(await scanChain(ctx, chain, until)).toEqual({ kind: "current" });
}

/** All that an event could write, but the cursor. */
async function everything() {
  const { db } = world;
  return {
    events: await db`select * from chain_events order by block_number, log_index`,
    sessions: await db`select * from payment_sessions order by id`,
    transactions: await db`select * from transactions order by id`,
    fees: await db`select * from unbooked_fees`,
    platform: await db`select * from platform_changes`,
    registrations: await db`select * from merchant_registrations order by merchant_id, mode`,
    refunds: await db`select * from refunds order by id`,
    refundEvents: await db`select * from chain_refunds`,
    subscriptions: await db`select * from subscriptions order by id`,
    enrolments: await db`select * from chain_subscriptions`,
    charges: await db`select * from chain_charges`,
    cancellations: await db`select * from chain_cancellations`,
    customers: await db`select * from customers order by id`,
    told: await db`select * from events order by id`,
  };
}

const merchantNumber = () => world.merchant.chainMerchantId.test;
const openSession = () =>
  createSession(world.merchantContext(), { amount: AMOUNT, currency: "USDC" });
const statusOf = async (session: { id: string }) =>
  (await getSession(world.merchantContext(), session)).status;

test("a stranger's registry that settles a live reference through the same core changes nothing", async () => {
  const session = await openSession();
  expect(addressOf(foreign, "processor")).toBe(addressOf(world.deployment(), "processor"));
  await settle();
  const before = await everything();
  const payment = { merchantId: merchantNumber(), amount: AMOUNT, ref: session.ref };
  const twice = await signPayment(foreign, payer, payment);
  await world.send(payer, twice.call);
  const once = await signTerms(foreign, payer, { ...payment, salt: 7n });
  await world.send(payer, payTermsCall(foreign, once));
  await settle();
  // Nor does a node count that gives every log.
  await settle(unfilteredLogs(world.deployment().chain.rpc));
  expect(await everything()).toEqual(before);
  expect(await statusOf(session)).toBe("pending");

  // What is paid through our own registry confirms it as ever.
  await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await settle();
  expect(await statusOf(session)).toBe("confirmed");
});

test("what a stranger's registry settles makes no transaction suspect, and spends elsewhere", async () => {
  const { db, chains } = world;
  const { chain } = world.deployment();
  // Contracts whose history is still being read make nothing suspect.
  await settle();
  const { ref } = await openSession();
  const mined = async (txHash: Hex) => {
    const receipt = await readReceipt(chain.rpc, txHash);
    if (!receipt) throw new Error("the transaction is in a block");
    return { txHash, receipt };
  };
  const receiptOf = async (deployment: Deployment) => {
    const payment = { merchantId: merchantNumber(), amount: AMOUNT, ref };
    const signed = await signPayment(deployment, payer, payment);
    return { ...(await mined(await world.send(payer, signed.call))), nonce: signed.terms.nonce };
  };
  const suspects = async (seen: Awaited<ReturnType<typeof mined>>) => {
    const name = { chainId: chain.id, txHash: seen.txHash };
    await transaction(db, (tx) => compareReceipt(tx, name, seen.receipt));
    const { count } = await db`delete from suspect_transactions where tx_hash = ${seen.txHash}`;
    return count;
  };
  const spendingOf = async ({ txHash, nonce }: Awaited<ReturnType<typeof receiptOf>>) => {
    const asked = { token: foreign.usdc, payer: payer.address, nonce, since: new Date() };
    const spent = { ...asked, hashes: [txHash], isOurs: () => true };
    await settle();
    const finality = await readFinality(db, chain.id);
    if (!finality) throw new Error("a block is final");
    return findSpending(chains, chain, spent, finality);
  };
  const theirs = await receiptOf(foreign);
  expect(await suspects(theirs)).toBe(0);
  expect(await spendingOf(theirs)).toEqual({ kind: "elsewhere" });
  const ours = await receiptOf(world.deployment());
  expect(await suspects(ours)).toBe(1);
  expect(await spendingOf(ours)).toEqual({ kind: "ours", txHash: ours.txHash });
  // A registry's own logs name no registry.
  const { address } = world.chain.deployer;
  const data = encodeFunctionData({
    abi: merchantRegistryAbi,
    functionName: "register",
    args: [numberToHex(4_711, { size: 32 }), address, address, 0, zeroBytes32],
  });
  const to = addressOf(world.deployment(), "registry");
  expect(await suspects(await mined(await world.send(world.chain.operator, { to, data })))).toBe(1);
});

test("a stranger's refund under the reference of one of ours completes nothing", async () => {
  const ctx = world.merchantContext();
  const session = await openSession();
  await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await settle();
  const { transactionId } = await getSession(ctx, session);
  const input = {
    transactionId: transactionId ?? "",
    amount: 5n,
    reason: "duplicate_charge",
  } as const;
  const refund = await createRefund.run(ctx, input, await createRefund.prepare(ctx, input));
  await settle();
  const before = await everything();

  const { deployer } = world.chain;
  const payment = { merchantId: merchantNumber(), amount: AMOUNT, ref: session.ref };
  const paid = await signPayment(foreign, payer, payment);
  await world.send(payer, paid.call);
  const proof = findProof(foreign, paid.call.data, paid.paymentId);
  if (!proof) throw new Error("the call proves the payment");
  await world.mint(deployer.address, AMOUNT);
  await world.send(deployer, approvalCall(foreign, { proof, amount: 5n }));
  const order = { proof, amount: 5n, refundRef: refOf(refund.id) };
  await world.send(deployer, refundCall(foreign, order));
  await settle(unfilteredLogs(world.deployment().chain.rpc));
  expect(await everything()).toEqual(before);
});

test("a stranger's sweep, and who keeps and owns its registry, are no changes of the platform", async () => {
  await settle();
  const before = await everything();
  const args = [addressOf(foreign, "registry"), foreign.usdc] as const;
  for (const kind of ["processor", "subscriptions"] as const) {
    const data = encodeFunctionData({ abi: paymentProcessorAbi, functionName: "sweepFees", args });
    await world.send(payer, { to: addressOf(foreign, kind), data });
  }
  await settle(unfilteredLogs(world.deployment().chain.rpc));
  expect(await everything()).toEqual(before);
});

/** A node that adds foreign logs to its answers: as many for each block that holds one. */
function swamped(rpc: Rpc, count: number): Fault {
  const registry = addressTopic(addressOf(foreign, "registry"));
  return ({ method, params }) =>
    unfilteredLogs(rpc)({ method, params, ask: async () => undefined })?.then((logs) =>
      (logs as { topics: string[] }[]).flatMap((log) =>
        log.topics[0] === paymentSettledTopic && log.topics[1] === registry
          ? Array.from({ length: count }, (_, at) => ({
              ...log,
              logIndex: numberToHex(1_000 + at),
            }))
          : [log],
      ),
    );
}

test("a hundred thousand foreign logs leave no row, and stop no range", async () => {
  const session = await openSession();
  await settle();
  const before = await everything();
  const { rpc } = world.deployment().chain;
  const group = async (from: number) => {
    const payments = await Promise.all(
      Array.from({ length: BATCH }, (_, at) =>
        signTerms(foreign, payer, {
          ...{ merchantId: merchantNumber(), amount: 100n, ref: session.ref },
          salt: BigInt(1_000 + from + at),
        }),
      ),
    );
    return { merchantId: merchantNumber(), token: foreign.usdc, payments };
  };
  for (let batch = 0; batch < 2; batch += 1) {
    const call = termsBatchCall(foreign, [await group(batch * BATCH)]);
    await world.chain.request("anvil_impersonateAccount", [payer.address]);
    await world.chain.request("eth_sendTransaction", [
      { from: payer.address, ...call, gas: numberToHex(16_000_000n) },
    ]);
    await world.chain.mine();
  }
  const settled = {
    fromBlock: "0x0",
    topics: [paymentSettledTopic, addressTopic(addressOf(foreign, "registry"))],
  };
  const logs = await rpc.request({ method: "eth_getLogs", params: [settled] });
  expect((logs as unknown[]).length).toBeGreaterThanOrEqual(2 * BATCH);
  // A node that filters gives none of them; one that gives them all, and many times, moves nothing either.
  let given = 0;
  await settle((call) => {
    const answer = swamped(rpc, 1_000)(call);
    return answer?.then((all) => {
      given += (all as unknown[]).length;
      return all;
    });
  });
  expect(given).toBeGreaterThan(100_000);
  expect(await everything()).toEqual(before);

  await payDirectly(world, payer, { amount: AMOUNT, ref: session.ref });
  await settle();
  expect(await statusOf(session)).toBe("confirmed");
});

test("a token that a registry takes and no deployment file names is paid without a row, and stops nothing", async () => {
  await settle();
  const before = await everything();
  await payDirectly(world, payer, { amount: AMOUNT, currency: "EURC" });
  await enrolDirectly(world, payer, { amount: AMOUNT, currency: "EURC" });
  await settle(() => undefined, ["USDC"]);
  expect(await everything()).toEqual(before);
});

// A month passes in it, after which no session can be paid.
test("a stranger's enrolment, charge and cancellation of a plan's reference are not ours", async () => {
  const own = await enrolDirectly(world, payer, { plan });
  await settle();
  const before = await everything();
  expect(before.subscriptions).toHaveLength(1);
  const { id } = await enrolDirectly(strange, payer, { plan });
  expect(id).not.toBe(own.id);
  const keeper = encodeFunctionData({
    abi: merchantRegistryAbi,
    functionName: "setKeeper",
    args: [world.chain.relayers[0]?.address ?? payer.address, true],
  });
  await world.send(world.chain.operator, { to: addressOf(foreign, "registry"), data: keeper });
  await world.chain.request("evm_increaseTime", [MONTH]);
  const charge = encodeFunctionData({
    abi: subscriptionManagerAbi,
    functionName: "charge",
    args: [{ id, period: 1n, number: 0n, amount: plan.amount }],
  });
  const manager = addressOf(foreign, "subscriptions");
  await world.send(world.chain.relayers[0] ?? payer, { to: manager, data: charge });
  await world.send(payer, { to: manager, data: encodeCancel(id) });
  await settle(unfilteredLogs(world.deployment().chain.rpc));
  expect(await everything()).toEqual(before);
});
