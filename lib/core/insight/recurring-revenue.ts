/** What is charged at an interval. */
export interface Recurring {
  /** Smallest unit, for one interval. */
  readonly amount: bigint;
  readonly intervalSeconds: bigint;
}

const MONTH_SECONDS = 30n * 86_400n;

/**
 * What recurring charges come to in 30 days, smallest unit. The sum is an exact fraction and is rounded down once.
 * @example recurringRevenue([{ amount: 10n, intervalSeconds: 604_800n }]) // 42n
 */
export function recurringRevenue(charges: readonly Recurring[]): bigint {
  const sums = new Map<bigint, bigint>();
  for (const { amount, intervalSeconds } of charges) {
    sums.set(intervalSeconds, (sums.get(intervalSeconds) ?? 0n) + amount);
  }
  const common = [...sums.keys()].reduce(
    (all, seconds) => (all / divisor(all, seconds)) * seconds,
    1n,
  );
  const perCommon = [...sums].reduce(
    (all, [seconds, amount]) => all + amount * (common / seconds),
    0n,
  );
  return (perCommon * MONTH_SECONDS) / common;
}

function divisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : divisor(b, a % b);
}
