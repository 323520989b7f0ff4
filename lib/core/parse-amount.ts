import { currencyDecimals } from "./money";

/**
 * The digits of an amount that somebody types in whole units, in the token's smallest unit: "1,234.5" → "1234500000".
 * @returns null for what is no amount above zero, or has more decimals than the token
 */
export function parseAmount(typed: string, decimals: number = currencyDecimals): string | null {
  const text = typed.trim().replaceAll(/(?<=\d),(?=\d{3}(?:\D|$))/g, "");
  const match = /^(\d{1,60})(?:\.(\d*))?$/.exec(text);
  const fraction = match?.[2] ?? "";
  if (!match?.[1] || fraction.length > decimals) return null;
  const amount = BigInt(match[1] + fraction.padEnd(decimals, "0"));
  return amount > 0n ? amount.toString() : null;
}
