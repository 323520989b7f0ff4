import type { Metadata } from "next";
import { DashboardShell } from "@/components/dashboard/dashboard-shell";
import { Home } from "@/components/home/home";
import { networkOfMode } from "@/lib/domain/merchants/network-of-mode";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Home" };

export default async function DashboardHome({ searchParams }: { searchParams: SearchParams }) {
  const { ctx, frame, query } = await openDashboard("/dashboard", searchParams);
  return (
    <DashboardShell frame={frame} title="Home" width="data">
      <Home
        origin={ctx.config.APP_URL}
        testChainId={networkOfMode(ctx, "test")?.localChainId ?? null}
        isGuideAsked={query.has("guide")}
      />
    </DashboardShell>
  );
}
