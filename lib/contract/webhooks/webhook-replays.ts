import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { id, idParams, instant, listOf, mode, pageQuery } from "@/lib/contract/fields";
import { replayTransitions, statesOf } from "@/lib/core/states";
import { eventTypes } from "@/lib/core/webhooks/event-kinds";

const tag = "Webhooks";
const position = z.number().int().min(1).max(999_999_999_999_999);
const types = z.array(z.enum(eventTypes)).min(1).max(eventTypes.length);

const webhookReplay = z
  .object({
    id: id("webhookReplay"),
    object: z.literal("webhook_replay"),
    mode,
    endpointId: id("webhookEndpoint"),
    status: z.enum(statesOf(replayTransitions)),
    reason: z.enum(["endpoint_disabled", "too_many_failures"]).nullable().meta({
      description: "Why it was stopped",
    }),
    fromPosition: z.number().int(),
    toPosition: z.number().int(),
    createdAfter: instant.nullable(),
    createdBefore: instant.nullable(),
    types: types.nullable(),
    total: z.number().int().meta({ description: "The number of events to send", example: 120 }),
    succeeded: z.number().int().meta({ description: "Sent and accepted so far", example: 40 }),
    failed: z.number().int().meta({ description: "Sent and refused so far", example: 1 }),
    createdAt: instant,
    endedAt: instant.nullable(),
  })
  .meta({ id: "WebhookReplay" });

/** The range that a replay goes over. */
export const replayRange = {
  fromPosition: position.optional(),
  toPosition: position.optional(),
  createdAfter: instant.optional(),
  createdBefore: instant.optional(),
  types: types.optional(),
};

export const createWebhookReplay = endpoint({
  method: "POST",
  path: "/v1/webhook-endpoints/{id}/replay",
  tag,
  summary: "Replay a range of events",
  description:
    "Sends the events between two positions, or two moments, to this endpoint once more, oldest first, of `types` or else of the kinds that it is registered for, each once and with the same bytes and `webhook-id`, beside what the schedule sends. The range holds at most 100,000 events, of any type; one replay at a time per endpoint; it stops after 20 failures in a row. `toPosition` and `createdBefore` are the newest by default.",
  auth: "merchant",
  scope: "webhooks_write",
  params: idParams,
  body: z.strictObject(replayRange).meta({ example: { fromPosition: 1, toPosition: 500 } }),
  status: 201,
  response: webhookReplay,
  errors: ["not_found", "session_invalid_state"],
});

export const listWebhookReplays = endpoint({
  method: "GET",
  path: "/v1/webhook-endpoints/{id}/replays",
  tag,
  summary: "List an endpoint's replays",
  description: "Newest first, each with its progress; replays of a deleted endpoint included.",
  auth: "merchant",
  scope: "webhooks_read",
  params: idParams,
  query: z.strictObject(pageQuery),
  status: 200,
  response: listOf(webhookReplay),
  errors: ["not_found"],
});

const replayParams = idParams.extend({
  replayId: z.string().min(1).max(80).meta({ description: "The replay's id" }),
});

export const getWebhookReplay = endpoint({
  method: "GET",
  path: "/v1/webhook-endpoints/{id}/replays/{replayId}",
  tag,
  summary: "Retrieve a replay",
  description: "Includes the replay's progress.",
  auth: "merchant",
  scope: "webhooks_read",
  params: replayParams,
  status: 200,
  response: webhookReplay,
  errors: ["not_found"],
});

export const cancelWebhookReplay = endpoint({
  method: "POST",
  path: "/v1/webhook-endpoints/{id}/replays/{replayId}/cancel",
  tag,
  summary: "Cancel a replay",
  description: "Events that are not on their way yet are not sent.",
  auth: "merchant",
  scope: "webhooks_write",
  params: replayParams,
  whenClosed: true,
  status: 201,
  response: webhookReplay,
  errors: ["not_found", "session_invalid_state"],
});
