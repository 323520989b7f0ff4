import { z } from "zod";
import { agentActivityEntry } from "@/lib/contract/agents/activity";
import { agentJob } from "@/lib/contract/agents/jobs";
import { endpoint } from "@/lib/contract/endpoint";
import { id, instant, listOf, mode, must, pageQuery } from "@/lib/contract/fields";
import { complianceLog } from "@/lib/contract/insight/compliance-logs";
import { invoice } from "@/lib/contract/invoices/invoices";
import { paymentSession } from "@/lib/contract/payments/payment-sessions";
import { refund } from "@/lib/contract/refunds/refunds";
import { subscription } from "@/lib/contract/subscriptions/subscriptions";
import { type EventType, eventTypes } from "@/lib/core/webhooks/event-kinds";
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

/** An event as a list has it. */
const listedEvent = event
  .extend({
    data: event.shape.data.optional().meta({
      description: "Left out where the key may not read the resource",
    }),
  })
  .meta({ id: "ListedEvent" });

const inOrder = must("must be a position: a whole number of at most 15 digits");
const waitRange = must("must be 0 to 30");

/** A position in a query. */
export const positionQuery = z.codec(z.string().regex(/^[0-9]{1,15}$/, inOrder), z.number().int(), {
  decode: (text) => Number(text),
  encode: (value) => String(value),
});

/** What an event of each type carries as `data.object`; the types that are not here are not sent yet. */
export const eventObjects: { readonly [type in EventType]?: z.ZodType } = {
  "payment.created": paymentSession,
  "payment.seen": paymentSession,
  "payment.completed": paymentSession,
  "payment.failed": paymentSession,
  "payment.reverted": paymentSession,
  "refund.created": refund,
  "refund.completed": refund,
  "refund.failed": refund,
  "invoice.created": invoice,
  "invoice.sent": invoice,
  "invoice.paid": invoice,
  "invoice.overdue": invoice,
  "subscription.created": subscription,
  "subscription.charged": subscription,
  "subscription.charge_failed": subscription,
  "subscription.recovery_attempt": subscription,
  "subscription.recovery_outcome": subscription,
  "subscription.cancelled": subscription,
  "subscription.lapsed": subscription,
  "agent.job_proposed": agentJob,
  "agent.job_completed": agentJob,
  "agent.job_disputed": agentJob,
  "compliance.wallet_flagged": complianceLog,
  "compliance.wallet_blocked": complianceLog,
  "agent.action_executed": agentActivityEntry,
  "webhook.test": webhookEndpoint,
};

export const listEvents = endpoint({
  method: "GET",
  path: "/v1/events",
  tag: "Webhooks",
  summary: "List events",
  description:
    "Newest first, with filters. With `after` or `order=asc` in the order of their positions: asking for what comes after the last position seen misses none. 400 with `position_expired` and `details.oldestPosition` when some of them have been removed.",
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
    order: z.enum(["asc", "desc"]).optional().meta({
      description:
        "`desc`: newest first, the default. `asc`: by position, oldest first, without a gap; the filters are for `desc` alone",
    }),
    after: positionQuery.optional().meta({
      description:
        "Only events behind this position, in order; by default it begins with the oldest",
      example: "17",
    }),
    wait: z
      .codec(
        z.string().regex(/^[0-9]{1,2}$/, waitRange),
        z.number().int().min(0, waitRange).max(30, waitRange),
        {
          decode: (text) => Number(text),
          encode: (value) => String(value),
        },
      )
      .optional()
      .meta({
        description: "Seconds, at most 30, to wait for an event where none is behind `after`",
        example: "20",
      }),
  }),
  status: 200,
  response: listOf(listedEvent),
  waits: true,
});

export const streamEvents = endpoint({
  method: "GET",
  path: "/v1/events/stream",
  tag: "Webhooks",
  summary: "Stream events",
  description:
    "Server-sent events in the order of their positions, as soon as each is given: `id` is the position, `data` the event. A stream begins behind `Last-Event-ID` or `after`, or with the next event where neither is given, lives for 15 minutes, and ends with its key; connect again with the last `id`. A comment comes every 15 seconds. At most 4 streams per key, and 20 per merchant.",
  auth: "merchant",
  scope: "webhooks_read",
  query: z.strictObject({
    after: positionQuery.optional().meta({
      description: "Only events after this position; `Last-Event-ID` takes precedence",
      example: "17",
    }),
  }),
  status: 200,
  streams: true,
  response: listedEvent,
});
