import { type AmountReading, readAmount } from "@/lib/core/amounts/read-amount";

/** Whether one of the browser's languages writes a decimal comma; a point is understood in any case. */
export function writesDecimalComma(): boolean {
  const languages = globalThis.navigator?.languages ?? [];
  return languages.some((language) => {
    try {
      return new Intl.NumberFormat(language).format(0.5).includes(",");
    } catch {
      // A language that Intl does not know says nothing.
      return false;
    }
  });
}

interface Rules {
  /** Zero is an amount, too: the price of what is free. */
  readonly allowsZero?: boolean;
}

/** What was typed into a field for money, in the smallest unit of USDC and EURC. */
export const readTyped = (typed: string, rules: Rules = {}): AmountReading =>
  readAmount(typed, { ...rules, decimalComma: writesDecimalComma() });

/** The amount that was typed; null for what is none, and for what can be read in two ways. */
export function typedAmount(typed: string, rules: Rules = {}): string | null {
  const reading = readTyped(typed, rules);
  return reading.kind === "amount" ? reading.amount : null;
}
