/** Where a merchant's account stands; `closed` is final. */
export const merchantStatuses = ["active", "suspended", "closed"] as const;

/** What a merchant pays for; the fee follows from it. */
export const tiers = ["free", "growth", "business", "enterprise"] as const;
