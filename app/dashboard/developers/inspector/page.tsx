import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { Inspector } from "@/components/dashboard/developers/inspector";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Webhook inspector" };

export default async function InspectorPage({ searchParams }: { searchParams: SearchParams }) {
  await openDashboard("/dashboard/developers/inspector", searchParams);
  return (
    <BusinessPage
      title="Webhook inspector"
      text="A test receiver, hosted by Stipend, that shows the webhooks your server would get."
    >
      <Inspector />
    </BusinessPage>
  );
}
