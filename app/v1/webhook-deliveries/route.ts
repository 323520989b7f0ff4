import * as webhookDeliveries from "@/lib/contract/webhook-deliveries";
import { listWebhookDeliveries } from "@/lib/domain/webhooks/deliveries/list-webhook-deliveries";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(webhookDeliveries.listWebhookDeliveries, listWebhookDeliveries),
});
