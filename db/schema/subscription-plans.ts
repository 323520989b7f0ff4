import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { type Currency, currencies } from "@/lib/core/amounts/money";
import { modes } from "@/lib/core/modes";
import { type PlanInterval, planIntervals } from "@/lib/core/subscriptions/subscription-kinds";
import { deployments } from "./chain";
import { oneOf, widths } from "./checks";
import { address, bytes32, createdAt, instant, mode, uint256 } from "./columns";
import { merchants } from "./merchants";
import { pageIndex } from "./page-index";
import { prefixIndex } from "./search-index";

/** What payers subscribe to. Price and interval never change. */
export const subscriptionPlans = pgTable(
  "subscription_plans",
  {
    id: text().primaryKey(),
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    deploymentId: text()
      .notNull()
      .references(() => deployments.id),
    name: text().notNull(),
    description: text(),
    /** For one period, smallest unit of the token. */
    amount: uint256().notNull(),
    currency: text().$type<Currency>().notNull(),
    tokenAddress: address().notNull(),
    interval: text().$type<PlanInterval>().notNull(),
    intervalCount: integer().notNull().default(1),
    /** Seconds between two charges. */
    intervalSeconds: bigint({ mode: "bigint" }).notNull(),
    trialDays: integer().notNull().default(0),
    /** How many periods are charged; null is without end. */
    maxCycles: integer(),
    metadata: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** keccak256 of the id: what the payer's intent and the contract's event carry. */
    ref: bytes32().notNull(),
    /** Closed to new subscribers since then; existing subscribers are still charged. */
    archivedAt: instant(),
    active: boolean().notNull().default(true),
    createdAt: createdAt(),
  },
  (table) => [
    pageIndex("subscription_plans_recent", table),
    prefixIndex("subscription_plans_by_name", table, table.name),
    pageIndex("subscription_plans_recent_by_active", table, table.active),
    index("subscription_plans_by_ref").using("hash", table.ref),
    widths("subscription_plans_addresses", 20, table.tokenAddress),
    widths("subscription_plans_hashes", 32, table.ref),
    check("subscription_plans_archived", sql`${table.active} = (${table.archivedAt} is null)`),
    check("subscription_plans_amount", sql`${table.amount} > 0`),
    check("subscription_plans_interval_count", sql`${table.intervalCount} between 1 and 365`),
    check("subscription_plans_trial_days", sql`${table.trialDays} between 0 and 365`),
    check("subscription_plans_max_cycles", sql`${table.maxCycles} > 0`),
    oneOf("subscription_plans_mode", table.mode, modes),
    oneOf("subscription_plans_currency", table.currency, currencies),
    oneOf("subscription_plans_interval", table.interval, planIntervals),
  ],
);
