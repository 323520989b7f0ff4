import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDue, parseRetryAfter } from "./parse-due";

test.each([
  ["1s", 1],
  ["2m", 120],
  ["1w2d3h4m5s", 788_645],
  ["30d", 2_592_000],
])("the duration %s is %i seconds", (text, seconds) => {
  expect(parseDue(text)).toEqual({ inMs: seconds * 1_000 });
});

test("the shortest sleep is one second", () => {
  expect(parseDue("")).toEqual({ inMs: 1_000 });
  expect(parseDue("0s")).toEqual({ inMs: 1_000 });
});

test("dates are absolute, in both places", () => {
  const at = { at: new Date("2030-01-02T03:04:05.678Z") };
  expect(parseDue("2030-01-02T03:04:05.678Z")).toEqual(at);
  expect(parseRetryAfter("2030-01-02T03:04:05.678Z")).toEqual(at);
});

test("retry-after counts seconds", () => {
  expect(parseRetryAfter("0")).toEqual({ inMs: 0 });
  expect(parseRetryAfter("7200")).toEqual({ inMs: 7_200_000 });
});

test("any other text is refused", () => {
  const units = /^(\d+w)?(\d+d)?(\d+h)?(\d+m)?(\d+s)?$/;
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!units.test(text) && !/^\d{4}-\d{2}-\d{2}T/.test(text));
      expect(() => parseDue(text)).toThrow();
    }),
  );
  expect(() => parseRetryAfter("soon")).toThrow();
  expect(() => parseDue("2030-13-45T00:00:00Z")).toThrow();
});
