import type { Db } from "@/db/client";
import type { SettingsHold } from "@/lib/core/agents/job-states";
import type { JobRow } from "@/lib/domain/agents/jobs/job-rows";
import { readCommerce } from "@/lib/domain/agents/jobs/read-commerce";
import { sumSpending, sumVendorDay } from "@/lib/domain/agents/jobs/sum-spending";

/**
 * What of a merchant's settings, as they are by now, holds an approved job back: they may have become stricter since, and
 * the chain is told of that by the owner's wallet alone.
 * @returns null where the job may be proposed
 */
export async function settingsHold(db: Db, row: JobRow): Promise<SettingsHold | null> {
  const active = await db`
    select from merchants where id = ${row.merchantId} and status = 'active'`;
  if (active.length === 0) return "merchant_inactive";
  const settings = await readCommerce(db, row);
  if (!settings) return "capability_disabled";
  const { monthlySpendCapUsdCents: cap, approvedVendors } = settings;
  const { month } = await sumSpending(db, row, row.vendorAddress);
  if (cap !== null && month > cap) return "monthly_cap";
  // A person approves what is above the threshold, and any vendor.
  if (row.approvedBy !== null) return null;
  const { requireHumanApprovalAboveUsdCents: threshold } = settings;
  if (row.usdCents > threshold) return "above_threshold";
  if ((await sumVendorDay(db, row)) > threshold) return "vendor_day_above_threshold";
  const isListed = approvedVendors.length === 0 || approvedVendors.includes(row.vendorAddress);
  return isListed ? null : "vendor_not_approved";
}
