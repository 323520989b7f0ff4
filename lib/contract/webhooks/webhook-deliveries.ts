import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { id, idParams, instant, listOf, mode, pageQuery } from "@/lib/contract/fields";
import { deliveryTransitions, statesOf } from "@/lib/core/states";
import { eventTypes } from "@/lib/core/webhooks/event-kinds";

const tag = "Webhooks";
const status = z.enum(statesOf(deliveryTransitions));

export const webhookDelivery = z
  .object({
    id: id("webhookDelivery"),
    object: z.literal("webhook_delivery"),
    mode,
    eventId: id("event"),
    endpointId: id("webhookEndpoint"),
    attempt: z.number().int(),
    status,
    responseCode: z.number().int().nullable(),
    responseBody: z.string().nullable(),
    error: z.string().nullable(),
    durationMs: z.number().int().nullable(),
    attemptedAt: instant.nullable(),
    nextAttemptAt: instant.nullable(),
    isReplay: z.boolean(),
    requestBody: z.string().nullable(),
    createdAt: instant,
  })
  .meta({ id: "WebhookDelivery" });

export const listWebhookDeliveries = endpoint({
  method: "GET",
  path: "/v1/webhook-deliveries",
  tag,
  summary: "List webhook deliveries",
  description:
    "Each delivery is one attempt; retries are further deliveries of the same event. A page by `type` may have fewer rows than `limit`, or none, and further ones behind it: `hasMore` tells.",
  auth: "merchant",
  scope: "webhooks_read",
  query: z.strictObject({
    ...pageQuery,
    endpointId: z.string().max(80).optional(),
    eventId: z.string().max(80).optional(),
    status: status.optional(),
    type: z.enum(eventTypes).optional(),
  }),
  status: 200,
  response: listOf(webhookDelivery),
});

export const getWebhookDelivery = endpoint({
  method: "GET",
  path: "/v1/webhook-deliveries/{id}",
  tag,
  summary: "Retrieve a webhook delivery",
  auth: "merchant",
  scope: "webhooks_read",
  params: idParams,
  status: 200,
  response: webhookDelivery,
  errors: ["not_found"],
});

export const replayWebhookDelivery = endpoint({
  method: "POST",
  path: "/v1/webhook-deliveries/{id}/replay",
  tag,
  summary: "Replay a webhook delivery",
  description: "Sends the same event again, with the same `webhook-id`, as a new delivery.",
  auth: "merchant",
  scope: "webhooks_write",
  params: idParams,
  status: 201,
  response: webhookDelivery,
  errors: ["not_found", "session_invalid_state"],
});
