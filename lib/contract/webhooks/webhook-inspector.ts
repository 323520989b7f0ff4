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
  description: "A receiver under our own origin that shows what comes to it.",
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
    "One per mode; where there is one already it is returned. Make an endpoint with its `url` to have webhooks sent to it.",
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
  summary: "List what came to your webhook inspector",
  description: "The newest hundred of the last seven days, newest first.",
  query: z.strictObject(pageQuery),
  status: 200,
  response: listOf(inspectedWebhook),
});
