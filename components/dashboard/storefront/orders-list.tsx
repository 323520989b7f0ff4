"use client";

import type { FirstPage } from "@/components/dashboard/data/use-list";
import type { ListDeclaration } from "@/components/dashboard/list/list-declaration";
import { ListView } from "@/components/dashboard/list/list-view";
import { PaymentState } from "@/components/dashboard/payments/payment-state";
import { PageLink } from "@/components/dashboard/shell/page-link";
import { Badge } from "@/components/ui/badge";
import { Money } from "@/components/ui/money/money";
import { LocalTime } from "@/components/ui/time/local-time";
import type { RowOf } from "@/lib/client/read-page";
import type { listOrders } from "@/lib/contract/storefronts/storefront-orders";
import { digits } from "@/lib/core/amounts/money";

type Order = RowOf<typeof listOrders>;

const totalOf = ({ unitPrice, quantity }: Order) => digits(BigInt(unitPrice) * BigInt(quantity));

const soldBy = ({ storefrontId }: Order) => (storefrontId === null ? "Payment link" : "Storefront");

/** How an order's payment is, and whether the shop owes more pieces than it had. */
function OrderState(order: Order) {
  return (
    <span className="inline-flex flex-wrap justify-end gap-1.5">
      {order.stock === "oversold" && <Badge tone="bad">Oversold</Badge>}
      <PaymentState {...order} />
    </span>
  );
}

const ordersList: ListDeclaration<Order> = {
  path: "/v1/storefront/orders",
  shown: { resource: "storefront_order", watches: ["payment_session", "refund", "compliance_log"] },
  noun: "orders",
  columns: [
    {
      name: "Order",
      place: "title",
      cell: (order) => (
        <>
          <span className="block truncate">
            {order.quantity > 1 && <span className="tabular-nums">{order.quantity} × </span>}
            {order.name}
          </span>
          <span className="block truncate font-normal text-muted text-xs xl:hidden">
            {order.customerEmail ?? soldBy(order)}
          </span>
        </>
      ),
    },
    {
      name: "Buyer’s e-mail",
      place: "more",
      cell: ({ customerEmail }) => (
        <span className="block max-w-72 truncate">{customerEmail ?? "—"}</span>
      ),
    },
    { name: "Sold by", place: "more", cell: soldBy },
    { name: "State", place: "state", cell: (order) => <OrderState {...order} /> },
    {
      name: "Created",
      place: "note",
      cell: ({ createdAt }) => <LocalTime iso={createdAt} shape="short" locale="en" />,
    },
    {
      name: "Total",
      place: "amount",
      cell: (order) => <Money amount={totalOf(order)} currency={order.currency} />,
    },
  ],
  filters: [
    { kind: "text", name: "productId", label: "Product", hint: "prod_…" },
    { kind: "text", name: "linkId", label: "Payment link", hint: "link_…" },
    { kind: "day", name: "createdAfter", label: "From", edge: "first" },
    { kind: "day", name: "createdBefore", label: "To", edge: "last" },
  ],
  hasCsv: true,
  hrefOf: ({ id }) => `/dashboard/payments/${id}`,
  empty: "No orders yet. Checkouts in your shop and by payment links appear here, paid or not.",
  example: { method: "GET", path: "/v1/storefront/orders", input: {} },
};

/** The orders of a payment link or of a product. */
export const ordersOf = (
  fixed: Readonly<Partial<Record<"linkId" | "productId", string>>>,
): ListDeclaration<Order> => ({ ...ordersList, fixed, empty: "No orders yet." });

/** The business's orders, each with the way to its payment. */
export function OrdersList({ first }: { first: FirstPage<Order> | null }) {
  return (
    <ListView
      list={ordersList}
      first={first}
      emptyAction={<PageLink path="/dashboard/storefront">Open your shop</PageLink>}
    />
  );
}
