import type { Charge } from "@/lib/adapters/chain/calls/charge-calls";
import type { ChainSubscription } from "@/lib/adapters/chain/reads/read-chargeable";
import { zeroAddress } from "@/lib/core/chain/hex";
import type { StoredSubscription } from "./due-renewals";

/** What the contract would take of a subscription at a block, before anybody's money is asked about. */
export type Judgement =
  /** The current period, or what is left of its amount. */
  | { readonly kind: "charge"; readonly charge: Charge; readonly periodStart: Date }
  /** Nothing is ever charged again. */
  | { readonly kind: "over" }
  /** Not now; nothing is wrong with the payer. */
  | { readonly kind: "later"; readonly at: Date };

type Facts = Pick<StoredSubscription, "onchainId" | "nextChargeAt">;

/** What the books have not got yet is final soon. */
const SOON_SECONDS = 60;

/**
 * Chooses what is to be charged of a subscription by the time of a block and the contract's state: period and number
 * are the contract's, even when the database differs.
 * @param time of the block, unix seconds
 */
export function judgeRenewal(
  { onchainId, nextChargeAt }: Facts,
  found: ChainSubscription,
  time: bigint,
): Judgement {
  const soon: Judgement = { kind: "later", at: dateOf(time + BigInt(SOON_SECONDS)) };
  if (nextChargeAt === null) return { kind: "over" };
  // A block that it was in is not there now, or its end is not final yet.
  if (found.payer === zeroAddress || found.cancelled) return soon;
  if (found.endAt !== 0n && time >= found.endAt) return { kind: "over" };
  if (time < found.startAt) return { kind: "later", at: dateOf(found.startAt) };
  const period = (time - found.startAt) / found.interval;
  const [number, charged] =
    found.period === period ? [found.number, found.periodCharged] : [0n, 0n];
  const rest = found.amount - charged;
  const amount = rest < found.remaining ? rest : found.remaining;
  // All of it was charged already, for example by the merchant: it is booked once it is final, and the next one is later.
  if (amount === 0n)
    return nextChargeAt > dateOf(time) ? { kind: "later", at: nextChargeAt } : soon;
  return {
    kind: "charge",
    charge: { onchainId, period, number, amount },
    periodStart: dateOf(found.startAt + period * found.interval),
  };
}

/** @param time unix seconds */
export function dateOf(time: bigint): Date {
  return new Date(Number(time) * 1_000);
}
