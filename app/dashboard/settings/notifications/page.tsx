import type { Metadata } from "next";
import { NotificationSettings } from "@/components/dashboard/notifications/notification-settings";
import { DashboardPage } from "@/components/dashboard/shell/dashboard-page";
import { getNotificationPreferences as declaration } from "@/lib/contract/insight/notifications";
import { getNotificationPreferences } from "@/lib/domain/insight/notifications/get-notification-preferences";
import { readOwn } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Notifications" };

export default async function NotificationsPage({ searchParams }: { searchParams: SearchParams }) {
  const path = "/dashboard/settings/notifications";
  const visit = await openDashboard(path, searchParams);
  const preferences = await readOwn(visit, declaration, getNotificationPreferences);
  return (
    <DashboardPage
      title="Notifications"
      text="Where you get notifications of this business. Applies to your account, test and live."
    >
      {preferences && <NotificationSettings key={visit.business?.id} preferences={preferences} />}
    </DashboardPage>
  );
}
