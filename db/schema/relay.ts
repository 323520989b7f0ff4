import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { indexCondition } from "@/db/index-condition";
import { type SlotKind, slotKinds } from "@/lib/core/kinds";
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
import { merchants } from "./merchants";
import { paymentSessions } from "./payments";

export const submissionOrigins = ["api", "hosted"] as const;
export const submissionKinds = ["payment", "subscription"] as const;

/**
 * What a client asked for: a payer's signed messages, idempotent on the client's key. No index is about
 * what changes as it goes on and ends, so that its row is updated in place.
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
    /** Of an enrolment: its terms are the subscription's. */
    subscriptionId: text(),
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
    /** Null with one signature. */
    intentSignature: bytes(),
    /** With one signature: what tells its terms, whose digest the authorization's nonce is, from equal ones. */
    salt: uint256(),
    /**
     * The digest (EIP-712) of the payer's intent, or with one signature of its terms: what the settlement's
     * event carries.
     */
    paymentId: bytes32().notNull(),
    /** With one signature: the id that the same authorization would have as a payment with two. */
    intentId: bytes32(),
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
    updatedAt: businessInstant(),
  },
  (table) => [
    // Exclusion constraints, which cannot be declared here, keep the key and the authorization unique:
    // `relay_submissions_key` and `relay_submissions_authorization`. Their indexes have hashes in them, and
    // the rows are compared. They are found by `submission_key` and `authorization_key`.
    index("relay_submissions_by_session").using("hash", table.sessionId).concurrently(),
    index("relay_submissions_by_payment").using("hash", table.paymentId).concurrently(),
    // By age, which never changes: an index of when they ended would take a new entry in each for that.
    index("relay_submissions_age").on(sql`(${table.createdAt} at time zone 'UTC')`).concurrently(),
    widths("relay_submissions_addresses", 20, table.payer, table.tokenAddress, table.wallet),
    index("relay_submissions_by_subscription")
      .using("hash", table.subscriptionId)
      .where(sql`${table.subscriptionId} is not null`)
      .concurrently(),
    check(
      "relay_submissions_subscription",
      sql`(${table.kind} = 'subscription') = (${table.subscriptionId} is not null)`,
    ),
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
      "relay_submissions_form",
      sql`case when ${table.salt} is null
        then ${table.intentSignature} is not null and ${table.intentId} is null
        else ${table.intentSignature} is null and octet_length(coalesce(${table.intentId}, '')) = 32
          and ${table.salt} between 0 and 79228162514264337593543950335
          and ${table.paymentId} = ${table.authNonce} end`,
    ),
    check(
      "relay_submissions_released",
      sql`${table.authorizationReleased} = (${table.state} in ('rejected', 'expired', 'failed'))`,
    ),
  ],
);

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
    kind: text().$type<SlotKind>().notNull(),
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
    uniqueIndex("relay_batch_items_open")
      .on(table.submissionId)
      .where(sql`${table.open}::int = 1`)
      .concurrently(),
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
    /** In real time, as what was sent when: it says how long a node has had it. */
    createdAt: instant().notNull().defaultNow(),
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
