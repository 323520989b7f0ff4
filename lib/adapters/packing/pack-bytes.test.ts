import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Hex, hexOf } from "@/lib/core/hex";
import { packBytes, unpackBytes } from "./pack-bytes";

const hex = fc
  .tuple(fc.integer({ min: 1, max: 255 }), fc.array(fc.constantFrom("00".repeat(12), "ab", "07")))
  .map(([type, parts]): Hex => `0x${type.toString(16).padStart(2, "0")}${parts.join("")}`);

test("signed bytes come back as they were", () => {
  fc.assert(
    fc.property(hex, (raw) => {
      expect(unpackBytes(hexOf(packBytes(raw)))).toBe(raw);
    }),
  );
});

test("a call with padding takes less than its bytes, and one without no more", () => {
  const words = Array.from(
    { length: 100 },
    () => `${"00".repeat(12)}${randomBytes(20).toString("hex")}`,
  );
  expect(packBytes(`0x02${words.join("")}`).length).toBeLessThan(0.8 * 3_201);
  expect(packBytes(`0x02${randomBytes(400).toString("hex")}`).length).toBe(401);
});

test("what an older version stored is read as it is", () => {
  expect(unpackBytes("0x02f86c00000000")).toBe("0x02f86c00000000");
});
