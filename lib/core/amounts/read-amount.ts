import { currencyDecimals, toDecimal } from "./money";

/**
 * What a typed amount says, in the token's smallest unit. `ambiguous`: it can be read in two ways, the smaller amount
 * first. `none`: it is no amount that the token can express, or zero where that is not allowed.
 */
export type AmountReading =
  | { readonly kind: "amount"; readonly amount: string }
  | { readonly kind: "ambiguous"; readonly amounts: readonly [string, string] }
  | { readonly kind: "none" };

interface AmountRules {
  readonly decimalComma: boolean;
  readonly decimals?: number;
  /** Zero is an amount, too: the price of what is free. */
  readonly allowsZero?: boolean;
}

/** Separators of thousands beside comma and point: spaces, and apostrophes as in Switzerland. */
const GROUPING = " '’\u00a0\u202f";
/** Digits, alone or in groups of three after 1 to 3 digits that do not begin with 0, and a fraction. */
const grammar = (group: string, point: string) =>
  new RegExp(
    `^(\\d{1,60}|[1-9]\\d{0,2}(?:([${group}${GROUPING}])\\d{3})(?:\\2\\d{3})*)(?:[${point}](\\d*))?$`,
  );
const withPoint = grammar(",", ".");
const withComma = grammar(".", ",");

/**
 * Reads an amount that was typed in whole units. A decimal point is always understood, a decimal comma where
 * `decimalComma` is set.
 * @example readAmount("1,234.5", { decimalComma: false }) // { kind: "amount", amount: "1234500000" }
 * @example readAmount("1,500", { decimalComma: true }) // { kind: "ambiguous", amounts: ["1500000", "1500000000"] }
 */
export function readAmount(
  typed: string,
  { decimalComma, decimals = currencyDecimals, allowsZero = false }: AmountRules,
): AmountReading {
  const text = typed.trim();
  const grammars = decimalComma ? [withPoint, withComma] : [withPoint];
  const read = grammars
    .flatMap((one) => amountOf(one.exec(text), decimals) ?? [])
    .filter((amount) => allowsZero || amount > 0n);
  const [less, more] = [...new Set(read)].sort((one, other) => (one < other ? -1 : 1));
  if (less === undefined) return { kind: "none" };
  if (more === undefined) return { kind: "amount", amount: less.toString() };
  return { kind: "ambiguous", amounts: [less.toString(), more.toString()] };
}

function amountOf(match: RegExpExecArray | null, decimals: number): bigint | null {
  const [, whole = "", , fraction = ""] = match ?? [];
  if (!match || fraction.length > decimals) return null;
  return BigInt(whole.replaceAll(/\D/g, "") + fraction.padEnd(decimals, "0"));
}

/** An amount as a field holds it, so that it reads in one way everywhere: "1.2340", since "1.234" can be 1,234. */
export function typedText(amount: string, decimals: number = currencyDecimals): string {
  const text = toDecimal(BigInt(amount), decimals);
  return /\.\d{3}$/.test(text) ? `${text}0` : text;
}
