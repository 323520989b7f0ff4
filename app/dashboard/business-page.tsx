import type { ComponentProps } from "react";
import { BusinessGuard } from "@/components/dashboard/shell/business-guard";
import { DashboardPage } from "@/components/dashboard/shell/dashboard-page";
import { openShell } from "@/lib/server/pages/dashboard-page";

/** A page of the dashboard, shown only within the shell of the business that it was rendered for. */
export async function BusinessPage(props: ComponentProps<typeof DashboardPage>) {
  const shell = await openShell();
  return (
    <BusinessGuard businessId={shell?.frame.business?.id ?? null}>
      <DashboardPage {...props} />
    </BusinessGuard>
  );
}
