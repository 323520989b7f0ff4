import { expect, test } from "vitest";
import { problemWords, shopWords } from "@/components/hosted/words/shop/shop-words";
import { type ErrorAnswer, StipendError } from "@/sdk/src/errors";
import { problemOf, sayProblem } from "./checkout-problem";

/** What the buyer reads where the API answers so. */
function wordsAbout(reason: string, more: { param?: string; available?: number } = {}): string {
  const { param, ...facts } = more;
  const code = param ? "invalid_request" : "session_invalid_state";
  const details = { reason, ...facts };
  const answer = { code, message: "", details, ...(param && { param }) } as ErrorAnswer;
  const error = new StipendError(answer, 400, undefined);
  return sayProblem(problemWords(shopWords.en), problemOf(error), "Aurora");
}

test("a buyer who wants more than is left reads how many are left", () => {
  expect(wordsAbout("out_of_stock", { available: 2 })).toContain("Only 2 left. Choose fewer.");
  expect(wordsAbout("out_of_stock", { available: 0 })).toContain("Sold out.");
});

test("a buyer whose email address is refused reads how it has to look", () => {
  expect(wordsAbout("validation_failed", { param: "customerEmail" })).toBe(
    "Enter an email like ada@example.com.",
  );
});

test.each([
  ["email_required", "customerEmail"],
  ["field_required", "answers.size"],
  ["field_unknown", "answers.size"],
  ["quantity_not_allowed", "quantity"],
  ["amount_out_of_bounds", "amount"],
  ["amount_not_allowed", "amount"],
])("a buyer whose page is out of date (%s) is told to reload it", (reason, param) => {
  expect(wordsAbout(reason, { param })).toContain("Reload it");
});

test("a suspended merchant is named", () => {
  expect(wordsAbout("merchant_suspended")).toContain("Aurora isn’t taking orders");
});
