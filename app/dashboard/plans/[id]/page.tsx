import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { PlanDetail } from "@/components/dashboard/plans/plan-detail";
import * as subscriptionPlans from "@/lib/contract/subscriptions/subscription-plans";
import { getPlan } from "@/lib/domain/subscriptions/plans/get-plan";
import { readOneObject } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Plan" };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function PlanPage({ params, searchParams }: Props) {
  const { id } = await params;
  const visit = await openDashboard(`/dashboard/plans/${id}`, searchParams);
  const first = await readOneObject(visit, subscriptionPlans.getPlan, getPlan, id);
  return (
    <BusinessPage width="data">
      <PlanDetail key={id} id={id} first={first} />
    </BusinessPage>
  );
}
