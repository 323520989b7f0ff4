import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { indexCondition } from "@/db/index-condition";
import { modes } from "@/lib/core/modes";
import { type Currency, currencies } from "@/lib/core/money";
import {
  liveSubscriptionStatuses,
  type SubscriptionStatus,
  statesOf,
  subscriptionTransitions,
} from "@/lib/core/states";
import {
  type ChargeFailure,
  chargeFailures,
  type OnchainCancel,
  onchainCancels,
} from "@/lib/core/subscription-kinds";
import { chainEvents, deployments } from "./chain";
import { oneOf, widths } from "./checks";
import { address, bytes32, createdAt, instant, mode, uint256 } from "./columns";
import { customers } from "./customers";
import { merchants } from "./merchants";
import { pageIndex } from "./page-index";
import { transactions } from "./payments";
import { subscriptionPlans } from "./subscription-plans";

/** What a payer agreed to be charged at intervals. Kept for ever, as books are. */
export const subscriptions = pgTable(
  "subscriptions",
  {
    id: text().primaryKey(),
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    deploymentId: text()
      .notNull()
      .references(() => deployments.id),
    chainId: integer().notNull(),
    chainMerchantId: uint256().notNull(),
    /** Null where the chain's terms are those of no plan of the merchant's: it is never charged by the keeper. */
    planId: text().references(() => subscriptionPlans.id),
    customerId: text().references(() => customers.id),
    /** The digest of the payer's `SubscriptionIntent` (EIP-712): its id in the contract. */
    onchainId: bytes32().notNull(),
    payer: address().notNull(),
    tokenAddress: address().notNull(),
    currency: text().$type<Currency>().notNull(),
    /** The most for one period, smallest unit of the token. */
    amount: uint256().notNull(),
    /** Seconds between two charges, as signed. */
    intervalSeconds: bigint({ mode: "bigint" }).notNull(),
    /** When period 0 begins: as signed, and once it is on the chain the later of that and its block. */
    startAt: instant().notNull(),
    /** Nothing is charged from here on; null is without end. */
    endAt: instant(),
    permitValue: uint256().notNull(),
    /** Unix seconds; 0 where the payer enrolled without a permit. */
    permitDeadline: uint256().notNull(),
    permitNonce: uint256().notNull(),
    /** keccak256 of the plan's id; null is zero on the chain. */
    ref: bytes32(),
    /** The most that is charged altogether, smallest unit; null until it is on the chain. */
    cap: uint256(),
    status: text().$type<SubscriptionStatus>().notNull().default("pending"),
    /** What was charged in final blocks, smallest unit. */
    charged: uint256().notNull().default(sql`0`),
    chargesMade: integer().notNull().default(0),
    /** The last period that was charged; null before the first. */
    currentPeriod: integer(),
    /** When the keeper looks at it next; null where there is nothing to charge. */
    nextChargeAt: instant(),
    /** The end of the last period that was paid. */
    paidUntil: instant(),
    /** The first failure that no charge has followed: grace is counted from here. */
    pastDueSince: instant(),
    graceEndsAt: instant(),
    failureCode: text().$type<ChargeFailure>(),
    pausedAt: instant(),
    cancelReason: text(),
    cancelledAt: instant(),
    onchainCancel: text().$type<OnchainCancel>().notNull().default("none"),
    /** The block of its creation is final. */
    enrolledAt: instant(),
    /** When it became cancelled, lapsed or completed. */
    closedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("subscriptions_onchain").on(table.deploymentId, table.onchainId),
    pageIndex("subscriptions_recent", table),
    pageIndex("subscriptions_recent_by_status", table, table.status),
    pageIndex("subscriptions_recent_by_plan", table, table.planId),
    // A customer is one merchant's in one mode.
    index("subscriptions_by_customer")
      .on(table.customerId, table.createdAt)
      .where(sql`${table.customerId} is not null`),
    index("subscriptions_by_payer").on(table.payer, table.deploymentId, table.createdAt),
    index("subscriptions_due")
      .on(table.chainId, table.nextChargeAt)
      .where(sql`${table.nextChargeAt} is not null`),
    index("subscriptions_open")
      .on(table.createdAt)
      .where(sql.raw(indexCondition("open", "status", liveSubscriptionStatuses))),
    widths("subscriptions_addresses", 20, table.payer, table.tokenAddress),
    widths("subscriptions_hashes", 32, table.onchainId),
    check("subscriptions_ref", sql`coalesce(octet_length(${table.ref}), 32) = 32`),
    check("subscriptions_amount", sql`${table.amount} > 0`),
    check(
      "subscriptions_cancelled",
      sql`(${table.status} = 'cancelled') = (${table.cancelledAt} is not null)`,
    ),
    oneOf("subscriptions_mode", table.mode, modes),
    oneOf("subscriptions_currency", table.currency, currencies),
    oneOf("subscriptions_status", table.status, statesOf(subscriptionTransitions)),
    oneOf("subscriptions_failure_code", table.failureCode, chargeFailures),
    oneOf("subscriptions_onchain_cancel", table.onchainCancel, onchainCancels),
  ],
);

/** The charges that the chain has, one for each period and number within it. */
export const subscriptionCharges = pgTable(
  "subscription_charges",
  {
    subscriptionId: text()
      .notNull()
      .references(() => subscriptions.id),
    period: integer().notNull(),
    number: integer().notNull(),
    amount: uint256().notNull(),
    transactionId: text()
      .notNull()
      .references(() => transactions.id),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.subscriptionId, table.period, table.number] }),
    uniqueIndex("subscription_charges_transaction").on(table.transactionId),
    check("subscription_charges_amount", sql`${table.amount} > 0`),
  ],
);

/**
 * What the contract for subscriptions says that payers enrolled, from the block in which it was seen; removed with the
 * event. What the books make of it follows once the block is final.
 */
export const chainSubscriptions = pgTable(
  "chain_subscriptions",
  {
    chainId: integer().notNull(),
    blockNumber: bigint({ mode: "bigint" }).notNull(),
    logIndex: integer().notNull(),
    deploymentId: text()
      .notNull()
      .references(() => deployments.id),
    onchainId: bytes32().notNull(),
    chainMerchantId: uint256().notNull(),
    payer: address().notNull(),
    tokenAddress: address().notNull(),
    amount: uint256().notNull(),
    /** Seconds. */
    interval: uint256().notNull(),
    /** Unix seconds. */
    startAt: uint256().notNull(),
    /** Unix seconds; 0 is without end. */
    endAt: uint256().notNull(),
    cap: uint256().notNull(),
    permitNonce: uint256().notNull(),
    ref: bytes32().notNull(),
    txHash: bytes32().notNull(),
    blockTimestamp: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.blockNumber, table.logIndex] }),
    foreignKey({
      name: "chain_subscriptions_event",
      columns: [table.chainId, table.blockNumber, table.logIndex],
      foreignColumns: [chainEvents.chainId, chainEvents.blockNumber, chainEvents.logIndex],
    }).onDelete("cascade"),
    index("chain_subscriptions_by_id").on(table.deploymentId, table.onchainId),
    widths("chain_subscriptions_hashes", 32, table.onchainId, table.ref, table.txHash),
    widths("chain_subscriptions_addresses", 20, table.payer, table.tokenAddress),
  ],
);
