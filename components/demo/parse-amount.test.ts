import { expect, test } from "vitest";
import { parseAmount } from "./parse-amount";

test("whole and decimal amounts become digits in the smallest unit", () => {
  expect(parseAmount("49")).toBe("49000000");
  expect(parseAmount(" 49.50 ")).toBe("49500000");
  expect(parseAmount("49.")).toBe("49000000");
  expect(parseAmount("0.000001")).toBe("1");
  expect(parseAmount("007")).toBe("7000000");
});

test("what is no amount that the token can express is none", () => {
  for (const text of ["", "0", "0.00", "-1", "1e3", "49,00", "1 000", "0.0000001", "x", "1.2.3"]) {
    expect(parseAmount(text)).toBeNull();
  }
});
