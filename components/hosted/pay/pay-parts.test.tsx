import { expect, test } from "vitest";
import { hostedWords } from "@/components/hosted/words/hosted/hosted-words";
import { payWords } from "@/components/hosted/words/pay/pay-words";
import { type PayPage, type PayStatusName, payStatuses } from "@/lib/contract/payments/hosted-pay";
import { sayIn } from "@/lib/core/text/say";
import { renderPayParts } from "./pay-parts";

function partsOf(status: PayStatusName) {
  const page = {
    ...{ amount: "49000000", currency: "USDC", decimals: 6, signatures: 1 },
    pageUrl: "https://pay.example.com/pay/ps_1",
    network: { chainId: 8453 },
    status: { status },
  } as PayPage;
  const speech = { say: sayIn(payWords.en), hosted: sayIn(hostedWords.en), locale: "en" };
  return renderPayParts(page, speech);
}

test("a payment that may still be made, or made again, has its ways to other wallets on the page", () => {
  const payable = payStatuses.filter((status) => {
    const { qr, phoneWallets, desktopWallets } = partsOf(status);
    return [qr, phoneWallets, desktopWallets].every(Boolean);
  });
  expect(payable).toEqual(["open", "submitted", "seen", "failed"]);
});
