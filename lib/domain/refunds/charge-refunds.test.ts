import { concat, keccak256, toHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transaction } from "@/db/client";
import {
  approvalCall,
  refundAuthorizationMessage,
  refundCall,
} from "@/lib/adapters/chain/calls/refund-calls";
import { addressOf } from "@/lib/adapters/chain/chains";
import { type ChargeProof, storedTerms } from "@/lib/adapters/chain/reads/charge-proof";
import type { Bytes32, Hex } from "@/lib/core/chain/hex";
import { scanChain } from "@/lib/indexer/scan-chain";
import type { ChainAccount } from "@/testing/chain";
import { signEnrolment, submitEnrolment } from "@/testing/enrolments";
import { deployFurther, extend, registerIn, withDeployment } from "@/testing/further-deployment";
import { forAMinute } from "@/testing/relay";
import { fundPayer, payDirectly } from "@/testing/settlements";
import type { DirectTerms } from "@/testing/subscription-rows";
import { insertPlan, type PlanRow } from "@/testing/subscription-rows";
import { enrolDirectly } from "@/testing/subscriptions";
import { createWorld, type World } from "@/testing/world";
import { createRefund } from "./create-refund";
import { findChargeProof } from "./find-charge-proof";
import { findPaymentProof } from "./find-payment-proof";
import { getRefund } from "./get-refund";
import { recordRefundSignature } from "./record-refund-signature";
import { settleDueRefunds } from "./settle-due-refunds";
import { takeBackRefunds } from "./take-back-refunds";

let world: World;
let plan: PlanRow;
let payer: ChainAccount;

beforeAll(async () => {
  world = await createWorld();
  const { address } = world.merchant.owner;
  await world.chain.request("anvil_setBalance", [address, "0x8ac7230489e80000"]);
  await world.mint(address, 1_000_000_000n);
  plan = await insertPlan(world);
});
beforeEach(async () => {
  payer = await fundPayer(world);
});
afterAll(() => world?.stop());

const refOf = (name: string): Bytes32 => keccak256(toHex(name));
const sum = (amount: bigint) => ({ amountRefunded: amount });

async function finish(site = world) {
  await site.chain.mine(4);
  const [chain] = site.chains.all;
  if (!chain) throw new Error("there is a chain");
  const until = new Date(Date.now() + 20_000);
  expect(await scanChain(site.systemContext(), chain, until)).toEqual({ kind: "current" });
}

async function chargeOf(onchainId: Bytes32) {
  const [row] = await world.db<{ id: string; amountRefunded: bigint; status: string }[]>`
    select t.id, t.amount_refunded, t.status from transactions t
    join subscriptions s on s.id = t.subscription_id
    where s.onchain_id = ${onchainId} and t.type = 'subscription_charge'`;
  if (!row) throw new Error("the charge is booked");
  return row;
}

const proofOf = (terms: DirectTerms): ChargeProof => ({ terms, period: 0n, number: 0n });

/** Enrols a payer without the relay, who pays period 0 with it, until that is final. */
async function charged(site = world) {
  const { id: onchainId, terms } = await enrolDirectly(site, payer, { plan, periods: 12 });
  await finish(site);
  const { id } = await chargeOf(onchainId);
  return { id, onchainId, terms, proof: proofOf(terms) };
}

async function ask(transactionId: string, amount: bigint, site = world) {
  const ctx = site.merchantContext();
  const input = { transactionId, amount, reason: "customer_request" } as const;
  return createRefund.run(ctx, input, await createRefund.prepare(ctx, input));
}

const read = ({ id }: { id: string }) => getRefund(world.merchantContext(), { id });
const eventsOf = async (resourceId: string) =>
  (
    await world.db<{ type: string }[]>`
      select type from events where resource_id = ${resourceId} order by sequence`
  ).map(({ type }) => type);

async function follow(calls: readonly { to: Hex; data: Hex }[] | undefined): Promise<Bytes32> {
  let last: Hex | undefined;
  for (const { to, data } of calls ?? [])
    last = await world.send(world.merchant.owner, { to, data });
  if (!last) throw new Error("there is something to send");
  return last;
}

/** The merchant's wallet refunds without asking the API. */
const refundByHand = (proof: ChargeProof, amount: bigint, refundRef: Bytes32, site = world) =>
  follow([
    approvalCall(site.deployment(), { proof, amount }),
    refundCall(site.deployment(), { proof, amount, refundRef }),
  ]);

