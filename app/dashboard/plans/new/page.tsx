import type { Metadata } from "next";
import { DashboardShell } from "@/components/dashboard/dashboard-shell";
import { NewPlan } from "@/components/plans/new-plan";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "New plan" };

export default async function NewPlanPage({ searchParams }: { searchParams: SearchParams }) {
  const { frame } = await openDashboard("/dashboard/plans/new", searchParams);
  return (
    <DashboardShell
      frame={frame}
      title="New plan"
      text="Price and interval never change: for another price make another plan."
      width="data"
    >
      <NewPlan />
    </DashboardShell>
  );
}
