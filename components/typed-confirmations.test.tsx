import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { RotateSecretDialog } from "./dashboard/developers/rotate-secret-dialog";
import { ClosePaymentDialog } from "./dashboard/payments/close-payment";
import type { Payment } from "./dashboard/payments/payment-state";

const payment = { id: "ps_1", amount: "49000000", currency: "USDC", description: "A roast" };
const endpoint = { id: "we_1", url: "https://shop.example/hook" };
const nothing = () => {};

/** What a dialog says. */
function wordsOf(dialog: ReactElement): string {
  const html = renderToString(
    <QueryClientProvider client={new QueryClient()}>{dialog}</QueryClientProvider>,
  );
  return html.replaceAll(/<[^>]+>/g, "").replaceAll("\u00a0", " ");
}

test.each([
  ["cancel", "Cancel the payment of 49.00 USDC?"],
  ["expire", "Let the payment of 49.00 USDC expire now?"],
] as const)(
  "whoever is to %s a payment reads which and what comes of it, and types the word",
  (kind, title) => {
    const words = wordsOf(
      <ClosePaymentDialog kind={kind} payment={payment as Payment} onClose={nothing} />,
    );
    expect(words).toContain(title);
    expect(words).toContain("A roast");
    expect(words).toContain("This can’t be undone.");
    expect(words).toContain(`Type “${kind}” to confirm`);
  },
);

test("whoever is to rotate an endpoint's secret reads whose and what comes of it, and types the word", () => {
  const words = wordsOf(
    <RotateSecretDialog endpoint={endpoint} onMade={nothing} onClose={nothing} />,
  );
  expect(words).toContain("Rotate the secret of https://shop.example/hook?");
  expect(words).toContain("Your server rejects webhooks until it has the new secret");
  expect(words).toContain("Type “rotate” to confirm");
});
