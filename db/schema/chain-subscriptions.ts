import { bigint, foreignKey, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import {
  type UnrequestedKind,
  unrequestedKinds,
} from "@/lib/core/subscriptions/subscription-kinds";
import { chainEvents, deployments } from "./chain";
import { oneOf, widths } from "./checks";
import { address, bytes32, createdAt, instant, uint256 } from "./columns";

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
    /** Unix seconds; the later of what was signed and the block. */
    startAt: uint256().notNull(),
    /** Unix seconds; 0 is without end. */
    endAt: uint256().notNull(),
    cap: uint256().notNull(),
    /** Unix seconds, as signed. */
    signedStartAt: uint256().notNull(),
    permitValue: uint256().notNull(),
    /** Unix seconds; 0 where the payer enrolled without a permit. */
    permitDeadline: uint256().notNull(),
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

/** The same of charges. */
export const chainCharges = pgTable(
  "chain_charges",
  {
    chainId: integer().notNull(),
    blockNumber: bigint({ mode: "bigint" }).notNull(),
    logIndex: integer().notNull(),
    deploymentId: text()
      .notNull()
      .references(() => deployments.id),
    onchainId: bytes32().notNull(),
    chainMerchantId: uint256().notNull(),
    period: bigint({ mode: "bigint" }).notNull(),
    number: bigint({ mode: "bigint" }).notNull(),
    /** Gross, smallest unit of the token. */
    amount: uint256().notNull(),
    fee: uint256().notNull(),
    feeBps: integer().notNull(),
    tokenAddress: address().notNull(),
    payout: address().notNull(),
    txHash: bytes32().notNull(),
    blockTimestamp: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.blockNumber, table.logIndex] }),
    foreignKey({
      name: "chain_charges_event",
      columns: [table.chainId, table.blockNumber, table.logIndex],
      foreignColumns: [chainEvents.chainId, chainEvents.blockNumber, chainEvents.logIndex],
    }).onDelete("cascade"),
    index("chain_charges_by_subscription").on(table.deploymentId, table.onchainId),
    widths("chain_charges_hashes", 32, table.onchainId, table.txHash),
    widths("chain_charges_addresses", 20, table.tokenAddress, table.payout),
  ],
);

/** The same of cancellations. */
export const chainCancellations = pgTable(
  "chain_cancellations",
  {
    chainId: integer().notNull(),
    blockNumber: bigint({ mode: "bigint" }).notNull(),
    logIndex: integer().notNull(),
    deploymentId: text()
      .notNull()
      .references(() => deployments.id),
    onchainId: bytes32().notNull(),
    /** The payer, the merchant's owner or the operator. */
    byAddress: address().notNull(),
    txHash: bytes32().notNull(),
    blockTimestamp: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.blockNumber, table.logIndex] }),
    foreignKey({
      name: "chain_cancellations_event",
      columns: [table.chainId, table.blockNumber, table.logIndex],
      foreignColumns: [chainEvents.chainId, chainEvents.blockNumber, chainEvents.logIndex],
    }).onDelete("cascade"),
    index("chain_cancellations_by_subscription").on(table.deploymentId, table.onchainId),
    widths("chain_cancellations_hashes", 32, table.onchainId, table.txHash),
    widths("chain_cancellations_addresses", 20, table.byAddress),
  ],
);

/**
 * Charges and ends of final blocks that nothing here asked for, where the right to make them is the installation's: a
 * stolen key, or another program with one. Removed with the event; kept as long as that is, and none as a rule.
 */
export const unrequestedCalls = pgTable(
  "unrequested_calls",
  {
    chainId: integer().notNull(),
    blockNumber: bigint({ mode: "bigint" }).notNull(),
    logIndex: integer().notNull(),
    kind: text().$type<UnrequestedKind>().notNull(),
    deploymentId: text()
      .notNull()
      .references(() => deployments.id),
    subscriptionId: text().notNull(),
    txHash: bytes32().notNull(),
    blockTimestamp: instant().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.blockNumber, table.logIndex] }),
    foreignKey({
      name: "unrequested_calls_event",
      columns: [table.chainId, table.blockNumber, table.logIndex],
      foreignColumns: [chainEvents.chainId, chainEvents.blockNumber, chainEvents.logIndex],
    }).onDelete("cascade"),
    index("unrequested_calls_recent").on(table.blockTimestamp),
    widths("unrequested_calls_hashes", 32, table.txHash),
    oneOf("unrequested_calls_kind", table.kind, unrequestedKinds),
  ],
);
