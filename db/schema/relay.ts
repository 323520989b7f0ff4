import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { indexCondition } from "@/db/index-condition";
import { modes } from "@/lib/core/modes";
import {
  type SlotState,
  type SubmissionState,
  slotTransitions,
  statesOf,
  submissionTransitions,
} from "@/lib/core/states";
import { deployments } from "./chain";
import { oneOf, widths } from "./checks";
import { address, bytes, bytes32, createdAt, instant, mode, uint256 } from "./columns";
import { merchants } from "./merchants";
import { paymentSessions } from "./payments";

export const submissionOrigins = ["api", "hosted"] as const;
export const submissionKinds = ["payment", "subscription"] as const;

/**
 * What a client asked for: a payer's signed messages, idempotent on the client's key. No index is about
 * what changes while it is open, so that its row is updated in place.
 */
export const relaySubmissions = pgTable(
  "relay_submissions",
  {
    id: text().primaryKey(),
    merchantId: text()
      .notNull()
      .references(() => merchants.id),
    mode: mode().notNull(),
    origin: text().$type<(typeof submissionOrigins)[number]>().notNull(),
    idempotencyKey: text().notNull(),
    /** The first half of a SHA-256 of the normalised request. */
    requestHash: bytes().notNull(),
    kind: text().$type<(typeof submissionKinds)[number]>().notNull(),
    deploymentId: text()
      .notNull()
      .references(() => deployments.id),
    chainId: integer().notNull(),
    sessionId: text().references(() => paymentSessions.id),
    state: text().$type<SubmissionState>().notNull(),
    chainMerchantId: uint256().notNull(),
    payer: address().notNull(),
    /** The payer has code (ERC-1271 or EIP-7702): it goes alone, through `paySigned`. */
    payerHasCode: boolean().notNull().default(false),
    tokenAddress: address().notNull(),
    amount: uint256().notNull(),
    /** Null where it is the hash of the session's id. */
    ref: bytes32(),
    authNonce: bytes32().notNull(),
    validAfter: uint256().notNull(),
    validBefore: uint256().notNull(),
    /** 65 bytes `r ‖ s ‖ v` with v of 27 or 28, or a contract wallet's bytes. */
    authSignature: bytes().notNull(),
    intentSignature: bytes().notNull(),
    /** The digest of the payer's intent (EIP-712): what the settlement's event carries. */
    paymentId: bytes32().notNull(),
    failureCode: text(),
    /** The wallet that relays it: a payer's open payments stay with one. */
    wallet: address(),
    /** How often the item has been put into a batch. */
    rounds: integer().notNull().default(0),
    txHash: bytes32(),
    transactionId: text(),
    /** It ended without being paid, so that its authorization may be submitted again. Kept by a trigger. */
    authorizationReleased: boolean().notNull().default(false),
    /** The slot that it was signed into is used up. Kept by triggers until it is queued again. */
    slotConsumed: boolean().notNull().default(false),
    /** When a held or requeued submission is looked at again. */
    nextCheckAt: instant(),
    closedAt: instant(),
    createdAt: createdAt(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    // Exclusion constraints, which cannot be declared here, keep the key and the authorization unique:
    // `relay_submissions_key` and `relay_submissions_authorization`. Their indexes have hashes in them, and
    // the rows are compared. They are found by `submission_key` and `authorization_key`.
    index("relay_submissions_by_session").using("hash", table.sessionId).concurrently(),
    index("relay_submissions_by_payment").using("hash", table.paymentId).concurrently(),
    index("relay_submissions_closed")
      .on(table.closedAt)
      .where(sql`${table.closedAt} is not null`)
      .concurrently(),
    widths("relay_submissions_addresses", 20, table.payer, table.tokenAddress, table.wallet),
    check("relay_submissions_ref", sql`${table.ref} is not null or ${table.sessionId} is not null`),
    widths(
      "relay_submissions_hashes",
      32,
      table.ref,
      table.authNonce,
      table.paymentId,
      table.txHash,
    ),
    oneOf("relay_submissions_mode", table.mode, modes),
    oneOf("relay_submissions_origin", table.origin, submissionOrigins),
    oneOf("relay_submissions_kind", table.kind, submissionKinds),
    oneOf("relay_submissions_state", table.state, statesOf(submissionTransitions)),
    check("relay_submissions_amount", sql`${table.amount} > 0`),
    check(
      "relay_submissions_released",
      sql`${table.authorizationReleased} = (${table.state} in ('rejected', 'expired', 'failed'))`,
    ),
  ],
);

/** The chain asks for more than the fee cap, the wallet cannot pay, or its counter is behind the chain. */
export const blockedReasons = ["fee_cap", "no_gas", "nonce_behind"] as const;

/** A hot wallet that pays gas. `nextNonce` moves only in the transaction that stores the signed bytes. */
export const relayWallets = pgTable(
  "relay_wallets",
  {
    chainId: integer().notNull(),
    address: address().notNull(),
    nextNonce: bigint({ mode: "bigint" }).notNull(),
    /** Wei, as last read. */
    balance: uint256(),
    balanceAt: instant(),
    /** Whoever holds the lease drains the wallet; the fence rises with each taking. */
    leaseUntil: instant(),
    leaseOwner: text(),
    fence: bigint({ mode: "bigint" }).notNull().default(sql`0`),
    /** Nothing is signed until then, and other wallets take what waits. Slots in flight are watched. */
    blockedUntil: instant(),
    blockedReason: text().$type<(typeof blockedReasons)[number]>(),
    /** A count at a newer block, which counts once that block is final: for nodes without old states. */
    seenCount: bigint({ mode: "bigint" }),
    seenBlock: bigint({ mode: "bigint" }),
    seenHash: bytes32(),
    /** Out of service: it takes nothing more, and its slots are watched to their end. */
    retiredAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.address] }),
    check("relay_wallets_nonce", sql`${table.nextNonce} >= 0`),
    widths("relay_wallets_addresses", 20, table.address),
    oneOf("relay_wallets_blocked_reason", table.blockedReason, blockedReasons),
  ],
);

