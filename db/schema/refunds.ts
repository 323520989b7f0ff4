import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import {
  type RefundFailure,
  type RefundMethod,
  type RefundOrigin,
  type RefundReason,
  refundFailures,
  refundMethods,
  refundOrigins,
  refundReasons,
} from "@/lib/core/kinds";
import { modes } from "@/lib/core/modes";
import { type RefundStatus, refundTransitions, statesOf } from "@/lib/core/states";
import { oneOf, widths } from "./checks";
import { address, bytes32, createdAt, instant, mode, uint256 } from "./columns";
import { merchants } from "./merchants";
import { pageIndex } from "./page-index";
import { transactions } from "./payments";

/** Money that a merchant returns to a payer with its own wallet. Kept for ever, as books are. */
export const refunds = pgTable(
  "refunds",
  {
    id: text().primaryKey(),
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    /** What is refunded: it has deployment, token and payer. */
    transactionId: text()
      .notNull()
      .references(() => transactions.id),
    /** What was asked for; once completed, what was returned. */
    amount: uint256().notNull(),
    status: text().$type<RefundStatus>().notNull().default("pending"),
    origin: text().$type<RefundOrigin>().notNull().default("api"),
    method: text().$type<RefundMethod>().notNull(),
    reason: text().$type<RefundReason>(),
    note: text(),
    /** keccak256 of the id, which the contract takes once per merchant; where only the chain knows the refund, the chain's, or its hash where the refund was returned before. */
    refundRef: bytes32().notNull(),
    /** The merchant's wallets when it was made: a plain transfer comes from one of them. */
    payout: address().notNull(),
    owner: address().notNull(),
    /** As the merchant recorded it: a wallet may replace the transaction by another. */
    refundTxHash: bytes32(),
    /** When a hash was last recorded. */
    submittedAt: instant(),
    /** Of the recorded transaction, as the chain's node knew it: once the nonce is used, it cannot be mined any more. */
    sentFrom: address(),
    sentNonce: bigint({ mode: "bigint" }),
    /** Where the money was returned. */
    txHash: bytes32(),
    logIndex: integer(),
    blockNumber: bigint({ mode: "bigint" }),
    chainId: integer().notNull(),
    /** The row of `transactions` that it became. */
    refundTransactionId: text().references(() => transactions.id),
    /** Completed refunds of the payment have returned more than was paid. */
    overRefunded: boolean().notNull().default(false),
    failureReason: text().$type<RefundFailure>(),
    /** `refund.completed` was sent. */
    told: boolean().notNull().default(false),
    completedAt: instant(),
    closedAt: instant(),
    /** When it is cancelled without a hash, or renewed where it is of a late charge; until then signatures for it are valid. */
    expiresAt: instant().notNull(),
    /** When to cancel it, or to look for the recorded transaction; null where there is nothing to wait for. */
    dueAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    pageIndex("refunds_recent", table),
    pageIndex("refunds_recent_by_status", table, table.status),
    // A transaction is one merchant's in one mode.
    index("refunds_by_transaction").on(table.transactionId, table.createdAt),
    // By merchant and mode, since another merchant's hash tells nothing.
    uniqueIndex("refunds_recorded_hash")
      .on(table.merchantId, table.mode, table.refundTxHash)
      .where(sql`${table.refundTxHash} is not null`),
    // A log returns money once.
    uniqueIndex("refunds_log")
      .on(table.chainId, table.txHash, table.logIndex)
      .where(sql`${table.txHash} is not null`),
    uniqueIndex("refunds_ref").on(table.refundRef, table.transactionId),
    index("refunds_due").on(table.dueAt).where(sql`${table.dueAt} is not null`),
    // Of late charges: when the merchant is told again.
    index("refunds_late")
      .on(table.expiresAt)
      .where(sql`${table.origin} = 'late_charge' and ${table.closedAt} is null`),
    index("refunds_open").on(table.createdAt).where(sql`${table.closedAt} is null`),
    index("refunds_mined")
      .on(table.chainId, table.blockNumber)
      .where(sql`${table.blockNumber} is not null`),
    widths("refunds_hashes", 32, table.refundRef),
    check(
      "refunds_recorded",
      sql`coalesce(octet_length(${table.refundTxHash}), 32) = 32 and coalesce(octet_length(${table.txHash}), 32) = 32`,
    ),
    widths("refunds_addresses", 20, table.payout, table.owner),
    check("refunds_amount", sql`${table.amount} > 0`),
    check(
      "refunds_completed",
      sql`${table.status} <> 'completed' or (${table.txHash} is not null and ${table.logIndex} is not null and ${table.blockNumber} is not null and ${table.completedAt} is not null)`,
    ),
    oneOf("refunds_status", table.status, statesOf(refundTransitions)),
    oneOf("refunds_origin", table.origin, refundOrigins),
    oneOf("refunds_method", table.method, refundMethods),
    oneOf("refunds_reason", table.reason, refundReasons),
    oneOf("refunds_failure_reason", table.failureReason, refundFailures),
    oneOf("refunds_mode", table.mode, modes),
  ],
);
