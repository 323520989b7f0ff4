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
import { exceptionKinds, statesOf, transactionTransitions } from "@/lib/core/states";

const tag = "Transactions";
const status = z.enum(statesOf(transactionTransitions));
const type = z.enum(["payment", "subscription_charge", "refund", "agent_job", "unmatched_deposit"]);

export const transaction = z
  .object({
    id: id("transaction"),
    object: z.literal("transaction"),
    mode,
    type,
    status,
    amount,
    currency,
    fee: money,
    netAmount: money,
    feeBps: z.number().int(),
    amountRefunded: money,
    amountRefundable: money.meta({
      description:
        "The amount that completed refunds have not returned yet; 0 if it cannot be refunded. Pending and submitted refunds use up part of it",
    }),
    from: address,
    to: address,
    txHash: bytes32,
    logIndex: z.number().int(),
    blockNumber: uint256,
    blockTimestamp: instant,
    chainId: z.number().int(),
    tokenAddress: address,
    ref: bytes32,
    paymentId: bytes32.nullable(),
    paymentException: z.enum(exceptionKinds),
    sessionId: z.string().nullable(),
    subscriptionId: z.string().nullable(),
    invoiceId: z.string().nullable(),
    customerId: z.string().nullable(),
    explorerUrl: z.string().nullable(),
    unrequested: z.boolean(),
    confirmedAt: instant.nullable(),
    createdAt: instant,
  })
  .meta({ id: "Transaction" });

export const listTransactions = endpoint({
  method: "GET",
  path: "/v1/transactions",
  tag,
  summary: "List transactions",
  auth: "merchant",
  scope: "transactions_read",
  query: z.strictObject({
    ...pageQuery,
    status: status.optional(),
    type: type.optional(),
    currency: currency.optional(),
    customerId: z.string().max(80).optional(),
    sessionId: z.string().max(80).optional(),
    subscriptionId: z.string().max(80).optional(),
    createdAfter: instant.optional(),
    createdBefore: instant.optional(),
  }),
  status: 200,
  response: listOf(transaction),
});

export const getTransaction = endpoint({
  method: "GET",
  path: "/v1/transactions/{id}",
  tag,
  summary: "Retrieve a transaction",
  auth: "merchant",
  scope: "transactions_read",
  params: idParams,
  status: 200,
  response: transaction,
  errors: ["not_found"],
});
