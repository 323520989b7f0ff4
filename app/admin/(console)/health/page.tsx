import type { Metadata } from "next";
import { HealthPage } from "@/components/admin/health/health-page";
import { DashboardPage } from "@/components/dashboard/shell/dashboard-page";
import { openAdmin } from "@/lib/server/pages/admin-page";
import type { SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Health" };

export default async function Health({ searchParams }: { searchParams: SearchParams }) {
  await openAdmin("/admin/health", searchParams);
  return (
    <DashboardPage
      title="Health"
      text="What the installation finds out about itself, and what to do."
      width="data"
    >
      <HealthPage />
    </DashboardPage>
  );
}
