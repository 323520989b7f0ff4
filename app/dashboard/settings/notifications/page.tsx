import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { NotificationSettings } from "@/components/dashboard/notifications/notification-settings";
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
    <BusinessPage
      title="Notifications"
      text="Where you get notifications of this business. Applies to your account, test and live."
    >
      {preferences && <NotificationSettings key={visit.business?.id} preferences={preferences} />}
    </BusinessPage>
  );
}
