import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { EndpointsList, NewEndpointButton } from "@/components/dashboard/developers/endpoints-list";
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
    <BusinessPage
      title="Webhooks"
      text="Stipend sends your server a signed POST for each event."
      width="data"
      action={<NewEndpointButton />}
    >
      <EndpointsList first={first} />
    </BusinessPage>
  );
}
