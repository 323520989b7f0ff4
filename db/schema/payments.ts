import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import { modes } from "@/lib/core/modes";
import { type Currency, currencies } from "@/lib/core/money";
import {
  type ExceptionKind,
  exceptionKinds,
  type SessionStatus,
  sessionTransitions,
  statesOf,
  type TransactionStatus,
  transactionTransitions,
} from "@/lib/core/states";
import { deployments } from "./chain";
import { oneOf } from "./checks";
import { address, bytes32, createdAt, instant, mode, uint256 } from "./columns";
import { customers } from "./customers";
import { merchants } from "./merchants";

export const sessionOrigins = ["api", "publishable", "dashboard", "invoice", "storefront"] as const;

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
    /** What the payer gave on the checkout: the customer was linked by that, and payment proves it. */
    payerEmail: text(),
    invoiceId: text(),
    createdVia: text().$type<(typeof sessionOrigins)[number]>().notNull(),
    amountRefunded: uint256().notNull().default(sql`0`),
    expiresAt: instant().notNull(),
    confirmedAt: instant(),
    closedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("payment_sessions_ref").on(table.deploymentId, table.ref),
    index("payment_sessions_list").on(
      table.merchantId,
      table.mode,
      table.createdAt.desc(),
      table.id.desc(),
    ),
    index("payment_sessions_customer").on(table.customerId),
    index("payment_sessions_due")
      .on(table.expiresAt)
      .where(sql`${table.status} in ('created', 'pending')`),
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

/** A settlement as the chain has it; one row per payment id, whatever block it was mined in. */
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
    ref: bytes32().notNull(),
    /** The digest of the payer's intent (EIP-712). */
    paymentId: bytes32().notNull(),
    chainId: integer().notNull(),
    txHash: bytes32().notNull(),
    logIndex: integer().notNull(),
    blockNumber: bigint({ mode: "bigint" }).notNull(),
    blockHash: bytes32().notNull(),
    blockTimestamp: instant().notNull(),
    sessionId: text().references(() => paymentSessions.id),
    subscriptionId: text(),
    invoiceId: text(),
    customerId: text().references(() => customers.id),
    paymentException: text().$type<ExceptionKind>().notNull().default("none"),
    confirmedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    unique("transactions_payment_id").on(table.deploymentId, table.paymentId),
    index("transactions_list").on(
      table.merchantId,
      table.mode,
      table.createdAt.desc(),
      table.id.desc(),
    ),
    index("transactions_session").on(table.sessionId),
    index("transactions_unfinal")
      .on(table.chainId, table.blockNumber)
      .where(sql`${table.status} = 'pending'`),
    oneOf("transactions_mode", table.mode, modes),
    oneOf("transactions_currency", table.currency, currencies),
    oneOf("transactions_type", table.type, transactionTypes),
    oneOf("transactions_status", table.status, statesOf(transactionTransitions)),
    oneOf("transactions_exception", table.paymentException, exceptionKinds),
  ],
);
