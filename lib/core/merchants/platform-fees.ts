import { type Tier, tierFeeBps } from "./merchant-states";

/** Whether an installation takes fees. `off`: a business that runs it for itself, and pays none. */
export const platformFees = ["on", "off"] as const;
export type PlatformFees = (typeof platformFees)[number];

/** What a tier takes of each payment here, hundredths of a percent. */
export const feeBpsOf = (tier: Tier, fees: PlatformFees): number =>
  fees === "off" ? 0 : tierFeeBps[tier];
