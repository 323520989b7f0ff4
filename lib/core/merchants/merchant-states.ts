/** Where a merchant's account stands; `closed` is final. */
export const merchantStatuses = ["active", "suspended", "closed"] as const;
export type MerchantStatus = (typeof merchantStatuses)[number];

/** What each status may become. */
export const merchantTransitions = {
  active: ["suspended", "closed"],
  suspended: ["active", "closed"],
  closed: [],
} as const satisfies Readonly<Record<MerchantStatus, readonly MerchantStatus[]>>;

/** What a person may be to a merchant. */
export const membershipRoles = ["owner"] as const;

/** What a merchant pays for; the fee follows from it. */
export const tiers = ["free", "growth", "business", "enterprise"] as const;

export type Tier = (typeof tiers)[number];

/** What a tier takes of each payment, hundredths of a percent. */
export const tierFeeBps: Readonly<Record<Tier, number>> = {
  free: 100,
  growth: 70,
  business: 50,
  enterprise: 30,
};
