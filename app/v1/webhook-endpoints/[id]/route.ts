import * as webhookEndpoints from "@/lib/contract/webhooks/webhook-endpoints";
import { deleteWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/delete-webhook-endpoint";
import { getWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/get-webhook-endpoint";
import { updateWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/update-webhook-endpoint";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(webhookEndpoints.getWebhookEndpoint, getWebhookEndpoint),
  PATCH: serve(webhookEndpoints.updateWebhookEndpoint, updateWebhookEndpoint),
  DELETE: serve(webhookEndpoints.deleteWebhookEndpoint, deleteWebhookEndpoint),
});
