import { sql } from "drizzle-orm";
import { bigint, foreignKey, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { chainEvents, deployments } from "./chain";
import { widths } from "./checks";
import { address, bytes32, instant, uint256 } from "./columns";

/**
 * What the contracts for refunds say that went back to payers, from the block in which it was seen; removed with the
 * event. What the books make of it follows once the block is final.
 */
export const chainRefunds = pgTable(
  "chain_refunds",
  {
    chainId: integer().notNull(),
    blockNumber: bigint({ mode: "bigint" }).notNull(),
    logIndex: integer().notNull(),
    deploymentId: text()
      .notNull()
      .references(() => deployments.id),
    /** The payment's id; of a charge its settlement key. */
    paymentId: bytes32().notNull(),
    chainMerchantId: uint256().notNull(),
    /** Used once by each merchant of a contract. */
    refundRef: bytes32().notNull(),
    payer: address().notNull(),
    /** The merchant's account that paid: owner or payout of then. */
    fromAddress: address().notNull(),
    tokenAddress: address().notNull(),
    /** Smallest unit of the token; `cumulative` is what had gone back of the payment, or of the charge's period, with it. */
    amount: uint256().notNull(),
    cumulative: uint256().notNull(),
    txHash: bytes32().notNull(),
    blockTimestamp: instant().notNull(),
    /** When it was final, and its merchant, who is registered here, had no such payment or charge; null for all others. */
    unmatchedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.blockNumber, table.logIndex] }),
    foreignKey({
      name: "chain_refunds_event",
      columns: [table.chainId, table.blockNumber, table.logIndex],
      foreignColumns: [chainEvents.chainId, chainEvents.blockNumber, chainEvents.logIndex],
    }).onDelete("cascade"),
    index("chain_refunds_by_payment").on(table.deploymentId, table.paymentId),
    index("chain_refunds_unmatched")
      .on(table.unmatchedAt)
      .where(sql`${table.unmatchedAt} is not null`)
      .concurrently(),
    widths("chain_refunds_hashes", 32, table.paymentId, table.refundRef, table.txHash),
    widths("chain_refunds_addresses", 20, table.payer, table.fromAddress, table.tokenAddress),
  ],
);
