import * as webhookEndpoints from "@/lib/contract/webhooks/webhook-endpoints";
import { disableWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/disable-webhook-endpoint";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(webhookEndpoints.disableWebhookEndpoint, disableWebhookEndpoint),
});
