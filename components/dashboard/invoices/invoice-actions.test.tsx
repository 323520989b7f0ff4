import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { InvoiceActions } from "./invoice-actions";
import type { Invoice } from "./invoice-state";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => {} }) }));

const draft = { id: "inv_1", number: "INV-000001", status: "draft", customerEmail: null };

test("an invoice without an address says how one with an address is made: a copy has none either", () => {
  const html = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <InvoiceActions invoice={draft as Invoice} />
    </QueryClientProvider>,
  );
  expect(html).toContain("Create a new invoice with the customer’s email.");
  expect(html).not.toContain("Duplicate it");
});
