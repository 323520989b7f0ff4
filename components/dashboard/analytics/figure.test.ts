import { expect, test } from "vitest";
import { percentOf } from "./figure";

test.each([
  ["0.4250", "42.5 %"],
  ["0.6667", "66.7 %"],
  ["0.0004", "0.0 %"],
  ["1.2500", "125.0 %"],
  ["1", "100.0 %"],
  [null, "–"],
])("a rate of %s is shown as %s", (rate, shown) => {
  expect(percentOf(rate)).toBe(shown);
});
