import * as webhookEndpoints from "@/lib/contract/webhook-endpoints";
import { enableWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/enable-webhook-endpoint";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(webhookEndpoints.enableWebhookEndpoint, enableWebhookEndpoint),
});
