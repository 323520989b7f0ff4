import { expect, test } from "vitest";
import type { PayStatus } from "@/lib/contract/payments/hosted-pay";
import { slownessOf } from "./slowness";

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20) + seconds * 1_000);
const base = { submittedAt: at(0).toISOString(), expectedFinalAt: at(1_200).toISOString() };
const submitted = { ...base, status: "submitted" } as PayStatus;
const seen = { ...base, status: "seen" } as PayStatus;

test.each([
  [30, "usual"],
  [31, "slow"],
  [300, "slow"],
  [301, "very_slow"],
] as const)("a payment that is not mined after %i seconds is %s", (seconds, expected) => {
  expect(slownessOf(submitted, at(seconds).getTime())).toBe(expected);
});

test.each([
  [1_200, "usual"],
  [1_231, "slow"],
  [1_501, "very_slow"],
] as const)(
  "a mined one is judged by its expected finality: %i seconds are %s",
  (seconds, expected) => {
    expect(slownessOf(seen, at(seconds).getTime())).toBe(expected);
  },
);

test("without a time nothing is late", () => {
  expect(slownessOf({ ...submitted, submittedAt: null }, at(9_999).getTime())).toBe("usual");
});
