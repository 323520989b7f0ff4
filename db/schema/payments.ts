import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { indexCondition } from "@/db/index-condition";
import { type Currency, currencies } from "@/lib/core/amounts/money";
import { modes } from "@/lib/core/modes";
import {
  type ExceptionKind,
  exceptionKinds,
  openSessionStatuses,
  type SessionStatus,
  sessionTransitions,
  statesOf,
  type TransactionStatus,
  transactionTransitions,
  unfinalTransactionStatuses,
} from "@/lib/core/states";
import { type BookedColumn, bookedIndexes } from "./booked-indexes";
import { deployments } from "./chain";
import { oneOf, widths } from "./checks";
import { address, bytes, bytes32, createdAt, instant, mode, uint256 } from "./columns";
import { customers } from "./customers";
import { merchants } from "./merchants";
import { pageIndex } from "./page-index";
import { hashIndex, timeIndex } from "./search-index";

export const sessionOrigins = [
  "api",
  "publishable",
  "dashboard",
  "invoice",
  "storefront",
  "payment_link",
] as const;

export const paymentSessions = pgTable(
  "payment_sessions",
  {
    id: text().primaryKey(),
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    deploymentId: text()
      .notNull()
      .references(() => deployments.id),
    amount: uint256().notNull(),
    currency: text().$type<Currency>().notNull(),
    tokenAddress: address().notNull(),
    /** keccak256 of the id: what the payer's intent and the contract's event carry. */
    ref: bytes32().notNull(),
    status: text().$type<SessionStatus>().notNull().default("created"),
    description: text(),
    successUrl: text(),
    cancelUrl: text(),
    metadata: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    customerId: text().references(() => customers.id),
    /** What the payer gave on the checkout, where the customer was linked by that. */
    payerEmail: text(),
    /** Address for the receipt of the payer of `receiptWallet`, whose payment proves it; no other payer gets it. */
    receiptEmail: text(),
    receiptWallet: address(),
    /** How many customers the session's link has made. */
    customersMade: smallint().notNull().default(0),
    invoiceId: text(),
    createdVia: text().$type<(typeof sessionOrigins)[number]>().notNull(),
    /** Its creation named the chain: it stays there. Others may move until a payer was asked to sign. */
    chainFixed: boolean().notNull().default(true),
    amountRefunded: uint256().notNull().default(sql`0`),
    expiresAt: instant().notNull(),
    /** When its page was first seen in a browser, open for payment. */
    openedAt: instant(),
    confirmedAt: instant(),
    closedAt: instant(),
    /** When a closed session is looked at again: whether an authorization for it can still be executed. Null: none can. */
    releaseAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    // Not unique: it is a hash of the id, which is. Hashes are found by their own, in a third of the room.
    index("payment_sessions_by_ref").using("hash", table.ref).concurrently(),
    pageIndex("payment_sessions_recent", table),
    pageIndex("payment_sessions_recent_by_status", table, table.status),
    // A customer is one merchant's in one mode. By a hash of 64 bits: what it leads to is compared.
    index("payment_sessions_of_customer")
      .on(sql`customer_hash(${table.customerId})`, table.createdAt)
      .where(sql`${table.customerId} is not null`)
      .concurrently(),
    index("payment_sessions_due")
      .on(table.expiresAt)
      .where(sql.raw(indexCondition("due", "status", openSessionStatuses))),
    index("payment_sessions_release")
      .on(table.releaseAt)
      .where(sql`${table.releaseAt} is not null`)
      .concurrently(),
    widths("payment_sessions_addresses", 20, table.tokenAddress),
    check(
      "payment_sessions_receipt",
      sql`case when ${table.receiptEmail} is null then ${table.receiptWallet} is null
        else octet_length(coalesce(${table.receiptWallet}, '')) = 20 end`,
    ),
    widths("payment_sessions_hashes", 32, table.ref),
    oneOf("payment_sessions_mode", table.mode, modes),
    oneOf("payment_sessions_currency", table.currency, currencies),
    oneOf("payment_sessions_status", table.status, statesOf(sessionTransitions)),
    oneOf("payment_sessions_created_via", table.createdVia, sessionOrigins),
  ],
);

export const transactionTypes = [
  "payment",
  "subscription_charge",
  "refund",
  "agent_job",
  "unmatched_deposit",
] as const;

type HeldColumn = "merchantId" | "mode" | "createdAt" | "status" | "paymentException";

const isHeld = ({ paymentException }: Record<"paymentException", AnyPgColumn>) =>
  sql`${paymentException} = 'screening'`;

/** Of payments that screening holds or has held, of all by time, and of those in the books. */
const furtherIndexes = (table: Record<HeldColumn | BookedColumn, AnyPgColumn>) => [
  pageIndex("transactions_holds", table).where(isHeld(table)),
  pageIndex("transactions_holds_by_status", table, table.status).where(isHeld(table)),
  timeIndex("transactions_by_time", table),
  ...bookedIndexes(table),
];

