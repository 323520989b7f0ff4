import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { type WalletCreationState, walletCreationTransitions } from "@/lib/core/creation-states";
import { statesOf } from "@/lib/core/states";
import { oneOf, widths } from "./checks";
import { address, businessInstant, bytes, bytes32, createdAt, instant } from "./columns";
import { relayBatches } from "./relay";

/**
 * Payers' smart wallets that the relay creates by their factories (ERC-6492), so that what the payers signed can be
 * verified by the wallets' code. A wallet belongs to no merchant and no mode. One row of some 1.5 kB for each payer
 * who has never sent a transaction, once on a chain.
 */
export const walletCreations = pgTable(
  "wallet_creations",
  {
    id: text().primaryKey(),
    chainId: integer().notNull(),
    /** Where the wallet's code is to be. */
    payer: address().notNull(),
    factory: address().notNull(),
    /** The call of the factory. */
    callData: bytes().notNull(),
    state: text().$type<WalletCreationState>().notNull().default("queued"),
    /** Why it waits. */
    failure: text(),
    /** How often a transaction of it was mined without effect. */
    rounds: integer().notNull().default(0),
    /** The wallet of the relay that has signed it. */
    wallet: address(),
    /** The nonce slot that it was signed into last. */
    batchId: text().references(() => relayBatches.id),
    txHash: bytes32(),
    closedAt: instant(),
    createdAt: createdAt(),
    updatedAt: businessInstant(),
  },
  (table) => [
    uniqueIndex("wallet_creations_open")
      .on(table.chainId, table.payer)
      .where(sql`${table.state} in ('queued', 'signed', 'mined')`),
    index("wallet_creations_by_batch").on(table.batchId).where(sql`${table.batchId} is not null`),
    index("wallet_creations_closed")
      .on(table.closedAt, table.id)
      .where(sql`${table.closedAt} is not null`),
    widths("wallet_creations_addresses", 20, table.payer, table.factory, table.wallet),
    widths("wallet_creations_hashes", 32, table.txHash),
    oneOf("wallet_creations_state", table.state, statesOf(walletCreationTransitions)),
    check("wallet_creations_data", sql`octet_length(${table.callData}) <= 4096`),
    check(
      "wallet_creations_closed_at",
      sql`(${table.closedAt} is not null) = (${table.state} in ('done', 'superseded', 'expired', 'failed'))`,
    ),
  ],
);
