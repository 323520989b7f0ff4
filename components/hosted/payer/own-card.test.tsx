import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { homeWords, subscriptionsWords } from "@/components/hosted/words/payer/payer-words";
import type { OwnSubscription } from "@/lib/contract/subscriptions/payer-home";
import { sayIn } from "@/lib/core/text/say";
import { OwnCard } from "./own-card";
import { cancelPhrases } from "./own-words";

const at = "2027-01-15T08:00:00.000Z";
const never = async () => {
  throw new Error("not asked");
};

function shown(given: Partial<OwnSubscription>): string {
  const own: OwnSubscription = {
    ...{ id: "sub_1", merchant: { name: "Acme", website: null, timeZone: "UTC" } },
    plan: { id: "plan_1", name: "Club", interval: "monthly", intervalCount: 1 },
    ...{
      amount: "1000000",
      due: "1000000",
      currency: "USDC",
      decimals: 6,
      intervalSeconds: 2_592_000,
    },
    network: { label: "Local", chainId: 31_337, explorer: null },
    ...{
      status: "active",
      failed: false,
      overdue: false,
      paused: false,
      follows: false,
      nextChargeAt: at,
    },
    ...{ outlook: null, endAt: at, paidUntil: at, graceEndsAt: null, failureCode: null },
    ...{ cap: "12000000", charged: "0", charging: false, onchainCancel: "none" },
    ...{ cancelCall: null, receipts: [] },
    ...given,
  };
  const words = subscriptionsWords.en;
  return renderToStaticMarkup(
    <OwnCard
      own={own}
      actions={{ cancel: never, payNow: never, readCharge: never }}
      words={homeWords(words)}
      say={sayIn(words)}
      locale="en"
    />,
  );
}

test("what is paused promises no charge, also after one that failed", () => {
  expect(shown({})).toContain("Next charge");
  expect(shown({ paused: true })).not.toContain("Next charge");
  const failed = { status: "past_due", failureCode: "insufficient_balance" } as const;
  const due = { ...failed, overdue: true, graceEndsAt: at };
  for (const phrase of ["Due since", "Retrying until", "charge it automatically"]) {
    expect(shown(due)).toContain(phrase);
    expect(shown({ ...due, paused: true })).not.toContain(phrase);
  }
  expect(shown({ ...due, paused: true })).toContain("Paused by the merchant");
});

test("what has lapsed is not tried again, and says why its last charge failed", () => {
  const due = { failureCode: "insufficient_balance", graceEndsAt: at } as const;
  const html = shown({ ...due, status: "lapsed", nextChargeAt: null });
  expect(html).toContain("Your wallet did not hold enough USDC.");
  expect(html).not.toContain("Retrying until");
  expect(html).not.toContain("charge it automatically");
  expect(html).not.toMatch(/Pay .* now/);
});

test("the button to pay now names what is taken, where a part of the period is charged already", () => {
  const failed = { status: "past_due", failureCode: "insufficient_balance" } as const;
  const due = { ...failed, overdue: true, due: "250000" };
  expect(shown(due)).toMatch(/Pay 0\.25\sUSDC now/);
  const ahead = shown({ ...due, overdue: false });
  expect(ahead).not.toMatch(/Pay .* now/);
  expect(ahead).toContain("Next charge");
});

test("an enrolment that failed did not start: it has a way back to the plan, and nothing to cancel", () => {
  const pending = { status: "pending", nextChargeAt: null } as const;
  const html = shown({ ...pending, failed: true });
  expect(html).toContain("Did not start");
  expect(html).toContain('href="/subscribe/plan_1"');
  expect(html).not.toContain("Cancel subscription");
  expect(html).not.toContain("Starting");
  expect(shown(pending)).toContain("Starting");
});

test("a payer who cancels while a charge is on its way is not promised that nothing more is charged", () => {
  const own = {
    plan: null,
    merchant: { name: "Acme", website: null, timeZone: "UTC" },
    follows: false,
    status: "active",
  } as const;
  const phrases = (charging: boolean) =>
    Object.values(cancelPhrases({ ...own, charging }, sayIn(subscriptionsWords.en)));
  for (const phrase of phrases(false)) expect(phrase).toContain("You won’t be charged again.");
  for (const phrase of phrases(true)) {
    expect(phrase).toMatch(/may still go through\. Acme can refund it\./);
    expect(phrase).not.toContain("charged again");
  }
});
