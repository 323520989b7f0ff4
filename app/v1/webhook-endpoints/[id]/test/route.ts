import * as webhookEndpoints from "@/lib/contract/webhooks/webhook-endpoints";
import { testWebhookEndpoint } from "@/lib/domain/webhooks/endpoints/test-webhook-endpoint";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(webhookEndpoints.testWebhookEndpoint, testWebhookEndpoint),
});
