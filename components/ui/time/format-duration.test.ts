import { expect, test } from "vitest";
import { formatDuration } from "./format-duration";

test.each([
  [-5, "0 seconds"],
  [0.2, "1 second"],
  [45, "45 seconds"],
  [91, "2 minutes"],
  [1_200, "20 minutes"],
  [5_999, "100 minutes"],
  [6_000, "2 hours"],
  [86_399, "24 hours"],
  [172_799, "48 hours"],
  [172_800, "2 days"],
  [3_196_800, "37 days"],
])("%d seconds are %s", (seconds, expected) => {
  expect(formatDuration(seconds, "en")).toBe(expected);
});
