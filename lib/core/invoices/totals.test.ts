import fc from "fast-check";
import { expect, test } from "vitest";
import { centUnits, maxAmount } from "@/lib/core/amounts/money";
import { taxCategoryCodes } from "./taxes";
import { type PricedLine, totalsOf } from "./totals";
import { isVatNumber, normalVatNumber } from "./vat-number";

const line: fc.Arbitrary<PricedLine> = fc.record({
  quantity: fc.integer({ min: 1, max: 10_000 }),
  unitAmount: fc.oneof(fc.bigInt(1n, 10n ** 12n), fc.bigInt(1n, 20n)),
  taxCategory: fc.option(fc.constantFrom(...taxCategoryCodes)),
  taxRate: fc.option(fc.oneof(fc.integer({ min: 0, max: 10_000 }), fc.constantFrom(700, 1_900))),
});
const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

test("by the rule of the token, every sum of a thousand invoices with mixed taxes is exact", () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 100 }), (lines) => {
      const totals = totalsOf(lines, "token");
      if ("tooLarge" in totals) throw new Error("nothing here is too large");
      const { amounts, subtotal, taxTotal, total, taxes } = totals;
      expect(amounts).toEqual(lines.map((one) => BigInt(one.quantity) * one.unitAmount));
      expect(subtotal).toBe(sum(amounts));
      expect(total).toBe(subtotal + taxTotal);
      expect(taxTotal).toBe(sum(taxes.map(({ tax }) => tax)));
      const untaxed = sum(amounts.filter((_, at) => lines[at]?.taxCategory === null));
      expect(sum(taxes.map(({ taxable }) => taxable)) + untaxed).toBe(subtotal);
      const exact = taxes.map(({ taxable, rateBps }) => taxable * BigInt(rateBps));
      // The total is rounded once, and no part is a whole unit away from its exact value.
      expect(taxTotal).toBe((sum(exact) + 5_000n) / 10_000n);
      for (const [at, { tax }] of taxes.entries()) {
        const off = tax * 10_000n - (exact[at] ?? 0n);
        expect(off > -10_000n && off < 10_000n).toBe(true);
      }
      expect(new Set(taxes.map(({ category, rateBps }) => `${category} ${rateBps}`)).size).toBe(
        taxes.length,
      );
    }),
    { numRuns: 1_000 },
  );
});

test("by the rule of cents, each tax of a thousand invoices is rounded half up to the cent by itself", () => {
  const cents = fc.bigInt(0n, 10n ** 8n).map((count) => count * centUnits);
  const priced = fc.record({
    quantity: fc.integer({ min: 1, max: 10_000 }),
    unitAmount: cents,
    taxCategory: fc.option(fc.constantFrom(...taxCategoryCodes)),
    taxRate: fc.option(fc.integer({ min: 0, max: 10_000 })),
  });
  fc.assert(
    fc.property(fc.array(priced, { minLength: 1, maxLength: 100 }), (lines) => {
      const totals = totalsOf(lines);
      if ("tooLarge" in totals) throw new Error("nothing here is too large");
      for (const { taxable, rateBps, tax } of totals.taxes) {
        expect(tax % centUnits).toBe(0n);
        // Less than half a cent above the exact value, or at most half a cent below it.
        const off = tax * 10_000n - taxable * BigInt(rateBps);
        expect(off * 2n > -centUnits * 10_000n && off * 2n <= centUnits * 10_000n).toBe(true);
      }
      expect(totals.taxTotal).toBe(sum(totals.taxes.map(({ tax }) => tax)));
      expect(totals.total).toBe(totals.subtotal + totals.taxTotal);
      expect(totals.total % centUnits).toBe(0n);
    }),
    { numRuns: 1_000 },
  );
  const standard = { quantity: 1, taxCategory: "S", taxRate: 1_900 } as const;
  expect(totalsOf([{ ...standard, unitAmount: 120_500_000n }])).toMatchObject({
    taxTotal: 22_900_000n,
    total: 143_400_000n,
  });
});

test("what rounding leaves over goes to the largest remainder, and to the first of equal ones", () => {
  const taxed = (unitAmount: bigint, taxRate: number) =>
    ({ quantity: 1, unitAmount, taxCategory: "S", taxRate }) as const;
  const taxesOf = (...lines: PricedLine[]) => {
    const totals = totalsOf(lines, "token");
    return "tooLarge" in totals ? null : totals.taxes.map(({ tax }) => tax);
  };
  expect(taxesOf(taxed(5n, 700), taxed(5n, 1_900))).toEqual([0n, 1n]);
  expect(taxesOf(taxed(1n, 5_000), taxed(2n, 2_500))).toEqual([1n, 0n]);
});

test("a sum that no token can hold names the line that makes it", () => {
  const of = (unitAmount: bigint, quantity = 1): PricedLine => ({
    quantity,
    unitAmount,
    taxCategory: null,
    taxRate: null,
  });
  expect(totalsOf([of(maxAmount)])).toMatchObject({ total: maxAmount });
  expect(totalsOf([of(1n), of(maxAmount)])).toEqual({ tooLarge: "lineItems[1].unitAmount" });
  expect(totalsOf([of(maxAmount / 2n, 3)])).toEqual({ tooLarge: "lineItems[0].unitAmount" });
  const taxed = { ...of(maxAmount), taxCategory: "S", taxRate: 1 } as const;
  expect(totalsOf([taxed])).toEqual({ tooLarge: "lineItems" });
});

test("VAT numbers have their country's form", () => {
  const right = ["DE123456789", "ATU12345678", "FRXX123456789", "NL123456789B01", "EL123456789"];
  const others = ["CHE123456789MWST", "IE1234567WA", "US12-3456789", "es b1234567 8"];
  for (const text of [...right, ...others]) expect(isVatNumber(normalVatNumber(text))).toBe(true);
  const wrong = [
    "",
    "DE",
    "DE12345678",
    "DE1234567890",
    "AT12345678",
    "123456789",
    "d",
    "DE12345678X",
  ];
  for (const text of wrong) expect(isVatNumber(normalVatNumber(text))).toBe(false);
});
