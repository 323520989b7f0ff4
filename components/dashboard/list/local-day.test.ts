import { expect, test } from "vitest";
import { dayOf, instantOf, isDay } from "./local-day";

test.each(["2026-11-24", "2026-03-29", "2026-10-25", "2026-12-31", "2024-02-29", "0002-11-24"])(
  "the day %s is found again in the instants that begin and end it",
  (day) => {
    expect(dayOf(instantOf(day, "first"), "first")).toBe(day);
    expect(dayOf(instantOf(day, "last"), "last")).toBe(day);
    expect(instantOf(day, "first") < instantOf(day, "last")).toBe(true);
  },
);

test("what is no instant is no day", () => {
  expect(dayOf("tomorrow", "first")).toBe("");
});

test("a date is one from 1970 on with a year of four digits", () => {
  expect(["1970-01-01", "2026-11-24", "9999-12-31"].map(isDay)).toEqual([true, true, true]);
  for (const text of ["", "0002-11-24", "0202-11-24", "1969-12-31", "12026-11-24", "2026-11"]) {
    expect(isDay(text), text).toBe(false);
  }
});
