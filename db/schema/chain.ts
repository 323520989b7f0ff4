import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Currency } from "@/lib/core/amounts/money";
import { type ContractKind, contractKinds } from "@/lib/core/chain/contract-kinds";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import { modes } from "@/lib/core/modes";
import { oneOf, widths } from "./checks";
import { address, bytes, bytes32, createdAt, instant, mode } from "./columns";

/** By currency. */
export type PinnedTokens = Partial<
  Record<
    Currency,
    {
      currency: Currency;
      address: Address;
      chainId: number;
      name: string;
      symbol: string;
      decimals: number;
      version: string;
      capabilities: number;
      domainSeparator: Bytes32;
    }
  >
>;

const height = () => bigint({ mode: "bigint" });

/** A set of our contracts on one chain. The mode of an event follows from its emitting contract alone. */
export const deployments = pgTable(
  "deployments",
  {
    id: text().primaryKey(),
    mode: mode().notNull(),
    chainId: integer().notNull(),
    usdc: address().notNull(),
    eurc: address(),
    /** Pinned and compared at each start: a fresh local chain has the same addresses and chain id. */
    genesisHash: bytes32().notNull(),
    /** How the tokens described themselves, for a start while the chain does not answer. */
    tokens: jsonb().$type<PinnedTokens>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [oneOf("deployments_mode", table.mode, modes)],
);

/** A contract of a deployment, pinned like it. One that is added later is read by itself before it joins. */
export const deploymentContracts = pgTable(
  "deployment_contracts",
  {
    deploymentId: text()
      .notNull()
      .references(() => deployments.id),
    kind: text().$type<ContractKind>().notNull(),
    version: integer().notNull(),
    chainId: integer().notNull(),
    address: address().notNull(),
    codeHash: bytes32().notNull(),
    startBlock: height().notNull(),
    /** Read along with the chain's cursor since then; before, its history is read up to the cursor. */
    joinedAt: instant(),
    /** How far the history has been read before joining, and the hash of that block. */
    backfilledNumber: height(),
    backfilledHash: bytes32(),
    /** How far the final part of a subscriptions contract's history has been booked; null once it keeps up with the chain. */
    bookedNumber: height(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.deploymentId, table.kind] }),
    // Deployments share the contracts of the core, and each has a registry of its own.
    uniqueIndex("deployment_contracts_registry")
      .on(table.chainId, table.address)
      .where(sql`${table.kind} = 'registry'`),
    index("deployment_contracts_by_address").on(table.chainId, table.address),
    oneOf("deployment_contracts_kind", table.kind, contractKinds),
  ],
);

/** The canonical blocks that hold our events, the finalised one, and every block above it. */
export const chainBlocks = pgTable(
  "chain_blocks",
  {
    chainId: integer().notNull(),
    number: height().notNull(),
    hash: bytes32().notNull(),
    parentHash: bytes32().notNull(),
    timestamp: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.number] }),
    unique("chain_blocks_hash").on(table.chainId, table.hash),
    widths("chain_blocks_hashes", 32, table.hash, table.parentHash),
  ],
);

/** How far a chain has been read. Moves in the transaction that writes the effects. */
export const chainCursors = pgTable("chain_cursors", {
  chainId: integer().primaryKey(),
  number: height().notNull(),
  hash: bytes32().notNull(),
  /** Never decreases. */
  finalizedNumber: height().notNull(),
  /** Up to where payments have been confirmed that their merchants take as soon as they are seen. */
  seenNumber: height().notNull().default(sql`-1`),
  /** The same for blocks that the chain calls `safe`. Both go back with the cursor. */
  safeNumber: height().notNull().default(sql`-1`),
  /** The timestamp of the finalised block. */
  finalizedAt: instant().notNull(),
  /** Up to where final blocks have been read a second time, and that block's timestamp; null before the first. Goes back with the cursor. */
  rereadNumber: height().notNull().default(sql`-1`),
  rereadAt: instant(),
  /** Up to where they are read next, that block's timestamp, and when; null where nothing waits for it. */
  rereadTarget: height(),
  rereadTargetAt: instant(),
  rereadDueAt: instant(),
  /** The highest head that was ever seen. */
  headNumber: height().notNull(),
  /** The timestamp of the head that was seen last; null before the first. */
  headAt: instant(),
  /** Up to where payers' money was looked for whose charges had failed. */
  arrivalsNumber: bigint({ mode: "bigint" }),
  /** Set when a finalised block was lost for certain: nothing moves until it is there again or a person decides. */
  haltedReason: text(),
  /** Since when the finalised block seems to be lost, and how often that was seen; nothing moves meanwhile. */
  doubtSince: instant(),
  doubtLooks: integer().notNull().default(0),
  /** The last time that the nodes were asked for the finalised block because of a doubt. */
  doubtLookedAt: instant(),
  updatedAt: instant().notNull().defaultNow(),
});

/** A log of one of our contracts in a canonical block; removed with its block when that is orphaned. */
export const chainEvents = pgTable(
  "chain_events",
  {
    chainId: integer().notNull(),
    blockNumber: height().notNull(),
    logIndex: integer().notNull(),
    deploymentId: text()
      .notNull()
      .references(() => deployments.id),
    /** Which of the deployment's contracts emitted it. */
    kind: text().$type<ContractKind>().notNull(),
    /** The first half of a SHA-256 of what the event is about, independent of where it was mined: contract, event, business id. */
    domainKey: bytes().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.blockNumber, table.logIndex] }),
    unique("chain_events_domain_key").on(table.chainId, table.domainKey),
  ],
);

/** How a log came to light that a node had not shown. */
export const logDiscoveries = ["receipt", "outcome", "second_reading", "operator"] as const;
export type LogDiscovery = (typeof logDiscoveries)[number];

/** Transactions that may have logged what was not read: each is read by its receipt, and its row removed. */
export const suspectTransactions = pgTable(
  "suspect_transactions",
  {
    chainId: integer().notNull(),
    txHash: bytes32().notNull(),
    foundBy: text().$type<LogDiscovery>().notNull(),
    foundAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.txHash] }),
    oneOf("suspect_transactions_found_by", table.foundBy, logDiscoveries),
  ],
);

/** Logs of a block that a node did not show though the chain has them. */
export const hiddenLogs = pgTable(
  "hidden_logs",
  {
    chainId: integer().notNull(),
    blockNumber: height().notNull(),
    /** The node, by its name without keys. */
    node: text().notNull(),
    foundBy: text().$type<LogDiscovery>().notNull(),
    logs: integer().notNull(),
    /** They were not booked until then. */
    isMissed: boolean().notNull(),
    foundAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.blockNumber, table.node, table.foundBy] }),
    index("hidden_logs_found_at").on(table.foundAt),
    oneOf("hidden_logs_found_by", table.foundBy, logDiscoveries),
  ],
);
