import { randomBytes } from "node:crypto";
import { keccak256, toHex } from "viem";
import type { Db } from "@/db/client";
import type { subscriptionPlans } from "@/db/schema/subscription-plans";
import type { subscriptions } from "@/db/schema/subscriptions";
import type { Deployment } from "@/lib/adapters/chain/chains";
import { type Currency, digits } from "@/lib/core/amounts/money";
import { type Address, type Bytes32, lowerHex, zeroBytes32 } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import { intervalSeconds, type PlanInterval } from "@/lib/core/subscriptions/subscription-kinds";
import type { World } from "./world";

/** Terms as the contract takes them. */
export interface DirectTerms {
  payer: Address;
  registry: Address;
  merchantId: bigint;
  token: Address;
  amount: bigint;
  interval: bigint;
  startAt: bigint;
  endAt: bigint;
  permitValue: bigint;
  permitDeadline: bigint;
  permitNonce: bigint;
  ref: Bytes32;
}

export type PlanRow = typeof subscriptionPlans.$inferSelect;
export type StoredSubscription = typeof subscriptions.$inferSelect;

/** The token of a deployment; every test chain has both. */
export function tokenOf(deployment: Deployment, currency: Currency): Address {
  const token = deployment.tokens[currency];
  if (!token) throw new Error(`the chain has no ${currency}`);
  return token.address;
}

/** Writes a plan: monthly, 10 units of USDC, without trial and end, unless told otherwise. */
export async function insertPlan(
  world: World,
  given: Partial<Omit<PlanRow, "metadata">> = {},
): Promise<PlanRow> {
  const id = given.id ?? newId("plan");
  const mode = given.mode ?? "test";
  const deployment = world.deployment(mode);
  const currency: Currency = given.currency ?? "USDC";
  const interval: PlanInterval = given.interval ?? "monthly";
  const count = given.intervalCount ?? 1;
  const row = {
    merchantId: world.merchant.id,
    name: "Membership",
    amount: 10_000_000n,
    ...given,
    id,
    mode,
    deploymentId: deployment.id,
    currency,
    tokenAddress: tokenOf(deployment, currency),
    interval,
    intervalCount: count,
    intervalSeconds: given.intervalSeconds ?? BigInt(intervalSeconds[interval] * count),
    ref: keccak256(toHex(id)),
  };
  const [plan] = await world.db<PlanRow[]>`
    insert into subscription_plans ${world.db({ ...row, metadata: world.db.json({}) })} returning *`;
  if (!plan) throw new Error("the plan is written");
  return plan;
}

/** Writes a subscription as the books have it once its enrolment is final: active, monthly, due in a month. */
export async function insertSubscription(
  world: World,
  given: Partial<StoredSubscription> = {},
  db: Db = world.db,
): Promise<StoredSubscription> {
  const id = given.id ?? newId("subscription");
  const mode = given.mode ?? "test";
  const deployment = world.deployment(mode);
  const currency: Currency = given.currency ?? "USDC";
  const startAt = given.startAt ?? new Date();
  const seconds = given.intervalSeconds ?? 2_592_000n;
  const amount = given.amount ?? 10_000_000n;
  const next = new Date(startAt.getTime() + Number(seconds) * 1_000);
  const row = {
    merchantId: world.merchant.id,
    chainId: deployment.chain.id,
    chainMerchantId: world.merchant.chainMerchantId[mode],
    origin: "relay" as const,
    payer: lowerHex(world.chain.payers[0]?.address ?? "0x"),
    status: "active" as const,
    endAt: new Date(startAt.getTime() + Number(seconds) * 12_000),
    permitValue: amount * 12n,
    permitDeadline: 0n,
    permitNonce: 0n,
    cap: amount * 12n,
    currentPeriod: 0,
    chargesMade: 1,
    charged: amount,
    chargedOfPeriod: given.currentPeriod === null ? 0n : amount,
    paidUntil: next,
    nextChargeAt: next,
    attemptAt: next,
    enrolledAt: startAt,
    ...given,
    id,
    mode,
    deploymentId: deployment.id,
    onchainId: given.onchainId ?? keccak256(toHex(id)),
    tokenAddress: tokenOf(deployment, currency),
    currency,
    amount,
    intervalSeconds: seconds,
    startAt,
  };
  const [stored] = await db<StoredSubscription[]>`
    insert into subscriptions ${db(row)} returning *`;
  if (!stored) throw new Error("the subscription is written");
  return stored;
}

