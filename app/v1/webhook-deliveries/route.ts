import * as webhookDeliveries from "@/lib/contract/webhooks/webhook-deliveries";
import { listWebhookDeliveries } from "@/lib/domain/webhooks/deliveries/list-webhook-deliveries";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(webhookDeliveries.listWebhookDeliveries, listWebhookDeliveries),
});
