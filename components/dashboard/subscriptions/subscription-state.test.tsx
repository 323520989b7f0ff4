import { expect, test } from "vitest";
import { blockerWords, type Subscription } from "./subscription-state";

const failures = [
  "insufficient_balance",
  "insufficient_allowance",
  "permit_expired",
  "token_paused",
  "address_blocked",
] as const satisfies readonly Subscription["failureCode"][];

test.each(failures)("after %s an ended subscription promises no further charge", (failure) => {
  const ended = blockerWords({ closedAt: "2027-01-15T08:00:00.000Z" }, failure);
  expect(ended).not.toMatch(/charges|sign a new one/);
  expect(blockerWords({ closedAt: null }, failure)).toContain(ended);
});

test("one that goes on says what is done about it", () => {
  const words = blockerWords({ closedAt: null }, "insufficient_balance");
  expect(words).toContain("Stipend charges it as soon as it does.");
});
