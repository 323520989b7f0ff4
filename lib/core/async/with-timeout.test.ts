import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NoAnswer, withTimeout } from "./with-timeout";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new Promise<never>(() => {});

test("what comes in time is given, and no timer is left", async () => {
  expect(await withTimeout(10, Promise.resolve(7))).toBe(7);
  await expect(withTimeout(10, Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(vi.getTimerCount()).toBe(0);
});

test("what takes longer has no answer, or fails as the caller says", async () => {
  const plain = expect(withTimeout(10, never)).rejects.toThrow(NoAnswer);
  const said = expect(withTimeout(10, never, () => new Error("late"))).rejects.toThrow("late");
  await vi.advanceTimersByTimeAsync(10);
  await Promise.all([plain, said]);
});
