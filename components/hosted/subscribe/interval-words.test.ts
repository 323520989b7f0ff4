import { expect, test } from "vitest";
import {
  type SaySubscribe,
  subscribeWords,
} from "@/components/hosted/words/subscribe/subscribe-words";
import { intervalSeconds } from "@/lib/core/subscriptions/subscription-kinds";
import { sayIn } from "@/lib/core/text/say";
import { chargesWords, intervalWords } from "./interval-words";

const say: SaySubscribe = sayIn(subscribeWords.en);

test.each([
  ["daily", 1, "every day"],
  ["weekly", 2, "every 2 weeks"],
  ["monthly", 1, "every month (30 days)"],
  ["monthly", 6, "every 6 months (180 days)"],
  ["yearly", 1, "every year (365 days)"],
] as const)("%s by %d: %s", (interval, intervalCount, words) => {
  const plan = {
    interval,
    intervalCount,
    intervalSeconds: intervalSeconds[interval] * intervalCount,
  };
  expect(intervalWords(plan, say)).toBe(words);
});

test("counts charges", () => {
  expect(chargesWords(1, say)).toBe("1 charge");
  expect(chargesWords(12, say)).toBe("12 charges");
});
