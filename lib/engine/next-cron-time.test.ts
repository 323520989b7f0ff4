import fc from "fast-check";
import { expect, test } from "vitest";
import { nextCronTime } from "./next-cron-time";

const next = (expression: string, after: string) =>
  nextCronTime(expression, new Date(after)).toISOString();

test.each([
  ["* * * * *", "2026-01-01T00:00:00.000Z", "2026-01-01T00:01:00.000Z"],
  ["* * * * *", "2026-01-01T00:00:59.999Z", "2026-01-01T00:01:00.000Z"],
  ["*/15 * * * *", "2026-01-01T00:45:00.000Z", "2026-01-01T01:00:00.000Z"],
  ["5/20 * * * *", "2026-01-01T00:05:00.000Z", "2026-01-01T00:25:00.000Z"],
  ["0 9-17/4 * * 1-5", "2026-01-02T17:00:00.000Z", "2026-01-05T09:00:00.000Z"],
  ["30 6 1,15 * *", "2026-01-02T00:00:00.000Z", "2026-01-15T06:30:00.000Z"],
  ["0 0 31 * *", "2026-02-01T00:00:00.000Z", "2026-03-31T00:00:00.000Z"],
  ["0 0 29 2 *", "2096-03-01T00:00:00.000Z", "2104-02-29T00:00:00.000Z"],
  ["0 0 13 * 5", "2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"],
  ["59 23 31 12 *", "2026-12-31T23:59:00.000Z", "2027-12-31T23:59:00.000Z"],
])("%s after %s comes at %s", (expression, after, expected) => {
  expect(next(expression, after)).toBe(expected);
});

test.each([
  "* * * *",
  "* * * * * *",
  "60 * * * *",
  "* 24 * * *",
  "* * 0 * *",
  "* * * 13 *",
  "5-1 * * * *",
  "*/0 * * * *",
  "a * * * *",
  "@hourly",
  "TZ=Europe/Paris 0 0 * * *",
  "0 0 30 2 *",
])("%s is refused", (expression) => {
  expect(() => next(expression, "2026-01-01T00:00:00.000Z")).toThrow();
});

const list = (min: number, max: number) =>
  fc.oneof(
    fc.constant("*"),
    fc.uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: 3 }).map(String),
  );

test("the time found is the first minute that the fields name", () => {
  const expression = fc.tuple(list(0, 59), list(0, 23), list(1, 28), list(1, 12), list(0, 6));
  const start = fc.date({
    min: new Date("2020-01-01T00:00:00Z"),
    max: new Date("2030-01-01T00:00:00Z"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(expression, start, (fields, after) => {
      const found = nextCronTime(fields.join(" "), after);
      expect(found.getTime()).toBeGreaterThan(after.getTime());
      expect(matches(fields, found)).toBe(true);
      // Every minute in between for a day, then only what a coarser look can miss.
      const from = Math.max(after.getTime(), found.getTime() - 86_400_000);
      for (
        let at = Math.floor(from / 60_000) * 60_000 + 60_000;
        at < found.getTime();
        at += 60_000
      ) {
        if (at > after.getTime()) expect(matches(fields, new Date(at))).toBe(false);
      }
    }),
    { numRuns: 50 },
  );
});

function matches([minute, hour, day, month, weekDay]: string[], date: Date): boolean {
  const has = (field = "*", value: number) =>
    field === "*" || field.split(",").includes(String(value));
  const isMonthDay = has(day, date.getUTCDate());
  const isWeekDay = has(weekDay, date.getUTCDay());
  return (
    has(minute, date.getUTCMinutes()) &&
    has(hour, date.getUTCHours()) &&
    has(month, date.getUTCMonth() + 1) &&
    (day === "*" || weekDay === "*" ? isMonthDay && isWeekDay : isMonthDay || isWeekDay)
  );
}
