import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { address, bytes32, idParams, instant, uint256 } from "@/lib/contract/fields";
import { eventTypes } from "@/lib/core/webhooks/event-kinds";

/** What is known to have happened to an object beside its events. */
const steps = [
  "payment.opened",
  "payment.signed",
  "payment.sent",
  "payment.mined",
  "payment.final",
  "payment.cancelled",
  "payment.expired",
  "refund.signed",
  "refund.sent",
  "refund.cancelled",
  "payment_link.created",
  "payment_link.changed",
  "payment_link.switched_off",
  "payment_link.switched_on",
  "webhook.delivered",
  "webhook.failed",
] as const;

export const timelineActors = [
  "merchant",
  "key",
  "person",
  "payer",
  "relay",
  "chain",
  "stipend",
] as const;

const entry = z
  .object({
    id: z.string(),
    at: instant,
    type: z.enum([...eventTypes, ...steps]),
    actor: z.enum(timelineActors).meta({
      description:
        "`key` and `person`: the merchant, by API or in the dashboard, `merchant` where that is not known; `relay` sends what the payer signed; `stipend`: by itself",
    }),
    resourceId: z.string().meta({ description: "Of the object or of one of its refunds" }),
    wallet: address.nullable().meta({ description: "The payer's" }),
    txHash: bytes32.nullable(),
    amount: uint256.nullable().meta({ description: "Of a refund" }),
    delivery: z
      .object({
        id: z.string(),
        endpointId: z.string(),
        url: z.string(),
        event: z.enum(eventTypes).meta({ description: "The type of the event that was told" }),
        attempt: z.number().int(),
        responseCode: z.number().int().nullable(),
        error: z.string().nullable(),
      })
      .nullable()
      .meta({ description: "Of a webhook: the attempt" }),
  })
  .meta({ id: "TimelineEntry" });

export const getTimeline = endpoint({
  method: "GET",
  path: "/v1/timelines/{id}",
  tag: "Webhooks",
  summary: "Retrieve the timeline of an object",
  description:
    "The history of a payment session, refund, subscription, invoice or payment link, oldest first: its creation, the payer's signatures, the chain's blocks, webhook attempts, refunds. At most the newest 200 entries of each kind; entries removed by retention are missing. A key also needs the scope that reads the object, and sees refunds with `refunds_read`.",
  auth: "merchant",
  scope: "webhooks_read",
  params: idParams,
  status: 200,
  response: z.object({
    object: z.literal("timeline"),
    id: z.string(),
    data: z.array(entry).meta({ description: "Oldest first" }),
  }),
  errors: ["not_found"],
});
