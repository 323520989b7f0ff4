import fc from "fast-check";
import { expect, test } from "vitest";
import { modes } from "@/lib/core/modes";
import {
  isAccepted,
  parseRetryAfter,
  scheduleSeconds,
  secondsToNextAttempt,
} from "./retry-schedule";

const now = new Date("2026-04-27T12:00:00Z");
const failed = { status: 500, timedOut: false, retryAfter: null };
const mode = fc.constantFrom(...modes);
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const attempts = fc.integer({ min: 1, max: 20 });

test("the waits are 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h; in test mode the first two", () => {
  const waits = (of: "live" | "test") =>
    scheduleSeconds[of].map((_, made) =>
      made === 0 ? 0 : secondsToNextAttempt(of, made, failed, { random: 0.5, now }),
    );
  expect(waits("live")).toEqual([0, 5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400]);
  expect(waits("test")).toEqual([0, 5, 300]);
});

test("each wait is within 20 % of the schedule, and nothing follows the last attempt", () => {
  fc.assert(
    fc.property(mode, attempts, random, (of, made, chance) => {
      const wait = secondsToNextAttempt(of, made, failed, { random: chance, now });
      const scheduled = scheduleSeconds[of][made];
      if (scheduled === undefined) {
        expect(wait).toBeNull();
      } else {
        expect(wait).toBeGreaterThanOrEqual(scheduled * 0.8);
        expect(wait).toBeLessThanOrEqual(scheduled * 1.2);
      }
    }),
  );
});

test("the whole range of the jitter is used", () => {
  const at = (chance: number) => secondsToNextAttempt("live", 1, failed, { random: chance, now });
  expect([at(0), at(0.5), at(1)]).toEqual([4, 5, 6]);
});

test("a throttled retry waits the longer of the schedule and what was asked, up to an hour of it", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(429, 503),
      fc.oneof(fc.nat(10), fc.nat(7_200), fc.nat(200_000)),
      fc.boolean(),
      mode,
      attempts,
      random,
      (status, asked, asDate, of, made, chance) => {
        const date = new Date(now.getTime() + asked * 1000).toUTCString();
        const outcome = { status, timedOut: false, retryAfter: asDate ? date : String(asked) };
        const wait = secondsToNextAttempt(of, made, outcome, { random: chance, now });
        const plain = secondsToNextAttempt(of, made, failed, { random: chance, now });
        expect(wait).toBe(plain === null ? null : Math.max(plain, Math.min(asked, 3600)));
      },
    ),
  );
});

test("who asks for two minutes is left alone for longer than who asks for nothing", () => {
  const wait = (retryAfter: string | null) =>
    secondsToNextAttempt(
      "live",
      1,
      { status: 429, timedOut: false, retryAfter },
      { random: 0.5, now },
    );
  expect([wait("120"), wait(null), wait("0"), wait("86400")]).toEqual([120, 60, 5, 3600]);
});

test("Retry-After means nothing with any other status", () => {
  fc.assert(
    fc.property(fc.integer({ min: 300, max: 599 }), attempts, (status, made) => {
      fc.pre(status !== 429 && status !== 503);
      const given = { random: 0.5, now };
      const outcome = { status, timedOut: false, retryAfter: "999999" };
      expect(secondsToNextAttempt("live", made, outcome, given)).toBe(
        secondsToNextAttempt("live", made, failed, given),
      );
    }),
  );
});

test("a receiver that timed out or throttles without saying for how long gets a minute at least", () => {
  const given = { random: 0.5, now };
  const timedOut = { status: null, timedOut: true, retryAfter: null };
  const throttled = { status: 429, timedOut: false, retryAfter: "soon" };
  for (const outcome of [timedOut, throttled]) {
    expect(secondsToNextAttempt("live", 1, outcome, given)).toBe(60);
    expect(secondsToNextAttempt("live", 2, outcome, given)).toBe(300);
  }
});

test("Retry-After is read as seconds or as a date, and otherwise ignored", () => {
  expect(parseRetryAfter("120", now)).toBe(120);
  expect(parseRetryAfter(" 0 ", now)).toBe(0);
  expect(parseRetryAfter("Mon, 27 Apr 2026 12:00:30 GMT", now)).toBe(30);
  expect(parseRetryAfter("Mon, 27 Apr 2026 11:00:00 GMT", now)).toBe(0);
  expect(parseRetryAfter("Monday, 27-Apr-26 12:00:30 GMT", now)).toBe(30);
  expect(parseRetryAfter("Mon Apr 27 12:00:30 2026", now)).toBe(30);
  expect(parseRetryAfter("Fri May  1 12:00:00 2026", now)).toBe(4 * 86_400);
  for (const text of [
    "",
    "-5",
    "1.5",
    "1e3",
    "tomorrow",
    "2026-04-27",
    "Mon, 99 Abc 2026 99:99:99 GMT",
  ]) {
    expect(parseRetryAfter(text, now)).toBeNull();
  }
  expect(parseRetryAfter(null, now)).toBeNull();
});

test("only 2xx means that the event was taken", () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 599 }), (status) => {
      expect(isAccepted({ status })).toBe(Math.floor(status / 100) === 2);
    }),
  );
  expect(isAccepted({ status: null })).toBe(false);
});
