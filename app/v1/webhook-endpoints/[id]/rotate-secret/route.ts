import * as webhookEndpoints from "@/lib/contract/webhooks/webhook-endpoints";
import { rotateWebhookSecret } from "@/lib/domain/webhooks/endpoints/rotate-webhook-secret";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(webhookEndpoints.rotateWebhookSecret, rotateWebhookSecret),
});
