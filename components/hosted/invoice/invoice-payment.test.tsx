import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { en } from "@/components/hosted/words/invoice/en";
import type { InvoicePage } from "@/lib/contract/invoices/hosted-invoice";
import { sayIn } from "@/lib/core/text/say";
import { InvoicePayment } from "./invoice-payment";

/** What a customer reads and can open on the page of an invoice with such a payment. */
function readOf(payment: InvoicePage["payment"]) {
  const page = {
    ...{ total: "5000000", currency: "USDC", decimals: 6, status: "sent", payment },
    ...{ merchant: { name: "Aurora" }, payPath: "/pay/ps_1", documentPath: "/i/inv_1/pdf" },
    ...{ dueAt: "2026-03-01T12:00:00.000Z", timeZone: "UTC", network: "Base", hasEInvoice: false },
  } as unknown as InvoicePage;
  const html = renderToString(<InvoicePayment page={page} say={sayIn(en)} locale="en" />);
  return html.replaceAll("&#x27;", "'").replaceAll(/<[^>]+>/g, " ");
}

test.each([
  ["under_way", "A payment is on its way", "View payment"],
  ["review", "Aurora has your payment and is checking it. Don’t pay again", "View payment"],
  ["returning", "is sending the money back to the wallet that paid", "View payment"],
  ["returned", "has sent the money back to the wallet that paid", "View receipt"],
] as const)("the customer of an invoice whose payment is %s reads: %s", (payment, text, link) => {
  expect(readOf(payment)).toContain(text);
  expect(readOf(payment)).toContain(link);
  expect(readOf(payment)).not.toContain("Pay ");
});
