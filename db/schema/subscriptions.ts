import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { indexCondition } from "@/db/index-condition";
import { type Currency, currencies } from "@/lib/core/amounts/money";
import { modes } from "@/lib/core/modes";
import {
  liveSubscriptionStatuses,
  type SubscriptionStatus,
  statesOf,
  subscriptionTransitions,
} from "@/lib/core/states";
import {
  type Canceller,
  type ChargeFailure,
  cancellers,
  chargeFailures,
  type OnchainCancel,
  onchainCancels,
  type RenewalOutcome,
  renewalOutcomes,
  type SubscriptionOrigin,
  subscriptionOrigins,
} from "@/lib/core/subscriptions/subscription-kinds";
import { deployments } from "./chain";
import { oneOf, widths } from "./checks";
import { address, bytes, bytes32, createdAt, instant, mode, uint256 } from "./columns";
import { customers } from "./customers";
import { dueIndexes } from "./due-indexes";
import { merchants } from "./merchants";
import { pageIndex } from "./page-index";
import { transactions } from "./payments";
import { relayBatches } from "./relay";
import { paymentLinks } from "./storefront-orders";
import { subscriptionPlans } from "./subscription-plans";

const isOfLink = sql.raw("payment_link_id is not null");

/** No plan has their terms: they are completed at their end. */
const isUnlinked = sql.raw("attempt_at is not null and plan_id is null and origin = 'chain'");

const hasTwelveWords = sql.raw("coalesce(octet_length(signed_terms), 384) = 384");

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
    origin: text().$type<SubscriptionOrigin>().notNull(),
    /** Null where the terms are those of no plan of the merchant's: the keeper charges it only if it was relayed. */
    planId: text().references(() => subscriptionPlans.id),
    customerId: text().references(() => customers.id),
    /** The payment link that led its payer to the plan's page. */
    paymentLinkId: text().references(() => paymentLinks.id),
    /** Where the hosted page's payer wants its mails: given with the signatures of the enrolment. */
    payerEmail: text(),
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
    /** The terms as the contract is given them, whose digest `onchainId` is: what refunds of charges bring. */
    signedTerms: bytes(),
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
    /** What was charged for `currentPeriod` in final blocks, smallest unit: the period is paid at `amount`. */
    chargedOfPeriod: uint256().notNull().default(sql`0`),
    /** When the next charge falls due, `startAt + n × interval`; null where none will. */
    nextChargeAt: instant(),
    /** When the keeper looks at it next, by the chain's clock: a charge that is due, or another try of one that failed. */
    attemptAt: instant(),
    /** The end of the last period that was paid. */
    paidUntil: instant(),
    /** The first failure that no charge has followed: grace is counted from here. */
    pastDueSince: instant(),
    graceEndsAt: instant(),
    /** The last period whose failure was told. */
    failedPeriod: integer(),
    /** Tries of the grace period that the merchant's settings planned. */
    recoveryTries: integer().notNull().default(0),
    failureCode: text().$type<ChargeFailure>(),
    pausedAt: instant(),
    cancelReason: text(),
    cancelledBy: text().$type<Canceller>(),
    cancelledAt: instant(),
    onchainCancel: text().$type<OnchainCancel>().notNull().default("none"),
    /** The block of its creation is final. */
    enrolledAt: instant(),
    /** When it first became cancelled, lapsed or completed. */
    closedAt: instant(),
    /** How it had ended before it was cancelled; null where cancelling was its end. */
    endedAs: text().$type<"lapsed" | "completed">(),
    /** It was agreed to for the time after an earlier term of the payer's to the plan, which was live at its enrolment. */
    nextTerm: boolean().notNull().default(false),
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
    index("subscriptions_by_link").on(table.paymentLinkId).where(isOfLink),
    index("subscriptions_by_payer").on(table.payer, table.deploymentId, table.createdAt),
    ...dueIndexes(table),
    index("subscriptions_ends").on(table.chainId, table.attemptAt).where(isUnlinked).concurrently(),
    index("subscriptions_in_grace")
      .on(table.chainId, table.payer)
      .where(sql.raw(indexCondition("grace", "status", ["past_due"])))
      .concurrently(),
    index("subscriptions_open")
      .on(table.createdAt)
      .where(sql.raw(indexCondition("open", "status", liveSubscriptionStatuses))),
    index("subscriptions_cancelling")
      .on(table.closedAt)
      .where(sql`${table.onchainCancel} = 'queued'`)
      .concurrently(),
    widths("subscriptions_addresses", 20, table.payer, table.tokenAddress),
    widths("subscriptions_hashes", 32, table.onchainId),
    check("subscriptions_ref", sql`coalesce(octet_length(${table.ref}), 32) = 32`),
    check("subscriptions_signed_terms", hasTwelveWords),
    check("subscriptions_amount", sql`${table.amount} > 0`),
    check(
      "subscriptions_cancelled",
      sql`(${table.status} = 'cancelled') = (${table.cancelledAt} is not null)`,
    ),
    check(
      "subscriptions_attempt",
      sql`${table.attemptAt} is null or ${table.status} in ('trialing', 'active', 'past_due')`,
    ),
    check(
      "subscriptions_ended_as",
      sql`${table.endedAs} is null
        or (${table.status} = 'cancelled' and ${table.endedAs} in ('lapsed', 'completed'))`,
    ),
    oneOf("subscriptions_cancelled_by", table.cancelledBy, cancellers),
    oneOf("subscriptions_origin", table.origin, subscriptionOrigins),
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

/** Charges that a keeper has signed: which slot carries which, until the slot is used up at a final block. */
export const subscriptionRenewals = pgTable(
  "subscription_renewals",
  {
    batchId: text()
      .notNull()
      .references(() => relayBatches.id),
    subscriptionId: text()
      .notNull()
      .references(() => subscriptions.id),
    period: integer().notNull(),
    number: integer().notNull(),
    amount: uint256().notNull(),
    groupIndex: integer().notNull(),
    itemIndex: integer().notNull(),
    /** False once the slot is used up at a final block. */
    open: boolean().notNull().default(true),
    /** What the slot made of it; null while it is open. */
    outcome: text().$type<RenewalOutcome>(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.subscriptionId] }),
    uniqueIndex("subscription_renewals_place").on(table.batchId, table.groupIndex, table.itemIndex),
    uniqueIndex("subscription_renewals_open")
      .on(table.subscriptionId)
      .where(sql`${table.open}::int = 1`),
    index("subscription_renewals_by_subscription").on(table.subscriptionId, table.period),
    index("subscription_renewals_reverted")
      .on(table.subscriptionId, table.period)
      .where(sql`${table.outcome} = 'reverted'`)
      .concurrently(),
    check("subscription_renewals_closed", sql`not ${table.open} or ${table.outcome} is null`),
    oneOf("subscription_renewals_outcome", table.outcome, renewalOutcomes),
  ],
);
