import { expect, test } from "vitest";
import type { ChainSubscription } from "@/lib/adapters/chain/reads/read-chargeable";
import { zeroAddress } from "@/lib/core/chain/hex";
import { dateOf, judgeRenewal } from "./judge-renewal";

const DAY = 86_400n;
const start = 1_772_323_200n;
const onchainId = `0x${"ab".repeat(32)}` as const;
const row = { onchainId, nextChargeAt: dateOf(start + 30n * DAY) };
const found: ChainSubscription = {
  payer: `0x${"11".repeat(20)}`,
  amount: 10n,
  interval: 30n * DAY,
  startAt: start,
  endAt: start + 360n * DAY,
  remaining: 110n,
  period: 0n,
  number: 1n,
  periodCharged: 10n,
  cancelled: false,
};
const at = (days: bigint, change: Partial<ChainSubscription> = {}) =>
  judgeRenewal(row, { ...found, ...change }, start + days * DAY);

test("the current period is charged, by the block's time", () => {
  expect(at(30n)).toEqual({
    kind: "charge",
    charge: { onchainId, period: 1n, number: 0n, amount: 10n },
    periodStart: dateOf(start + 30n * DAY),
  });
  expect(at(119n)).toMatchObject({ charge: { period: 3n } });
  expect(judgeRenewal(row, found, start + 30n * DAY - 1n)).toEqual({
    kind: "later",
    at: row.nextChargeAt,
  });
});

test("nothing is charged before the first period, and period 0 then", () => {
  const fresh = { number: 0n, periodCharged: 0n, remaining: 120n };
  expect(at(-1n, fresh)).toEqual({ kind: "later", at: dateOf(start) });
  expect(at(0n, fresh)).toMatchObject({ kind: "charge", charge: { period: 0n } });
});

test("what somebody has charged, the contract has cancelled, or a block has lost, waits for the books", () => {
  const soon = { kind: "later", at: dateOf(start + 30n * DAY + 60n) };
  expect(at(30n, { period: 1n })).toEqual(soon);
  expect(at(30n, { period: 1n, number: 7n })).toEqual(soon);
  expect(at(30n, { cancelled: true })).toEqual(soon);
  expect(at(30n, { payer: zeroAddress })).toEqual(soon);
  expect(at(30n, { remaining: 0n })).toEqual(soon);
});

test("of a period that was charged in part, the rest is charged with the next number", () => {
  const part = { period: 1n, number: 1n, periodCharged: 1n };
  expect(at(30n, part)).toEqual({
    kind: "charge",
    charge: { onchainId, period: 1n, number: 1n, amount: 9n },
    periodStart: dateOf(start + 30n * DAY),
  });
  expect(at(30n, { ...part, remaining: 4n })).toMatchObject({ charge: { amount: 4n } });
  expect(at(60n, part)).toMatchObject({ charge: { period: 2n, number: 0n, amount: 10n } });
});

test("what is left of the cap is the most", () => {
  expect(at(30n, { remaining: 4n })).toMatchObject({ charge: { amount: 4n } });
});

test("it is over at its end, and where nothing will be charged", () => {
  expect(at(360n)).toEqual({ kind: "over" });
  expect(at(359n)).toMatchObject({ kind: "charge" });
  expect(judgeRenewal({ ...row, nextChargeAt: null }, found, start)).toEqual({ kind: "over" });
  expect(at(1_000n, { endAt: 0n })).toMatchObject({ kind: "charge" });
});
