import * as webhookReplays from "@/lib/contract/webhooks/webhook-replays";
import { createWebhookReplay } from "@/lib/domain/webhooks/replays/create-webhook-replay";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(webhookReplays.createWebhookReplay, createWebhookReplay),
});
