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
      description: "Null if the terms belong to no plan",
    }),
    customerId: z.string().nullable(),
    origin: z.enum(subscriptionOrigins).meta({
      description: "`chain`: the payer enrolled without the relay",
    }),
    payer: address,
    amount: amount.meta({ description: "The maximum for one period, as the payer signed it" }),
    currency,
    status,
    intervalSeconds: z.number().int(),
    startAt: instant.meta({ description: "When the first period begins" }),
    endAt: instant.nullable().meta({ description: "No charges are made from this time" }),
    nextChargeAt: instant.nullable().meta({
      description: "`startAt` + n × `intervalSeconds`; null if there will be no charge",
    }),
    currentPeriod: z.number().int().nullable().meta({
      description: "The last period that was charged, from 0; null before the first",
    }),
    amountChargedOfPeriod: money.meta({
      description:
        "The sum of the charges of `currentPeriod` in final blocks; the period is paid once it reaches `amount`, and the rest stays due until then",
    }),
    chargesMade: z.number().int(),
    paidUntil: instant.nullable(),
    cap: money.nullable().meta({
      description: "The maximum total of all charges; null until the subscription is on-chain",
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
      .nullable(),
    chargeInFlight: z.object({ period: z.number().int(), txHash: bytes32 }).nullable(),
    failureCode: z.enum(chargeFailures).nullable().meta({
      description: "Why charges fail while it is past due, or why it lapsed",
    }),
    pastDueSince: instant.nullable(),
    graceEndsAt: instant.nullable(),
    pausedAt: instant.nullable(),
    cancelReason: z.string().nullable(),
    cancelledAt: instant.nullable(),
    onchainCancel: z.enum(onchainCancels).meta({
      description: "The progress of the call that ends it on-chain",
    }),
    onchainId: bytes32.meta({ description: "The digest of the payer's intent (EIP-712)" }),
    chainId: z.number().int(),
    chainMerchantId: uint256,
    tokenAddress: address,
    enrolledAt: instant.nullable(),
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
    "The subscription is cancelled immediately, and no more charges are made; the call that ends it on-chain follows. A charge that was already signed may still go through: `chargeInFlight` shows it. Such a charge is booked and can be refunded. The payer's next term, a subscription to the same plan that begins when this one ends, is cancelled with it. A subscription that has lapsed or is completed can be cancelled as well: `closedAt` and the statistics keep its first end.",
  auth: "merchant",
  scope: "subscriptions_write",
  params: idParams,
  body: z.strictObject({
    reason: z.string().max(500).optional().meta({
      description: "Kept as `cancelReason`",
      example: "Requested by email",
    }),
  }),
  whenClosed: true,
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
    "No charges are made until the subscription is resumed; its status stays. A charge that was already signed may still go through: `chargeInFlight` shows it.",
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
    "The current period is charged, unless it is already paid, and later periods as scheduled. Periods that passed meanwhile are not charged.",
  auth: "merchant",
  scope: "subscriptions_write",
  params: idParams,
  status: 201,
  response: subscription,
  errors: ["not_found", "session_invalid_state"],
});
