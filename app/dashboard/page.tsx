import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { Home } from "@/components/dashboard/home/home";
import { networkOfMode } from "@/lib/domain/merchants/network-of-mode";
import { readClock } from "@/lib/domain/platform/read-clock";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Home" };

export default async function DashboardHome({ searchParams }: { searchParams: SearchParams }) {
  const { ctx, query } = await openDashboard("/dashboard", searchParams);
  const now = await readClock(ctx.db);
  return (
    <BusinessPage title="Home" width="data">
      <Home
        origin={ctx.config.APP_URL}
        testChainId={networkOfMode(ctx, "test")?.localChainId ?? null}
        isGuideAsked={query.has("guide")}
        now={now.getTime()}
      />
    </BusinessPage>
  );
}
