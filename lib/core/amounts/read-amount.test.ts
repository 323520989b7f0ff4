import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatNumber } from "./format-amount";
import { readAmount, typedText } from "./read-amount";

const point = { decimalComma: false };
const comma = { decimalComma: true };
const none = { kind: "none" };
const amount = (digits: string) => ({ kind: "amount", amount: digits });
const either = (less: string, more: string) => ({ kind: "ambiguous", amounts: [less, more] });

test.each([
  ["49", "49000000"],
  ["49.00", "49000000"],
  [" 0.000001 ", "1"],
  ["007", "7000000"],
  ["12.", "12000000"],
  ["1,234,567.5", "1234567500000"],
  ["1 234.5", "1234500000"],
  ["1’234.5", "1234500000"],
  ["99999999999999999999.123456", "99999999999999999999123456"],
])("%s is %s of the smallest unit, whatever the browser's language", (typed, digits) => {
  expect(readAmount(typed, point)).toEqual(amount(digits));
  expect(readAmount(typed, comma)).toEqual(amount(digits));
});

test.each([
  ["0,125", none, amount("125000")],
  ["00,100", none, amount("100000")],
  ["1,50", none, amount("1500000")],
  ["1,500", amount("1500000000"), either("1500000", "1500000000")],
  ["1.500", amount("1500000"), either("1500000", "1500000000")],
  ["1.234,5", none, amount("1234500000")],
  ["1.50", amount("1500000"), amount("1500000")],
  ["1,234.5", amount("1234500000"), amount("1234500000")],
])(
  "%s is read by the decimal separators that the browser writes",
  (typed, withPoint, withComma) => {
    expect(readAmount(typed, point)).toEqual(withPoint);
    expect(readAmount(typed, comma)).toEqual(withComma);
  },
);

test.each([
  "",
  "0",
  "0,0",
  "0.0000001",
  "-1",
  "1e3",
  "4 9",
  "49 USDC",
  ".5",
  "1.2.3",
  "1,2,3",
  "1,23,456",
  "1 234,567.5",
  "١",
])("%j is no amount", (typed) => {
  expect(readAmount(typed, point)).toEqual(none);
  expect(readAmount(typed, comma)).toEqual(none);
});

test.each(["0", "0.00", "00"])("%j is an amount where zero is allowed", (typed) => {
  expect(readAmount(typed, { ...point, allowsZero: true })).toEqual(amount("0"));
  expect(readAmount(typed, { ...comma, allowsZero: true })).toEqual(amount("0"));
});

const amounts = fc.bigInt({ min: 1n, max: 10n ** 20n }).map(String);

test("what a field is filled with reads in one way, as what it was filled with", () => {
  fc.assert(
    fc.property(amounts, fc.boolean(), (digits, decimalComma) => {
      expect(readAmount(typedText(digits), { decimalComma })).toEqual(amount(digits));
    }),
  );
});

// Locales whose thousands are groups of three.
describe.each([
  "en-US",
  "en-GB",
  "de-DE",
  "de-CH",
  "fr-FR",
  "es-ES",
  "it-IT",
  "pl-PL",
  "pt-BR",
  "sv-SE",
  "ru-RU",
])("%s", (locale) => {
  const separators = new Intl.NumberFormat(locale).formatToParts(12_345.5);
  const of = (type: string) => separators.find((part) => part.type === type)?.value ?? "";
  const decimalComma = of("decimal") === ",";
  const said = (typed: string) => {
    const reading = readAmount(typed, { decimalComma });
    if (reading.kind === "ambiguous") return reading.amounts;
    return reading.kind === "amount" ? [reading.amount] : [];
  };

  test("an amount as the locale writes it is understood, or asked about", () => {
    fc.assert(
      fc.property(amounts, (digits) => {
        expect(said(formatNumber(digits, 6, locale))).toContain(digits);
      }),
    );
  });

  test("a text is never taken for more than a person of the locale can have meant", () => {
    const texts = fc.string({ unit: fc.constantFrom(..."0123456789.,"), maxLength: 12 });
    fc.assert(
      fc.property(texts, (typed) => {
        const meant = meaningOf(typed, of("group"), of("decimal"));
        const readings = said(typed);
        // Where the locale has a meaning for the text, that is what is sent, or is among what is asked about.
        if (meant !== null && meant > 0n) expect(readings).toContain(meant.toString());
        if (meant !== null && readings.length === 1) {
          expect(BigInt(readings[0] ?? 0)).toBeLessThanOrEqual(meant);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

/** What a text says by a locale's own separators, in millionths; null where it says nothing. */
function meaningOf(typed: string, group: string, point: string): bigint | null {
  const [whole = "", fraction = "", ...rest] = typed.split(point);
  const groups = whole.split(group);
  const [first = "", ...others] = groups;
  const isGrouped = others.length > 0 && /^[1-9]\d{0,2}$/.test(first);
  const isWhole = others.length === 0 ? /^\d+$/.test(first) : isGrouped;
  if (rest.length > 0 || !isWhole || others.some((one) => !/^\d{3}$/.test(one))) return null;
  if (!/^\d{0,6}$/.test(fraction)) return null;
  return BigInt(groups.join("") + fraction.padEnd(6, "0"));
}
