import { expect, test } from "vitest";
import { dayOf, instantOf } from "./local-day";

test.each(["2026-11-24", "2026-03-29", "2026-10-25", "2026-12-31", "2024-02-29"])(
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
