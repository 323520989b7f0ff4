import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import type { ContextType, ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { CustomersList } from "@/components/dashboard/customers/customers-list";
import { DeliveriesList } from "@/components/dashboard/developers/deliveries-list";
import { EndpointsList } from "@/components/dashboard/developers/endpoints-list";
import { EventsList } from "@/components/dashboard/developers/events-list";
import { RequestsList } from "@/components/dashboard/developers/requests-list";
import type { ShownEndpoint } from "@/components/dashboard/developers/webhook-shapes";
import { InvoicesList } from "@/components/dashboard/invoices/invoices-list";
import { LinksList } from "@/components/dashboard/links/links-list";
import { PaymentsList } from "@/components/dashboard/payments/payments-list";
import { PlansList } from "@/components/dashboard/plans/plans-list";
import { RefundsList } from "@/components/dashboard/refunds/refunds-list";
import { RenewalsList } from "@/components/dashboard/renewals/renewals-list";
import { ActingProvider } from "@/components/dashboard/shell/acting-context";
import { OrdersList } from "@/components/dashboard/storefront/orders-list";
import { Products } from "@/components/dashboard/storefront/products";
import { SubscriptionsList } from "@/components/dashboard/subscriptions/subscriptions-list";
import { TransactionsList } from "@/components/dashboard/transactions/transactions-list";
import { registry } from "@/lib/contract/registry";

const origin = "https://pay.example";
const acting = { mode: "test", merchantId: "mer_1", status: "active", origin } as const;
const router = {} as ContextType<typeof AppRouterContext>;
const first = { query: {}, page: { data: [], nextCursor: null }, readAt: Date.now() };
const endpoint = { id: "we_1", status: "enabled" } as ShownEndpoint;
const ofEndpoint = { ...first, query: { endpointId: endpoint.id } };

const lists: Readonly<Record<string, ReactElement>> = {
  payments: <PaymentsList first={first} />,
  transactions: <TransactionsList first={first} />,
  refunds: <RefundsList first={first} />,
  customers: <CustomersList first={first} />,
  subscriptions: <SubscriptionsList first={first} />,
  renewals: <RenewalsList first={first} />,
  plans: <PlansList first={first} />,
  invoices: <InvoicesList first={first} />,
  links: <LinksList first={first} />,
  products: <Products first={first} />,
  orders: <OrdersList first={first} />,
  endpoints: <EndpointsList first={first} />,
  deliveries: <DeliveriesList endpoint={endpoint} first={ofEndpoint} />,
  events: <EventsList first={first} />,
  requests: <RequestsList first={first} />,
};

const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");

/** What the list says where it has no rows. */
function markupOf(list: ReactElement): string {
  const html = renderToString(
    <AppRouterContext value={router}>
      <SearchParamsContext value={new URLSearchParams("mode=test")}>
        <QueryClientProvider client={new QueryClient()}>
          <ActingProvider acting={acting} elsewhere={null}>
            {list}
          </ActingProvider>
        </QueryClientProvider>
      </SearchParamsContext>
    </AppRouterContext>,
  );
  return html.slice(html.indexOf("border-dashed"));
}

/** The command's request, with what a declaration says of it. */
function requestOf(html: string) {
  const code = textOf(/<pre[^>]*>([\s\S]*?)<\/pre>/.exec(html)?.[1] ?? "");
  const [, method = "GET", address = ""] = /^curl (?:-X (\w+) )?'([^']*)'/.exec(code) ?? [];
  const body = /-d '([^']*)'$/.exec(code)?.[1];
  const url = new URL(address);
  const declared = [...registry.values()].find(
    (each) =>
      each.method === method &&
      new RegExp(`^${each.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(url.pathname),
  );
  return { url, declared, input: body === undefined ? undefined : JSON.parse(body) };
}

test.each(Object.entries(lists))(
  "without %s, a sentence says so, with one thing to do",
  (_, list) => {
    const html = markupOf(list);
    const [, sentence = ""] = /<p [^>]*>([^<]+)<\/p>/.exec(html) ?? [];
    expect(sentence).toMatch(/^(No|Nothing) .*\.$/);
    const before = html.slice(0, html.indexOf("<section"));
    expect(before.match(/<(?:a|button) /g)).toHaveLength(1);
  },
);

test.each(Object.entries(lists))(
  "without %s, a request to the merchant's own server shows how it is done from code, and the API takes it",
  (_, list) => {
    const { url, declared, input } = requestOf(markupOf(list));
    expect(url.origin).toBe(origin);
    const query = declared?.query?.safeParse(Object.fromEntries(url.searchParams));
    expect(query?.success ?? true).toBe(true);
    const body = declared?.body?.safeParse(input ?? {});
    // What stands for one of their own objects is left to them.
    const refused = body?.error?.issues.filter(({ path: [name] }) => {
      const value = name === undefined ? "" : input[name];
      return !String(value).endsWith("…");
    });
    expect(refused ?? []).toEqual([]);
    expect(declared?.path).toBeDefined();
  },
);
