import type { Metadata } from "next";
import { Home } from "@/components/dashboard/home/home";
import { DashboardShell } from "@/components/dashboard/shell/dashboard-shell";
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
