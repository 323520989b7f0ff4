import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Address } from "@/lib/core/chain/hex";
import { modes } from "@/lib/core/modes";
import { deployments } from "./chain";
import { oneOf, widths } from "./checks";
import { address, createdAt, instant, mode, uint256 } from "./columns";
import { merchants } from "./merchants";

/**
 * A merchant's treasury of a deployment, as the chain was read at a final block. At most one row per merchant and
 * registry, kept for ever.
 */
export const agentTreasuries = pgTable(
  "agent_treasuries",
  {
    deploymentId: text()
      .notNull()
      .references(() => deployments.id),
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    chainId: integer().notNull(),
    /** Follows from the registry and the merchant's number there (CREATE2, EIP-1014). */
    address: address().notNull(),
    /** The final block that all below was read at. */
    readBlock: bigint({ mode: "bigint" }).notNull(),
    readAt: instant().notNull(),
    /** Deposits up to this final block were told; null: those after the next reading are. */
    depositsBlock: bigint({ mode: "bigint" }),
    /** Who may propose jobs. */
    agent: address().notNull(),
    /** Who judges jobs for which the merchant names no other account. */
    evaluator: address().notNull(),
    /** Limits in US cents, as the contract holds them. */
    thresholdCents: uint256().notNull(),
    monthlyCapCents: uint256().notNull(),
    vendorDayCents: uint256().notNull(),
    /** Whether every token of the deployment has the rate there that it has here: one without is not spent. */
    isPriced: boolean().notNull(),
    /** What is kept back of tokens, by their address; smallest unit, in digits. */
    reserves: jsonb().$type<Readonly<Record<Address, string>>>().notNull().default({}),
    /** When the chain was first seen to differ from what the merchant has set; null while they agree. */
    outOfStepSince: instant(),
    /** The owner was mailed of it. */
    toldOutOfStep: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.deploymentId, table.merchantId] }),
    index("agent_treasuries_by_merchant").on(table.merchantId, table.mode),
    uniqueIndex("agent_treasuries_address").on(table.chainId, table.address),
    index("agent_treasuries_out_of_step")
      .on(table.outOfStepSince)
      .where(sql`${table.outOfStepSince} is not null`),
    widths("agent_treasuries_addresses", 20, table.address, table.agent, table.evaluator),
    oneOf("agent_treasuries_mode", table.mode, modes),
    check("agent_treasuries_block", sql`${table.readBlock} >= 0`),
  ],
);

/** The vendors that the owner has listed on the chain, by the same reading as their treasury's row. */
export const agentVendors = pgTable(
  "agent_vendors",
  {
    deploymentId: text()
      .notNull()
      .references(() => deployments.id),
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    vendor: address().notNull(),
    readBlock: bigint({ mode: "bigint" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.deploymentId, table.merchantId, table.vendor] }),
    widths("agent_vendors_addresses", 20, table.vendor),
  ],
);

/** When a merchant's treasury is looked for, or read again; a row per merchant and registry that has commerce enabled. */
export const agentTreasuryLooks = pgTable(
  "agent_treasury_looks",
  {
    deploymentId: text()
      .notNull()
      .references(() => deployments.id),
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    dueAt: instant().notNull(),
    /** The last block in which its treasury said that something was set; null once that block was final. */
    seenBlock: bigint({ mode: "bigint" }),
    /** The last block in which its policy was set, final or not: a reading from before it has another one. */
    policyBlock: bigint({ mode: "bigint" }),
  },
  (table) => [
    primaryKey({ columns: [table.deploymentId, table.merchantId] }),
    index("agent_treasury_looks_seen")
      .on(table.seenBlock)
      .where(sql`${table.seenBlock} is not null`),
  ],
);
