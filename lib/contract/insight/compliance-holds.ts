import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import {
  address,
  amount,
  currency,
  flagQuery,
  id,
  instant,
  listOf,
  mode,
  pageQuery,
} from "@/lib/contract/fields";
import { holdTransitions } from "@/lib/core/hold-states";
import { screeningResults } from "@/lib/core/kinds";
import { statesOf } from "@/lib/core/states";

const tag = "Compliance";

/** Who may release a held payment: the operator, or the merchant too. */
export const holdReleasers = ["operator", "merchant"] as const;

export const complianceHold = z
  .object({
    id: id("transaction"),
    object: z.literal("compliance_hold"),
    mode,
    transactionId: id("transaction"),
    type: z.enum(["payment", "subscription_charge", "unmatched_deposit"]),
    status: z.enum(statesOf(holdTransitions)),
    releasedBy: z.enum(holdReleasers),
    payer: address,
    amount,
    currency,
    sessionId: z.string().nullable(),
    subscriptionId: z.string().nullable(),
    result: z.enum(screeningResults).nullable(),
    matches: z.array(z.string()),
    decidedAt: instant.nullable(),
    reason: z.string().nullable(),
    refundId: z.string().nullable(),
    createdAt: instant,
  })
  .meta({ id: "ComplianceHold" });

export const listHolds = endpoint({
  auth: "merchant",
  scope: "transactions_read",
  tag,
  method: "GET",
  path: "/v1/compliance/holds",
  summary: "List the payments that screening holds",
  description:
    "Settled payments and charges whose payer screening has not cleared, newest first, and those of them that you return. The money is in your wallet; nothing is confirmed. Released ones are payments like others, and leave this list.",
  query: z.strictObject({ ...pageQuery, open: flagQuery.optional() }),
  status: 200,
  response: listOf(complianceHold),
});

const decision = {
  auth: "session",
  stepUp: true,
  tag,
  method: "POST",
  params: z.strictObject({
    transactionId: z.string().min(1).max(80).meta({ description: "The held transaction's id" }),
  }),
  body: z.strictObject({
    reason: z.string().trim().min(1).max(500).meta({
      description: "Why you decide so. It is kept in the audit log; the payer is not told",
      example: "We do not serve this customer",
    }),
  }),
  status: 201,
  response: complianceHold,
  errors: ["not_found", "session_invalid_state"],
} as const;

export const refundHold = endpoint({
  ...decision,
  path: "/v1/compliance/holds/{transactionId}/refund",
  summary: "Return a held payment",
  description:
    'Makes a refund of all that is left of it, which you send from your own wallet like any other. The transaction becomes `confirmed` with `paymentException: "screening"`, and confirms no session. It is decided once. For persons who are signed in: API keys are refused with `session_required`.',
  whenClosed: true,
});

export const releaseHold = endpoint({
  ...decision,
  path: "/v1/compliance/holds/{transactionId}/release",
  summary: "Release a held payment",
  description:
    "The payment counts as if its payer had been clear. The operator of the platform releases payments; merchants do where the operator has handed it over (`HOLD_RELEASE`), and get `operator_releases` elsewhere. For persons who are signed in: API keys are refused with `session_required`.",
  whenClosed: true,
});
