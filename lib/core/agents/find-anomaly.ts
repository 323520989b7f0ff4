import type { AnomalySensitivity } from "./agent-settings";

/** How far a day lies from the usual before it is told, in robust standard deviations. */
const anomalyThresholds: Readonly<Record<AnomalySensitivity, number>> = {
  low: 4,
  medium: 3,
  high: 2,
};

/** How many days the usual is taken from. */
export const BASIS_DAYS = 28;
/** With fewer days on which something moved there is no usual. */
const LEAST_ACTIVE_DAYS = 14;
/** Of the basis: a series that hardly varies would make an anomaly of every day. */
const LEAST_SPREAD_PERCENT = 10n;

/** A day's sum, and what it is compared with; smallest unit of one currency. */
export interface Series {
  readonly value: bigint;
  /** The sums of the 28 days before. */
  readonly before: readonly bigint[];
  /** What of each of these days is the measure of the least spread; `before` itself by default. */
  readonly scale?: readonly bigint[];
}

/** A day that lies outside of the usual, with the figures that say so. */
export interface Anomaly {
  readonly value: bigint;
  readonly median: bigint;
  /** The median absolute deviation, or the least spread where that is more. */
  readonly spread: bigint;
  /** Hundredths; below zero where the day lies under the median. */
  readonly score: bigint;
  readonly threshold: number;
}

/**
 * Compares a day with the 28 before it by the modified z-score of Iglewicz and Hoaglin (1993): 0.6745 times the distance
 * from the median, by the median absolute deviation. The spread is at least a tenth of the median.
 * @returns null where the day is usual, or where there are fewer than 14 days to compare with
 * @example
 * // Each day about 1,000: a day of 5,000 has the score 26.98 at a spread of 100.
 * findAnomaly({ value: 5_000n, before: Array(28).fill(1_000n) }, "low")?.score // 2698n
 */
export function findAnomaly(
  { value, before, scale = before }: Series,
  sensitivity: AnomalySensitivity,
): Anomaly | null {
  const active = scale.filter((amount) => amount > 0n).length;
  if (active < LEAST_ACTIVE_DAYS) return null;
  const median = medianOf(before);
  const deviation = medianOf(before.map((amount) => abs(amount - median)));
  const least = (medianOf(scale) * LEAST_SPREAD_PERCENT) / 100n;
  const spread = greater(greater(deviation, least), 1n);
  const score = ((value - median) * 6_745n) / (spread * 100n);
  const threshold = anomalyThresholds[sensitivity];
  if (abs(score) <= BigInt(threshold) * 100n) return null;
  return { value, median, spread, score, threshold };
}

/** The middle one of the values; of an even number the mean of both, rounded down. Of none, zero. */
export function medianOf(values: readonly bigint[]): bigint {
  const sorted = values.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0n;
  if (sorted.length % 2 === 1) return upper;
  return ((sorted[middle - 1] ?? 0n) + upper) / 2n;
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value);
const greater = (one: bigint, other: bigint): bigint => (one > other ? one : other);
