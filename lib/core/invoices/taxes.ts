import { centUnits } from "@/lib/core/amounts/money";

/**
 * How the tax of an invoice is rounded: `cent`, each category and rate by itself, half up to the currency's minor unit
 * (EN 16931, BR-CO-17); `token`, all together to the token's smallest unit.
 */
export const roundings = ["cent", "token"] as const;
export type Rounding = (typeof roundings)[number];

/** The tax categories of EN 16931 (UNTDID 5305): a code and what it stands for. */
export const taxCategories = {
  S: "Standard rate",
  Z: "Zero rate",
  E: "Exempt from tax",
  AE: "Reverse charge",
  K: "Intra-community supply",
  G: "Export outside the EU",
  O: "Not subject to tax",
} as const;
export type TaxCategory = keyof typeof taxCategories;
export const taxCategoryCodes = Object.keys(taxCategories) as [TaxCategory, ...TaxCategory[]];

export const maxTaxBps = 10_000;
const BASIS_POINTS = 10_000n;

/** What is taxed in the same way, together. */
export interface TaxGroup {
  readonly category: TaxCategory;
  readonly rateBps: number;
  /** Sum of the lines' amounts, in the token's smallest unit. */
  readonly taxable: bigint;
}

export interface TaxedGroup extends TaxGroup {
  readonly tax: bigint;
}

/** The tax of groups: their parts add up to the total. */
export interface Taxes {
  readonly total: bigint;
  readonly groups: TaxedGroup[];
}

/**
 * The tax of each group, and of all together.
 * @example taxOf([{ category: "S", rateBps: 1_900, taxable: 120_500_000n }], "cent") // total 22_900_000n (of 22.895)
 */
export function taxOf(groups: readonly TaxGroup[], rounding: Rounding): Taxes {
  return rounding === "cent" ? taxInCents(groups) : taxInUnits(groups);
}

function taxInCents(groups: readonly TaxGroup[]): Taxes {
  const taxed = groups.map((group) => {
    const perCent = BASIS_POINTS * centUnits;
    const exact = group.taxable * BigInt(group.rateBps);
    return { ...group, tax: ((exact + perCent / 2n) / perCent) * centUnits };
  });
  return { total: sum(taxed.map(({ tax }) => tax)), groups: taxed };
}

/**
 * The tax of all together is rounded once, half up, and the units that rounding down each group leaves over go to the
 * largest remainders: each part is less than one unit from its exact value.
 * @example taxInUnits([{ category: "S", rateBps: 1_900, taxable: 5n }, { category: "S", rateBps: 700, taxable: 5n }])
 * // total 1n (of 1.3), parts 1n (of 0.95) and 0n (of 0.35)
 */
function taxInUnits(groups: readonly TaxGroup[]): Taxes {
  const exact = groups.map(({ taxable, rateBps }) => taxable * BigInt(rateBps));
  const total = (sum(exact) + BASIS_POINTS / 2n) / BASIS_POINTS;
  const floors = exact.map((scaled) => scaled / BASIS_POINTS);
  const extra = Number(total - sum(floors));
  const raised = new Set(
    exact
      .map((scaled, at) => ({ at, remainder: scaled % BASIS_POINTS }))
      .sort((a, b) =>
        a.remainder === b.remainder ? a.at - b.at : a.remainder < b.remainder ? 1 : -1,
      )
      .slice(0, extra)
      .map(({ at }) => at),
  );
  const taxed = groups.map((group, at) => {
    const floor = floors[at] ?? 0n;
    return { ...group, tax: raised.has(at) ? floor + 1n : floor };
  });
  return { total, groups: taxed };
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}

const taxNotes: Partial<Record<TaxCategory, string>> = {
  E: "Exempt from tax",
  AE: "Reverse charge: the buyer owes the tax",
  K: "Intra-community supply, exempt from tax",
  G: "Export outside the EU, exempt from tax",
  O: "Not subject to tax",
};

/** What an invoice must say of a category that has no tax (Directive 2006/112/EC, article 226); null where nothing. */
export function taxNoteOf(category: TaxCategory): string | null {
  return taxNotes[category] ?? null;
}
