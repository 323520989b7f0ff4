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
import { modes } from "@/lib/core/modes";
import {
  type BatchState,
  batchTransitions,
  openSubmissionStates,
  type SubmissionState,
  statesOf,
  submissionTransitions,
} from "@/lib/core/states";
import { deployments } from "./chain";
import { oneOf } from "./checks";
import { address, bytes, bytes32, createdAt, hexBytes, instant, mode, uint256 } from "./columns";
import { merchants } from "./merchants";
import { paymentSessions } from "./payments";

export const submissionOrigins = ["api", "hosted"] as const;
export const submissionKinds = ["payment", "subscription"] as const;

const open = sql.raw(openSubmissionStates.map((state) => `'${state}'`).join(", "));

/** What a client asked for: a payer's signed messages, idempotent on the client's key. */
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
    /** SHA-256 of the normalised request. */
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
    ref: bytes32().notNull(),
    authNonce: bytes32().notNull(),
    validAfter: uint256().notNull(),
    validBefore: uint256().notNull(),
    /** 65 bytes `r ‖ s ‖ v` with v of 27 or 28, or a contract wallet's bytes. */
    authSignature: hexBytes().notNull(),
    intentSignature: hexBytes().notNull(),
    /** The digest of the payer's intent (EIP-712): what the settlement's event carries. */
    paymentId: bytes32().notNull(),
    failureCode: text(),
    /** The wallet that relays it: a payer's open payments stay with one. */
    wallet: address(),
    /** How often the item has been put into a batch. */
    rounds: integer().notNull().default(0),
    txHash: bytes32(),
    transactionId: text(),
    /** When a held or requeued submission is looked at again. */
    nextCheckAt: instant(),
    closedAt: instant(),
    createdAt: createdAt(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    unique("relay_submissions_key").on(
      table.merchantId,
      table.mode,
      table.origin,
      table.idempotencyKey,
    ),
    uniqueIndex("relay_submissions_authorization")
      .on(table.chainId, table.tokenAddress, table.payer, table.authNonce)
      .where(sql`${table.state} not in ('rejected', 'expired', 'failed')`),
    uniqueIndex("relay_submissions_open_session")
      .on(table.sessionId)
      .where(sql`${table.state} in (${open})`),
    index("relay_submissions_session").on(table.sessionId, table.createdAt),
    index("relay_submissions_due")
      .on(table.chainId, table.createdAt)
      .where(sql`${table.state} in ('held', 'queued')`),
    index("relay_submissions_payment").on(table.deploymentId, table.paymentId),
    index("relay_submissions_payer")
      .on(table.chainId, table.payer, table.tokenAddress)
      .where(sql`${table.state} in (${open})`),
    index("relay_submissions_deadline")
      .on(table.chainId, table.validBefore)
      .where(sql`${table.state} in (${open})`),
    oneOf("relay_submissions_mode", table.mode, modes),
    oneOf("relay_submissions_origin", table.origin, submissionOrigins),
    oneOf("relay_submissions_kind", table.kind, submissionKinds),
    oneOf("relay_submissions_state", table.state, statesOf(submissionTransitions)),
    check("relay_submissions_amount", sql`${table.amount} > 0`),
  ],
);

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
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.chainId, table.address] }),
    check("relay_wallets_nonce", sql`${table.nextNonce} >= 0`),
  ],
);

export const batchKinds = ["settle_batch", "pay", "pay_signed"] as const;

/** One nonce of one wallet and the call that is to use it. */
export const relayBatches = pgTable(
  "relay_batches",
  {
    id: text().primaryKey(),
    chainId: integer().notNull(),
    wallet: address().notNull(),
    nonce: bigint({ mode: "bigint" }).notNull(),
    deploymentId: text()
      .notNull()
      .references(() => deployments.id),
    kind: text().$type<(typeof batchKinds)[number]>().notNull(),
    state: text().$type<BatchState>().notNull(),
    callTo: address().notNull(),
    callData: hexBytes().notNull(),
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
      .on(table.chainId, table.wallet, table.nonce)
      .where(sql`${table.state} <> 'consumed'`),
    oneOf("relay_batches_kind", table.kind, batchKinds),
    oneOf("relay_batches_state", table.state, statesOf(batchTransitions)),
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
    primaryKey({ columns: [table.batchId, table.submissionId] }),
    uniqueIndex("relay_batch_items_open").on(table.submissionId).where(sql`${table.open}`),
    index("relay_batch_items_submission").on(table.submissionId),
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
    raw: hexBytes().notNull(),
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
  (table) => [index().on(table.batchId), oneOf("relay_attempts_kind", table.kind, attemptKinds)],
);

/** Gas spent or promised in a day, per merchant, payer or client address. */
export const gasBudgets = pgTable(
  "gas_budgets",
  {
    day: text().notNull(),
    subject: text().notNull(),
    /** Relayed items; a failed one counts tenfold. */
    used: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.day, table.subject] })],
);
