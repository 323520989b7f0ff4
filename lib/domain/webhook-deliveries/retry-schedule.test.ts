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

test("Retry-After moves a throttled retry, never before the schedule nor beyond twice its wait", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(429, 503),
      fc.nat(200_000),
      attempts,
      random,
      (status, asked, made, chance) => {
        const outcome = { status, timedOut: false, retryAfter: String(asked) };
        const wait = secondsToNextAttempt("live", made, outcome, { random: chance, now });
        const plain = secondsToNextAttempt("live", made, failed, { random: chance, now });
        if (plain === null) {
          expect(wait).toBeNull();
          return;
        }
        expect(wait).toBeGreaterThanOrEqual(plain);
        expect(wait).toBeLessThanOrEqual(2 * plain);
        if (asked >= plain && asked <= 2 * plain) expect(wait).toBe(asked);
      },
    ),
  );
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
  for (const text of ["", "-5", "1.5", "1e3", "tomorrow", "2026-04-27", "9999999999"]) {
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
