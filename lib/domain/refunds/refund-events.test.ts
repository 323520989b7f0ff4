import { randomBytes } from "node:crypto";
import { concat, keccak256, toHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "@/db/client";
import {
  encodePay,
  encodePaySigned,
  encodeSettleBatch,
  encodeSettleTermsBatch,
} from "@/lib/adapters/chain/calls/payment-calls";
import { intentIdOf } from "@/lib/adapters/chain/calls/payments";
import {
  approvalCall,
  authorizedRefundCall,
  isProofTaken,
  refundAuthorizationMessage,
  refundCall,
  unsignedRefundCall,
} from "@/lib/adapters/chain/calls/refund-calls";
import type { IntentPayment, TermsPayment } from "@/lib/adapters/chain/calls/signed-payment";
import { addressOf } from "@/lib/adapters/chain/chains";
import { type PaymentProof, provenId } from "@/lib/adapters/chain/reads/payment-proof";
import { findProof } from "@/lib/adapters/chain/reads/read-payment-proof";
import type { Bytes32 } from "@/lib/core/chain/hex";
import { checkRefunds } from "@/lib/domain/operations/checks/check-merchants";
import { readOpenRefunds } from "@/lib/domain/operations/read-open-refunds";
import { scanChain } from "@/lib/indexer/scan-chain";
import type { ChainAccount } from "@/testing/chain";
import { deployFurther, extend, registerIn, withDeployment } from "@/testing/further-deployment";
import { payTermsCall, signTerms } from "@/testing/one-signature";
import { fundPayer, payDirectly } from "@/testing/settlements";
import { createWorld, type World } from "@/testing/world";
import { applyRefundHistory } from "./apply-refund-events";
import { findPaymentProof } from "./find-payment-proof";

const AMOUNT = 5_000_000n;

let world: World;
let payer: ChainAccount;

beforeAll(async () => {
  world = await createWorld();
  payer = await fundPayer(world);
  const { address } = world.merchant.owner;
  await world.chain.request("anvil_setBalance", [address, "0x8ac7230489e80000"]);
  await world.mint(address, 100n * AMOUNT);
});
afterAll(() => world?.stop());

const refOf = (name: string): Bytes32 => keccak256(toHex(name));

async function scan(site = world) {
  const [chain] = site.chains.all;
  if (!chain) throw new Error("there is a chain");
  return scanChain(site.systemContext(), chain, new Date(Date.now() + 20_000));
}

async function finish(site = world) {
  await site.chain.mine(4);
  expect(await scan(site)).toEqual({ kind: "current" });
}

async function transactionOf(paymentId: Bytes32) {
  const [row] = await world.db<{ id: string; amountRefunded: bigint }[]>`
    select id, amount_refunded from transactions where payment_id = ${paymentId}`;
  if (!row) throw new Error("the payment is there");
  return row;
}

const nameOf = (transactionId: string) => {
  const { id: merchantId } = world.merchant;
  return { merchantId, mode: "test", transactionId } as const;
};

/** Pays the world's merchant without the relay, until that is final. */
async function paid() {
  const payment = await payDirectly(world, payer, { amount: AMOUNT });
  await finish();
  const { id } = await transactionOf(payment.paymentId);
  const proof = await findPaymentProof(world.systemContext(), nameOf(id));
  if (!proof) throw new Error("the payment is proved");
  return { ...payment, id, proof };
}

/** The merchant's owner sends money back with two transactions. */
async function refund(proof: PaymentProof, amount: bigint, refundRef: Bytes32, site = world) {
  const { owner } = site.merchant;
  await site.send(owner, approvalCall(site.deployment(), { proof, amount }));
  return site.send(owner, refundCall(site.deployment(), { proof, amount, refundRef }));
}

test("a refund is stored when it is seen, counts when it is final, and once however often it is read", async () => {
  const { proof, paymentId } = await paid();
  const before = await world.balanceOf(payer.address);
  const txHash = await refund(proof, 2_000_000n, refOf("first"));
  await scan();
  expect(await world.balanceOf(payer.address)).toBe(before + 2_000_000n);
  const rows = await world.db`
    select payment_id, chain_merchant_id, refund_ref, payer, from_address, token_address, amount,
      cumulative, tx_hash from chain_refunds`;
  expect(rows).toEqual([
    {
      paymentId,
      chainMerchantId: world.merchant.chainMerchantId.test,
      refundRef: refOf("first"),
      payer: payer.address,
      fromAddress: world.merchant.owner.address.toLowerCase(),
      tokenAddress: proof.token,
      amount: 2_000_000n,
      cumulative: 2_000_000n,
      txHash,
    },
  ]);
  expect(await transactionOf(paymentId)).toMatchObject({ amountRefunded: 0n });
  await finish();
  expect(await transactionOf(paymentId)).toMatchObject({ amountRefunded: 2_000_000n });
  await refund(proof, 3_000_000n, refOf("second"));
  await finish();
  await finish();
  expect(await transactionOf(paymentId)).toMatchObject({ amountRefunded: AMOUNT });
});

test("a refund goes with its block, and comes back in another one", async () => {
  const { proof, paymentId } = await paid();
  const refs = () => world.db`select refund_ref from chain_refunds where payment_id = ${paymentId}`;
  await refund(proof, 1n, refOf("replaced"));
  await scan();
  expect(await refs()).toHaveLength(1);
  await world.chain.reorg(1);
  await world.chain.mine();
  await scan();
  expect(await refs()).toEqual([]);
  await finish();
  expect(await transactionOf(paymentId)).toMatchObject({ amountRefunded: 0n });
  await refund(proof, 1n, refOf("replaced"));
  await finish();
  expect(await refs()).toHaveLength(1);
  expect(await transactionOf(paymentId)).toMatchObject({ amountRefunded: 1n });
});

test("a refund of a payment that is not known stops nothing", async () => {
  const { proof } = await paid();
  const stranger = await world.addMerchant();
  await world.db`delete from merchant_registrations where merchant_id = ${stranger.id}`;
  // Else it would be registered again, by what the registry says.
  await world.db`delete from merchants where id = ${stranger.id}`;
  const merchantId = stranger.chainMerchantId.test;
  const unknown = await payDirectly(world, payer, { amount: AMOUNT, merchantId });
  await world.chain.mine();
  const found = findProof(world.deployment(), unknown.call.data, unknown.paymentId);
  if (!found) throw new Error("the call proves the payment");
  const { owner } = stranger;
  await world.chain.request("anvil_setBalance", [owner.address, "0x8ac7230489e80000"]);
  await world.mint(owner.address, AMOUNT);
  await refund(found, 1n, refOf("unknown"), { ...world, merchant: stranger });
  await refund(proof, 1n, refOf("known"));
  await finish();
  expect(await transactionOf(provenId(world.deployment(), proof))).toMatchObject({
    amountRefunded: 1n,
  });
});

test("a merchant's refund of a payment that is not known is told of for a week, once however often it is read", async () => {
  const look = () => checkRefunds({ refunds: () => readOpenRefunds(world.db) });
  expect(await look()).toMatchObject({ status: "ok" });
  const { proof, paymentId } = await paid();
  const elsewhere = refOf("elsewhere");
  await world.db`update transactions set payment_id = ${elsewhere} where payment_id = ${paymentId}`;
  await refund(proof, 1n, refOf("unmatched"));
  await scan();
  expect(await look()).toMatchObject({ status: "ok" });
  await finish();
  const detail = expect.stringContaining("whose payments are not known: 1");
  expect(await look()).toMatchObject({ status: "warn", detail });
  const noted = () =>
    world.db`select unmatched_at from chain_refunds where unmatched_at is not null`;
  const before = await noted();
  const deploymentId = world.deployment().id;
  await transaction(world.db, (tx) =>
    applyRefundHistory(world.systemContext(), tx, { deploymentId, through: 2n ** 40n }),
  );
  expect(await noted()).toEqual(before);
  await world.db`update chain_refunds set unmatched_at = unmatched_at - interval '7 days'`;
  expect(await look()).toMatchObject({ status: "ok" });
  // A merchant of another installation is none of ours.
  await world.db`update chain_refunds set unmatched_at = null, chain_merchant_id = 999`;
  await transaction(world.db, (tx) =>
    applyRefundHistory(world.systemContext(), tx, { deploymentId, through: 2n ** 40n }),
  );
  expect(await noted()).toEqual([]);
});

test("what proves a payment without the relay is read from its transaction once and kept", async () => {
  const { id, proof, terms, intentSignature } = await paid();
  const { merchantId, token, payer: from, amount, ref, nonce } = terms;
  const expected = { merchantId, token, payer: from, amount, ref, nonce, intentSignature };
  expect(proof).toEqual({ signatures: 2, ...expected });
  const silent = { ...world.deployment().chain.rpc, request: () => Promise.reject(new Error()) };
  const deployments = world.chains.deployments.map((one) => ({
    ...one,
    chain: { ...one.chain, rpc: silent },
  }));
  const chains = { ...world.chains, deployments };
  expect(await findPaymentProof({ db: world.db, chains }, nameOf(id))).toEqual(proof);
  const other = await world.addMerchant();
  const foreign = { ...nameOf(id), merchantId: other.id };
  expect(await findPaymentProof(world.systemContext(), foreign)).toBeNull();
});

test("the contract says whether it takes a proof, whatever is approved", async () => {
  const { proof } = await paid();
  const { address: owner } = world.merchant.owner;
  expect(await isProofTaken(world.deployment(), proof, owner)).toBe(true);
  expect(await isProofTaken(world.deployment(), { ...proof, amount: AMOUNT + 1n }, owner)).toBe(
    false,
  );
  const { signatures: _, ...agreed } = proof;
  const salted = { signatures: 1, ...agreed, salt: 1n } as const;
  expect(await isProofTaken(world.deployment(), salted, owner)).toBe(false);
});

test("a contract that was added later books what it refunded before, by authorization too", async () => {
  const merchant = await world.addMerchant();
  const file = await deployFurther(world.chain, ["processor"]);
  const without = await withDeployment(world, world.chain, file);
  const site = await registerIn({ ...without, merchant });
  const merchantId = site.merchant.chainMerchantId.test;
  const signed = await signTerms(site.deployment(), payer, {
    merchantId,
    amount: AMOUNT,
    salt: 7n,
  });
  await site.send(payer, payTermsCall(site.deployment(), signed));
  await finish(site);
  const { id } = await transactionOf(signed.paymentId);
  const ctx = site.systemContext();
  const proof = await findPaymentProof(ctx, { ...nameOf(id), merchantId: merchant.id });
  const { validAfter: _a, validBefore: _b, nonce: _n, ...agreed } = signed.terms;
  expect(proof).toEqual({ signatures: 1, ...agreed });
  if (!proof) throw new Error("the payment is proved");

  const later = await extend(world.chain, file, ["refunds"]);
  const extended = await withDeployment(site, world.chain, later);
  const { owner } = merchant;
  await site.mint(owner.address, AMOUNT);
  const token = extended.deployment().tokens.USDC;
  if (!token) throw new Error("there is USDC");
  const authorization = { from: owner.address, validAfter: 0n, validBefore: 2n ** 40n };
  const order = { amount: AMOUNT, refundRef: refOf("authorized") };
  const signature = await privateKeyToAccount(owner.privateKey).signTypedData(
    refundAuthorizationMessage(extended.deployment(), token, {
      ...order,
      ...authorization,
      proof,
    }),
  );
  const call = authorizedRefundCall(
    extended.deployment(),
    { ...order, proof },
    { ...authorization, signature },
  );
  const unsigned = unsignedRefundCall(extended.deployment(), { ...order, proof }, authorization);
  expect(concat([unsigned.dataPrefix, signature, unsigned.dataSuffix])).toBe(call.data);
  await site.send(payer, call);
  await finish(site);
  expect(await transactionOf(signed.paymentId)).toMatchObject({ amountRefunded: 0n });
  await finish(extended);
  expect(await transactionOf(signed.paymentId)).toMatchObject({ amountRefunded: AMOUNT });
});

test("every form of a payment's call proves it, also inside another contract's call", () => {
  const deployment = world.deployment();
  const bytes = (count: number) => `0x${randomBytes(count).toString("hex")}` as const;
  const signature = () => concat([bytes(31), "0x01", "0x00", bytes(31), "0x1b"]);
  const agreed = () => ({
    merchantId: 3n,
    token: bytes(20),
    payer: bytes(20),
    amount: AMOUNT,
    ref: bytes(32),
  });
  const window = { validAfter: 0n, validBefore: 2_000_000_000n };
  const intent = (): IntentPayment => ({
    ...agreed(),
    ...window,
    signatures: 2,
    nonce: bytes(32),
    authSignature: signature(),
    intentSignature: concat([bytes(32), "0x00", bytes(31), "0x1c"]),
  });
  const terms = (): TermsPayment => ({
    ...agreed(),
    ...window,
    signatures: 1,
    salt: 2n ** 96n - 5n,
    nonce: bytes(32),
    authSignature: signature(),
  });
  const proofOf = (payment: IntentPayment | TermsPayment): PaymentProof => {
    const { merchantId, token, payer: from, amount, ref } = payment;
    const same = { merchantId, token, payer: from, amount, ref };
    if (payment.signatures === 1) return { signatures: 1, ...same, salt: payment.salt };
    const { nonce, intentSignature } = payment;
    return { signatures: 2, ...same, nonce, intentSignature };
  };
  const [a, b, c, d] = [intent(), intent(), terms(), terms()];
  const group = { merchantId: 3n, token: a.token };
  const ofGroup = <P extends IntentPayment | TermsPayment>(one: P): P => ({ ...one, ...group });
  const [inA, inB, inC, inD] = [ofGroup(a), ofGroup(b), ofGroup(c), ofGroup(d)];
  const registry = addressOf(world.deployment(), "registry");
  const calls = [
    { data: encodePay(registry, a), payment: a },
    { data: encodePaySigned(registry, b), payment: b },
    { data: encodePay(registry, c), payment: c },
    { data: encodePaySigned(registry, d), payment: d },
    { data: encodeSettleBatch(registry, [{ ...group, payments: [inA, inB] }]), payment: inB },
    { data: encodeSettleTermsBatch(registry, [{ ...group, payments: [inC, inD] }]), payment: inD },
  ];
  for (const { data, payment } of calls) {
    const proof = proofOf(payment);
    const id = provenId(deployment, proof);
    expect(findProof(deployment, data, id)).toEqual(proof);
    expect(findProof(deployment, concat([bytes(68), data, bytes(9)]), id)).toEqual(proof);
    expect(findProof(deployment, data, intentIdOf(deployment, intent()))).toBeNull();
  }
});
