import { expect, test } from "vitest";
import { fitTrend } from "./forecast";

test("a straight line goes on as it was, without doubt", () => {
  const { r2, sumOf } = fitTrend(Array.from({ length: 90 }, (_, day) => BigInt(1_000 + 10 * day)));
  // Days 90 to 119 are 1,900 to 2,190.
  expect([r2, sumOf(90, 30)]).toEqual([
    "1.0000",
    { expected: 61_350n, low: 61_350n, high: 61_350n },
  ]);
});

test("days that do not vary have no fit to tell of, and a fall ends at nothing", () => {
  expect(fitTrend([5n, 5n, 5n, 5n])).toMatchObject({ r2: null });
  const falling = fitTrend([400n, 300n, 200n, 100n]);
  expect(falling.sumOf(4, 30)).toEqual({ expected: 0n, low: 0n, high: 0n });
});

test("the wider days scatter, the wider is the range; amounts of 2^255 are taken", () => {
  const calm = fitTrend([100n, 110n, 90n, 100n, 105n, 95n]).sumOf(6, 30);
  const wild = fitTrend([100n, 200n, 1n, 150n, 300n, 10n]).sumOf(6, 30);
  expect(wild.high - wild.low).toBeGreaterThan(calm.high - calm.low);
  expect(fitTrend([2n ** 255n, 2n ** 255n, 2n ** 255n]).sumOf(3, 90).expected).toBeGreaterThan(
    2n ** 255n,
  );
});
