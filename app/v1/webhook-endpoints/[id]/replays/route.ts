import * as webhookReplays from "@/lib/contract/webhook-replays";
import { listWebhookReplays } from "@/lib/domain/webhooks/replays/list-webhook-replays";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(webhookReplays.listWebhookReplays, listWebhookReplays),
});
