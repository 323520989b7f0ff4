import { toDecimal } from "./money";

interface Money {
  /** Digits in the token's smallest unit. */
  amount: string;
  currency: string;
  decimals: number;
  /** Rounds down to so many decimals, for estimates; absent for money, which is exact. */
  mostDecimals?: number;
}

/**
 * An amount as people read it: exact, with at least two decimals, followed by its currency. Never a
 * currency sign: `Intl` has none for stablecoins.
 * @example formatAmount({ amount: "1234500000", currency: "USDC", decimals: 6 }, "en")
 * // "1,234.50 USDC", with a no-break space
 */
export function formatAmount(money: Money, locale: string): string {
  const { amount, currency, decimals, mostDecimals = decimals } = money;
  const rest = 10n ** BigInt(decimals - mostDecimals);
  const shown = (BigInt(amount) / rest) * rest;
  return `${formatNumber(shown.toString(), decimals, locale)}\u00a0${currency}`;
}

/** The number alone, for places that set the currency apart. */
export function formatNumber(amount: string, decimals: number, locale: string): string {
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: decimals,
  });
  // As text: a JavaScript number would round what a token can hold.
  return format.format(toDecimal(BigInt(amount), decimals) as Intl.StringNumericLiteral);
}
