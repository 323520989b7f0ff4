import type { Metadata } from "next";
import { Overview } from "@/components/admin/overview/overview";
import { DashboardPage } from "@/components/dashboard/shell/dashboard-page";
import { openAdmin } from "@/lib/server/pages/admin-page";
import type { SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Operator console" };

export default async function OverviewPage({ searchParams }: { searchParams: SearchParams }) {
  await openAdmin("/admin", searchParams);
  return (
    <DashboardPage title="Overview" width="data">
      <Overview />
    </DashboardPage>
  );
}
