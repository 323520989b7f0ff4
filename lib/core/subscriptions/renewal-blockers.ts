import { type ChargeFailure, chargeFailures } from "./subscription-kinds";

/**
 * What keeps a renewal that is ahead from being charged: a reason that a charge fails for, a pause, or `unknown` where
 * nothing can be said.
 */
export const renewalBlockers = [...chargeFailures, "subscription_paused", "unknown"] as const;
export type RenewalBlocker = (typeof renewalBlockers)[number];

/** Whether a charge would fail for it as things are: the money is at risk. */
export const isAtRisk = (blocker: RenewalBlocker | null): blocker is ChargeFailure =>
  chargeFailures.some((failure) => failure === blocker);

/** For how many days ahead blockers are worked out. */
export const OUTLOOK_DAYS = 7;
