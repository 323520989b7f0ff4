/** How often a plan is charged, in the words of the API. */
export const planIntervals = ["daily", "weekly", "monthly", "quarterly", "yearly"] as const;
export type PlanInterval = (typeof planIntervals)[number];

/** Seconds of one interval: months are 30 days, quarters 90, years 365. */
export const intervalSeconds: Record<PlanInterval, number> = {
  daily: 86_400,
  weekly: 604_800,
  monthly: 2_592_000,
  quarterly: 7_776_000,
  yearly: 31_536_000,
};

/** Why a charge could not be made: the payer's side alone. */
export const chargeFailures = [
  "insufficient_balance",
  "insufficient_allowance",
  "permit_expired",
  "token_paused",
  "address_blocked",
] as const;
export type ChargeFailure = (typeof chargeFailures)[number];

/** Where the call that ends a cancelled subscription on the chain is. */
export const onchainCancels = ["none", "queued", "confirmed"] as const;
export type OnchainCancel = (typeof onchainCancels)[number];

/** Who cancelled a subscription. */
export const cancellers = ["payer", "merchant", "operator"] as const;
export type Canceller = (typeof cancellers)[number];

/** Who told of it first: the relay, which was given its signatures, or only the chain. */
export const subscriptionOrigins = ["relay", "chain"] as const;
export type SubscriptionOrigin = (typeof subscriptionOrigins)[number];

/**
 * What became of a charge that a keeper signed: on the chain, not on it although its transaction is, or its transaction
 * never was. `excused` are refusals that an operator has looked at.
 */
export const renewalOutcomes = ["charged", "reverted", "unsent", "excused"] as const;
export type RenewalOutcome = (typeof renewalOutcomes)[number];

/** What the chain has of subscriptions and nothing here asked for: a charge, or the operator's end. */
export const unrequestedKinds = ["charge", "cancellation"] as const;
export type UnrequestedKind = (typeof unrequestedKinds)[number];
