import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import {
  address,
  amount,
  bytes32,
  currency,
  id,
  idParams,
  instant,
  listOf,
  mode,
  money,
  pageQuery,
  uint256,
} from "@/lib/contract/fields";
import { statesOf, subscriptionTransitions } from "@/lib/core/states";
import {
  chargeFailures,
  onchainCancels,
  subscriptionOrigins,
} from "@/lib/core/subscriptions/subscription-kinds";

const tag = "Subscriptions";
const status = z.enum(statesOf(subscriptionTransitions));

export const subscription = z
  .object({
    id: id("subscription"),
    object: z.literal("subscription"),
    mode,
    planId: z.string().nullable().meta({
      description: "Null where its terms are those of no plan",
    }),
    customerId: z.string().nullable(),
    origin: z.enum(subscriptionOrigins).meta({
      description: "`chain`: the payer enrolled without the relay",
    }),
    payer: address,
    amount: amount.meta({ description: "The most for one period, as the payer signed it" }),
    currency,
    status,
    intervalSeconds: z.number().int(),
    startAt: instant.meta({ description: "When the first period begins" }),
    endAt: instant.nullable().meta({ description: "Nothing is charged from here on" }),
    nextChargeAt: instant.nullable().meta({
      description: "`startAt` + n × `intervalSeconds`; null where nothing will be charged",
    }),
    currentPeriod: z.number().int().nullable().meta({
      description: "The last period that was charged, from 0; null before the first",
    }),
    chargesMade: z.number().int(),
    paidUntil: instant.nullable().meta({ description: "The end of the last period that was paid" }),
    cap: money.nullable().meta({
      description: "The most that is charged altogether; null until it is on the chain",
    }),
    capRemaining: money.nullable(),
    latestCharge: z
      .object({
        transactionId: id("transaction"),
        period: z.number().int(),
        number: z.number().int(),
        amount,
        txHash: bytes32,
        chargedAt: instant,
      })
      .nullable()
      .meta({ description: "The last charge in a final block" }),
    chargeInFlight: z
      .object({ period: z.number().int(), txHash: bytes32 })
      .nullable()
      .meta({ description: "A charge that is signed, and not final yet" }),
    failureCode: z.enum(chargeFailures).nullable().meta({
      description: "What keeps it from being charged, while it is past due, or made it lapse",
    }),
    pastDueSince: instant.nullable(),
    graceEndsAt: instant.nullable().meta({ description: "When it lapses unless it is charged" }),
    pausedAt: instant.nullable().meta({ description: "Nothing is collected until it is resumed" }),
    cancelReason: z.string().nullable(),
    cancelledAt: instant.nullable(),
    onchainCancel: z.enum(onchainCancels).meta({
      description: "Where the call is that ends it on the chain",
    }),
    onchainId: bytes32.meta({ description: "The digest of the payer's intent (EIP-712)" }),
    chainId: z.number().int(),
    chainMerchantId: uint256,
    tokenAddress: address,
    enrolledAt: instant.nullable().meta({ description: "The block of its enrolment is final" }),
    closedAt: instant.nullable(),
    createdAt: instant,
  })
  .meta({ id: "Subscription" });

export const listSubscriptions = endpoint({
  method: "GET",
  path: "/v1/subscriptions",
  tag,
  summary: "List subscriptions",
  auth: "merchant",
  scope: "subscriptions_read",
  query: z.strictObject({
    ...pageQuery,
    status: status.optional(),
    planId: z.string().max(80).optional(),
    customerId: z.string().max(80).optional(),
    createdAfter: instant.optional(),
    createdBefore: instant.optional(),
  }),
  status: 200,
  response: listOf(subscription),
});

export const getSubscription = endpoint({
  method: "GET",
  path: "/v1/subscriptions/{id}",
  tag,
  summary: "Retrieve a subscription",
  auth: "merchant",
  scope: "subscriptions_read",
  params: idParams,
  status: 200,
  response: subscription,
  errors: ["not_found"],
});

export const cancelSubscription = endpoint({
  method: "POST",
  path: "/v1/subscriptions/{id}/cancel",
  tag,
  summary: "Cancel a subscription",
  description:
    "It is cancelled at once, and nothing more is collected; the call that ends it on the chain follows. A charge that was signed before may still land: `chargeInFlight` names it. It is booked then, and can be refunded.",
  auth: "merchant",
  scope: "subscriptions_write",
  params: idParams,
  body: z.strictObject({
    reason: z.string().max(500).optional().meta({
      description: "Kept as `cancelReason`",
      example: "Asked for by e-mail",
    }),
  }),
  status: 201,
  response: subscription,
  errors: ["not_found", "session_invalid_state"],
});

export const pauseSubscription = endpoint({
  method: "POST",
  path: "/v1/subscriptions/{id}/pause",
  tag,
  summary: "Pause a subscription",
  description:
    "Nothing is collected until it is resumed; its status stays. A charge that was signed before may still land: `chargeInFlight` names it.",
  auth: "merchant",
  scope: "subscriptions_write",
  params: idParams,
  status: 201,
  response: subscription,
  errors: ["not_found", "session_invalid_state"],
});

export const resumeSubscription = endpoint({
  method: "POST",
  path: "/v1/subscriptions/{id}/resume",
  tag,
  summary: "Resume a subscription",
  description:
    "It is charged for the current period, unless that is paid, and on from there. Periods that passed meanwhile are not collected.",
  auth: "merchant",
  scope: "subscriptions_write",
  params: idParams,
  status: 201,
  response: subscription,
  errors: ["not_found", "session_invalid_state"],
});