test("the contract returns a charge that is asked for, and the books follow at finality", async () => {
  const { id, onchainId } = await charged();
  const asked = await ask(id, 4_000_000n);
  const to = addressOf(world.deployment(), "chargeRefunds");
  expect(asked.instructions).toMatchObject({
    method: "contract",
    to: null,
    eip681: null,
    steps: [
      { kind: "approve", to: plan.tokenAddress },
      { kind: "refund", to },
    ],
  });
  const before = await world.balanceOf(payer.address);
  const hash = await follow(asked.instructions?.steps);
  await recordRefundSignature(world.merchantContext(), { id: asked.id, refundTxHash: hash });
  expect(await world.balanceOf(payer.address)).toBe(before + 4_000_000n);
  expect(await chargeOf(onchainId)).toMatchObject(sum(0n));
  await finish();
  await finish();
  const done = await read(asked);
  expect(done).toMatchObject({ status: "completed", txHash: hash, overRefunded: false });
  expect(await chargeOf(onchainId)).toMatchObject(sum(4_000_000n));
  expect(await eventsOf(asked.id)).toEqual(["refund.created", "refund.completed"]);
  const [booked] = await world.db`
    select type, status, amount from transactions where id = ${done.refundTransactionId}`;
  expect(booked).toEqual({ type: "refund", status: "confirmed", amount: 4_000_000n });
  await expect(ask(id, 6_000_001n)).rejects.toMatchObject({
    info: { details: { reason: "exceeds_refundable", refundable: "6000000" } },
  });
});

test("one signature of the merchant's wallet returns it, whoever sends that", async () => {
  const { id, onchainId, proof } = await charged();
  const asked = await ask(id, plan.amount);
  const { owner } = world.merchant;
  const authorization = asked.instructions?.authorizations.find(
    ({ from }) => from.toLowerCase() === owner.address.toLowerCase(),
  );
  const token = world.deployment().tokens.USDC;
  if (!authorization || !token) throw new Error("the owner may sign");
  const { validAfter, validBefore } = authorization.typedData.message;
  const message = refundAuthorizationMessage(world.deployment(), token, {
    proof,
    amount: plan.amount,
    refundRef: asked.refundRef,
    from: owner.address,
    validAfter,
    validBefore,
  });
  expect(authorization.typedData.message).toEqual(message.message);
  const signature = await privateKeyToAccount(owner.privateKey).signTypedData(message);
  const { to, dataPrefix, dataSuffix } = authorization;
  await world.send(payer, { to, data: concat([dataPrefix, signature, dataSuffix]) });
  await finish();
  expect(await read(asked)).toMatchObject({ status: "completed" });
  expect(await chargeOf(onchainId)).toMatchObject(sum(plan.amount));
});

test("where the contract is not there, a plain transfer returns it", async () => {
  const { id } = await charged();
  const { chains } = world;
  const deployments = chains.deployments.map((one) => {
    const { chargeRefunds: _, ...contracts } = one.contracts;
    return { ...one, contracts };
  });
  const ctx = { ...world.merchantContext(), chains: { ...chains, deployments } };
  const site = { ...world, merchantContext: () => ctx };
  expect(await ask(id, 1n, site)).toMatchObject({ instructions: { method: "transfer" } });
});

test("terms that the relay was not given are known from the log, and no node is asked", async () => {
  const { id, terms } = await charged();
  const { id: merchantId } = world.merchant;
  const name = { merchantId, mode: "test", transactionId: id } as const;
  const silent = { ...world.deployment().chain.rpc, request: () => Promise.reject(new Error()) };
  const deployments = world.chains.deployments.map((one) => ({
    ...one,
    chain: { ...one.chain, rpc: silent },
  }));
  const chains = { ...world.chains, deployments };
  expect(await findChargeProof({ db: world.db, chains }, name)).toEqual(proofOf(terms));
  const other = await world.addMerchant();
  const foreign = { ...name, merchantId: other.id };
  expect(await findChargeProof(world.systemContext(), foreign)).toBeNull();
});

test("terms that are signed for the relay are kept with the subscription", async () => {
  const input = await signEnrolment(world, payer, plan);
  const { subscriptionId } = await submitEnrolment(world.merchantContext(), input);
  const [row] = await world.db<{ onchainId: Bytes32; signedTerms: Hex }[]>`
    select onchain_id, signed_terms from subscriptions where id = ${subscriptionId}`;
  if (!row) throw new Error("it is stored");
  expect(storedTerms(world.deployment(), row)).toMatchObject({ startAt: input.startAt });
  const forged = { ...row, onchainId: refOf("another") };
  expect(storedTerms(world.deployment(), forged)).toBeNull();
});

