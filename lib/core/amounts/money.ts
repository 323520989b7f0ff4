/** The currencies that Stipend settles in. */
export const currencies = ["USDC", "EURC"] as const;
export type Currency = (typeof currencies)[number];

/** Decimals of USDC and EURC; checked against each token when the app starts. */
export const currencyDecimals = 6;

/** One cent, the minor unit of both currencies, in the token's smallest unit. */
export const centUnits = 10n ** BigInt(currencyDecimals - 2);

/** The largest amount that an ERC-20 token can hold: 2^256 − 1. */
export const maxAmount = 2n ** 256n - 1n;

/** Digits of an amount that moves money. */
export const amountPattern = /^[1-9][0-9]{0,77}$/;

const BASIS_POINTS = 10_000n;

/**
 * Splits a gross amount as the contract does: the fee rounds down and `fee + net` equals `amount`.
 * @param amount smallest unit of the token
 * @param feeBps hundredths of a percent
 */
export function splitFee(amount: bigint, feeBps: number): { fee: bigint; net: bigint } {
  const fee = (amount * BigInt(feeBps)) / BASIS_POINTS;
  return { fee, net: amount - fee };
}

/**
 * The decimal digits of an amount, as the API and the database driver take them: a bigint parameter
 * would be sent as `int8`, which is too small for a `numeric(78,0)` column.
 */
export function digits(amount: bigint): string {
  return amount.toString();
}

/**
 * An amount in whole units as exact decimal text, without grouping: 1500000n → "1.50".
 * At least two decimals, and all significant ones up to the token's.
 */
export function toDecimal(amount: bigint, decimals: number = currencyDecimals): string {
  const unit = 10n ** BigInt(decimals);
  const fraction = (amount % unit).toString().padStart(decimals, "0").replace(/0+$/, "");
  return `${amount / unit}.${fraction.padEnd(2, "0")}`;
}
