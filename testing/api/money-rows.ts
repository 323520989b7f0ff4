import { keccak256, toHex } from "viem";
import { digits } from "@/lib/core/amounts/money";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import type { ApiTarget } from "./api-target";

export const sampleWallet = "0x52908400098527886E0F7030069857D2E4169EE7";
export const hash = (text: string) => keccak256(toHex(text));

interface SampleDeployment {
  id: string;
  usdc: string;
  chainId: number;
}

export async function insertTransaction(
  { db }: ApiTarget,
  merchantId: string,
  mode: Mode,
  deployment: SampleDeployment,
): Promise<string> {
  const id = newId("transaction");
  await db`insert into transactions ${db({
    id,
    merchantId,
    mode,
    deploymentId: deployment.id,
    type: "payment",
    status: "confirmed",
    amount: digits(5_000_000n),
    currency: "USDC",
    fee: digits(50_000n),
    netAmount: digits(4_950_000n),
    feeBps: 100,
    fromAddress: sampleWallet.toLowerCase(),
    toAddress: sampleWallet.toLowerCase(),
    tokenAddress: deployment.usdc,
    ref: hash(id),
    paymentId: hash(`${id} payment`),
    chainId: deployment.chainId,
    txHash: hash(`${id} tx`),
    logIndex: 0,
    blockNumber: 1n,
    blockTimestamp: new Date(Math.floor(Date.now() / 1_000) * 1_000),
  })}`;
  return id;
}

export async function insertRefund(
  { db }: ApiTarget,
  merchantId: string,
  mode: Mode,
  deployment: SampleDeployment,
  transactionId: string,
): Promise<string> {
  const id = newId("refund");
  await db`insert into refunds ${db({
    id,
    merchantId,
    mode,
    transactionId,
    amount: digits(1n),
    method: "transfer",
    reason: "other",
    refundRef: hash(id),
    payout: sampleWallet.toLowerCase(),
    owner: sampleWallet.toLowerCase(),
    chainId: deployment.chainId,
    expiresAt: new Date("2030-01-01T00:00:00Z"),
  })}`;
  return id;
}

/** An active subscription of a plan. */
export async function insertSubscription(
  { db }: ApiTarget,
  owner: { merchantId: string; mode: Mode; deployment: SampleDeployment; planId: string },
): Promise<string> {
  const id = newId("subscription");
  const { merchantId, mode, deployment, planId } = owner;
  const paidUntil = new Date(Date.now() + 86_400_000);
  await db`insert into subscriptions ${db({
    id,
    merchantId,
    mode,
    deploymentId: deployment.id,
    chainId: deployment.chainId,
    chainMerchantId: "1",
    origin: "relay",
    planId,
    onchainId: hash(id),
    payer: sampleWallet.toLowerCase(),
    tokenAddress: deployment.usdc,
    currency: "USDC",
    amount: digits(9_000_000n),
    intervalSeconds: 2_592_000n,
    startAt: new Date(paidUntil.getTime() - 2_592_000_000),
    permitValue: digits(18_000_000n),
    permitDeadline: "0",
    permitNonce: "0",
    cap: digits(18_000_000n),
    status: "active",
    charged: digits(9_000_000n),
    chargedOfPeriod: digits(9_000_000n),
    chargesMade: 1,
    currentPeriod: 0,
    paidUntil,
    nextChargeAt: paidUntil,
    attemptAt: paidUntil,
    enrolledAt: new Date(),
  })}`;
  return id;
}

export async function insertSubmission(
  { db }: ApiTarget,
  merchantId: string,
  mode: Mode,
  deployment: SampleDeployment,
  idempotencyKey: string,
): Promise<string> {
  const id = newId("relaySubmission");
  await db`insert into relay_submissions ${db({
    id,
    merchantId,
    mode,
    origin: "api",
    idempotencyKey,
    requestHash: Buffer.alloc(32),
    kind: "payment",
    deploymentId: deployment.id,
    chainId: deployment.chainId,
    state: "rejected",
    chainMerchantId: "1",
    payer: sampleWallet.toLowerCase(),
    tokenAddress: deployment.usdc,
    amount: digits(1n),
    ref: hash(id),
    authNonce: hash(`${id} nonce`),
    validAfter: "0",
    validBefore: "1",
    authSignature: "0x00",
    intentSignature: "0x00",
    paymentId: hash(`${id} payment`),
  })}`;
  return id;
}

/** A held payment, and a screening of its wallet. @returns the transaction's id */
export async function insertScreened(
  target: ApiTarget,
  merchantId: string,
  mode: Mode,
  deployment: Parameters<typeof insertTransaction>[3],
): Promise<string> {
  const { db } = target;
  const id = await insertTransaction(target, merchantId, mode, deployment);
  await db`
    insert into chain_cursors (chain_id, number, hash, finalized_number, finalized_at, head_number)
    values (${deployment.chainId}, 1, ${hash("block")}, 1, now(), 1) on conflict do nothing`;
  await db`update transactions set status = 'pending', payment_exception = 'screening' where id = ${id}`;
  await db`insert into compliance_screenings ${db({ merchantId, mode, subject: sampleWallet.toLowerCase(), trigger: "settlement", provider: "list", listVersion: "none", result: "blocked", matches: db.json(["list"]), action: "held", resourceId: id })}`;
  return id;
}
