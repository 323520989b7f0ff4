import { expect, test } from "vitest";
import { nextAmountOf, scheduleOf, type Terms } from "./schedule";

const DAY = 86_400_000;
const start = new Date("2026-03-01T00:00:00Z");
const dayOf = (days: number) => new Date(start.getTime() + days * DAY);
/** Thirty days a period, of which the second was charged in full. */
const terms: Terms = {
  startAt: start,
  endAt: dayOf(120),
  intervalSeconds: 2_592_000n,
  amount: 10n,
  cap: 40n,
  charged: 20n,
  currentPeriod: 1,
  chargedOfPeriod: 10n,
  paidUntil: dayOf(60),
};
const nextOf = (change: Partial<Terms>, day: number) =>
  scheduleOf({ ...terms, ...change }, dayOf(day)).nextChargeAt;

test("a period stays due until its charges reach the amount, or it has passed", () => {
  expect(nextOf({}, 31)).toEqual(dayOf(60));
  expect(nextOf({ charged: 19n, chargedOfPeriod: 9n }, 31)).toEqual(dayOf(30));
  expect(nextOf({ charged: 19n, chargedOfPeriod: 9n }, 60)).toEqual(dayOf(60));
  expect(nextOf({ charged: 0n, currentPeriod: null, chargedOfPeriod: 0n }, -1)).toEqual(start);
});

test("the rest is due while the cap has it, though it has no whole amount left", () => {
  expect(nextOf({ cap: 20n, charged: 11n, chargedOfPeriod: 1n }, 31)).toEqual(dayOf(30));
  expect(nextOf({ cap: 19n, charged: 11n, chargedOfPeriod: 1n }, 31)).toBeNull();
  expect(nextOf({ cap: 29n }, 31)).toBeNull();
});

test("the next charge takes what is missing of its own period", () => {
  const part = { ...terms, charged: 14n, chargedOfPeriod: 4n };
  expect(nextAmountOf(part, dayOf(30))).toBe(6n);
  expect(nextAmountOf(part, dayOf(60))).toBe(10n);
  expect(nextAmountOf(terms, dayOf(60))).toBe(10n);
  expect(nextAmountOf({ ...terms, currentPeriod: null }, start)).toBe(10n);
});
