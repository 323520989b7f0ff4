import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { type Pay, PayProvider } from "@/components/hosted/pay/pay-context";
import { browserWords, type PayEnglish, payWords } from "@/components/hosted/words/pay/pay-words";
import { sayIn } from "@/lib/core/text/say";
import { Refunded } from "./receipt";

const say = sayIn<PayEnglish>(browserWords(payWords.en) as typeof payWords.en);

/** What is said of a payment that was returned, of an order of 49 USDC. */
function saidOf(refundedAmount?: string): string {
  const pay = {
    page: {
      ...{ sessionId: "ps_1", amount: "49000000", currency: "USDC", decimals: 6, mode: "live" },
      ...{ merchant: { name: "Acme" }, network: { label: "Base", explorer: null } },
      ...{ successUrl: null, cancelUrl: null },
    },
    state: {
      status: { status: "refunded", confirmedAt: null, refundTxHash: "0xcd", refundedAmount },
    },
    ...{
      say,
      locale: "en",
      amount: "49.00 USDC",
      screen: "refunded",
      shown: { current: "refunded" },
    },
  } as unknown as Pay;
  const html = renderToString(
    <PayProvider value={pay}>
      <Refunded />
    </PayProvider>,
  );
  return html.replaceAll(/<[^>]+>/g, " ");
}

test("a payment that was returned is told in its own amount, with the refund", () => {
  expect(saidOf()).toContain("Acme sent 49.00 USDC back to your wallet.");
  const odd = saidOf("20000000");
  expect(odd).toMatch(/Acme sent 20\.00\sUSDC back to your wallet\./);
  expect(odd).toContain("0xcd");
  expect(odd).not.toContain("49.00");
});
