import * as webhookDeliveries from "@/lib/contract/webhook-deliveries";
import { getWebhookDelivery } from "@/lib/domain/webhooks/deliveries/get-webhook-delivery";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(webhookDeliveries.getWebhookDelivery, getWebhookDelivery),
});
