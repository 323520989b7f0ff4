import * as webhookReplays from "@/lib/contract/webhook-replays";
import { getWebhookReplay } from "@/lib/domain/webhooks/replays/get-webhook-replay";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(webhookReplays.getWebhookReplay, getWebhookReplay),
});
