import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import {
  type RefundAuthorizationState,
  type RefundObstacle,
  refundAuthorizationTransitions,
  refundObstacles,
} from "@/lib/core/refund-authorization-states";
import { statesOf } from "@/lib/core/states";
import { deployments } from "./chain";
import { oneOf, widths } from "./checks";
import { address, businessInstant, bytes, bytes32, createdAt, instant, uint256 } from "./columns";
import { refunds } from "./refunds";
import { relayBatches } from "./relay";

/**
 * The merchant's signature of a refund (EIP-3009), which the relay sends at no cost to the merchant. A refund has one at
 * most, kept as long as the refund.
 */
export const refundAuthorizations = pgTable(
  "refund_authorizations",
  {
    refundId: text()
      .primaryKey()
      .references(() => refunds.id),
    chainId: integer().notNull(),
    deploymentId: text()
      .notNull()
      .references(() => deployments.id),
    /** The merchant's wallet that signed and pays. */
    fromAddress: address().notNull(),
    nonce: bytes32().notNull(),
    /** Unix seconds; valid strictly before it. */
    validBefore: uint256().notNull(),
    signature: bytes().notNull(),
    /** The wallet has code (ERC-1271 or EIP-7702), which verifies the signature. */
    senderHasCode: boolean().notNull(),
    state: text().$type<RefundAuthorizationState>().notNull().default("queued"),
    /** Why it waits. */
    obstacle: text().$type<RefundObstacle>(),
    /** How often a transaction of it was mined without effect. */
    rounds: integer().notNull().default(0),
    /** The wallet of the relay that has taken or signed it. */
    wallet: address(),
    /** The nonce slot that it was signed into last. */
    batchId: text().references(() => relayBatches.id),
    txHash: bytes32(),
    nextCheckAt: instant(),
    createdAt: createdAt(),
    updatedAt: businessInstant(),
  },
  (table) => [
    index("refund_authorizations_open")
      .on(table.chainId, table.createdAt)
      .where(sql`${table.state} in ('queued', 'signed', 'in_flight', 'mined')`),
    index("refund_authorizations_by_batch")
      .on(table.batchId)
      .where(sql`${table.batchId} is not null`),
    // For the search.
    index("refund_authorizations_by_hash").on(table.txHash).where(sql`${table.txHash} is not null`),
    widths("refund_authorizations_addresses", 20, table.fromAddress, table.wallet),
    widths("refund_authorizations_hashes", 32, table.nonce, table.txHash),
    check("refund_authorizations_signature", sql`octet_length(${table.signature}) <= 2048`),
    oneOf("refund_authorizations_state", table.state, statesOf(refundAuthorizationTransitions)),
    oneOf("refund_authorizations_obstacle", table.obstacle, refundObstacles),
  ],
);
