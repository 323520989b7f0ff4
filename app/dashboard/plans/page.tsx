import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { NewPlanLink } from "@/components/dashboard/plans/new-plan-link";
import { PlansList } from "@/components/dashboard/plans/plans-list";
import * as subscriptionPlans from "@/lib/contract/subscriptions/subscription-plans";
import { listPlans } from "@/lib/domain/subscriptions/plans/list-plans";
import { readFirstPage } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Plans" };

export default async function PlansPage({ searchParams }: { searchParams: SearchParams }) {
  const visit = await openDashboard("/dashboard/plans", searchParams);
  const first = await readFirstPage(visit, subscriptionPlans.listPlans, listPlans);
  return (
    <BusinessPage title="Plans" width="data" action={<NewPlanLink />}>
      <PlansList first={first} />
    </BusinessPage>
  );
}
