import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Onboarding } from "@/components/dashboard/onboarding/onboarding";
import { hrefIn } from "@/components/dashboard/shell/dashboard-frame";
import { DashboardPage } from "@/components/dashboard/shell/dashboard-page";
import { readOnboarding } from "@/lib/domain/merchants/read-onboarding";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "About your business" };

/** A merchant who has finished onboarding is redirected to the settings. */
export default async function OnboardingPage({ searchParams }: { searchParams: SearchParams }) {
  const { ctx, business, frame } = await openDashboard("/onboarding", searchParams);
  const read = business && (await readOnboarding(ctx.db, business.id));
  if (read?.isDone) redirect(hrefIn("/dashboard/settings/business", frame.mode));
  return (
    <DashboardPage
      title="About your business"
      text="Required for live mode. Test mode works without it."
    >
      {read && (
        <Onboarding key={read.id} merchantId={read.id} mode={frame.mode} known={read.known} />
      )}
    </DashboardPage>
  );
}
