import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { EndpointPage } from "@/components/dashboard/developers/endpoint-page";
import * as webhookDeliveries from "@/lib/contract/webhooks/webhook-deliveries";
import * as webhookEndpoints from "@/lib/contract/webhooks/webhook-endpoints";
import { listWebhookDeliveries } from "@/lib/domain/webhooks/deliveries/list-webhook-deliveries";
import { getWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/get-webhook-endpoint";
import { readFirstPage, readOneObject } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Webhook endpoint" };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function WebhookEndpointPage({ params, searchParams }: Props) {
  const { id } = await params;
  const visit = await openDashboard(`/dashboard/developers/webhooks/${id}`, searchParams);
  const first = await readOneObject(
    visit,
    webhookEndpoints.getWebhookEndpoint,
    getWebhookEndpoint,
    id,
  );
  const firstDeliveries = await readFirstPage(
    visit,
    webhookDeliveries.listWebhookDeliveries,
    listWebhookDeliveries,
    { endpointId: id },
  );
  return (
    <BusinessPage width="data">
      <EndpointPage id={id} first={first} firstDeliveries={firstDeliveries} />
    </BusinessPage>
  );
}
