import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { id, instant, listOf, mode, pageQuery } from "@/lib/contract/fields";
import { signatureChecks } from "@/lib/core/kinds";

const shared = { auth: "merchant", tag: "Webhooks" } as const;

const webhookInspector = z
  .object({
    object: z.literal("webhook_inspector"),
    mode,
    url: z.string().nullable(),
    endpointId: id("webhookEndpoint").nullable(),
  })
  .meta({ id: "WebhookInspector" });

export const getWebhookInspector = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/webhook-inspector",
  scope: "webhooks_read",
  summary: "Retrieve your webhook inspector",
  description: "A test receiver under Stipend's own origin that shows the webhooks sent to it.",
  status: 200,
  response: webhookInspector,
});

export const openWebhookInspector = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/webhook-inspector",
  scope: "webhooks_write",
  summary: "Open a webhook inspector",
  description:
    "One per mode; an existing inspector is returned. Create an endpoint with its `url` to send webhooks to it.",
  status: 201,
  response: webhookInspector,
});

const inspectedWebhook = z
  .object({
    id: id("inspectedWebhook"),
    object: z.literal("inspected_webhook"),
    mode,
    endpointId: id("webhookEndpoint").nullable(),
    signature: z.enum(signatureChecks),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
    createdAt: instant,
  })
  .meta({ id: "InspectedWebhook" });

export const listInspectedWebhooks = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/webhook-inspector/webhooks",
  scope: "webhooks_read",
  summary: "List the requests to your webhook inspector",
  description: "The last 100 requests of the last 7 days, newest first.",
  query: z.strictObject(pageQuery),
  status: 200,
  response: listOf(inspectedWebhook),
});
