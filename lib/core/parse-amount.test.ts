import { expect, test } from "vitest";
import { parseAmount } from "./parse-amount";

test.each([
  ["49", "49000000"],
  ["49.00", "49000000"],
  [" 0.000001 ", "1"],
  ["1,234.5", "1234500000"],
  ["1,000,000", "1000000000000"],
  ["12.", "12000000"],
  ["99999999999999999999.123456", "99999999999999999999123456"],
])("%s is %s of the smallest unit", (typed, amount) => {
  expect(parseAmount(typed)).toBe(amount);
});

test.each(["", "0", "0.0000001", "-1", "1e3", "1,23", "4 9", "49 USDC", ".5", "1.2.3", "١"])(
  "%j is no amount",
  (typed) => {
    expect(parseAmount(typed)).toBeNull();
  },
);
