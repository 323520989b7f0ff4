import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { modes } from "@/lib/core/modes";
import { type PermitState, permitTransitions, statesOf } from "@/lib/core/states";
import { deployments } from "./chain";
import { oneOf, widths } from "./checks";
import {
  address,
  businessInstant,
  bytes,
  bytes32,
  createdAt,
  instant,
  mode,
  uint256,
} from "./columns";
import { relayBatches } from "./relay";

/** Permits (EIP-2612) by which payers set what the contract for subscriptions may take, relayed at no cost to them. */
export const payerPermits = pgTable(
  "payer_permits",
  {
    id: text().primaryKey(),
    chainId: integer().notNull(),
    deploymentId: text()
      .notNull()
      .references(() => deployments.id),
    mode: mode().notNull(),
    payer: address().notNull(),
    tokenAddress: address().notNull(),
    /** What is allowed from then on, smallest unit of the token. */
    value: uint256().notNull(),
    /** Unix seconds. */
    deadline: uint256().notNull(),
    nonce: uint256().notNull(),
    signature: bytes().notNull(),
    payerHasCode: boolean().notNull(),
    state: text().$type<PermitState>().notNull().default("queued"),
    /** Why it waits. */
    failure: text(),
    /** How often a transaction of it was mined without effect. */
    rounds: integer().notNull().default(0),
    wallet: address(),
    /** The nonce slot that it was signed into last. */
    batchId: text().references(() => relayBatches.id),
    txHash: bytes32(),
    nextCheckAt: instant(),
    closedAt: instant(),
    createdAt: createdAt(),
    updatedAt: businessInstant(),
  },
  (table) => [
    uniqueIndex("payer_permits_open")
      .on(table.payer, table.deploymentId, table.tokenAddress)
      .where(sql`${table.state} in ('queued', 'signed', 'mined')`),
    index("payer_permits_due")
      .on(table.chainId, table.createdAt)
      .where(sql`${table.state} in ('queued', 'signed', 'mined')`),
    index("payer_permits_by_payer").on(table.payer, table.mode, table.createdAt),
    index("payer_permits_by_batch").on(table.batchId).where(sql`${table.batchId} is not null`),
    index("payer_permits_closed")
      .on(table.closedAt, table.id)
      .where(sql`${table.closedAt} is not null`),
    widths("payer_permits_addresses", 20, table.payer, table.tokenAddress, table.wallet),
    widths("payer_permits_hashes", 32, table.txHash),
    oneOf("payer_permits_mode", table.mode, modes),
    oneOf("payer_permits_state", table.state, statesOf(permitTransitions)),
    check(
      "payer_permits_closed_at",
      sql`(${table.closedAt} is not null) = (${table.state} in ('done', 'superseded', 'expired'))`,
    ),
  ],
);
