import fc from "fast-check";
import { expect, test } from "vitest";
import { contrastOf, readableAccent, surfaces } from "./accent-color";

const colors = fc
  .integer({ min: 0, max: 0xffffff })
  .map((rgb) => `#${rgb.toString(16).padStart(6, "0")}`);

test("each color becomes one of 4.5:1 on every surface", () => {
  fc.assert(
    fc.property(colors, fc.constantFrom("light" as const, "dark" as const), (hex, scheme) => {
      const shifted = readableAccent(hex, scheme);
      expect(shifted).toMatch(/^#[0-9a-f]{6}$/);
      expect(contrastOf(shifted, surfaces[scheme])).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test("a color that is readable stays as it is", () => {
  expect(readableAccent("#0b3d91", "light")).toBe("#0b3d91");
  expect(readableAccent("#ffd400", "dark")).toBe("#ffd400");
});

test("black and white have a contrast of 21", () => {
  expect(contrastOf("#000000", "#ffffff")).toBeCloseTo(21, 5);
});
