import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { OrdersList } from "@/components/dashboard/storefront/orders-list";
import * as storefrontOrders from "@/lib/contract/storefronts/storefront-orders";
import { listOrders } from "@/lib/domain/storefronts/orders/list-orders";
import { readFirstPage } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Orders" };

export default async function OrdersPage({ searchParams }: { searchParams: SearchParams }) {
  const visit = await openDashboard("/dashboard/storefront/orders", searchParams);
  const first = await readFirstPage(visit, storefrontOrders.listOrders, listOrders);
  return (
    <BusinessPage
      title="Orders"
      text="Purchases from your shop and payment links, paid or not. Subscriptions have a page of their own."
      width="data"
    >
      <OrdersList first={first} />
    </BusinessPage>
  );
}
