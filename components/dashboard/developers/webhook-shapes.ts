import type { RowOf } from "@/lib/client/read-page";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { listEvents } from "@/lib/contract/events";
import type { listRequests } from "@/lib/contract/request-log";
import type { getWebhookDelivery } from "@/lib/contract/webhook-deliveries";
import type { createWebhookEndpoint, getWebhookEndpoint } from "@/lib/contract/webhook-endpoints";
import type { listInspectedWebhooks } from "@/lib/contract/webhook-inspector";
import type { getWebhookReplay } from "@/lib/contract/webhook-replays";

export type ShownEndpoint = ReceivedOutput<typeof getWebhookEndpoint>;
export type NewEndpoint = ReceivedOutput<typeof createWebhookEndpoint>;
export type Delivery = ReceivedOutput<typeof getWebhookDelivery>;
export type Replay = ReceivedOutput<typeof getWebhookReplay>;
export type InspectedWebhook = RowOf<typeof listInspectedWebhooks>;
export type ShownEvent = RowOf<typeof listEvents>;
export type LoggedRequest = RowOf<typeof listRequests>;
