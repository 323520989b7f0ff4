import { z } from "zod";
import { endpoint, inLiveMode } from "@/lib/contract/endpoint";
import { id, idParams, instant, listOf, mode, pageQuery, shownOnce } from "@/lib/contract/fields";
import { urlText } from "@/lib/contract/urls";
import { eventKinds, everyEvent } from "@/lib/core/webhooks/event-kinds";

const tag = "Webhooks";

const fields = {
  id: id("webhookEndpoint"),
  object: z.literal("webhook_endpoint"),
  mode,
  url: z.string(),
  events: z.array(z.enum([everyEvent, ...eventKinds])),
  description: z.string().nullable(),
  headers: z.array(z.string()).meta({
    description: "The names of its own header fields; values are never shown again",
  }),
  apiVersion: z.string(),
  status: z.enum(["enabled", "disabled"]),
  disabledReason: z.enum(["user", "gone_410", "failing", "key_leaked"]).nullable(),
  createdAt: instant,
  updatedAt: instant,
};

export const webhookEndpoint = z.object(fields).meta({ id: "WebhookEndpoint" });
const withSecret = z.object({ ...fields, ...shownOnce }).meta({ id: "WebhookEndpointWithSecret" });

const MAX_HEADERS = 8;

const url = urlText;
const events = z
  .array(z.enum([everyEvent, ...eventKinds]))
  .min(1)
  .max(eventKinds.length + 1)
  .meta({
    description: "The event types that are sent to it; `*` is every kind, also those to come",
  });
/** RFC 9110: a field's name is a token, its value visible ASCII with spaces within. */
const headers = z
  .record(
    z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/, "A field name of HTTP"),
    z.string().regex(/^[!-~](?:[ \t!-~]{0,998}[!-~])?$/, "Visible ASCII, at most 1,000 characters"),
  )
  .refine((given) => Object.keys(given).length <= MAX_HEADERS, `At most ${MAX_HEADERS} fields`)
  .meta({
    description:
      "Header fields that each webhook carries, at most 8, such as what a gateway asks for. Names that HTTP or the signature uses are refused. Values are kept sealed and never shown again",
  });
const description = z.string().max(200);

export const createWebhookEndpoint = endpoint({
  method: "POST",
  path: "/v1/webhook-endpoints",
  tag,
  summary: "Create a webhook endpoint",
  description:
    "At most 16 endpoints per mode, disabled ones not counted. `mode` must be the request's mode.",
  auth: "merchant",
  scope: "webhooks_write",
  stepUp: inLiveMode("make a live endpoint"),
  body: z
    .strictObject({
      url,
      events,
      mode,
      description: description.optional(),
      headers: headers.optional(),
    })
    .meta({
      example: {
        url: "https://shop.example/hook",
        events: ["payment.completed", "payment.failed"],
        mode: "test",
      },
    }),
  status: 201,
  response: withSecret,
});

export const listWebhookEndpoints = endpoint({
  method: "GET",
  path: "/v1/webhook-endpoints",
  tag,
  summary: "List webhook endpoints",
  auth: "merchant",
  scope: "webhooks_read",
  query: z.strictObject(pageQuery),
  status: 200,
  response: listOf(webhookEndpoint),
});

export const getWebhookEndpoint = endpoint({
  method: "GET",
  path: "/v1/webhook-endpoints/{id}",
  tag,
  summary: "Retrieve a webhook endpoint",
  auth: "merchant",
  scope: "webhooks_read",
  params: idParams,
  status: 200,
  response: webhookEndpoint,
  errors: ["not_found"],
});

export const updateWebhookEndpoint = endpoint({
  method: "PATCH",
  path: "/v1/webhook-endpoints/{id}",
  tag,
  summary: "Update a webhook endpoint",
  description:
    "Omitted fields stay unchanged; `headers` replaces all of them, and null removes them. A new URL and new headers also apply to retries; new event types apply to future events.",
  auth: "merchant",
  scope: "webhooks_write",
  stepUp: inLiveMode("change a live endpoint"),
  params: idParams,
  body: z
    .strictObject({
      url: url.optional(),
      events: events.optional(),
      description: description.nullable().optional(),
      headers: headers
        .nullable()
        .optional()
        .meta({ description: "Its own header fields from now on; null removes them" }),
    })
    .meta({ example: { events: ["payment.completed"] } }),
  status: 200,
  response: webhookEndpoint,
  errors: ["not_found"],
});

export const deleteWebhookEndpoint = endpoint({
  method: "DELETE",
  path: "/v1/webhook-endpoints/{id}",
  tag,
  summary: "Delete a webhook endpoint",
  description:
    "Stipend sends nothing more to the endpoint, and it no longer counts towards the 16. Its deliveries stay readable.",
  auth: "merchant",
  scope: "webhooks_write",
  params: idParams,
  whenClosed: true,
  status: 200,
  response: z
    .object({
      object: z.literal("webhook_endpoint"),
      id: id("webhookEndpoint"),
      deleted: z.literal(true),
    })
    .meta({ id: "DeletedWebhookEndpoint" }),
  errors: ["not_found"],
});

export const disableWebhookEndpoint = endpoint({
  method: "POST",
  path: "/v1/webhook-endpoints/{id}/disable",
  tag,
  summary: "Disable a webhook endpoint",
  auth: "merchant",
  scope: "webhooks_write",
  params: idParams,
  whenClosed: true,
  status: 201,
  response: webhookEndpoint,
  errors: ["not_found"],
});

export const enableWebhookEndpoint = endpoint({
  method: "POST",
  path: "/v1/webhook-endpoints/{id}/enable",
  tag,
  summary: "Enable a webhook endpoint",
  description: "The endpoint counts towards the 16 endpoints of its mode again.",
  auth: "merchant",
  scope: "webhooks_write",
  stepUp: inLiveMode("enable a live endpoint"),
  params: idParams,
  status: 201,
  response: webhookEndpoint,
  errors: ["not_found", "session_invalid_state"],
});

export const rotateWebhookSecret = endpoint({
  method: "POST",
  path: "/v1/webhook-endpoints/{id}/rotate-secret",
  tag,
  summary: "Rotate an endpoint's signing secret",
  description: "The old secret stops working immediately, for pending retries too.",
  auth: "merchant",
  scope: "webhooks_write",
  stepUp: inLiveMode("rotate a live endpoint's secret"),
  params: idParams,
  status: 201,
  response: withSecret,
  errors: ["not_found"],
});

export const testWebhookEndpoint = endpoint({
  method: "POST",
  path: "/v1/webhook-endpoints/{id}/test",
  tag,
  summary: "Send a test event",
  description:
    "Delivers an event of type `webhook.test` to this endpoint alone. At most ten a minute.",
  auth: "merchant",
  scope: "webhooks_write",
  params: idParams,
  status: 201,
  response: z.object({ object: z.literal("event"), id: id("event"), type: z.string() }),
  errors: ["not_found", "session_invalid_state"],
});
