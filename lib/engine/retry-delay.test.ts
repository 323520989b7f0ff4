import { expect, test } from "vitest";
import { retryDelay } from "./retry-delay";

test("delays grow from 15 seconds to two hours and stay there", () => {
  const seconds = Array.from({ length: 12 }, (_, attempt) => retryDelay(attempt, 0) / 1_000);
  expect(seconds).toEqual([15, 30, 60, 120, 300, 600, 1_200, 2_400, 3_600, 7_200, 7_200, 7_200]);
});

test("jitter adds less than 30 seconds", () => {
  expect(retryDelay(0, 0.5)).toBe(30_000);
  expect(retryDelay(3, 0.999_999)).toBeLessThan(150_000);
});