/** Writes a queued submission of a subscription, signed for before where it has a hash. */
export async function insertEnrolment(
  world: World,
  given: { subscriptionId: string; txHash: Bytes32 | null },
): Promise<void> {
  const bytes32 = () => `0x${randomBytes(32).toString("hex")}`;
  await world.db`insert into relay_submissions ${world.db({
    ...given,
    id: newId("relaySubmission"),
    merchantId: world.merchant.id,
    mode: "test",
    origin: "api",
    idempotencyKey: newId("request"),
    requestHash: Buffer.alloc(32),
    kind: "subscription",
    deploymentId: world.deployment().id,
    chainId: 31_337,
    state: "queued",
    chainMerchantId: "1",
    payer: `0x${"0b".repeat(20)}`,
    tokenAddress: world.deployment().usdc,
    amount: "1",
    ref: bytes32(),
    authNonce: bytes32(),
    validAfter: "0",
    validBefore: "1",
    authSignature: "0x00",
    intentSignature: "0x00",
    paymentId: bytes32(),
  })}`;
}

/**
 * Makes the customer of the first payer's wallet, or of another, with an e-mail.
 * @param given.source who told the e-mail; null: there is none
 */
export async function insertMailedCustomer(
  world: World,
  given: { mode?: Mode; source: string | null; wallet?: Address; email?: string },
): Promise<string> {
  const { mode = "test", source, email = "ada@x.example" } = given;
  const row = {
    id: newId("customer"),
    merchantId: world.merchant.id,
    mode,
    walletAddress: given.wallet ?? lowerHex(world.chain.payers[0]?.address ?? "0x"),
    email: source && email,
    emailSource: source,
  };
  const [stored] = await world.db<{ id: string }[]>`
    insert into customers ${world.db(row)}
    on conflict (merchant_id, mode, wallet_address)
      do update set email = excluded.email, email_source = excluded.email_source
    returning id`;
  if (!stored) throw new Error("the customer is written");
  return stored.id;
}

/** Writes a final charge of a subscription, as the books have it. @returns its transaction's id */
export async function insertCharge(
  world: World,
  subscriptionId: string,
  given: { period: number; number?: number; amount?: bigint },
): Promise<string> {
  const id = newId("transaction");
  const { period, number = 0, amount = 10_000_000n } = given;
  const hash = keccak256(toHex(id));
  const [fee, gross] = [digits(amount / 100n), digits(amount)];
  await world.db`
    insert into transactions (id, merchant_id, mode, deployment_id, type, status, amount, currency, fee,
      net_amount, fee_bps, from_address, to_address, token_address, ref, chain_id, tx_hash, log_index,
      block_number, block_timestamp, subscription_id, settlement_key)
    select ${id}, merchant_id, mode, deployment_id, 'subscription_charge', 'confirmed', ${gross}, currency,
      ${fee}, ${digits(amount - amount / 100n)}, 100, payer, payer, token_address, coalesce(ref, ${zeroBytes32}),
      chain_id, ${hash}, 0, 1, now(), id, ${hash}
    from subscriptions where id = ${subscriptionId}`;
  await world.db`
    insert into subscription_charges (subscription_id, period, number, amount, transaction_id)
    values (${subscriptionId}, ${period}, ${number}, ${gross}, ${id})`;
  return id;
}

/** Writes a subscription as the relay has it before the chain does: pending, nothing charged. */
export function insertPending(
  world: World,
  plan: PlanRow,
  { id, terms }: { id: Bytes32; terms: DirectTerms },
  given: Partial<StoredSubscription> = {},
): Promise<StoredSubscription> {
  return insertSubscription(world, {
    onchainId: id,
    planId: plan.id,
    payer: terms.payer,
    ref: plan.ref,
    status: "pending",
    cap: null,
    currentPeriod: null,
    chargesMade: 0,
    charged: 0n,
    paidUntil: null,
    nextChargeAt: null,
    attemptAt: null,
    enrolledAt: null,
    ...given,
  });
}
