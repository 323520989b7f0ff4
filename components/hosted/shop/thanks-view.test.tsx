import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import type { ThanksPage } from "@/lib/contract/storefronts/hosted-shop";
import type { SessionStatus } from "@/lib/core/states";
import { speakTo } from "./speak";
import { ThanksView } from "./thanks-view";

/** What a buyer reads on the page after a payment of this status. */
function wordsOf(status: SessionStatus): string {
  const page = {
    shop: { name: "Aurora", slug: "aurora", logoUrl: null },
    merchant: { name: "Aurora", logoUrl: null },
    isOpen: false,
    order: { sessionId: "ps_1", name: "Coffee", status },
  } as unknown as ThanksPage;
  const html = renderToString(<ThanksView page={page} {...speakTo(null, undefined).speech} />);
  return html.replaceAll(/<[^>]+>/g, "");
}

test.each([
  ["confirmed", "Thank you for your order", "Aurora has your payment for Coffee."],
  ["refunded", "This order was refunded", "Aurora has returned your payment for Coffee."],
  ["pending", "Thank you for your order", "Your payment for Coffee is on its way."],
  ["cancelled", "This order is not paid", "The payment for Coffee was cancelled."],
  ["expired", "This order is not paid", "The time to pay for Coffee has run out."],
] as const)("the buyer of an order that is %s reads: %s", (status, title, text) => {
  expect(wordsOf(status)).toContain(title);
  expect(wordsOf(status)).toContain(text);
});
