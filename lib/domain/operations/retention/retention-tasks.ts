import {
  removePauses,
  removeRawTransactions,
  removeSigningRequests,
  removeSubmissions,
} from "./chain-rows";
import { removeAged } from "./remove-aged";
import type { RetentionTask } from "./retention-task";
import {
  removeGasBudgets,
  removeRateBuckets,
  removeRequestLog,
  removeSentWakes,
} from "./service-rows";
import {
  removeDeliveries,
  removeDeliveryBodies,
  removeEvents,
  removeReplays,
} from "./webhook-rows";

/** Others may show a picture by its address for a while after its merchant has another one. */
const IMAGE_DAYS = 30;
/** After which an address that was refused for good is tried again. */
const REFUSED_ADDRESS_DAYS = 365;

/** What the chain said of a payer is believed for an hour. */
const POSITION_HOURS = 24;

const UNPAID_ORDER_DAYS = 90;

/** For operators to look back at. */
const ROUND_DAYS = 90;

/** Those that last are found anew each night. */
const BOOK_DIFFERENCE_DAYS = 90;

/** Longer than any sign-in session lasts. */
const ADMIN_SESSION_DAYS = 31;

/** A year of what agents did, for merchants to look back at. */
const ACTIVITY_DAYS = 365;

/** Payers' sign-ins that have ended, messages that were not signed in time, and what else says when it ends. */
const expiring = [
  ["payer_sessions", "token_hash"],
  ["challenge_used", "id"],
  ["identity_codes", "token_hash"],
  ["identity_tickets", "token_hash"],
  ["identity_throttles", "key"],
  ["identity_sessions", "id"],
  ["mail_allowances", "key"],
  ["contact_messages", "id"],
  ["inspected_webhooks", "id"],
  ["kept_figures", "id"],
  ["identity_webhook_events", "id"],
  ["identity_revocations", "subject"],
  ["identity_step_ups", "session_id"],
] as const;

/** Each kind of row that is removed with age, in the order in which a run goes through them. */
export const retentionTasks: readonly RetentionTask[] = [
  // Answers to requests with an `Idempotency-Key`: a request that comes later with the key is a new one.
  removeAged({
    name: "idempotency_answers",
    table: "idempotency_keys",
    key: "scope",
    at: "created_at",
    thenBy: "created_at",
    kept: (config) => ({ hours: config.RETENTION_IDEMPOTENCY_HOURS }),
  }),
  removeRateBuckets,
  removeSentWakes,
  removeDeliveryBodies,
  removeDeliveries,
  removeEvents,
  removeReplays,
  removeRawTransactions,
  removeSubmissions,
  removeSigningRequests,
  removePauses,
  ...expiring.map(([table, key]) => removeAged({ table, key, at: "expires_at" })),
  // The audit log keeps who wanted what.
  removeAged({
    table: "operator_calls",
    key: "id",
    at: "closed_at",
    kept: (config) => ({ days: config.RETENTION_SUBMISSION_DAYS }),
  }),
  removeAged({
    table: "payer_permits",
    key: "id",
    at: "closed_at",
    kept: (config) => ({ days: config.RETENTION_SUBMISSION_DAYS }),
  }),
  removeAged({
    table: "wallet_creations",
    key: "id",
    at: "closed_at",
    kept: (config) => ({ days: config.RETENTION_SUBMISSION_DAYS }),
  }),
  removeAged({
    table: "mails",
    key: "id",
    at: "closed_at",
    kept: (config) => ({ days: config.RETENTION_MAIL_DAYS }),
  }),
  removeAged({
    table: "mail_refusals",
    key: "address",
    at: "created_at",
    kept: () => ({ days: REFUSED_ADDRESS_DAYS }),
  }),
  removeGasBudgets,
  // Pictures that no merchant uses any more. One that a merchant takes meanwhile is locked, and stays.
  removeAged({
    table: "images",
    key: "sha256",
    at: "released_at",
    kept: () => ({ days: IMAGE_DAYS }),
  }),
  // What the chain said of payers whose renewals nothing asks for any more.
  removeAged({
    table: "payer_positions",
    key: "id",
    at: "read_at",
    kept: () => ({ hours: POSITION_HOURS }),
  }),
  // Orders that are not paid. Those that were paid are the merchant's books.
  removeAged({
    table: "storefront_orders",
    key: "id",
    at: "closed_at",
    kept: () => ({ days: UNPAID_ORDER_DAYS }),
  }),
  // Slugs whose rest is over: the next shop that asks may have them.
  removeAged({
    table: "storefront_slugs",
    key: "id",
    at: "rests_until",
    kept: () => ({ days: 0 }),
  }),
  // A version that is still the current one is gone through once more, and tells nothing twice.
  removeAged({
    table: "screening_rounds",
    key: "list_version",
    at: "finished_at",
    kept: () => ({ days: ROUND_DAYS }),
  }),
  // Differences that no comparison has met again: their chain is not configured any more.
  removeAged({
    table: "book_differences",
    key: "id",
    at: "found_at",
    kept: () => ({ days: BOOK_DIFFERENCE_DAYS }),
  }),
  // A session that is not known any more would begin anew: by then the identity provider has ended it.
  removeAged({
    table: "admin_sessions",
    key: "session_id",
    at: "last_call_at",
    thenBy: "last_call_at",
    kept: () => ({ days: ADMIN_SESSION_DAYS }),
  }),
  removeAged({
    table: "agent_activity",
    key: "id",
    at: "created_at",
    kept: () => ({ days: ACTIVITY_DAYS }),
  }),
  removeRequestLog,
];
