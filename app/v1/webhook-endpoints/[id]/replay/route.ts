import * as webhookReplays from "@/lib/contract/webhook-replays";
import { createWebhookReplay } from "@/lib/domain/webhooks/replays/create-webhook-replay";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(webhookReplays.createWebhookReplay, createWebhookReplay),
});
