import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import {
  address,
  amount,
  bytes32,
  chainIdInput,
  currency,
  id,
  idInput,
  idParams,
  instant,
  listOf,
  metadata,
  mode,
  money,
  pageQuery,
  says,
  uint256,
} from "@/lib/contract/fields";
import { urlText } from "@/lib/contract/urls";
import { holdTransitions } from "@/lib/core/hold-states";
import { stages } from "@/lib/core/payments/stages";
import { sessionTransitions, statesOf } from "@/lib/core/states";

const tag = "Payment sessions";
const status = z.enum(statesOf(sessionTransitions));

/** What is known of a payment before the session is confirmed. */
export const paymentProgress = z
  .object({
    state: z.enum(["submitted", "seen", "final"]),
    stage: z.enum(stages).nullable(),
    txHash: bytes32.nullable(),
    seenAt: instant.nullable(),
    expectedFinalAt: instant.nullable(),
  })
  .nullable();

/** A payment that screening has not let through. */
export const sessionHold = z
  .object({
    transactionId: id("transaction").meta(
      says("The id of the transaction that is held", "txn_8fK2mQ0xZ7dVbN4tRj1LcW5Y"),
    ),
    status: z.enum(statesOf(holdTransitions)).meta(says("The compliance hold's status")),
  })
  .optional()
  .meta({
    description:
      "Only where screening holds a payment of the session, or you return it: the money is in your wallet, and the session is not paid",
  });

export const paymentSession = z
  .object({
    id: id("paymentSession"),
    object: z.literal("payment_session"),
    mode,
    merchantId: id("merchant"),
    amount,
    currency,
    status,
    description: z.string().nullable(),
    checkoutUrl: z.string(),
    successUrl: z.string().nullable(),
    cancelUrl: z.string().nullable(),
    ref: bytes32,
    chainId: z.number().int(),
    processorAddress: address,
    registryAddress: address,
    signatures: z.array(z.literal([1, 2])),
    tokenAddress: address,
    chainMerchantId: uint256,
    customerId: z.string().nullable(),
    invoiceId: z.string().nullable(),
    transactionId: z.string().nullable(),
    payment: paymentProgress,
    hold: sessionHold,
    amountRefunded: money,
    amountRefundable: money,
    metadata: z.record(z.string(), z.unknown()),
    createdVia: z.string(),
    expiresAt: instant,
    confirmedAt: instant.nullable(),
    createdAt: instant,
  })
  .meta({ id: "PaymentSession" });

export const createSession = endpoint({
  method: "POST",
  path: "/v1/payment-sessions",
  tag,
  summary: "Create a payment session",
  description:
    "Opens a hosted checkout for one payment. Publishable keys may call it, without `metadata` and `customerId`. Without `chainId` payers may choose another of the mode's chains.",
  auth: "merchant",
  scope: "sessions_write",
  publishable: true,
  needs: "processor",
  body: z
    .strictObject({
      amount,
      currency,
      description: z.string().max(500).optional(),
      successUrl: urlText.optional(),
      cancelUrl: urlText.optional(),
      metadata: metadata.optional(),
      customerId: idInput("customer").optional(),
      expiresAt: instant.optional(),
      chainId: chainIdInput.optional(),
    })
    .meta({
      example: {
        amount: "49000000",
        currency: "USDC",
        description: "Two bags of coffee",
        successUrl: "https://shop.example/thanks?order={SESSION_ID}",
        metadata: { order: "7" },
      },
    }),
  status: 201,
  response: paymentSession,
  errors: ["permission_denied"],
});

export const listSessions = endpoint({
  method: "GET",
  path: "/v1/payment-sessions",
  tag,
  summary: "List payment sessions",
  auth: "merchant",
  scope: "sessions_read",
  query: z.strictObject({
    ...pageQuery,
    status: status.optional(),
    customerId: z.string().max(80).optional(),
    createdAfter: instant.optional(),
    createdBefore: instant.optional(),
  }),
  status: 200,
  response: listOf(paymentSession),
});

export const getSession = endpoint({
  method: "GET",
  path: "/v1/payment-sessions/{id}",
  tag,
  summary: "Retrieve a payment session",
  auth: "merchant",
  scope: "sessions_read",
  publishable: true,
  params: idParams,
  status: 200,
  response: paymentSession,
  errors: ["not_found"],
});

export const cancelSession = endpoint({
  method: "POST",
  path: "/v1/payment-sessions/{id}/cancel",
  tag,
  summary: "Cancel a payment session",
  description: "Refused once a payment is in flight; refund a confirmed session instead.",
  auth: "merchant",
  scope: "sessions_write",
  params: idParams,
  whenClosed: true,
  status: 201,
  response: paymentSession,
  errors: ["not_found", "session_invalid_state"],
});

export const expireSession = endpoint({
  method: "POST",
  path: "/v1/payment-sessions/{id}/expire",
  tag,
  summary: "Expire a payment session",
  auth: "merchant",
  scope: "sessions_write",
  params: idParams,
  whenClosed: true,
  status: 201,
  response: paymentSession,
  errors: ["not_found", "session_invalid_state"],
});
