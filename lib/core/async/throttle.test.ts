import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { throttle } from "./throttle";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pauses = { pauseMs: 100, retryMs: 1_000 };

test("the first who asks is served at once, the others together after the pause", async () => {
  const work = vi.fn(async () => {});
  const { request } = throttle(work, pauses);
  for (let count = 0; count < 5; count += 1) request();
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(99);
  request();
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(work).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(work).toHaveBeenCalledTimes(2);
  request();
  expect(work).toHaveBeenCalledTimes(3);
});

test("a run that failed is made again, later, also when nobody asks", async () => {
  const work = vi.fn(async () => {}).mockRejectedValueOnce(new Error("no"));
  throttle(work, pauses).request();
  await vi.advanceTimersByTimeAsync(999);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(work).toHaveBeenCalledTimes(2);
});

test("runs do not overlap, and the end waits for the one under way and begins none", async () => {
  let end = () => {};
  const work = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  const { request, stop } = throttle(work, pauses);
  request();
  request();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(work).toHaveBeenCalledTimes(1);
  const stopped = stop();
  end();
  await stopped;
  request();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(work).toHaveBeenCalledTimes(1);
});
