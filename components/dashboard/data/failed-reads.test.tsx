import { QueryClient, QueryClientProvider, type QueryKey } from "@tanstack/react-query";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import type { ContextType, ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Holds } from "@/components/dashboard/compliance/holds";
import { Inspector } from "@/components/dashboard/developers/inspector";
import { Attention } from "@/components/dashboard/home/attention";
import { newDraft } from "@/components/dashboard/links/link-draft";
import { ProductField } from "@/components/dashboard/links/product-field";
import { ActingProvider } from "@/components/dashboard/shell/acting-context";
import { productsPath } from "@/components/dashboard/storefront/product-kinds";
import { listKey } from "./query-keys";
import { answerKey } from "./use-answer";

const acting = { mode: "test", merchantId: "mer_1", status: "active", origin: "" } as const;
const router = {} as ContextType<typeof AppRouterContext>;
const createdAt = "2026-03-01T09:00:00.000Z";
const listed = (row: object) => ({
  pages: [{ data: [row], nextCursor: null }],
  pageParams: [""],
});
const hold = {
  ...{ id: "txn_1", transactionId: "txn_1", payer: `0x${"ab".repeat(20)}`, createdAt },
  ...{ amount: "49000000", currency: "USDC", status: "held", result: "blocked" },
  ...{ matches: [], releasedBy: "merchant" },
};
const product = {
  ...{ id: "prod_1", name: "Blue lamp", price: "49000000", currency: "USDC" },
  ...{ position: 0, active: true, createdAt },
};

interface Read {
  readonly part: ReactElement;
  readonly key: QueryKey;
  readonly data: object;
  /** What is shown of the data. */
  readonly text: string;
}

const reads: Readonly<Record<string, Read>> = {
  holds: {
    part: <Holds first={null} />,
    key: listKey(acting, "/v1/compliance/holds", { open: "true" }),
    data: listed(hold),
    text: "Payments on hold",
  },
  "open issues": {
    part: <Attention />,
    key: [...answerKey(acting, "/v1/merchants/me/attention"), {}],
    data: { data: [{ kind: "invoices_overdue", count: 1, firstId: "inv_1" }] },
    text: "An invoice is overdue",
  },
  inspector: {
    part: <Inspector />,
    key: [...answerKey(acting, "/v1/webhook-inspector"), {}],
    data: { url: "https://pay.example/inspect/1", endpointId: "we_1" },
    text: "https://pay.example/inspect/1",
  },
  products: {
    part: <ProductField draft={newDraft} onChange={() => {}} errorAt={() => undefined} />,
    key: listKey(acting, productsPath, { active: "true" }),
    data: listed(product),
    text: "Blue lamp",
  },
};

/** A part of a page after its newest read has failed. */
function markupOf({ part, key, data }: Read): string {
  const client = new QueryClient();
  client.setQueryData(key, data);
  const query = client.getQueryCache().build(client, { queryKey: key });
  query.setState({ status: "error", error: new Error("offline") });
  return renderToString(
    <AppRouterContext value={router}>
      <SearchParamsContext value={new URLSearchParams("mode=test")}>
        <QueryClientProvider client={client}>
          <ActingProvider acting={acting} elsewhere={null}>
            {part}
          </ActingProvider>
        </QueryClientProvider>
      </SearchParamsContext>
    </AppRouterContext>,
  );
}

test.each(Object.entries(reads))("a failed read of %s leaves what was read before", (_, read) => {
  const html = markupOf(read);
  expect(html).toContain(read.text);
  expect(html).toContain("The server didn’t answer.");
  expect(html).toContain("Try again");
});
