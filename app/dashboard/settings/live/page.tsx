import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { LiveChecklist } from "@/components/dashboard/live/live-checklist";
import { Notice } from "@/components/ui/notice";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Go live" };

export default async function LiveSettings({ searchParams }: { searchParams: SearchParams }) {
  const { frame } = await openDashboard("/dashboard/settings/live", searchParams);
  return (
    <BusinessPage title="Go live" text="From test money to real money.">
      {frame.hasLive ? (
        <LiveChecklist key={frame.business?.id} mode={frame.mode} />
      ) : (
        <Notice>
          Live payments aren’t available here: no live contracts are configured. Ask the operator of
          this installation to add them.
        </Notice>
      )}
    </BusinessPage>
  );
}
