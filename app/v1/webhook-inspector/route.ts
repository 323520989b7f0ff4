import * as inspector from "@/lib/contract/webhooks/webhook-inspector";
import { getWebhookInspector } from "@/lib/domain/webhooks/inspector/get-webhook-inspector";
import { openWebhookInspector } from "@/lib/domain/webhooks/inspector/open-webhook-inspector";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(inspector.getWebhookInspector, getWebhookInspector),
  POST: serve(inspector.openWebhookInspector, openWebhookInspector),
});
