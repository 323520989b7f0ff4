import { expect, test } from "vitest";
import { changeOf, filterOf, lastDayOf, periodOf } from "./period";

const now = Date.parse("2026-04-15T13:30:00Z");

test("a period is of whole days, of which today is the last", () => {
  const thirty = { name: "30", from: "2026-03-17", to: "2026-04-16" };
  expect(periodOf({}, now)).toEqual(thirty);
  expect(periodOf({ range: "nonsense" }, now)).toEqual(thirty);
  expect(periodOf({ range: "7" }, now)).toEqual({
    name: "7",
    from: "2026-04-09",
    to: "2026-04-16",
  });
  expect(periodOf({ range: "90" }, now)).toMatchObject({ from: "2026-01-16" });
  expect(periodOf({ range: "month" }, now)).toMatchObject({ from: "2026-04-01", to: "2026-04-16" });
});

test("a custom period has both its days, and falls back where it is none", () => {
  const custom = (from: string, to: string) => periodOf({ range: "custom", from, to }, now);
  expect(custom("2026-02-01", "2026-02-28")).toEqual({
    name: "custom",
    from: "2026-02-01",
    to: "2026-03-01",
  });
  expect(lastDayOf(custom("2026-02-01", "2026-02-01"))).toBe("2026-02-01");
  const usual = { name: "custom", from: "2026-03-17", to: "2026-04-16" };
  for (const [first, last] of [
    ["2026-02-02", "2026-02-01"],
    ["2020-01-01", "2026-01-01"],
  ] as const) {
    expect(custom(first, last)).toEqual({ ...usual, refused: { first, last } });
  }
  expect(custom("2026-13-01", "2026-02-01")).toEqual(usual);
  expect(custom("", "")).toEqual(usual);
});

test("lists are filtered by the period's instants, and changes are whole percents", () => {
  expect(filterOf({ from: "2026-04-01", to: "2026-04-16" })).toBe(
    "createdAfter=2026-04-01T00:00:00.000Z&createdBefore=2026-04-16T00:00:00.000Z",
  );
  expect([changeOf(150n, 100n), changeOf(0n, 100n), changeOf(5n, 0n)]).toEqual([50, -100, null]);
  expect(changeOf(2n ** 255n, 2n ** 254n)).toBe(100);
});
