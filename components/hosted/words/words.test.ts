import { expect, test } from "vitest";
import { sayIn } from "@/lib/core/text/say";
import { chooseLanguage } from "./choose-language";
import { en } from "./pay/en";
import { browserWords } from "./pay/pay-words";
import { subscribeWords, wordsOfPlan } from "./subscribe/subscribe-words";
import { en as wallet } from "./wallet/en";

test("fills what a phrase leaves blank, and takes it as it is", () => {
  const say = sayIn<typeof en>(en);
  expect(say("backTo", { merchant: "Acme $& {amount}" })).toBe("Return to Acme $& {amount}");
  expect(say("tryAgain")).toBe("Try again");
});

test.each([
  ["en-GB,en;q=0.9", undefined, "en-GB"],
  ["xx-YY, fr;q=0.8, en-au;q=0.7", undefined, "en-AU"],
  ["de", undefined, "en"],
  [null, undefined, "en"],
  ["en-GB", "en-us", "en-US"],
  ["en-GB", "<script>", "en-GB"],
] as const)("chooses for %s with ?locale=%s: %s", (header, preferred, locale) => {
  expect(chooseLanguage(header, preferred)).toEqual({ locale, language: "en" });
});

test("the words of a connected wallet's screens do not travel with the page, and hide none of its own", () => {
  const first = Object.keys(browserWords(en));
  expect(first).not.toContain("payTo");
  expect(first).toContain("tryAgain");
  expect(Object.keys(wallet).filter((key) => key in en)).toEqual([]);
});

test.each([
  [1, false],
  [7, false],
  [29, false],
  [30, true],
  [365, true],
])("a plan of every %i days promises e-mails before charges: %s", (days, promised) => {
  const { emailHint, ...others } = wordsOfPlan(subscribeWords.en, {
    intervalSeconds: days * 86_400,
  });
  expect(emailHint.includes("before charges")).toBe(promised);
  expect(emailHint).toContain("charge");
  const { emailHint: _, ...own } = subscribeWords.en;
  expect(others).toEqual(own);
});
