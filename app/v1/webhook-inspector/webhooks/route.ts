import * as inspector from "@/lib/contract/webhooks/webhook-inspector";
import { listInspectedWebhooks } from "@/lib/domain/webhooks/inspector/list-inspected-webhooks";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(inspector.listInspectedWebhooks, listInspectedWebhooks),
});
