import { expect, test } from "vitest";
import { counted } from "./counted";

test.each([
  [0, "payments", "0 payments"],
  [1, "payments", "1 payment"],
  [2, "payments", "2 payments"],
  [1, "deliveries", "1 delivery"],
  [11, "deliveries", "11 deliveries"],
])("%i %s are %s", (count, noun, words) => {
  expect(counted(count, noun)).toBe(words);
});
