import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followDays } from "./use-day";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a page that stays open is told of each midnight by the server's clock, until it is left", () => {
  const told: string[] = [];
  const leave = followDays(Date.parse("2026-04-27T22:00:00Z"), (now) =>
    told.push(new Date(now).toISOString()),
  );
  vi.advanceTimersByTime(2 * 3_600_000 - 1);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1 + 86_400_000);
  expect(told).toEqual(["2026-04-28T00:00:00.000Z", "2026-04-29T00:00:00.000Z"]);
  leave();
  vi.advanceTimersByTime(2 * 86_400_000);
  expect(told).toHaveLength(2);
});
