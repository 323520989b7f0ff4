import type { JsonSchemas } from "@/lib/contract/json-schemas";
import type { Json, JsonObject } from "@/lib/core/text/json";
import { type EventType, eventTypes } from "@/lib/core/webhooks/event-kinds";
import { event, eventObjects } from "./events";

const tag = "Webhooks";

const meanings: Readonly<Record<EventType, string>> = {
  "payment.created": "A payment session was opened",
  "payment.seen": "A session's payment is in a block, and not final",
  "payment.completed": "A session's payment is final, or as settled as the merchant asks for",
  "payment.failed": "A session was cancelled, or expired unpaid",
  "payment.reverted": "A payment that was seen or confirmed is no longer in the chain",
  "subscription.created": "A payer's enrolment is final on the chain",
  "subscription.charged": "A charge of a subscription is final on the chain",
  "subscription.charge_failed": "A charge of a subscription could not be collected",
  "subscription.recovery_attempt": "A charge that had failed is tried again",
  "subscription.recovery_outcome": "The tries of a failed charge have ended: paid, or not",
  "subscription.cancelled": "A subscription ends by its payer, its merchant or the operator",
  "subscription.lapsed": "A subscription ended because a charge stayed unpaid past its grace",
  "refund.created": "A refund was created, or was seen only on the chain",
  "refund.completed": "A refund reached its payer, at a final block",
  "refund.failed": "The transaction that was recorded for a refund did something else",
  "invoice.created": "An invoice was created",
  "invoice.sent":
    "A mail server took the first mail that asks for the payment of an invoice, or a limit or test mode withheld it",
  "invoice.paid": "An invoice's payment is final, or at the stage that the merchant's policy names",
  "invoice.overdue": "An invoice is unpaid after its due date",
  "agent.job_proposed": "A job was created, approved or waiting for a person",
  "agent.job_completed": "A job's work was accepted and its vendor paid, at a final block",
  "agent.job_disputed": "A job was rejected after its work was submitted. Once for each job",
  "agent.action_executed":
    "The agent did something; the object says what, why and by which setting",
  "compliance.wallet_flagged":
    "The watch list names a wallet; its payments go through. Once for each version of the lists",
  "compliance.wallet_blocked":
    "A list names a wallet, and its payments are held. Once for each version of the lists",
  "webhook.test": "A test event was requested",
};

const webhookHeaders: Json[] = [
  ["webhook-id", "The event's id: the same at every attempt, to tell repetitions by"],
  ["webhook-timestamp", "When it was sent, in seconds since 1970"],
  [
    "webhook-signature",
    "`v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body` under the endpoint's secret (Standard Webhooks)",
  ],
].map(([name = "", description = ""]) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
}));

/** What receivers of webhooks answer. */
export const webhookResponses: JsonObject = {
  WebhookReceived: {
    description: "Received. Any other answer is retried, except 410, which disables the endpoint",
  },
  WebhookRefused: { description: "Not accepted: the webhook is retried" },
};

/** What is sent to webhook endpoints, by event type. */
export function describeWebhooks(schemas: JsonSchemas): JsonObject {
  const envelope = schemas.add(event, "Event");
  return Object.fromEntries(
    eventTypes.map((type) => [type, { post: describe(type, envelope, schemas) }]),
  );
}

function describe(type: EventType, envelope: JsonObject, schemas: JsonSchemas): JsonObject {
  const carried = eventObjects[type];
  const object = carried
    ? schemas.add(carried, "")
    : { type: "object", description: "The object that the event is about" };
  const schema: JsonObject = {
    allOf: [
      envelope,
      {
        type: "object",
        properties: {
          type: { const: type, description: "The event's type" },
          data: {
            type: "object",
            description: "The event's data",
            properties: { object: { ...object, description: "The object as it was then" } },
          },
        },
      },
    ],
  };
  return {
    operationId: `on.${type}`,
    tags: [tag],
    summary: type,
    description: meanings[type],
    security: [],
    parameters: webhookHeaders,
    requestBody: {
      required: true,
      content: { "application/json": { schema } },
    },
    responses: {
      "2XX": { $ref: "#/components/responses/WebhookReceived" },
      "4XX": { $ref: "#/components/responses/WebhookRefused" },
    },
  };
}
