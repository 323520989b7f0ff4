import type { RowOf } from "@/lib/client/read-page";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { listRequests } from "@/lib/contract/operations/request-log";
import type { listEvents } from "@/lib/contract/webhooks/events";
import type { getWebhookDelivery } from "@/lib/contract/webhooks/webhook-deliveries";
import type {
  createWebhookEndpoint,
  getWebhookEndpoint,
} from "@/lib/contract/webhooks/webhook-endpoints";
import type { listInspectedWebhooks } from "@/lib/contract/webhooks/webhook-inspector";
import type { getWebhookReplay } from "@/lib/contract/webhooks/webhook-replays";
import { type EventKind, eventKinds, everyEvent } from "@/lib/core/webhooks/event-kinds";

export type ShownEndpoint = ReceivedOutput<typeof getWebhookEndpoint>;
export type NewEndpoint = ReceivedOutput<typeof createWebhookEndpoint>;
export type Delivery = ReceivedOutput<typeof getWebhookDelivery>;
export type Replay = ReceivedOutput<typeof getWebhookReplay>;
export type InspectedWebhook = RowOf<typeof listInspectedWebhooks>;
export type ShownEvent = RowOf<typeof listEvents>;
export type LoggedRequest = RowOf<typeof listRequests>;

/** The kinds of events that an endpoint gets, one by one. */
export const kindsOf = ({ events }: Pick<ShownEndpoint, "events">): EventKind[] =>
  eventKinds.filter((kind) => events.includes(kind) || events.includes(everyEvent));

/** The events that an endpoint is registered for, in their order; every kind stands alone. */
export const registeredOf = (endpoint: Pick<ShownEndpoint, "events">): ShownEndpoint["events"] =>
  endpoint.events.includes(everyEvent) ? [everyEvent] : kindsOf(endpoint);

/** Whether it gets every kind of today. */
export const getsAll = (endpoint: Pick<ShownEndpoint, "events">): boolean =>
  kindsOf(endpoint).length === eventKinds.length;
