import * as webhookEndpoints from "@/lib/contract/webhooks/webhook-endpoints";
import { enableWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/enable-webhook-endpoint";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(webhookEndpoints.enableWebhookEndpoint, enableWebhookEndpoint),
});
