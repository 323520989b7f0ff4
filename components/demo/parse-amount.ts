import { currencyDecimals } from "@/lib/core/money";

/**
 * Reads an amount that somebody typed, as the API takes it: digits in the token's smallest unit.
 * @returns null unless it is a positive decimal number that the token can express
 * @example parseAmount("49.5") // "49500000"
 */
export function parseAmount(text: string): string | null {
  const match = /^(\d{1,12})(?:\.(\d*))?$/.exec(text.trim());
  const [, whole = "", fraction = ""] = match ?? [];
  if (!match || fraction.length > currencyDecimals) return null;
  const amount = BigInt(whole + fraction.padEnd(currencyDecimals, "0"));
  return amount > 0n ? amount.toString() : null;
}
