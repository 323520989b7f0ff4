import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { type Currency, currencies } from "@/lib/core/amounts/money";
import {
  type PayoutTrouble,
  payoutTroubles,
  type RegistryStatus,
  registryStatuses,
} from "@/lib/core/kinds";
import { type EmailPrefs, everyMail } from "@/lib/core/mails/mail-kinds";
import { merchantStatuses, tiers } from "@/lib/core/merchants/merchant-states";
import { modes } from "@/lib/core/modes";
import type { ConfirmationRule } from "@/lib/core/payments/stages";
import { chainEvents, deployments } from "./chain";
import { oneOf, widths } from "./checks";
import { address, businessInstant, bytes32, createdAt, instant, mode, uint256 } from "./columns";

export const merchants = pgTable(
  "merchants",
  {
    id: text().primaryKey(),
    businessName: text().notNull(),
    businessSector: text(),
    countryCode: text(),
    websiteUrl: text(),
    logoUrl: text(),
    /** Where payers ask about what they have paid. */
    supportEmail: text(),
    phone: text(),
    /** Where live payments go. */
    payoutAddress: address(),
    /** Where test payments go. */
    testPayoutAddress: address(),
    /** When the owner told about the business; null until then. */
    onboardedAt: instant(),
    /** When nothing kept it from live mode any more, for the first time; null until then. */
    liveUnlockedAt: instant(),
    /** When the fee of the owner's tier last fell on the chain, or will fall next; null: never. */
    feeLoweredAt: instant(),
    /** Whose calendar the days of its documents and mails are of (IANA). */
    timeZone: text().notNull().default("UTC"),
    defaultCurrency: text().$type<Currency>().notNull().default("USDC"),
    email: text(),
    tier: text().$type<(typeof tiers)[number]>().notNull().default("free"),
    status: text().$type<(typeof merchantStatuses)[number]>().notNull().default("active"),
    /** From which stage on payments count as confirmed; `final` where no rule fits. */
    confirmationPolicy: jsonb().$type<ConfirmationRule[]>().notNull().default([]),
    metadata: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Notifications of both modes up to then count as read; null before the first time. */
    notificationsLastReadAt: instant(),
    /** Which mails the merchant wants. */
    emailPrefs: jsonb().$type<EmailPrefs>().notNull().default(everyMail),
    createdAt: createdAt(),
    updatedAt: businessInstant(),
  },
  (table) => [
    index("merchants_recent").on(table.createdAt, table.id).concurrently(),
    index("merchants_by_status").on(table.status, table.createdAt, table.id).concurrently(),
    index("merchants_by_tier").on(table.tier, table.createdAt, table.id).concurrently(),
    oneOf("merchants_status", table.status, merchantStatuses),
    oneOf("merchants_tier", table.tier, tiers),
    oneOf("merchants_currency", table.defaultCurrency, currencies),
  ],
);

/**
 * What is still to be done for merchants whose accounts were closed: a job cancels what is open, and sets `finishedAt`
 * once nothing is left.
 */
export const merchantClosings = pgTable(
  "merchant_closings",
  {
    merchantId: text()
      .primaryKey()
      .references(() => merchants.id),
    closedAt: businessInstant(),
    finishedAt: instant(),
  },
  (table) => [
    index("merchant_closings_open").on(table.closedAt).where(sql`${table.finishedAt} is null`),
  ],
);

/** What a merchant's payout address held when a node last answered. */
export const merchantBalances = pgTable(
  "merchant_balances",
  {
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    chainId: integer().notNull(),
    currency: text().$type<Currency>().notNull(),
    address: address().notNull(),
    /** Smallest unit of the token. */
    amount: uint256().notNull(),
    blockNumber: bigint({ mode: "bigint" }).notNull(),
    readAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.mode, table.chainId, table.currency] }),
    oneOf("merchant_balances_mode", table.mode, modes),
    oneOf("merchant_balances_currency", table.currency, currencies),
  ],
);

