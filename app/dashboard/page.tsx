import type { Metadata } from "next";
import { DashboardShell } from "@/components/dashboard/dashboard-shell";
import { Home } from "@/components/dashboard/home";
import { findModes } from "@/lib/domain/payer-home/find-modes";
import { openDashboard, type SearchParams } from "@/lib/server/dashboard-page";

export const metadata: Metadata = { title: "Home" };

export default async function DashboardHome({ searchParams }: { searchParams: SearchParams }) {
  const { ctx, frame, visitor } = await openDashboard("/dashboard", searchParams);
  return (
    <DashboardShell frame={frame} title="Home">
      <Home
        mode={frame.mode}
        hasTotp={visitor.hasSecondFactor}
        testChainId={findModes(ctx, { asked: "test" }).shown.testChainId}
      />
    </DashboardShell>
  );
}
