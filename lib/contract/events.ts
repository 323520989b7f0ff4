import { z } from "zod";
import { type EventType, eventTypes } from "@/lib/core/event-kinds";
import { endpoint } from "./endpoint";
import { id, instant, listOf, mode, must, pageQuery } from "./fields";
import { paymentSession } from "./payment-sessions";
import { webhookEndpoint } from "./webhook-endpoints";

/** An event as the API lists it and as webhooks carry it. */
export const event = z
  .object({
    id: id("event"),
    object: z.literal("event"),
    type: z.enum(eventTypes),
    apiVersion: z.string(),
    mode,
    createdAt: instant,
    timestamp: instant,
    sequence: z.number().int(),
    position: z.number().int().nullable().meta({
      description:
        "1, 2, 3, … without gap per merchant and mode, and never changed. Null for the moment until it is given; webhooks always have it",
      example: 17,
    }),
    resource: z.object({ type: z.string(), id: z.string() }),
    data: z.object({ object: z.record(z.string(), z.unknown()) }),
  })
  .meta({ id: "Event" });

/** What an event of each type carries as `data.object`; the types that are not here are not sent yet. */
export const eventObjects: { readonly [type in EventType]?: z.ZodType } = {
  "payment.created": paymentSession,
  "payment.seen": paymentSession,
  "payment.completed": paymentSession,
  "payment.failed": paymentSession,
  "payment.reverted": paymentSession,
  "webhook.test": webhookEndpoint,
};

export const listEvents = endpoint({
  method: "GET",
  path: "/v1/events",
  tag: "Webhooks",
  summary: "List events",
  auth: "merchant",
  scope: "webhooks_read",
  query: z.strictObject({
    ...pageQuery,
    type: z.enum(eventTypes).optional(),
    resourceId: z.string().max(80).optional(),
    afterSequence: z
      .codec(z.string().regex(/^[0-9]{1,9}$/, must("must be a whole number")), z.number().int(), {
        decode: (text) => Number(text),
        encode: (value) => String(value),
      })
      .optional(),
  }),
  status: 200,
  response: listOf(event),
});
