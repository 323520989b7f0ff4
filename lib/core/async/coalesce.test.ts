import { expect, test } from "vitest";
import { coalesce } from "./coalesce";

test("calls during a run cause one more run, whose end they all see", async () => {
  let runs = 0;
  let open = () => {};
  const work = coalesce(async () => {
    runs += 1;
    await new Promise<void>((resolve) => {
      open = resolve;
    });
  });
  const calls = [work(), work(), work()];
  expect(runs).toBe(1);
  open();
  await new Promise(setImmediate);
  expect(runs).toBe(2);
  open();
  await Promise.all(calls);
  expect(runs).toBe(2);
});

test("a call right when a run ends is not lost", async () => {
  let runs = 0;
  const work = coalesce(async () => {
    runs += 1;
    if (runs < 50) queueMicrotask(() => void work());
  });
  await work();
  await new Promise(setImmediate);
  expect(runs).toBe(50);
});

test("a run that throws rejects its callers and the next call runs again", async () => {
  let runs = 0;
  const work = coalesce(async () => {
    runs += 1;
    if (runs === 1) throw new Error("once");
  });
  await expect(work()).rejects.toThrow("once");
  await work();
  expect(runs).toBe(2);
});
