import { expect, test } from "vitest";
import { centsText, typedCents } from "./agent-config";

test("cents are typed as dollars, exactly", () => {
  for (const cents of [0, 5, 100_000, 123_456_789])
    expect(typedCents(centsText(cents))).toBe(cents);
  expect(typedCents("1000")).toBe(100_000);
  expect(typedCents(" 1,5 ")).toBe(150);
  for (const typed of ["", "-1", "1.234", "1e5", "1 000", "99999999999999999"])
    expect(typedCents(typed)).toBeNull();
});
