import type { Metadata } from "next";
import { ConsoleAnalytics } from "@/components/admin/analytics/console-analytics";
import { DashboardPage } from "@/components/dashboard/shell/dashboard-page";
import { readClock } from "@/lib/domain/platform/read-clock";
import { openAdmin } from "@/lib/server/pages/admin-page";
import type { SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Analytics" };

export default async function AnalyticsPage({ searchParams }: { searchParams: SearchParams }) {
  const { ctx } = await openAdmin("/admin/analytics", searchParams);
  const now = await readClock(ctx.db);
  return (
    <DashboardPage title="Analytics" width="data">
      <ConsoleAnalytics now={now.getTime()} />
    </DashboardPage>
  );
}
