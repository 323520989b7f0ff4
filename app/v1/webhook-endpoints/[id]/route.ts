import * as webhookEndpoints from "@/lib/contract/webhook-endpoints";
import { getWebhookEndpoint } from "@/lib/domain/webhook-endpoints/get-webhook-endpoint";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(webhookEndpoints.getWebhookEndpoint, getWebhookEndpoint),
});
