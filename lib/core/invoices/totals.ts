import { maxAmount } from "@/lib/core/amounts/money";
import { type Rounding, type TaxCategory, type TaxedGroup, type TaxGroup, taxOf } from "./taxes";

/** A line as far as sums need it. */
export interface PricedLine {
  readonly quantity: number;
  /** Smallest unit of the token. */
  readonly unitAmount: bigint;
  readonly taxCategory: TaxCategory | null;
  readonly taxRate: number | null;
}

export interface InvoiceTotals {
  /** Of each line: quantity times price. */
  readonly amounts: readonly bigint[];
  readonly subtotal: bigint;
  readonly taxTotal: bigint;
  readonly total: bigint;
  readonly taxes: readonly TaxedGroup[];
}

/** The field whose value makes a sum larger than a token can hold. */
export interface TooLarge {
  readonly tooLarge: string;
}

/** The sums of an invoice. Lines without a category are not taxed, and are in no group. */
export function totalsOf(
  lines: readonly PricedLine[],
  rounding: Rounding = "cent",
): InvoiceTotals | TooLarge {
  const amounts: bigint[] = [];
  let subtotal = 0n;
  for (const [at, { quantity, unitAmount }] of lines.entries()) {
    const amount = BigInt(quantity) * unitAmount;
    subtotal += amount;
    if (subtotal > maxAmount) return { tooLarge: `lineItems[${at}].unitAmount` };
    amounts.push(amount);
  }
  const { total: taxTotal, groups: taxes } = taxOf(groupsOf(lines, amounts), rounding);
  const total = subtotal + taxTotal;
  return total > maxAmount
    ? { tooLarge: "lineItems" }
    : { amounts, subtotal, taxTotal, total, taxes };
}

/** Groups by category and rate, in the order in which the lines name them. */
function groupsOf(lines: readonly PricedLine[], amounts: readonly bigint[]): TaxGroup[] {
  const groups = new Map<string, TaxGroup>();
  for (const [at, { taxCategory: category, taxRate }] of lines.entries()) {
    if (!category) continue;
    const rateBps = taxRate ?? 0;
    const key = `${category} ${rateBps}`;
    const taxable = (groups.get(key)?.taxable ?? 0n) + (amounts[at] ?? 0n);
    groups.set(key, { category, rateBps, taxable });
  }
  return [...groups.values()];
}
