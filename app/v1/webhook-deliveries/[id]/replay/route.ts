import * as webhookDeliveries from "@/lib/contract/webhook-deliveries";
import { replayWebhookDelivery } from "@/lib/domain/webhooks/deliveries/replay-webhook-delivery";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(webhookDeliveries.replayWebhookDelivery, replayWebhookDelivery),
});