/** `noop` carries nothing: it uses up a nonce that the chain waits for. */
export const slotKinds = ["settle_batch", "pay", "pay_signed", "operator_call", "noop"] as const;

/** One nonce of one wallet and the call that is to use it. */
export const relayBatches = pgTable(
  "relay_batches",
  {
    id: text().primaryKey(),
    chainId: integer().notNull(),
    wallet: address().notNull(),
    nonce: bigint({ mode: "bigint" }).notNull(),
    /** Null for a `noop`. */
    deploymentId: text().references(() => deployments.id),
    kind: text().$type<(typeof slotKinds)[number]>().notNull(),
    state: text().$type<SlotState>().notNull(),
    callTo: address().notNull(),
    gasLimit: bigint({ mode: "bigint" }).notNull(),
    /** The hash that used the nonce up; null when a foreign transaction did. */
    consumedBy: bytes32(),
    consumedBlock: bigint({ mode: "bigint" }),
    nextActionAt: instant().notNull().defaultNow(),
    createdAt: createdAt(),
    consumedAt: instant(),
  },
  (table) => [
    unique("relay_batches_nonce").on(table.chainId, table.wallet, table.nonce),
    index("relay_batches_open")
      .on(table.chainId, table.wallet, table.state, table.nonce)
      .where(sql.raw(indexCondition("open", "state", ["signed", "in_flight", "mined"]))),
    widths("relay_batches_addresses", 20, table.wallet, table.callTo),
    oneOf("relay_batches_kind", table.kind, slotKinds),
    oneOf("relay_batches_state", table.state, statesOf(slotTransitions)),
    check("relay_batches_nonce_positive", sql`${table.nonce} >= 0`),
  ],
);

export const relayBatchItems = pgTable(
  "relay_batch_items",
  {
    batchId: text()
      .notNull()
      .references(() => relayBatches.id),
    submissionId: text()
      .notNull()
      .references(() => relaySubmissions.id),
    groupIndex: integer().notNull(),
    itemIndex: integer().notNull(),
    /** False once the item's outcome is known, or it was queued again after the slot was used up. */
    open: boolean().notNull().default(true),
  },
  (table) => [
    uniqueIndex("relay_batch_items_place")
      .on(table.batchId, table.groupIndex, table.itemIndex)
      .concurrently(),
    // Only a constraint: what is asked for by `open` and a key is found by the key.
    uniqueIndex("relay_batch_items_open").on(table.submissionId).where(sql`${table.open}::int = 1`),
    index("relay_batch_items_by_submission").using("hash", table.submissionId).concurrently(),
  ],
);

export const attemptKinds = ["payload", "noop"] as const;

/** Signed bytes. They are stored before they are broadcast, and only stored bytes are ever sent. */
export const relayAttempts = pgTable(
  "relay_attempts",
  {
    hash: bytes32().primaryKey(),
    batchId: text()
      .notNull()
      .references(() => relayBatches.id),
    kind: text().$type<(typeof attemptKinds)[number]>().notNull(),
    /** The signed bytes, the call among them. Null once the slot has long been used up at a final block. */
    raw: bytes(),
    /** Wei per gas. */
    maxFeePerGas: uint256().notNull(),
    maxPriorityFeePerGas: uint256().notNull(),
    firstSentAt: instant(),
    lastSentAt: instant(),
    sends: integer().notNull().default(0),
    /** The last answer of the node that was not a success. */
    lastError: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index().on(table.batchId),
    index("relay_attempts_raw")
      .on(table.createdAt)
      .where(sql`${table.raw} is not null`)
      .concurrently(),
    widths("relay_attempts_hashes", 32, table.hash),
    oneOf("relay_attempts_kind", table.kind, attemptKinds),
  ],
);
