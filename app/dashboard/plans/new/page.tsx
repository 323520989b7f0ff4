import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { NewPlan } from "@/components/dashboard/plans/new-plan";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "New plan" };

export default async function NewPlanPage({ searchParams }: { searchParams: SearchParams }) {
  await openDashboard("/dashboard/plans/new", searchParams);
  return (
    <BusinessPage
      title="New plan"
      text="Price and interval can’t be changed later. To change the price, create a new plan."
      width="data"
    >
      <NewPlan />
    </BusinessPage>
  );
}
