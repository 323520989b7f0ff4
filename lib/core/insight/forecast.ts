/** A straight line through days' amounts, and how well it fits. */
export interface Trend {
  /** What the days from `first` on, counted from the first day of the basis, come to: smallest unit, not below zero. */
  sumOf(first: number, days: number): { expected: bigint; low: bigint; high: bigint };
  /** 0 to 1 with four places: how much of the days' variation the line explains; null where they do not vary. */
  readonly r2: string | null;
}

/** Four fifths of outcomes lie within so many standard errors, if they vary as they have. */
const STANDARD_ERRORS = 1.2816;

/**
 * Fits a line by ordinary least squares. Amounts are scaled for it: a forecast needs no more digits than a double has.
 * @param amounts of each day, smallest unit, the oldest first; at least three
 */
export function fitTrend(amounts: readonly bigint[]): Trend {
  const count = amounts.length;
  const values = amounts.map(Number);
  const meanAt = (count - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const spread = values.reduce((sum, _, at) => sum + (at - meanAt) ** 2, 0);
  const slope = values.reduce((sum, value, at) => sum + (at - meanAt) * (value - mean), 0) / spread;
  const lineAt = (at: number) => mean + slope * (at - meanAt);
  const total = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const left = values.reduce((sum, value, at) => sum + (value - lineAt(at)) ** 2, 0);
  const variance = left / (count - 2);
  return {
    r2: total === 0 ? null : Math.min(1, Math.max(0, 1 - left / total)).toFixed(4),
    sumOf: (first, days) => {
      const at = first + (days - 1) / 2;
      const sum = days * lineAt(at);
      // Of a sum: the days' own variation, and that of the line at their middle.
      const error = Math.sqrt(
        variance * (days + days ** 2 * (1 / count + (at - meanAt) ** 2 / spread)),
      );
      const margin = STANDARD_ERRORS * error;
      return { expected: whole(sum), low: whole(sum - margin), high: whole(sum + margin) };
    },
  };
}

const whole = (value: number) => BigInt(Math.max(0, Math.round(value)));
