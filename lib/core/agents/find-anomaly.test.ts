import { expect, test } from "vitest";
import { findAnomaly, medianOf } from "./find-anomaly";
import { lastWeek } from "./last-week";
import { runwayOf } from "./runway";

/** About 1,000 each day, ten percent up or down. */
const usual = Array.from({ length: 28 }, (_, day) => 1_000n + BigInt(((day * 37) % 21) - 10) * 10n);

test("a day far from the median is an anomaly, with the figures that say so", () => {
  expect(findAnomaly({ value: 5_000n, before: Array(28).fill(1_000n) }, "low")).toEqual({
    value: 5_000n,
    median: 1_000n,
    spread: 100n,
    score: 2_698n,
    threshold: 4,
  });
  expect(findAnomaly({ value: 0n, before: usual }, "medium")?.score).toBeLessThan(-300n);
});

test("low, medium and high tell from 4, 3 and 2 on, and not at them", () => {
  // Median 1,000, spread 6,745: a distance of 10,000 is one.
  const before = Array.from({ length: 28 }, (_, day) => 10_000n + (day % 2 ? 6_745n : -6_745n));
  const score = (distance: bigint, sensitivity: "low" | "medium" | "high") =>
    findAnomaly({ value: 10_000n + distance, before }, sensitivity) !== null;
  for (const [sensitivity, threshold] of [
    ["low", 4n],
    ["medium", 3n],
    ["high", 2n],
  ] as const) {
    expect(score(threshold * 10_000n, sensitivity)).toBe(false);
    expect(score(threshold * 10_000n + 100n, sensitivity)).toBe(true);
  }
});

test("a quiet month, an even one and too few days have none", () => {
  for (const value of usual) expect(findAnomaly({ value, before: usual }, "high")).toBeNull();
  expect(findAnomaly({ value: 1_050n, before: Array(28).fill(1_000n) }, "high")).toBeNull();
  const few = Array.from({ length: 28 }, (_, day) => (day < 13 ? 1_000n : 0n));
  expect(findAnomaly({ value: 90_000n, before: few }, "high")).toBeNull();
  expect(findAnomaly({ value: 90_000n, before: Array(28).fill(0n) }, "high")).toBeNull();
});

test("one outlier among the days before does not hide the next", () => {
  const before = usual.with(5, 1_000_000n);
  expect(findAnomaly({ value: 5_000n, before }, "low")).not.toBeNull();
});

test("refunds are measured by what comes in", () => {
  const before = Array(28).fill(0n);
  expect(findAnomaly({ value: 40n, before, scale: usual }, "medium")).toBeNull();
  expect(findAnomaly({ value: 900n, before, scale: usual }, "medium")?.median).toBe(0n);
});

test("medians, weeks and runways", () => {
  expect([medianOf([3n, 1n, 2n]), medianOf([4n, 1n, 2n, 3n]), medianOf([])]).toEqual([2n, 2n, 0n]);
  for (const day of ["2026-11-23T00:00:00Z", "2026-11-29T23:59:59Z"])
    expect(lastWeek(new Date(day)).from).toEqual(new Date("2026-11-16"));
  const wallet = { liquidCents: 300_000n, reserveCents: 100_000n, days: 28 };
  expect(runwayOf({ ...wallet, netCents: -28_000n })).toMatchObject({ isBelow: false, days: 200 });
  for (const netCents of [0n, 1n]) expect(runwayOf({ ...wallet, netCents }).days).toBeNull();
  expect(runwayOf({ ...wallet, liquidCents: 99_999n, netCents: 1n }).isBelow).toBe(true);
  expect(runwayOf({ ...wallet, liquidCents: null, netCents: -1n })).toMatchObject({
    isBelow: false,
    days: null,
  });
});
