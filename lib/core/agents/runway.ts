/** How long what the payout wallet holds lasts above the reserve; US cents. */
export interface Runway {
  /** Null: not known. */
  readonly liquidCents: bigint | null;
  readonly reserveCents: bigint;
  /** Whether the wallet holds less than the reserve. */
  readonly isBelow: boolean;
  /** Whole days until the reserve is reached at the pace of the last 28 days; null: no more goes out than comes in. */
  readonly days: number | null;
}

/** Longer is not told apart. */
const MOST_DAYS = 3_650n;

/**
 * @param netCents what came in less what went out, over `days`
 * @example
 * runwayOf({ liquidCents: 300_000n, reserveCents: 100_000n, netCents: -28_000n, days: 28 }).days // 200
 */
export function runwayOf({
  liquidCents,
  reserveCents,
  netCents,
  days,
}: {
  readonly liquidCents: bigint | null;
  readonly reserveCents: bigint;
  readonly netCents: bigint;
  readonly days: number;
}): Runway {
  if (liquidCents === null) return { liquidCents, reserveCents, isBelow: false, days: null };
  const isBelow = liquidCents < reserveCents;
  if (isBelow) return { liquidCents, reserveCents, isBelow, days: 0 };
  if (netCents >= 0n) return { liquidCents, reserveCents, isBelow, days: null };
  const left = ((liquidCents - reserveCents) * BigInt(days)) / -netCents;
  return { liquidCents, reserveCents, isBelow, days: Number(left < MOST_DAYS ? left : MOST_DAYS) };
}
