import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { NamedObjectsProvider } from "@/components/dashboard/detail/named-objects";
import { SubscriptionDetail } from "@/components/dashboard/subscriptions/subscription-detail";
import * as subscriptions from "@/lib/contract/subscriptions/subscriptions";
import { getSubscription } from "@/lib/domain/subscriptions/get-subscription";
import { readNamedObjects } from "@/lib/server/api/read-named-objects";
import { readOneObject } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Subscription" };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function SubscriptionPage({ params, searchParams }: Props) {
  const { id } = await params;
  const visit = await openDashboard(`/dashboard/subscriptions/${id}`, searchParams);
  const first = await readOneObject(visit, subscriptions.getSubscription, getSubscription, id);
  const named = await readNamedObjects(visit, first?.object);
  return (
    <BusinessPage width="data">
      <NamedObjectsProvider named={named}>
        <SubscriptionDetail key={id} id={id} first={first} />
      </NamedObjectsProvider>
    </BusinessPage>
  );
}
