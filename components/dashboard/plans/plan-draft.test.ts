import { expect, test } from "vitest";
import { inputOf, newDraft } from "./plan-draft";

const draft = { ...newDraft, name: " Beans ", amount: "9.5" };

test("a draft is sent without what it leaves as it is by default", () => {
  expect(inputOf(draft)).toEqual({
    name: "Beans",
    amount: "9500000",
    currency: "USDC",
    interval: "monthly",
  });
  expect(inputOf({ ...draft, trialDays: "14", intervalCount: "2", maxCycles: "12" })).toMatchObject(
    {
      trialDays: 14,
      intervalCount: 2,
      maxCycles: 12,
    },
  );
});

test.each([{ name: "" }, { amount: "0" }, { trialDays: "x" }, { maxCycles: "1.5" }])(
  "a draft with %o is not sent",
  (change) => {
    expect(inputOf({ ...draft, ...change })).toBeNull();
  },
);
