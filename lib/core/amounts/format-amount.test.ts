import { expect, test } from "vitest";
import { formatAmount } from "./format-amount";

const usdc = (amount: string) => ({ amount, currency: "USDC", decimals: 6 });

test.each([
  ["49000000", "49.00\u00a0USDC"],
  ["1234500000", "1,234.50\u00a0USDC"],
  ["1", "0.000001\u00a0USDC"],
  ["123456789012345678901234567890123", "123,456,789,012,345,678,901,234,567.890123\u00a0USDC"],
])("writes %s exactly, with two decimals or more", (amount, expected) => {
  expect(formatAmount(usdc(amount), "en")).toBe(expected);
});

test.each([
  ["6333984150", "6,333.98\u00a0USDC"],
  ["1999999", "1.99\u00a0USDC"],
  ["9999", "0.00\u00a0USDC"],
  ["49000000", "49.00\u00a0USDC"],
])("rounds an estimate of %s down to two decimals", (amount, expected) => {
  expect(formatAmount({ ...usdc(amount), mostDecimals: 2 }, "en")).toBe(expected);
});

test("writes as the reader's language does", () => {
  expect(formatAmount(usdc("1234500000"), "de")).toBe("1.234,50\u00a0USDC");
});
