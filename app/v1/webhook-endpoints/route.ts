import * as webhookEndpoints from "@/lib/contract/webhooks/webhook-endpoints";
import { createWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/create-webhook-endpoint";
import { listWebhookEndpoints } from "@/lib/domain/webhooks/endpoints/list-webhook-endpoints";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(webhookEndpoints.listWebhookEndpoints, listWebhookEndpoints),
  POST: serve(webhookEndpoints.createWebhookEndpoint, createWebhookEndpoint),
});
