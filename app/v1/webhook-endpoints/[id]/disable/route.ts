import * as webhookEndpoints from "@/lib/contract/webhook-endpoints";
import { disableWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/disable-webhook-endpoint";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(webhookEndpoints.disableWebhookEndpoint, disableWebhookEndpoint),
});
