import * as webhookEndpoints from "@/lib/contract/webhook-endpoints";
import { rotateWebhookSecret } from "@/lib/domain/webhooks/endpoints/rotate-webhook-secret";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(webhookEndpoints.rotateWebhookSecret, rotateWebhookSecret),
});
