import type { Address } from "@/lib/core/chain/hex";
import type { CommerceSettings, TreasuryPolicy } from "./decide-approval";

/** The contract's way to say that there is no cap: the largest uint64. */
const NO_CAP = 2n ** 64n - 1n;

/** The largest limit that the contract can hold. */
const MAX_LIMIT = NO_CAP - 1n;

/** What the settings are on the chain; US cents. */
export interface WantedPolicy extends Omit<TreasuryPolicy, "evaluator"> {
  readonly agent: Address;
}

/**
 * The policy that says what the merchant has set: a vendor's day is bounded by the threshold, as it is here.
 * @param agent the installation's agent wallet
 */
export function policyOf(settings: CommerceSettings, agent: Address): WantedPolicy {
  const { requireHumanApprovalAboveUsdCents: threshold, monthlySpendCapUsdCents: cap } = settings;
  const thresholdCents = least(threshold, MAX_LIMIT);
  return {
    agent,
    thresholdCents,
    vendorDayCents: thresholdCents,
    monthlyCapCents: cap === null ? NO_CAP : least(cap, MAX_LIMIT),
  };
}

/** Whether a treasury's policy says what is wanted; the evaluator is the owner's choice on the chain alone. */
export function isInStep(chain: WantedPolicy, wanted: WantedPolicy): boolean {
  return (
    chain.agent === wanted.agent &&
    chain.thresholdCents === wanted.thresholdCents &&
    chain.vendorDayCents === wanted.vendorDayCents &&
    chain.monthlyCapCents === wanted.monthlyCapCents
  );
}

/** The vendors that are still to be listed on the chain, and those that are to leave its list. */
export function vendorChanges(
  listed: readonly Address[],
  wanted: readonly Address[],
): { readonly add: Address[]; readonly remove: Address[] } {
  return {
    add: wanted.filter((vendor) => !listed.includes(vendor)),
    remove: listed.filter((vendor) => !wanted.includes(vendor)),
  };
}

/**
 * The cap of 30 days that holds: the lower one of the settings and of the treasury.
 * @returns US cents; null: neither has one
 */
export function strictestCap(settings: bigint | null, policy: bigint | null): bigint | null {
  const caps = [settings ?? NO_CAP, policy ?? NO_CAP];
  const lowest = caps.reduce(least);
  return lowest === NO_CAP ? null : lowest;
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);
