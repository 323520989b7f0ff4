import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { batch } from "./batch";

/** Records the groups; each waits until it is let go. */
function gate() {
  const groups: number[][] = [];
  const held: (() => void)[] = [];
  const run = async (inputs: number[]) => {
    groups.push(inputs);
    await new Promise<void>((go) => held.push(go));
    if (inputs.includes(13)) throw new Error("unlucky");
    return inputs.map((input) => input * 10);
  };
  const letGo = async () => {
    for (const go of held.splice(0)) go();
    for (let n = 0; n < 5; n += 1) await turn();
  };
  return { groups, run, letGo };
}

test("a call alone runs at once, and what comes meanwhile runs together", async () => {
  const { groups, run, letGo } = gate();
  const call = batch(run, { lanes: 1, size: 3 });
  const answers = Promise.all([1, 2, 3, 4, 5].map(call));
  expect(groups).toEqual([[1]]);
  await letGo();
  expect(groups).toEqual([[1], [2, 3, 4]]);
  await letGo();
  await letGo();
  expect(groups).toEqual([[1], [2, 3, 4], [5]]);
  expect(await answers).toEqual([10, 20, 30, 40, 50]);
});

describe("further lanes", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  test("open when a group hangs, as many as there may be", async () => {
    const { groups, run, letGo } = gate();
    const call = batch(run, { lanes: 2, size: 9 });
    const answers = [1, 2, 3].map(call);
    vi.advanceTimersByTime(19);
    expect(groups).toEqual([[1]]);
    vi.advanceTimersByTime(1);
    expect(groups).toEqual([[1], [2, 3]]);
    answers.push(call(4));
    vi.advanceTimersByTime(1_000);
    expect(groups).toEqual([[1], [2, 3]]);
    await letGo();
    expect(groups).toEqual([[1], [2, 3], [4]]);
    await letGo();
    expect(await Promise.all(answers)).toEqual([10, 20, 30, 40]);
  });

  test("open when a whole group waits", async () => {
    const { groups, run, letGo } = gate();
    const call = batch(run, { lanes: 2, size: 2 });
    const answers = Promise.all([1, 2, 3, 4, 5].map(call));
    expect(groups).toEqual([[1], [2, 3]]);
    await letGo();
    await letGo();
    expect(groups).toEqual([[1], [2, 3], [4, 5]]);
    expect(await answers).toEqual([10, 20, 30, 40, 50]);
  });

  test("stay closed when every group ends in time", async () => {
    const { groups, run, letGo } = gate();
    const call = batch(run, { lanes: 2, size: 9 });
    const answers = [call(1), call(2)];
    vi.advanceTimersByTime(15);
    await letGo();
    answers.push(call(3));
    vi.advanceTimersByTime(15);
    expect(groups).toEqual([[1], [2]]);
    await letGo();
    await letGo();
    expect(groups).toEqual([[1], [2], [3]]);
    expect(await Promise.all(answers)).toEqual([10, 20, 30]);
  });
});

test("one's fault is told to that one alone", async () => {
  const { groups, run, letGo } = gate();
  const call = batch(run, { lanes: 1, size: 9, isOnesFault: () => true });
  const answers = Promise.allSettled([1, 2, 13, 4].map(call));
  for (let n = 0; n < 6; n += 1) await letGo();
  expect(groups).toEqual([[1], [2, 13, 4], [2], [13], [4]]);
  expect((await answers).map((answer) => answer.status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
});

test("a failure that may have done something is told to all, and nothing is run again", async () => {
  const { groups, run, letGo } = gate();
  const call = batch(run, { lanes: 1, size: 9 });
  const answers = Promise.allSettled([1, 2, 13].map(call));
  for (let n = 0; n < 4; n += 1) await letGo();
  expect(groups).toEqual([[1], [2, 13]]);
  expect((await answers).map((answer) => answer.status)).toEqual([
    "fulfilled",
    "rejected",
    "rejected",
  ]);
  const later = call(5);
  await letGo();
  expect(await later).toBe(50);
});
