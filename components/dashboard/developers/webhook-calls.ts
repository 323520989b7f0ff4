import type { useApi } from "@/components/dashboard/shell/acting-context";
import type { SentInput } from "@/lib/contract/endpoint";
import type { replayWebhookDelivery } from "@/lib/contract/webhooks/webhook-deliveries";
import type {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  disableWebhookEndpoint,
  enableWebhookEndpoint,
  rotateWebhookSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from "@/lib/contract/webhooks/webhook-endpoints";
import type { openWebhookInspector } from "@/lib/contract/webhooks/webhook-inspector";
import type {
  cancelWebhookReplay,
  createWebhookReplay,
} from "@/lib/contract/webhooks/webhook-replays";

export const endpointPath = "/v1/webhook-endpoints/{id}";

/** Webhook calls of a signed-in user. */
export const webhooksOf = (api: ReturnType<typeof useApi>) => ({
  create: (input: SentInput<typeof createWebhookEndpoint>) =>
    api<typeof createWebhookEndpoint>({ method: "POST", path: "/v1/webhook-endpoints" }, input),
  update: (input: SentInput<typeof updateWebhookEndpoint>) =>
    api<typeof updateWebhookEndpoint>({ method: "PATCH", path: endpointPath }, input),
  remove: (id: string) =>
    api<typeof deleteWebhookEndpoint>({ method: "DELETE", path: endpointPath }, { id }),
  enable: (id: string) =>
    api<typeof enableWebhookEndpoint>({ method: "POST", path: `${endpointPath}/enable` }, { id }),
  disable: (id: string) =>
    api<typeof disableWebhookEndpoint>({ method: "POST", path: `${endpointPath}/disable` }, { id }),
  rotateSecret: (id: string) =>
    api<typeof rotateWebhookSecret>(
      { method: "POST", path: `${endpointPath}/rotate-secret` },
      { id },
    ),
  sendTest: (id: string) =>
    api<typeof testWebhookEndpoint>({ method: "POST", path: `${endpointPath}/test` }, { id }),
  replayRange: (input: SentInput<typeof createWebhookReplay>) =>
    api<typeof createWebhookReplay>({ method: "POST", path: `${endpointPath}/replay` }, input),
  cancelReplay: (id: string, replayId: string) =>
    api<typeof cancelWebhookReplay>(
      { method: "POST", path: `${endpointPath}/replays/{replayId}/cancel` },
      { id, replayId },
    ),
  replayOne: (id: string) =>
    api<typeof replayWebhookDelivery>(
      { method: "POST", path: "/v1/webhook-deliveries/{id}/replay" },
      { id },
    ),
  openInspector: () =>
    api<typeof openWebhookInspector>({ method: "POST", path: "/v1/webhook-inspector" }, {}),
});
