import * as webhookReplays from "@/lib/contract/webhooks/webhook-replays";
import { listWebhookReplays } from "@/lib/domain/webhooks/replays/list-webhook-replays";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(webhookReplays.listWebhookReplays, listWebhookReplays),
});