/** A merchant's record in a deployment's registry. Ids start at 1 in each registry. */
export const merchantRegistrations = pgTable(
  "merchant_registrations",
  {
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    deploymentId: text()
      .notNull()
      .references(() => deployments.id),
    chainMerchantId: uint256().notNull(),
    owner: address().notNull(),
    payout: address().notNull(),
    /** The payout that was judged last; another one than `payout`, or null: that one is still to be judged. */
    payoutJudged: address(),
    /** Why no session is opened with the payout that was judged last; null: it is usable, or an operator let it pass. */
    payoutTrouble: text().$type<PayoutTrouble>(),
    /** Until `nextFeeAt`, where a raise is announced. */
    feeBps: integer().notNull(),
    /** The fee from `nextFeeAt` on, by the time of blocks. */
    nextFeeBps: integer(),
    nextFeeAt: instant(),
    /** As of the chain's finalised block. `none`: the block in which it was registered is lost. */
    status: text().$type<RegistryStatus>().notNull().default("active"),
    /** Until then what is open can be paid while the merchant is suspended. */
    settleUntil: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.deploymentId, table.chainMerchantId] }),
    unique().on(table.merchantId, table.deploymentId),
    index("merchant_registrations_unjudged")
      .on(table.deploymentId, table.chainMerchantId)
      .where(sql`${table.payout} is distinct from ${table.payoutJudged}`),
    index("merchant_registrations_troubled")
      .on(table.merchantId, table.deploymentId)
      .where(sql`${table.payoutTrouble} is not null`),
    oneOf("merchant_registrations_payout_trouble", table.payoutTrouble, payoutTroubles),
    oneOf("merchant_registrations_mode", table.mode, modes),
    oneOf("merchant_registrations_status", table.status, registryStatuses),
  ],
);

/**
 * What merchants were asked to sign with their wallets, so that they are registered: the last of each, removed once it is
 * signed. By the machine's time: signing is no business of a simulated clock.
 */
export const walletProofRequests = pgTable(
  "wallet_proof_requests",
  {
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    deploymentId: text()
      .notNull()
      .references(() => deployments.id),
    payout: address().notNull(),
    /** Who is to own the record; the payout wallet, or another one. */
    owner: address().notNull(),
    nonce: text().notNull(),
    issuedAt: instant().notNull().default(sql`now()`),
    expiresAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.deploymentId] }),
    widths("wallet_proof_requests_addresses", 20, table.payout, table.owner),
    check("wallet_proof_requests_nonce", sql`char_length(${table.nonce}) = 32`),
  ],
);

/** What each event of a registry says; removed with the event. The last word of each column counts. */
export const registryChanges = pgTable(
  "registry_changes",
  {
    chainId: integer().notNull(),
    blockNumber: bigint({ mode: "bigint" }).notNull(),
    logIndex: integer().notNull(),
    deploymentId: text()
      .notNull()
      .references(() => deployments.id),
    chainMerchantId: uint256().notNull(),
    owner: address(),
    payout: address(),
    feeBps: integer(),
    /** Said together with the fee: null where no raise is announced. */
    nextFeeBps: integer(),
    nextFeeAt: instant(),
    status: text().$type<RegistryStatus>(),
    settleUntil: instant(),
    /** Of a registration: keccak256 of the merchant's id, as the registrant wrote it. */
    metadataHash: bytes32(),
    /** Of a registration: the same, as the key that is never registered twice. */
    registrationKey: bytes32(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.blockNumber, table.logIndex] }),
    foreignKey({
      name: "registry_changes_event",
      columns: [table.chainId, table.blockNumber, table.logIndex],
      foreignColumns: [chainEvents.chainId, chainEvents.blockNumber, chainEvents.logIndex],
    }).onDelete("cascade"),
    index("registry_changes_by_merchant").on(table.deploymentId, table.chainMerchantId),
    oneOf("registry_changes_status", table.status, registryStatuses),
  ],
);
