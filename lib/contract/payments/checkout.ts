import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { address, email, id, idParams, instant, mode } from "@/lib/contract/fields";
import { subscriptionPlan } from "@/lib/contract/subscriptions/subscription-plans";
import { statesOf, subscriptionTransitions } from "@/lib/core/states";
import { paymentSession } from "./payment-sessions";

const tag = "Public checkout";

export const getMerchantCard = endpoint({
  method: "GET",
  path: "/v1/checkout/merchants/{id}",
  tag,
  summary: "Retrieve a merchant's brand card",
  description:
    "`walletAddress` is where payments of `mode` go; without it those of live mode, or of test mode if the merchant has no other.",
  auth: "none",
  params: idParams,
  query: z.strictObject({ mode: mode.optional() }),
  status: 200,
  response: z
    .object({
      object: z.literal("merchant_card"),
      id: z.string(),
      businessName: z.string(),
      logoUrl: z.string().nullable(),
      walletAddress: address.nullable(),
    })
    .meta({ id: "MerchantCard" }),
  errors: ["not_found"],
});

export const getPublicSession = endpoint({
  method: "GET",
  path: "/v1/checkout/sessions/{id}",
  tag,
  summary: "Retrieve a payment session as its payer sees it",
  description: "The session's shape, with empty `metadata` and without the customer.",
  auth: "none",
  params: idParams,
  status: 200,
  response: paymentSession,
  errors: ["not_found"],
});

export const recordSessionPayer = endpoint({
  method: "POST",
  path: "/v1/checkout/sessions/{id}/payer",
  tag,
  summary: "Record the payer of a session",
  description:
    "Creates the customer of the wallet, or adds to the e-mails seen for it, and links the session.",
  auth: "none",
  params: idParams,
  body: z.strictObject({ email, walletAddress: address }),
  status: 201,
  response: z.object({
    object: z.literal("checkout_payer"),
    sessionId: z.string(),
    recorded: z.boolean(),
  }),
  errors: ["not_found", "session_invalid_state"],
});

export const getPublicPlan = endpoint({
  method: "GET",
  path: "/v1/checkout/plans/{id}",
  tag,
  summary: "Retrieve a subscription plan as its payers see it",
  description: "The plan's shape, with empty `metadata`; archived plans are included.",
  auth: "none",
  params: idParams,
  status: 200,
  response: subscriptionPlan,
  errors: ["not_found"],
});

export const getPlanSubscription = endpoint({
  method: "GET",
  path: "/v1/checkout/plans/{id}/subscription",
  tag,
  summary: "Retrieve a wallet's subscription to a plan",
  description:
    "The wallet's subscription to this plan: the one that has not ended, otherwise the last one. Of two that have not ended, the one that runs now, not the one that follows it. Subscriptions to other plans are not included.",
  auth: "none",
  params: idParams,
  query: z.strictObject({ payer: address }),
  status: 200,
  response: z
    .object({
      object: z.literal("plan_subscription"),
      subscribed: z.boolean(),
      subscription: z
        .object({
          id: id("subscription"),
          status: z.enum(statesOf(subscriptionTransitions)),
          nextChargeAt: instant.nullable(),
          paidUntil: instant.nullable(),
        })
        .nullable(),
    })
    .meta({ id: "PlanSubscription" }),
  errors: ["not_found"],
});

export const recordPlanPayer = endpoint({
  method: "POST",
  path: "/v1/checkout/plans/{id}/payer",
  tag,
  summary: "Record the payer of a plan",
  description: "Creates the customer of the wallet, or adds to the e-mails seen for it.",
  auth: "none",
  limit: { group: "plan_payer", requests: 30, seconds: 3_600 },
  params: idParams,
  body: z.strictObject({ email, walletAddress: address }),
  status: 201,
  response: z.object({
    object: z.literal("plan_payer"),
    planId: z.string(),
    recorded: z.boolean(),
  }),
  errors: ["not_found", "session_invalid_state"],
});
