import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSignal } from "./signal";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Whether a wait has ended, after a moment. */
async function hasEnded(wait: Promise<void>): Promise<boolean> {
  let ended = false;
  void wait.then(() => {
    ended = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  return ended;
}

test("a wait ends with its time, or when the signal is raised", async () => {
  const signal = createSignal();
  const first = signal.wait(1_000);
  expect(await hasEnded(first)).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await hasEnded(first)).toBe(true);
  const second = signal.wait(1_000);
  expect(await hasEnded(second)).toBe(false);
  signal.raise();
  expect(await hasEnded(second)).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test("a signal that was raised before a wait ends that one, and no further one", async () => {
  const signal = createSignal();
  signal.raise();
  signal.raise();
  expect(signal.raised).toBe(true);
  expect(await hasEnded(signal.wait(1_000))).toBe(true);
  expect(signal.raised).toBe(false);
  expect(await hasEnded(signal.wait(1_000))).toBe(false);
});
