import { expect, test } from "vitest";
import { type CountedRow, chargeableOf, othersOf } from "./committed-parts";

const DAY = 86_400;
const START = 1_700_000_000;
const at = (days: number) => BigInt(START + days * DAY);

/** Ten daily periods of 5 units, of which the first is charged. */
const row: CountedRow = {
  deploymentId: "dep_1",
  tokenAddress: `0x${"01".repeat(20)}`,
  status: "active",
  enrolledAt: new Date(START * 1_000),
  onchainCancel: "none",
  startAt: new Date(START * 1_000),
  endAt: new Date((START + 10 * DAY) * 1_000),
  intervalSeconds: BigInt(DAY),
  amount: 5n,
  currentPeriod: 0,
  chargedOfPeriod: 5n,
  cap: 50n,
  charged: 5n,
  isCreating: false,
};

test("what is committed beside our own subscriptions belongs to other services", () => {
  expect(othersOf(65n, [row], at(0))).toBe(20n);
  expect(othersOf(45n, [row], at(0))).toBe(0n);
  expect(othersOf(10n, [row], at(0))).toBe(0n);
});

test("periods that have passed uncharged are committed no more, and of the present one the rest is", () => {
  // The fourth period has begun: it and six more are left.
  expect(othersOf(35n, [row], at(3))).toBe(0n);
  const partly = { ...row, currentPeriod: 3, chargedOfPeriod: 2n, charged: 7n };
  expect(othersOf(35n, [partly], at(3))).toBe(2n);
  const capped = { ...row, cap: 15n };
  expect(othersOf(35n, [capped], at(3))).toBe(25n);
  const endless = { ...row, endAt: null };
  expect(othersOf(45n, [endless], at(300))).toBe(0n);
});

test("one that is over, or ended on the chain, holds nothing", () => {
  expect(othersOf(7n, [row], at(10))).toBe(7n);
  expect(othersOf(7n, [row], at(12))).toBe(7n);
  expect(othersOf(7n, [{ ...row, onchainCancel: "confirmed" }], at(0))).toBe(7n);
});

test("while an enrolment of ours may be on the chain nothing is said to be others'", () => {
  const pending: CountedRow = {
    ...row,
    status: "pending",
    enrolledAt: null,
    isCreating: true,
  };
  expect(othersOf(95n, [row, pending], at(0))).toBe(0n);
  expect(othersOf(95n, [row, { ...pending, isCreating: false }], at(0))).toBe(50n);
});

test("one that has ended here and not yet on the chain is charged nothing", () => {
  const ended: CountedRow = { ...row, status: "cancelled" };
  expect(chargeableOf(90n, [row, ended], at(0))).toBe(45n);
  expect(chargeableOf(45n, [row], at(0))).toBe(45n);
  expect(chargeableOf(10n, [ended], at(0))).toBe(0n);
});
