import { expect, test } from "vitest";
import { graceFrom, plannedTries } from "./recovery";

const since = new Date("2026-03-01T00:00:00Z");
const hours = (times: readonly Date[]) =>
  times.map((time) => (time.getTime() - since.getTime()) / 3_600_000);
const grace = (graceHours: 24 | 48 | 72, endAt: Date | null = null) =>
  graceFrom(since, { graceHours, strategy: "twice" }, endAt);

test("tries are planned between the failure and the end of the grace", () => {
  expect(hours(plannedTries(grace(48), "once"))).toEqual([24]);
  expect(hours(plannedTries(grace(72), "twice"))).toEqual([24, 48]);
  expect(hours(plannedTries(grace(24), "until_grace_ends"))).toEqual([6, 12, 18]);
  expect(hours(plannedTries(grace(72), "until_grace_ends"))).toHaveLength(11);
});

test("the grace is over when nothing can be charged any more", () => {
  const endAt = new Date(since.getTime() + 10 * 3_600_000);
  expect(grace(48, endAt)).toEqual({ since, until: endAt, pauses: [] });
  expect(hours([grace(48).until])).toEqual([48]);
  expect(hours(plannedTries(grace(48, endAt), "until_grace_ends"))).toEqual([6]);
});