/** A settlement on the chain; one row per deployment and settlement key, regardless of the block that holds it. */
export const transactions = pgTable(
  "transactions",
  {
    id: text().primaryKey(),
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    deploymentId: text()
      .notNull()
      .references(() => deployments.id),
    type: text().$type<(typeof transactionTypes)[number]>().notNull(),
    status: text().$type<TransactionStatus>().notNull(),
    amount: uint256().notNull(),
    currency: text().$type<Currency>().notNull(),
    fee: uint256().notNull(),
    netAmount: uint256().notNull(),
    feeBps: integer().notNull(),
    amountRefunded: uint256().notNull().default(sql`0`),
    fromAddress: address().notNull(),
    toAddress: address().notNull(),
    tokenAddress: address().notNull(),
    /** Null where it is the hash of the session's id. */
    ref: bytes32(),
    /** The digest of the payer's intent (EIP-712): a payment's settlement key. Null where the type has none. */
    paymentId: bytes32(),
    chainId: integer().notNull(),
    txHash: bytes32().notNull(),
    logIndex: integer().notNull(),
    /** `chain_blocks` has the block's hash. */
    blockNumber: bigint({ mode: "bigint" }).notNull(),
    blockTimestamp: instant().notNull(),
    sessionId: text().references(() => paymentSessions.id),
    subscriptionId: text(),
    invoiceId: text(),
    customerId: text().references(() => customers.id),
    paymentException: text().$type<ExceptionKind>().notNull().default("none"),
    /** `payment.seen` was sent for it, and no `payment.reverted` since. */
    announced: boolean().notNull().default(false),
    /** The payer's signature of the intent, where the relay has had it: a refund needs it. */
    intentSignature: bytes(),
    /** The nonce that the intent names, where the relay has had it. */
    intentNonce: bytes32(),
    /** The same of a payment with one signature: with it its terms are proved by their digest, the used nonce. */
    salt: uint256(),
    /** A charge of a final block that no transaction of this installation made, nor its enrolment. */
    unrequested: boolean().notNull().default(false),
    confirmedAt: instant(),
    createdAt: createdAt(),
    /** What settles once in a deployment, where it is not the payment id. */
    settlementKey: bytes32(),
  },
  (table) => [
    // By a hash of 128 bits: what it leads to is compared. Conditions name it as `hasSettlement` does.
    uniqueIndex("transactions_settlement")
      .on(
        sql`settlement_hash(${table.deploymentId}, coalesce(${table.settlementKey}, ${table.paymentId}))`,
      )
      .concurrently(),
    pageIndex("transactions_recent", table),
    pageIndex("transactions_recent_by_type", table, table.type),
    pageIndex("transactions_recent_by_currency", table, table.currency),
    hashIndex("transactions_by_hash", table.txHash),
    // The confirmed ones are nearly all of them, so the whole list has them close together.
    pageIndex("transactions_recent_unconfirmed", table, table.status).where(
      sql.raw(indexCondition("listed", "status", unfinalTransactionStatuses)),
    ),
    // A customer or subscription is one merchant's in one mode.
    index("transactions_of_customer")
      .on(sql`customer_hash(${table.customerId})`, table.createdAt)
      .where(sql`${table.customerId} is not null`)
      .concurrently(),
    index("transactions_by_subscription")
      .on(table.subscriptionId, table.createdAt)
      .where(sql`${table.subscriptionId} is not null`)
      .concurrently(),
    // A session has one as a rule: they are read whole and sorted.
    index("transactions_by_session").using("hash", table.sessionId).concurrently(),
    index("transactions_unfinal")
      .on(table.chainId, table.blockNumber)
      .where(sql.raw(indexCondition("unfinal", "status", ["pending"]))),
    // Payments whose merchants think that they are in the chain.
    index("transactions_lost")
      .on(table.chainId, table.blockNumber)
      .where(sql`${table.announced} and ${table.status} = 'reorged'`)
      .concurrently(),
    index("transactions_held")
      .on(table.chainId, table.blockNumber, table.logIndex)
      .where(isHeld(table)),
    ...furtherIndexes(table),
    widths("transactions_addresses", 20, table.fromAddress, table.toAddress, table.tokenAddress),
    check(
      "transactions_settlement_key",
      sql`case when ${table.type} in ('payment', 'unmatched_deposit')
        then ${table.paymentId} is not null and ${table.settlementKey} is null
        else octet_length(coalesce(${table.settlementKey}, '')) = 32 end`,
    ),
    check("transactions_ref", sql`${table.ref} is not null or ${table.sessionId} is not null`),
    widths("transactions_hashes", 32, table.ref, table.paymentId, table.txHash),
    oneOf("transactions_mode", table.mode, modes),
    oneOf("transactions_currency", table.currency, currencies),
    oneOf("transactions_type", table.type, transactionTypes),
    oneOf("transactions_status", table.status, statesOf(transactionTransitions)),
    oneOf("transactions_exception", table.paymentException, exceptionKinds),
  ],
);
