import { subscriptionManagerAbi } from "@/lib/adapters/chain/abi/subscription-manager";
import { termsWords } from "@/lib/adapters/chain/calls/subscription-terms";
import { addressOf } from "@/lib/adapters/chain/chains";
import { readContract } from "@/lib/adapters/chain/reads/read-contract";
import type { ChainAccount } from "./chain";
import type { TestMerchant } from "./register-merchant";
import { drain, index, makeFinal } from "./relay";
import { fundPayer } from "./settlements";
import { insertSubscription, type PlanRow, type StoredSubscription } from "./subscription-rows";
import { chainTime, enrolDirectly } from "./subscriptions";
import type { World } from "./world";

/** A monthly interval, seconds. */
export const MONTH = 2_592_000n;

/** A subscription on the chain and in the tables, as the books have it once its enrolment is final. */
export async function subscribe(
  world: World,
  plan: PlanRow,
  given: { payer?: ChainAccount; merchant?: TestMerchant; periods?: number; startIn?: number } = {},
): Promise<StoredSubscription & { account: ChainAccount }> {
  const account = given.payer ?? (await fundPayer(world));
  const { merchant = world.merchant } = given;
  const { id, terms } = await enrolDirectly(world, account, { ...given, plan });
  const manager = addressOf(world.deployment(), "subscriptions");
  const call = { abi: subscriptionManagerAbi, address: manager } as const;
  const { rpc } = world.deployment().chain;
  const found = await readContract(rpc, { ...call, functionName: "get", args: [id] });
  const isCharged = found.number > 0n;
  const startAt = dateOf(found.startAt);
  const next = isCharged ? dateOf(found.startAt + found.interval) : startAt;
  const row = await insertSubscription(world, {
    merchantId: merchant.id,
    chainMerchantId: terms.merchantId,
    planId: plan.id,
    onchainId: id,
    payer: terms.payer,
    amount: terms.amount,
    intervalSeconds: terms.interval,
    startAt,
    endAt: dateOf(terms.endAt),
    permitNonce: terms.permitNonce,
    cap: found.remaining + (isCharged ? terms.amount : 0n),
    ref: terms.ref,
    status: isCharged ? "active" : "trialing",
    currentPeriod: null,
    chargesMade: 0,
    charged: 0n,
    paidUntil: null,
    nextChargeAt: next,
    attemptAt: next,
  });
  await world.db`update subscriptions set signed_terms = ${termsWords(terms)} where id = ${row.id}`;
  // The charge of period 0 is booked.
  await makeFinal(world);
  return { ...(await storedSubscription(world, row.id)), account };
}

const dateOf = (seconds: bigint) => new Date(Number(seconds) * 1_000);

/** Mines a block at a time, by the chain's clock, and lets the indexer see it. */
export async function warpTo(world: World, at: Date): Promise<void> {
  const seconds = BigInt(Math.ceil(at.getTime() / 1_000));
  if (seconds > (await chainTime(world))) {
    await world.chain.request("evm_setNextBlockTimestamp", [Number(seconds)]);
  }
  await world.chain.mine();
  await index(world);
}

/** Lets the keepers sign and send what is due, mines it and makes it final. */
export async function renew(world: World): Promise<void> {
  const ctx = world.systemContext();
  await drain(ctx, 2);
  await world.chain.mine();
  await drain(ctx);
  await makeFinal(world);
  await drain(ctx);
}

/** The stored subscription. */
export async function storedSubscription(world: World, id: string): Promise<StoredSubscription> {
  const [row] = await world.db<StoredSubscription[]>`select * from subscriptions where id = ${id}`;
  if (!row) throw new Error(`no subscription ${id}`);
  return row;
}

/** The charges that keepers have signed for a subscription, the first one first. */
export function renewalsOf(world: World, id: string) {
  return world.db<
    { period: number; number: number; amount: bigint; open: boolean; outcome: string | null }[]
  >`
    select r.period, r.number, r.amount, r.open, r.outcome
    from subscription_renewals r join relay_batches b on b.id = r.batch_id
    where r.subscription_id = ${id} order by b.created_at, b.nonce`;
}

/** The types of a subscription's events, in order; with period 0 the first is `charged`. */
export async function toldOf(world: World, id: string): Promise<string[]> {
  const rows = await world.db<{ type: string }[]>`
    select type from events where resource_id = ${id} order by sequence`;
  return rows.map(({ type }) => type.replace("subscription.", ""));
}
