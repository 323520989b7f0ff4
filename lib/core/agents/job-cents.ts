import type { Currency } from "@/lib/core/amounts/money";

/** Units of USDC in a US cent. */
const UNITS_PER_CENT = 10_000n;
/** The rate of the euro is told in millionths of a dollar. */
const MILLION = 1_000_000n;

/**
 * An amount in US cents, rounded up, so that a limit is never passed by what is lost in rounding.
 * @param amount smallest unit of the token
 * @param eurUsdMillionths an upper bound of what a euro costs, in millionths of a dollar
 * @example
 * centsOf(10_001n, "USDC", 1_250_000n) // 2n
 * centsOf(1_000_000n, "EURC", 1_250_000n) // 125n
 */
export function centsOf(amount: bigint, currency: Currency, eurUsdMillionths: bigint): bigint {
  if (currency === "USDC") return ceilDiv(amount, UNITS_PER_CENT);
  return ceilDiv(amount * eurUsdMillionths, UNITS_PER_CENT * MILLION);
}

/**
 * An amount in US cents without what is less than a cent.
 * @param amount smallest unit of the token; negative for what went out
 * @param eurUsdMillionths what a euro counts as, in millionths of a dollar
 * @example
 * wholeCentsOf(10_001n, "USDC", 1_250_000n) // 1n
 */
export function wholeCentsOf(amount: bigint, currency: Currency, eurUsdMillionths: bigint): bigint {
  if (currency === "USDC") return amount / UNITS_PER_CENT;
  return (amount * eurUsdMillionths) / (UNITS_PER_CENT * MILLION);
}

const ceilDiv = (value: bigint, by: bigint): bigint => (value + by - 1n) / by;

/**
 * What the treasury's contract takes as a cent of a token, rounded down, so that it counts no less than is counted here.
 * @returns smallest units of the token
 * @example
 * unitsPerCentOf("EURC", 1_250_000n) // 8_000n
 */
export function unitsPerCentOf(currency: Currency, eurUsdMillionths: bigint): bigint {
  return currency === "USDC" ? UNITS_PER_CENT : (UNITS_PER_CENT * MILLION) / eurUsdMillionths;
}
