import { expect, test } from "vitest";
import { isChangedBy } from "./is-changed-by";

const event = { type: "payment.completed", resource: { type: "payment_session", id: "ps_1" } };

test.each([
  ["its list", { resource: "payment_session" }, true],
  ["its object", { resource: "payment_session", id: "ps_1" }, true],
  ["another object of its kind", { resource: "payment_session", id: "ps_2" }, false],
  [
    "what watches its kind",
    { resource: "transaction", id: "txn_1", watches: ["payment_session"] },
    true,
  ],
  ["something else", { resource: "refund" }, false],
])("an event changes %s: %#", (_, shown, isChanged) => {
  expect(isChangedBy(shown, event)).toBe(isChanged);
});

test("what says of nothing what it shows is left alone", () => {
  expect(isChangedBy(undefined, event)).toBe(false);
});
