import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import type { PayStatusName } from "@/lib/contract/payments/hosted-pay";
import type { ThanksPage } from "@/lib/contract/storefronts/hosted-shop";
import { speakTo } from "./speak";
import { ThanksView, thanksTitle } from "./thanks-view";

const { speech } = speakTo(null, undefined);

/** The page after a payment of this status; null: it names no payment of the shop. */
const pageOf = (status: PayStatusName | null) =>
  ({
    shop: { name: "Aurora", slug: "aurora", logoUrl: null },
    merchant: { name: "Aurora", logoUrl: null },
    isOpen: false,
    order: status && { sessionId: "ps_1", name: "Coffee", status },
  }) as unknown as ThanksPage;

const htmlOf = (status: PayStatusName | null) =>
  renderToString(<ThanksView page={pageOf(status)} {...speech} />);

/** What a buyer reads on it. */
const wordsOf = (status: PayStatusName | null) => htmlOf(status).replaceAll(/<[^>]+>/g, "");

test.each([
  ["confirmed", "Thank you for your order", "Aurora has your payment for Coffee."],
  ["refunded", "This order was refunded", "Aurora has returned your payment for Coffee."],
  ["submitted", "Thank you for your order", "Your payment for Coffee is on its way."],
  ["seen", "Thank you for your order", "Your payment for Coffee is on its way."],
  ["review", "Payment received, under review", "Aurora is checking your payment for Coffee."],
  ["returned", "Your payment is being returned", "is sending the money back to the wallet"],
  ["open", "This order is not paid", "Aurora has not received a payment for Coffee yet."],
  ["failed", "This order is not paid", "Aurora has not received a payment for Coffee yet."],
  ["unavailable", "This order is not paid", "Aurora has not received a payment for Coffee yet."],
  ["cancelled", "This order is not paid", "The payment for Coffee was cancelled."],
  ["expired", "This order is not paid", "The time to pay for Coffee has run out."],
] as const)("the buyer of an order that is %s reads: %s", (status, title, text) => {
  expect(wordsOf(status)).toContain(title);
  expect(wordsOf(status)).toContain(text);
  expect(thanksTitle(pageOf(status), speech.say)).toBe(title);
});

test("a page that names no payment of the shop claims none, in the tab and by its mark", () => {
  const title = thanksTitle(pageOf(null), speech.say);
  expect(title).toBe("Your order");
  expect(wordsOf(null)).toContain(title);
  expect(wordsOf(null)).toContain("shows whether Aurora has received your payment.");
  expect(wordsOf(null)).not.toMatch(/thank|has your/i);
  // The check of a payment that was received.
  expect(htmlOf("confirmed")).toContain("animate-draw");
  expect(htmlOf(null)).not.toContain("animate-draw");
});

test.each(["review", "returned", "refunded", "confirmed", "submitted", "seen"] as const)(
  "a buyer whose money has moved or may still move, as in %s, never reads that nothing was charged",
  (status) => expect(wordsOf(status)).not.toMatch(/nothing was charged/i),
);
