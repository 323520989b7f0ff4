import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { SubscriptionsList } from "@/components/dashboard/subscriptions/subscriptions-list";
import * as subscriptions from "@/lib/contract/subscriptions/subscriptions";
import { listSubscriptions } from "@/lib/domain/subscriptions/list-subscriptions";
import { readFirstPage } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Subscriptions" };

export default async function SubscriptionsPage({ searchParams }: { searchParams: SearchParams }) {
  const visit = await openDashboard("/dashboard/subscriptions", searchParams);
  const first = await readFirstPage(visit, subscriptions.listSubscriptions, listSubscriptions);
  return (
    <BusinessPage title="Subscriptions" width="data">
      <SubscriptionsList first={first} />
    </BusinessPage>
  );
}
