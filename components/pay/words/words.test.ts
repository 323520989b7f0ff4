import { expect, test } from "vitest";
import { en } from "./en";
import { pickWords } from "./pick-words";
import { createSay } from "./say";

test("fills what a phrase leaves blank, and takes it as it is", () => {
  const say = createSay(en);
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
  expect(pickWords(header, preferred).locale).toBe(locale);
});