test("a refund that only the chain knows is booked, also where its ref has returned a payment before", async () => {
  const payment = await payDirectly(world, payer, { amount: 5_000_000n });
  const { id, onchainId, proof } = await charged();
  const [paid] = await world.db<{ id: string }[]>`
    select id from transactions where payment_id = ${payment.paymentId}`;
  const { id: merchantId } = world.merchant;
  const name = { merchantId, mode: "test", transactionId: paid?.id ?? "" } as const;
  const paymentProof = await findPaymentProof(world.systemContext(), name);
  if (!paymentProof) throw new Error("the payment is proved");
  const same = { amount: 1_000_000n, refundRef: refOf("twice") };
  const both = [
    { ...same, proof: paymentProof },
    { ...same, proof },
  ];
  for (const order of both) {
    await follow([approvalCall(world.deployment(), order), refundCall(world.deployment(), order)]);
  }
  await finish();
  const refunds = await world.db`
    select transaction_id, origin, status, amount, refund_transaction_id from refunds
    where refund_ref = ${same.refundRef} order by block_number`;
  const booked = { origin: "chain", status: "completed", amount: 1_000_000n };
  expect(refunds).toMatchObject([
    { ...booked, transactionId: paid?.id },
    { ...booked, transactionId: id },
  ]);
  expect(new Set(refunds.map((row) => row.refundTransactionId)).size).toBe(2);
  expect(await chargeOf(onchainId)).toMatchObject(sum(1_000_000n));
});

test("a ref that another charge's refund has used fails the refund that it was meant for", async () => {
  const first = await charged();
  payer = await fundPayer(world);
  const second = await charged();
  const meant = await ask(first.id, 1n);
  await refundByHand(second.proof, 1n, meant.refundRef);
  await finish();
  expect(await read(meant)).toMatchObject({ status: "failed", failureReason: "ref_used" });
  expect(await chargeOf(second.onchainId)).toMatchObject(sum(1n));
});

test("a recorded transaction that returned another charge fails the refund", async () => {
  const { id, proof } = await charged();
  const asked = await ask(id, 2n);
  const hash = await refundByHand(proof, 2n, refOf("other"));
  await recordRefundSignature(world.merchantContext(), { id: asked.id, refundTxHash: hash });
  await finish();
  await world.db`update refunds set due_at = clock_now() - interval '1 second' where id = ${asked.id}`;
  await settleDueRefunds(world.systemContext(), forAMinute());
  expect(await read(asked)).toMatchObject({ status: "failed", failureReason: "other_refund" });
});

test("a refund of a charge that the chain has lost is submitted again", async () => {
  const { id, onchainId } = await charged();
  const asked = await ask(id, 3n);
  await follow(asked.instructions?.steps);
  await finish();
  const [row] = await world.db<{ blockNumber: bigint; chainId: number }[]>`
    select block_number, chain_id from refunds where id = ${asked.id}`;
  if (!row) throw new Error("it is booked");
  const range = { chainId: row.chainId, above: row.blockNumber - 1n };
  await transaction(world.db, (tx) => takeBackRefunds(tx, range));
  expect(await read(asked)).toMatchObject({ status: "submitted" });
  expect(await chargeOf(onchainId)).toMatchObject(sum(0n));
});

test("refunds of before the contracts were read along are booked once their charges are", async () => {
  const merchant = await world.addMerchant();
  const file = await deployFurther(world.chain, ["processor"]);
  const without = await registerIn({
    ...(await withDeployment(world, world.chain, file)),
    merchant,
  });
  await finish(without);
  const later = await extend(world.chain, file, ["subscriptions", "chargeRefunds"]);
  const site = await withDeployment(without, world.chain, later);
  const { owner } = site.merchant;
  await world.chain.request("anvil_setBalance", [owner.address, "0x8ac7230489e80000"]);
  await world.mint(owner.address, plan.amount);
  const { id: onchainId, terms } = await enrolDirectly(site, payer, { periods: 3 });
  const order = { proof: proofOf(terms), amount: 7n, refundRef: refOf("history") };
  for (const call of [
    approvalCall(site.deployment(), order),
    refundCall(site.deployment(), order),
  ]) {
    await site.send(owner, call);
  }
  await finish(without);
  await finish(site);
  await finish(site);
  expect(await chargeOf(onchainId)).toMatchObject(sum(7n));
  const noted = await world.db`
    select from chain_refunds where refund_ref = ${order.refundRef} and unmatched_at is not null`;
  expect(noted).toHaveLength(0);
});
