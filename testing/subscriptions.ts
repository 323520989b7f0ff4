import { encodeFunctionData, keccak256, toHex } from "viem";
import type { Db } from "@/db/client";
import type { subscriptionPlans } from "@/db/schema/subscription-plans";
import type { subscriptions } from "@/db/schema/subscriptions";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import { readContract } from "@/lib/adapters/chain/read-contract";
import { type Address, type Bytes32, lowerHex, zeroBytes32 } from "@/lib/core/hex";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import { type Currency, digits } from "@/lib/core/money";
import { intervalSeconds, type PlanInterval } from "@/lib/core/subscription-kinds";
import type { ChainAccount } from "./chain";
import type { TestMerchant, World } from "./world";

export type PlanRow = typeof subscriptionPlans.$inferSelect;
export type StoredSubscription = typeof subscriptions.$inferSelect;

/** The token of a deployment; every test chain has both. */
function tokenOf(deployment: Deployment, currency: Currency): Address {
  const token = deployment.tokens[currency];
  if (!token) throw new Error(`the chain has no ${currency}`);
  return token.address;
}

/** Lets the relayer's wallets charge subscriptions of a mode. */
export async function allowKeepers(world: World, mode: Mode = "test"): Promise<void> {
  const to = addressOf(world.deployment(mode), "subscriptions");
  for (const { address } of world.chain.relayers) {
    const args = [address, true] as const;
    const data = encodeFunctionData({
      abi: subscriptionManagerAbi,
      functionName: "setKeeper",
      args,
    });
    await world.send(world.chain.operator, { to, data });
  }
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

/** Terms as the contract takes them. */
export interface DirectTerms {
  payer: Address;
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

/** Unix seconds of the chain's latest block. */
export async function chainTime(world: World): Promise<bigint> {
  const block = (await world.chain.request("eth_getBlockByNumber", ["latest", false])) as {
    timestamp: `0x${string}`;
  };
  return BigInt(block.timestamp);
}

let salt = 0n;

/**
 * Enrols a payer who has tokens and ether by `subscribeDirect`, and mines it: period 0 is charged with it when `startIn`
 * is 0. The allowance is raised by the cap, so that earlier ones stay covered.
 * @param given.startIn seconds from now
 */
export async function enrolDirectly(
  world: World,
  payer: ChainAccount,
  given: {
    mode?: Mode;
    merchant?: TestMerchant;
    plan?: Pick<PlanRow, "amount" | "intervalSeconds" | "ref" | "currency">;
    amount?: bigint;
    interval?: bigint;
    currency?: Currency;
    ref?: Bytes32;
    startIn?: number;
    periods?: number;
  } = {},
): Promise<{ id: Bytes32; terms: DirectTerms; txHash: Bytes32 }> {
  const { mode = "test", merchant = world.merchant, plan, periods = 12 } = given;
  const deployment = world.deployment(mode);
  const manager = addressOf(deployment, "subscriptions");
  const token = tokenOf(deployment, given.currency ?? plan?.currency ?? "USDC");
  const amount = given.amount ?? plan?.amount ?? 10_000_000n;
  const interval = given.interval ?? plan?.intervalSeconds ?? 2_592_000n;
  const startAt = (await chainTime(world)) + BigInt(given.startIn ?? 0);
  salt += 1n;
  const terms: DirectTerms = {
    payer: lowerHex(payer.address),
    merchantId: merchant.chainMerchantId[mode],
    token,
    amount,
    interval,
    startAt,
    endAt: startAt + interval * BigInt(periods),
    permitValue: amount * BigInt(periods),
    permitDeadline: 0n,
    permitNonce: salt,
    ref: given.ref ?? plan?.ref ?? zeroBytes32,
  };
  const rpc = deployment.chain.rpc;
  const allowance = await readContract(rpc, {
    abi: fiatTokenAbi,
    address: token,
    functionName: "allowance",
    args: [terms.payer, manager],
  });
  const approve = encodeFunctionData({
    abi: fiatTokenAbi,
    functionName: "approve",
    args: [manager, allowance + terms.permitValue],
  });
  await world.send(payer, { to: token, data: approve });
  const subscribe = encodeFunctionData({
    abi: subscriptionManagerAbi,
    functionName: "subscribeDirect",
    args: [terms],
  });
  const id = await readContract(rpc, {
    abi: subscriptionManagerAbi,
    address: manager,
    functionName: "subscriptionId",
    args: [terms],
  });
  const txHash = await world.send(payer, { to: manager, data: subscribe });
  return { id: lowerHex(id), terms, txHash: lowerHex(txHash) };
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
