import { expect, test } from "vitest";
import { agreedCycles } from "./subscription-horizon";

test.each([
  ["monthly", 1, null, 12],
  ["monthly", 5, null, 2],
  ["monthly", 24, null, 1],
  ["weekly", 2, null, 26],
  ["daily", 1, null, 365],
  ["quarterly", 1, null, 4],
  ["yearly", 1, null, 3],
  ["yearly", 1, 10, 10],
  ["monthly", 1, 1, 1],
] as const)(
  "%s by %d with at most %s cycles is agreed to for %d",
  (interval, intervalCount, maxCycles, cycles) => {
    expect(agreedCycles({ interval, intervalCount, maxCycles })).toBe(cycles);
  },
);
