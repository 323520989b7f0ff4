import * as inspector from "@/lib/contract/webhook-inspector";
import { listInspectedWebhooks } from "@/lib/domain/webhooks/inspector/list-inspected-webhooks";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(inspector.listInspectedWebhooks, listInspectedWebhooks),
});
