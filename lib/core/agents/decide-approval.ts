import type { Address } from "@/lib/core/chain/hex";
import type { JobFunding, ManualReason } from "./job-states";

/** What a merchant has set for `commerce`; US cents. */
export interface CommerceSettings {
  readonly requireHumanApprovalAboveUsdCents: bigint;
  /** Empty: any vendor. */
  readonly approvedVendors: readonly Address[];
  /** Null: no cap. */
  readonly monthlySpendCapUsdCents: bigint | null;
}

/** What the treasury's contract holds the agent to; US cents. */
export interface TreasuryPolicy {
  readonly thresholdCents: bigint;
  readonly monthlyCapCents: bigint;
  /** Of what one vendor is paid in a day without the owner. */
  readonly vendorDayCents: bigint;
  /** Who may judge jobs beside the treasury itself; zero: no other account. */
  readonly evaluator: Address;
}

/** What counts already, in US cents. */
export interface JobSums {
  /** Of the last 30 days, over all vendors. */
  readonly month: bigint;
  /** Of the last 24 hours, for the job's vendor. */
  readonly vendorDay: bigint;
}

interface Proposal {
  readonly cents: bigint;
  readonly vendor: Address;
  /** Whom the merchant named to judge the job; null: the treasury, through its owner. */
  readonly assessor: Address | null;
  /** Whether the owner has listed the vendor on the chain. */
  readonly isVendorListed: boolean;
  readonly settings: CommerceSettings;
  /** Null: the chain has none yet. */
  readonly policy: TreasuryPolicy | null;
  readonly sums: JobSums;
}

/**
 * Why a job needs a person: the stricter of what the merchant set and what the treasury's contract holds counts.
 * @returns null where it is approved at once
 */
export function manualReasonOf(job: Proposal): ManualReason | null {
  const { cents, vendor, settings, policy, sums } = job;
  if (!policy) return "no_policy";
  if (isForeign(job)) return "foreign_assessor";
  const threshold = least(settings.requireHumanApprovalAboveUsdCents, policy.thresholdCents);
  if (cents > threshold) return "above_threshold";
  if (sums.vendorDay + cents > least(threshold, policy.vendorDayCents)) {
    return "vendor_day_above_threshold";
  }
  const { approvedVendors } = settings;
  if (approvedVendors.length > 0 && !approvedVendors.includes(vendor)) return "vendor_not_approved";
  return exceedsCap(job) ? "monthly_cap" : null;
}

/** Whether the last 30 days with the job are above the lower of both caps. */
export function exceedsCap({
  cents,
  settings,
  policy,
  sums,
}: Pick<Proposal, "cents" | "settings" | "policy" | "sums">): boolean {
  const total = sums.month + cents;
  const { monthlySpendCapUsdCents: cap } = settings;
  if (cap !== null && total > cap) return true;
  return policy !== null && total > policy.monthlyCapCents;
}

/** Who brings an approved job's money into the escrow: what the agent's key may not do alone takes the owner's wallet. */
export function fundingOf(job: Proposal): JobFunding {
  const { cents, isVendorListed, policy, sums } = job;
  const isWithinPolicy =
    policy !== null &&
    isVendorListed &&
    !isForeign(job) &&
    cents <= policy.thresholdCents &&
    sums.vendorDay + cents <= policy.vendorDayCents;
  return isWithinPolicy ? "agent" : "awaiting_owner";
}

const isForeign = ({ assessor, policy }: Pick<Proposal, "assessor" | "policy">): boolean =>
  assessor !== null && assessor !== policy?.evaluator;

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);
