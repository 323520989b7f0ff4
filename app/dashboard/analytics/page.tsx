import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { Analytics } from "@/components/dashboard/analytics/analytics";
import { readClock } from "@/lib/domain/platform/read-clock";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Analytics" };

export default async function AnalyticsPage({ searchParams }: { searchParams: SearchParams }) {
  const { ctx } = await openDashboard("/dashboard/analytics", searchParams);
  const now = await readClock(ctx.db);
  return (
    <BusinessPage title="Analytics" width="data">
      <Analytics now={now.getTime()} />
    </BusinessPage>
  );
}
