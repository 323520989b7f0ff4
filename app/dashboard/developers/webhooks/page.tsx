import type { Metadata } from "next";
import { EndpointsList, NewEndpointButton } from "@/components/dashboard/developers/endpoints-list";
import { DashboardPage } from "@/components/dashboard/shell/dashboard-page";
import * as webhookEndpoints from "@/lib/contract/webhooks/webhook-endpoints";
import { listWebhookEndpoints } from "@/lib/domain/webhooks/endpoints/list-webhook-endpoints";
import { readFirstPage } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Webhooks" };

export default async function WebhooksPage({ searchParams }: { searchParams: SearchParams }) {
  const visit = await openDashboard("/dashboard/developers/webhooks", searchParams);
  const first = await readFirstPage(
    visit,
    webhookEndpoints.listWebhookEndpoints,
    listWebhookEndpoints,
  );
  return (
    <DashboardPage
      title="Webhooks"
      text="Stipend sends your server a signed POST for each event."
      width="data"
      action={<NewEndpointButton />}
    >
      <EndpointsList first={first} />
    </DashboardPage>
  );
}
