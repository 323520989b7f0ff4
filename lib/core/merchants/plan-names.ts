import type { Tier } from "@/lib/core/merchants/merchant-states";

/** What people call the tiers. */
export const planNames: Readonly<Record<Tier, string>> = {
  free: "Free",
  growth: "Growth",
  business: "Business",
  enterprise: "Enterprise",
};
