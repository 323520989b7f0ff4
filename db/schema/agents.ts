import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import {
  type ActivityOutcome,
  type AgentAction,
  activityOutcomes,
} from "@/lib/core/agents/activity-kinds";
import { type AnomalySensitivity, anomalySensitivities } from "@/lib/core/agents/agent-settings";
import { type AgentCapability, agentCapabilities } from "@/lib/core/agents/capabilities";
import { modes } from "@/lib/core/modes";
import { oneOf, widths } from "./checks";
import { address, businessInstant, bytes32, createdAt, mode } from "./columns";
import { merchants } from "./merchants";
import { pageIndex } from "./page-index";

/**
 * What a merchant has set for its agent in a mode; without a row it does nothing. Its settings of recovery are in
 * `recovery_settings`. At most two rows per merchant, kept for ever.
 */
export const agentConfigs = pgTable(
  "agent_configs",
  {
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    enabledCapabilities: text().array().$type<AgentCapability[]>().notNull().default([]),
    digestEnabled: boolean().notNull().default(false),
    anomalySensitivity: text().$type<AnomalySensitivity>().notNull().default("medium"),
    autoConvertToYield: boolean().notNull().default(false),
    /** US cents, as all amounts here. */
    minimumLiquidReserveCents: bigint({ mode: "bigint" }).notNull().default(sql`100000`),
    requireHumanApprovalAboveUsdCents: bigint({ mode: "bigint" }).notNull().default(sql`100000`),
    approvedVendors: address().array().notNull().default(sql`'{}'`),
    /** Null: no cap. */
    monthlySpendCapUsdCents: bigint({ mode: "bigint" }),
    /** The last day (UTC) whose figures the agent has gone through. */
    cashflowDay: date(),
    /** The first day of the last week whose findings about plans were told. */
    pricingWeek: date(),
    createdAt: createdAt(),
    updatedAt: businessInstant(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.mode] }),
    index("agent_configs_cashflow")
      .on(table.merchantId, table.mode)
      .where(sql`'cashflow' = any (${table.enabledCapabilities})`),
    index("agent_configs_pricing")
      .on(table.merchantId, table.mode)
      .where(sql`'pricing_intelligence' = any (${table.enabledCapabilities})`),
    oneOf("agent_configs_mode", table.mode, modes),
    oneOf("agent_configs_sensitivity", table.anomalySensitivity, anomalySensitivities),
    check(
      "agent_configs_cents",
      sql`${table.minimumLiquidReserveCents} >= 0 and ${table.requireHumanApprovalAboveUsdCents} >= 0
        and ${table.monthlySpendCapUsdCents} >= 0`,
    ),
  ],
);

/**
 * What agents did, why, and under which setting; written in the transaction of the action. A trigger refuses to change a
 * row. Rows leave after a year.
 */
export const agentActivity = pgTable(
  "agent_activity",
  {
    id: text().primaryKey(),
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    capability: text().$type<AgentCapability>().notNull(),
    action: text().$type<AgentAction>().notNull(),
    summary: text().notNull(),
    reason: text().notNull(),
    /** The setting that let it act, by its path in the settings. */
    setting: text().notNull(),
    /** What it acted on; null where that is no object. */
    resourceType: text(),
    resourceId: text(),
    txHash: bytes32(),
    /** What it tells of once, within the capability, such as the day of a digest; null: it may come again. */
    onceKey: text(),
    outcome: text().$type<ActivityOutcome>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    pageIndex("agent_activity_recent", table),
    pageIndex("agent_activity_recent_of_capability", table, table.capability),
    index("agent_activity_time").on(table.createdAt, table.id),
    uniqueIndex("agent_activity_once")
      .on(table.merchantId, table.mode, table.capability, table.onceKey)
      .where(sql`${table.onceKey} is not null`),
    oneOf("agent_activity_mode", table.mode, modes),
    oneOf("agent_activity_capability", table.capability, agentCapabilities),
    oneOf("agent_activity_outcome", table.outcome, activityOutcomes),
    widths("agent_activity_hashes", 32, table.txHash),
    check(
      "agent_activity_resource",
      sql`(${table.resourceType} is null) = (${table.resourceId} is null)`,
    ),
  ],
);
