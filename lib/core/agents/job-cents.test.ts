import { expect, test } from "vitest";
import { centsOf, unitsPerCentOf, wholeCentsOf } from "./job-cents";

const rate = 1_250_000n;

test("an amount counts in whole cents, rounded up", () => {
  expect(centsOf(1n, "USDC", rate)).toBe(1n);
  expect(centsOf(10_000n, "USDC", rate)).toBe(1n);
  expect(centsOf(10_001n, "USDC", rate)).toBe(2n);
  expect(centsOf(1_000_000n, "EURC", rate)).toBe(125n);
  expect(centsOf(1_000_001n, "EURC", rate)).toBe(126n);
});

test("a dollar counts by itself, for any price of a euro", () => {
  expect(centsOf(1_000_000n, "USDC", 2_000_000n)).toBe(100n);
  expect(unitsPerCentOf("USDC", 2_000_000n)).toBe(10_000n);
});

test("the treasury never counts less than is counted here", () => {
  for (const eurUsd of [999_999n, 1_000_001n, 1_250_000n, 1_333_333n]) {
    const units = unitsPerCentOf("EURC", eurUsd);
    for (const amount of [1n, 9_999n, 123_456_789n, 10n ** 15n + 7n]) {
      const onChain = (amount + units - 1n) / units;
      expect(onChain).toBeGreaterThanOrEqual(centsOf(amount, "EURC", eurUsd));
    }
  }
});

test("what is held counts in whole cents without the rest, euros by their rate", () => {
  expect(wholeCentsOf(10_001n, "USDC", rate)).toBe(1n);
  expect(wholeCentsOf(1_000_001n, "EURC", rate)).toBe(125n);
  expect(wholeCentsOf(-1_000_000n, "EURC", rate)).toBe(-125n);
});
