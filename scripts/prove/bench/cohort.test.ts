import { expect, test } from "vitest";
import {
  failingCharges,
  fixedDays,
  recoverAtTimes,
  recoverOnArrival,
  type ShortWallet,
} from "./cohort";

const wallet = (...windows: ShortWallet["windows"]): ShortWallet => ({
  payer: 0,
  month: 0,
  windows,
});
const settings = { graceHours: 48, strategy: "twice" } as const;

test("the same seed has the same failures, a few in a hundred charges", () => {
  const cohort = failingCharges(500, 7);
  expect(failingCharges(500, 7)).toEqual(cohort);
  expect(failingCharges(500, 8)).not.toEqual(cohort);
  expect(cohort.length).toBeGreaterThan(500 * 12 * 0.04);
  expect(cohort.length).toBeLessThan(500 * 12 * 0.15);
  for (const { windows } of cohort) {
    for (const { from, to } of windows) expect(to).toBeGreaterThanOrEqual(from);
  }
});

test("money comes as long as any schedule tries", () => {
  const last = Math.max(...fixedDays);
  const arrivals = failingCharges(2_000, 7).flatMap(({ windows }) => windows);
  expect(arrivals.some(({ from }) => from > last)).toBe(true);
});

test("money that comes and goes between two tries is caught only by who sees it come", () => {
  const cohort = [wallet({ from: 5, to: 9 }), wallet(), wallet({ from: 60, to: 90 })];
  expect(recoverOnArrival(cohort, settings)).toEqual({
    recovered: 1,
    delays: [5],
    // One at once; all planned ones and the last one of the two others.
    attempts: 1 + 3 + 3,
  });
  expect(recoverAtTimes(cohort, [4, 10, 70])).toEqual({ recovered: 1, delays: [70], attempts: 9 });
});

test("a try at the moment of arrival counts, and one at the moment it is spent does not", () => {
  const cohort = [wallet({ from: 10, to: 20 })];
  expect(recoverAtTimes(cohort, [10]).recovered).toBe(1);
  expect(recoverAtTimes(cohort, [20]).recovered).toBe(0);
  expect(recoverOnArrival([wallet({ from: 48, to: 49 })], settings).recovered).toBe(1);
  expect(recoverOnArrival([wallet({ from: 48.1, to: 49 })], settings).recovered).toBe(0);
});
