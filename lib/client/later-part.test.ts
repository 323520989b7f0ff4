import { afterEach, expect, test, vi } from "vitest";
import { laterPart, whileLoaded } from "./later-part";

afterEach(() => vi.useRealTimers());

/** Code that comes at the given attempts alone. */
function codeAt(...attempts: number[]) {
  const asked: number[] = [];
  const part = laterPart(async () => {
    asked.push(asked.length + 1);
    if (!attempts.includes(asked.length)) throw new Error("ChunkLoadError");
    return "code";
  });
  return { part, asked };
}

test("code is loaded once, however often it is asked for", async () => {
  const { part, asked } = codeAt(1);
  expect(part.loaded).toBeNull();
  expect(await Promise.all([part.load(), part.load()])).toEqual(["code", "code"]);
  expect(await part.load()).toBe("code");
  expect(part.loaded).toBe("code");
  expect(asked).toHaveLength(1);
});

test("code that did not come is null, and is asked for again by the next call", async () => {
  const { part } = codeAt(2);
  expect(await part.load()).toBeNull();
  expect(part.loaded).toBeNull();
  expect(await part.load()).toBe("code");
});

test("work begins once its code has come, and the page is told each time that it has not", async () => {
  vi.useFakeTimers();
  const { part } = codeAt(3);
  const links: boolean[] = [];
  const steps: string[] = [];
  const stop = whileLoaded(
    part,
    (live) => links.push(live),
    (code) => {
      steps.push(code);
      return () => steps.push("stopped");
    },
  );
  await vi.advanceTimersByTimeAsync(6_000);
  expect(links).toEqual([false, false]);
  expect(steps).toEqual(["code"]);
  stop();
  expect(steps).toEqual(["code", "stopped"]);
});

test("work that is ended before its code has come never begins, and asks no more", async () => {
  vi.useFakeTimers();
  const { part, asked } = codeAt(1, 2);
  const begin = vi.fn(() => () => {});
  whileLoaded(part, () => {}, begin)();
  const { part: away, asked: askedAway } = codeAt();
  const stop = whileLoaded(away, () => {}, begin);
  await vi.advanceTimersByTimeAsync(0);
  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(begin).not.toHaveBeenCalled();
  expect([asked.length, askedAway.length]).toEqual([1, 1]);
});
