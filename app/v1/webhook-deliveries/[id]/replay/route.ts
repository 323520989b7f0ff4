import * as webhookDeliveries from "@/lib/contract/webhooks/webhook-deliveries";
import { replayWebhookDelivery } from "@/lib/domain/webhooks/deliveries/replay-webhook-delivery";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(webhookDeliveries.replayWebhookDelivery, replayWebhookDelivery),
});
