import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import {
  address,
  amount,
  bytes32,
  currency,
  hexBytes,
  id,
  idParams,
  instant,
  listOf,
  mode,
  must,
  pageQuery,
} from "@/lib/contract/fields";
import { refundFailures, refundOrigins, refundReasons } from "@/lib/core/kinds";
import { refundTransitions, statesOf } from "@/lib/core/states";
import { refundAuthorization } from "./refund-authorization";
import { refundInstructions } from "./refund-instructions";

const tag = "Refunds";
const status = z.enum(statesOf(refundTransitions));
export const refund = z
  .object({
    id: id("refund"),
    object: z.literal("refund"),
    mode,
    transactionId: id("transaction"),
    sessionId: z.string().nullable(),
    customerId: z.string().nullable(),
    amount: amount.meta({
      description: "The requested amount; once completed, the returned amount",
    }),
    currency,
    status,
    reason: z.enum(refundReasons).nullable().meta({
      description: "Null if the merchant gave none",
      example: "customer_request",
    }),
    note: z.string().nullable(),
    origin: z.enum(refundOrigins).meta({
      description:
        "`chain`: the merchant's wallet refunded without asking the API. `late_charge`: prepared because a charge came after its subscription had ended or was paused",
    }),
    payer: address,
    chainId: z.number().int(),
    tokenAddress: address,
    refundRef: bytes32.meta({
      description:
        "keccak256 of the id, which the contract's event carries; of a refund that the contract made after a plain transfer, the keccak256 of what that carries",
    }),
    refundTxHash: bytes32.nullable().meta({
      description: "As the merchant recorded it, or the relay's once it is sent",
    }),
    txHash: bytes32.nullable().meta({ description: "Of the transaction that returned the money" }),
    refundTransactionId: z.string().nullable().meta({
      description: "The transaction of type `refund` that it became",
    }),
    failureReason: z.enum(refundFailures).nullable().meta({
      description:
        "Why the recorded transaction does not complete it, or why the signature can never be executed",
    }),
    overRefunded: z.boolean().meta({
      description: "Whether more has been returned than was paid",
    }),
    explorerUrl: z.string().nullable(),
    instructions: refundInstructions,
    authorization: refundAuthorization,
    expiresAt: instant.nullable().meta({
      description:
        "When it is cancelled if no hash is recorded; null of a late charge, which waits until it is sent or cancelled",
    }),
    submittedAt: instant.nullable(),
    completedAt: instant.nullable(),
    closedAt: instant.nullable(),
    createdAt: instant,
  })
  .meta({ id: "Refund" });

const refundedId = z
  .string()
  .regex(/^[a-zA-Z0-9_-]{1,64}$/, must("must be 1 to 64 letters, digits, _ and -"))
  .meta({ description: "The transaction to refund", example: "txn_8fK2mQ0xZ7dVbN4tRj1LcW5Y" });

export const createRefund = endpoint({
  method: "POST",
  path: "/v1/refunds",
  tag,
  summary: "Create a refund",
  description:
    "Creates a full or partial refund of a confirmed transaction: the merchant's own wallet sends the transactions in `instructions` to the original payer. Pending, submitted and completed refunds never exceed the payment. Without a hash the refund is cancelled after 7 days.",
  auth: "merchant",
  scope: "refunds_write",
  body: z
    .strictObject({
      transactionId: refundedId,
      amount,
      reason: z
        .enum(refundReasons)
        .meta({ description: "The reason", example: "customer_request" }),
      note: z.string().max(500).optional(),
    })
    .meta({
      example: {
        transactionId: "txn_8fK2mQ0xZ7dVbN4tRj1LcW5Y",
        amount: "2500000",
        reason: "customer_request",
      },
    }),
  whenClosed: true,
  status: 201,
  response: refund,
  errors: ["not_found", "session_invalid_state"],
});

export const listRefunds = endpoint({
  method: "GET",
  path: "/v1/refunds",
  tag,
  summary: "List refunds",
  auth: "merchant",
  scope: "refunds_read",
  query: z.strictObject({
    ...pageQuery,
    transactionId: z.string().max(80).optional(),
    status: status.optional(),
    createdAfter: instant.optional(),
    createdBefore: instant.optional(),
  }),
  status: 200,
  response: listOf(refund),
});

export const getRefund = endpoint({
  method: "GET",
  path: "/v1/refunds/{id}",
  tag,
  summary: "Retrieve a refund",
  auth: "merchant",
  scope: "refunds_read",
  params: idParams,
  status: 200,
  response: refund,
  errors: ["not_found"],
});

export const recordRefundSignature = endpoint({
  method: "POST",
  path: "/v1/refunds/{id}/signature",
  tag,
  summary: "Record a refund's transaction",
  description:
    "Records the hash of the transaction that the merchant's wallet has sent. The same hash again changes nothing. The chain decides once the transaction's block is final, not the recorded hash. While the relay sends the merchant's signature, it is refused: 409 `authorization_pending`.",
  auth: "merchant",
  scope: "refunds_write",
  params: idParams,
  body: z.strictObject({ refundTxHash: bytes32 }),
  whenClosed: true,
  status: 201,
  response: refund,
  errors: ["not_found", "session_invalid_state", "idempotency_error"],
});

export const authorizeRefund = endpoint({
  method: "POST",
  path: "/v1/refunds/{id}/authorization",
  tag,
  summary: "Send a refund by a signature",
  description:
    "Takes the signature of one of `instructions.authorizations`, by its `from`, and has the relay send the refund: the merchant's wallet pays no network fee. The refund is `submitted`, without a hash until the relay's transaction is sent. What stands against it is told in `authorization.obstacle`, and it waits; it fails only when the signature can never be executed any more. An amount below the relay's minimum is 400 `below_relay_minimum`: the merchant's wallet sends it. The same signature again changes nothing. A refund is sent in one way at a time: another signature, and one for a refund whose transaction was recorded, is 409 `authorization_pending`.",
  auth: "merchant",
  scope: "refunds_write",
  params: idParams,
  body: z
    .strictObject({
      signature: hexBytes.meta({
        description:
          "The wallet's signature of `typedData`: 65 bytes, or those that a contract wallet verifies (ERC-1271)",
      }),
    })
    .meta({ example: { signature: `0x${"1b".repeat(65)}` } }),
  whenClosed: true,
  status: 201,
  response: refund,
  errors: ["not_found", "session_invalid_state", "idempotency_error"],
});

export const cancelRefund = endpoint({
  method: "POST",
  path: "/v1/refunds/{id}/cancel",
  tag,
  summary: "Cancel a refund",
  description:
    "Frees its part of the payment. Refused while a recorded transaction may still be mined; when it has not been seen for 24 hours, the refund is pending again. Refused, too, while the merchant's signature can be executed (409 `authorization_pending`).",
  auth: "merchant",
  scope: "refunds_write",
  params: idParams,
  whenClosed: true,
  status: 201,
  response: refund,
  errors: ["not_found", "session_invalid_state", "idempotency_error"],
});
