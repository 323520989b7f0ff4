import type { Metadata } from "next";
import { BusinessPage } from "@/app/dashboard/business-page";
import { DeliveryPage } from "@/components/dashboard/developers/delivery-page";
import * as webhookDeliveries from "@/lib/contract/webhooks/webhook-deliveries";
import { getWebhookEndpoint as endpointDeclaration } from "@/lib/contract/webhooks/webhook-endpoints";
import { getWebhookDelivery } from "@/lib/domain/webhooks/deliveries/get-webhook-delivery";
import { getWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/get-webhook-endpoint";
import { readObject, readOneObject } from "@/lib/server/pages/dashboard-data";
import { openDashboard, type SearchParams } from "@/lib/server/pages/dashboard-page";

export const metadata: Metadata = { title: "Webhook delivery" };

interface Props {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function WebhookDeliveryPage({ params, searchParams }: Props) {
  const { id } = await params;
  const visit = await openDashboard(
    `/dashboard/developers/webhooks/deliveries/${id}`,
    searchParams,
  );
  const first = await readOneObject(
    visit,
    webhookDeliveries.getWebhookDelivery,
    getWebhookDelivery,
    id,
  );
  const endpointId = first?.object.endpointId;
  const endpoint =
    endpointId && (await readObject(visit, endpointDeclaration, getWebhookEndpoint, endpointId));
  return (
    <BusinessPage width="data">
      <DeliveryPage id={id} first={first} isOrphan={endpoint === null} />
    </BusinessPage>
  );
}
