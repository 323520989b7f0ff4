import * as webhookReplays from "@/lib/contract/webhooks/webhook-replays";
import { getWebhookReplay } from "@/lib/domain/webhooks/replays/get-webhook-replay";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(webhookReplays.getWebhookReplay, getWebhookReplay),
});
