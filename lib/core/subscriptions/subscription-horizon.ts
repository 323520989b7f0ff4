import type { PlanInterval } from "./subscription-kinds";

/** For how many intervals a plan without an end is agreed to: twelve months, and three years of a yearly one. */
const horizon: Record<PlanInterval, number> = {
  daily: 365,
  weekly: 52,
  monthly: 12,
  quarterly: 4,
  yearly: 3,
};

interface Plan {
  readonly interval: PlanInterval;
  readonly intervalCount: number;
  /** Null is without end. */
  readonly maxCycles: number | null;
}

/** How many charges a payer agrees to on the hosted page, at least one. */
export function agreedCycles({ interval, intervalCount, maxCycles }: Plan): number {
  return maxCycles ?? Math.max(1, Math.floor(horizon[interval] / intervalCount));
}

export const daySeconds = 86_400n;
/** How much later than its trial allows a first charge may fall due. */
export const startLeewaySeconds = 3_600n;
/** How long before its start the contract takes a subscription that follows another: its `SUCCESSOR_AHEAD`. */
export const successorAheadSeconds = 30n * daySeconds;
