// Made from the API's declarations by `npm run sdk:generate`.

export type AdminUser = {
/** The object's id */
readonly id: string;
/** What kind of object this is */
readonly object: "admin_user";
/** The e-mail address */
readonly email: string;
/** The name */
readonly name: string | null;
/** What the admin user may do */
readonly role: "read_only" | "admin" | "super_admin";
/** Where it stands */
readonly status: "active" | "suspended";
/** When it was made */
readonly createdAt: string;
};

export type Customer = {
/** The object's id */
readonly id: string;
/** What kind of object this is */
readonly object: "customer";
/** `test` or `live`: each has keys, objects and contracts of its own */
readonly mode: "test" | "live";
/** The wallet's address */
readonly walletAddress: string;
/** The e-mail address */
readonly email: string | null;
/** The name */
readonly name: string | null;
/** The merchant's own reference, unique per mode */
readonly externalRef: string | null;
/** The merchant's own keys, and `emailHistory`: the last 20 e-mails seen */
readonly metadata: { readonly [name: string]: unknown };
/** When it was made */
readonly createdAt: string;
/** When it was last changed */
readonly updatedAt: string;
};

export type DeletedWebhookEndpoint = {
/** What kind of object this is */
readonly object: "webhook_endpoint";
/** The object's id */
readonly id: string;
/** It is deleted */
readonly deleted: true;
};

export type Event = {
/** The object's id */
readonly id: string;
/** What kind of object this is */
readonly object: "event";
/** What happened */
readonly type: "payment.created" | "payment.seen" | "payment.completed" | "payment.failed" | "payment.reverted" | "subscription.created" | "subscription.charged" | "subscription.charge_failed" | "subscription.recovery_attempt" | "subscription.recovery_outcome" | "subscription.cancelled" | "subscription.lapsed" | "refund.created" | "refund.completed" | "refund.failed" | "invoice.created" | "invoice.sent" | "invoice.paid" | "invoice.overdue" | "agent.action_executed" | "agent.job_proposed" | "agent.job_completed" | "agent.job_disputed" | "compliance.wallet_flagged" | "compliance.wallet_blocked" | "webhook.test";
/** The interface version of its content */
readonly apiVersion: string;
/** `test` or `live`: each has keys, objects and contracts of its own */
readonly mode: "test" | "live";
/** When it was made */
readonly createdAt: string;
/** When it happened; the same as `createdAt` */
readonly timestamp: string;
/** Which event of its object this is: 1, 2, 3, … */
readonly sequence: number;
/** 1, 2, 3, … without gap per merchant and mode, and never changed. Null for the moment until it is given; webhooks always have it */
readonly position: number | null;
/** The object that the event is about */
readonly resource: {
/** What happened */
readonly type: string;
/** The object's id */
readonly id: string;
};
/** What the event carries */
readonly data: {
/** What kind of object this is */
readonly object: { readonly [name: string]: unknown };
};
};

export type ListedEvent = {
/** The object's id */
readonly id: string;
/** What kind of object this is */
readonly object: "event";
/** Its kind */
readonly type: "payment.created" | "payment.seen" | "payment.completed" | "payment.failed" | "payment.reverted" | "subscription.created" | "subscription.charged" | "subscription.charge_failed" | "subscription.recovery_attempt" | "subscription.recovery_outcome" | "subscription.cancelled" | "subscription.lapsed" | "refund.created" | "refund.completed" | "refund.failed" | "invoice.created" | "invoice.sent" | "invoice.paid" | "invoice.overdue" | "agent.action_executed" | "agent.job_proposed" | "agent.job_completed" | "agent.job_disputed" | "compliance.wallet_flagged" | "compliance.wallet_blocked" | "webhook.test";
/** The interface version of its content */
readonly apiVersion: string;
/** `test` or `live`: each has keys, objects and contracts of its own */
readonly mode: "test" | "live";
/** When it was made */
readonly createdAt: string;
/** When it happened; the same as `createdAt` */
readonly timestamp: string;
/** Which event of its object this is: 1, 2, 3, … */
readonly sequence: number;
/** 1, 2, 3, … without gap per merchant and mode, and never changed. Null for the moment until it is given; webhooks always have it */
readonly position: number | null;
/** The object that the event is about */
readonly resource: {
/** Its kind */
readonly type: string;
/** The object's id */
readonly id: string;
};
/** Left out in order of position where the key may not read the resource */
readonly data?: {
/** What kind of object this is */
readonly object: { readonly [name: string]: unknown };
};
};

export type Merchant = {
/** The object's id */
readonly id: string;
/** What kind of object this is */
readonly object: "merchant";
/** The merchant's name as payers see it */
readonly businessName: string;
/** What it deals in */
readonly businessSector: string | null;
/** Its country (ISO 3166-1) */
readonly countryCode: string | null;
/** Its website */
readonly websiteUrl: string | null;
/** The merchant's logo */
readonly logoUrl: string | null;
/** The wallet that payments go to */
readonly payoutAddress: string | null;
/** What it charges in where nothing else is said */
readonly defaultCurrency: "USDC" | "EURC";
/** The e-mail address */
readonly email: string | null;
/** Which mails it wants */
readonly emailPrefs: {
/** A mail for each payment, once it is final */
readonly paymentReceived: boolean;
/** A mail for each charge of a subscription, once it is final */
readonly subscriptionCharged: boolean;
};
/** What it pays for; the fee follows from it */
readonly tier: "free" | "growth" | "business" | "enterprise";
/** Where it stands */
readonly status: "active" | "suspended" | "closed";
/** What the merchant keeps with its account */
readonly metadata: { readonly [name: string]: unknown };
/** When it was made */
readonly createdAt: string;
/** When it was last changed */
readonly updatedAt: string;
};

export type MerchantCard = {
/** What kind of object this is */
readonly object: "merchant_card";
/** The object's id */
readonly id: string;
/** The merchant's name as payers see it */
readonly businessName: string;
/** The merchant's logo */
readonly logoUrl: string | null;
/** The wallet's address */
readonly walletAddress: string | null;
};

export type PaymentSession = {
/** The object's id */
readonly id: string;
/** What kind of object this is */
readonly object: "payment_session";
/** `test` or `live`: each has keys, objects and contracts of its own */
readonly mode: "test" | "live";
/** The merchant's id */
readonly merchantId: string;
/** Integer string in the token's smallest unit: 2.50 USDC is `2500000` */
readonly amount: string;
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** `pending`: it can be paid; `confirmed`: its payment is final, or as settled as the merchant's confirmation policy asks for; `refunded`, `cancelled` and `expired` are ends; `created`: not open yet */
readonly status: "created" | "pending" | "confirmed" | "expired" | "cancelled" | "refunded";
/** A text of the merchant's; payers see a session's */
readonly description: string | null;
/** The hosted page on which it is paid */
readonly checkoutUrl: string;
/** Where the payer is sent after paying: https, or http on this machine in test mode. `{SESSION_ID}` behind the host becomes the session's id, else `session_id` is appended. Never a proof of payment */
readonly successUrl: string | null;
/** Where the payer goes back to without paying; `{SESSION_ID}` behind the host becomes the session's id */
readonly cancelUrl: string | null;
/** The keccak-256 of the session's id, which ties a payment to it */
readonly ref: string;
/** The chain's id (EIP-155) */
readonly chainId: number;
/** The contract that settles payments */
readonly processorAddress: string;
/** With how many of the payer's signatures that contract takes a payment: of the authorization and the payment intent (2), or of an authorization whose nonce is the digest of `PaymentTerms` (1) */
readonly signatures: readonly (1 | 2)[];
/** The token's contract */
readonly tokenAddress: string;
/** The merchant's id in the on-chain registry */
readonly chainMerchantId: string;
/** The customer's id */
readonly customerId: string | null;
/** The id of the invoice that it belongs to */
readonly invoiceId: string | null;
/** The id of the transaction that settled it */
readonly transactionId: string | null;
/** The payment on its way, null without one. `submitted`: relayed, not mined; `seen`: mined, not final; `final`: it cannot leave the chain any more */
readonly payment: {
/** How far the payment is */
readonly state: "submitted" | "seen" | "final";
/** How settled it is: `seen` in a block, `safe` in one that the chain hardly takes back, `final`; null until it is mined */
readonly stage: "seen" | "safe" | "final" | null;
/** The transaction's hash */
readonly txHash: string | null;
/** When the payment was seen in a block */
readonly seenAt: string | null;
/** When it is expected to be final */
readonly expectedFinalAt: string | null;
} | null;
/** What was given back, in the token's smallest unit */
readonly amountRefunded: string;
/** What can still be given back, in the token's smallest unit */
readonly amountRefundable: string;
/** The merchant's own keys; empty where payers look */
readonly metadata: { readonly [name: string]: unknown };
/** `api` with a secret key, `publishable` with a publishable one, `dashboard` by a person */
readonly createdVia: string;
/** Until when it can be paid: 30 minutes to 24 hours ahead, 24 hours by default */
readonly expiresAt: string;
/** When its payment became final; null before */
readonly confirmedAt: string | null;
/** When it was made */
readonly createdAt: string;
};

export type RelaySubmission = {
/** The object's id */
readonly id: string;
/** What kind of object this is */
readonly object: "relay_submission";
/** `test` or `live`: each has keys, objects and contracts of its own */
readonly mode: "test" | "live";
/** The client's name for the submission: it is made once */
readonly idempotencyKey: string;
/** What is settled */
readonly kind: "payment" | "subscription";
/** Where it stands */
readonly status: "queued" | "submitted" | "mined" | "confirmed" | "failed";
/** What is known of its end; `unknown`: the chain may still take it */
readonly outcome: "pending" | "unknown" | "succeeded" | "failed";
/** The transaction's hash */
readonly txHash: string | null;
/** The transactions that were sent for it, oldest first */
readonly attempts: readonly ({
/** The transaction's hash */
readonly txHash: string;
/** Whether it settles, or only uses up its nonce */
readonly kind: "payload" | "noop";
/** When it was made */
readonly createdAt: string;
})[];
/** Why it failed, or what its last attempt reverted with */
readonly failureCode: string | null;
/** The payer may sign again: no earlier signature can still be executed */
readonly retryable: boolean;
/** Who pays */
readonly payer: string;
/** The payment's id in the contract: the EIP-712 digest of its intent, or of its terms, which is the authorization's nonce, with one signature */
readonly paymentId: string;
/** The payment session's id */
readonly sessionId: string | null;
/** The subscription's id */
readonly subscriptionId: string | null;
/** The id of the transaction that settled it */
readonly transactionId: string | null;
/** When it was made */
readonly createdAt: string;
/** When it was last changed */
readonly updatedAt: string;
};

export type Token = {
/** What kind of object this is */
readonly object: "token";
/** The token's contract */
readonly address: string;
/** The chain's id (EIP-155) */
readonly chainId: number;
/** The token's name, of its EIP-712 domain */
readonly name: string;
/** The token's symbol */
readonly symbol: string;
/** How many decimals one token has */
readonly decimals: number;
/** The token's version, of its EIP-712 domain */
readonly version: string;
/** Bit 0: EIP-2612 permit. Bit 1: EIP-3009 transfer with authorization */
readonly capabilities: number;
};

export type Transaction = {
/** The object's id */
readonly id: string;
/** What kind of object this is */
readonly object: "transaction";
/** `test` or `live`: each has keys, objects and contracts of its own */
readonly mode: "test" | "live";
/** Its kind */
readonly type: "payment" | "subscription_charge" | "refund" | "agent_job" | "unmatched_deposit";
/** Where it stands */
readonly status: "pending" | "reorged" | "confirmed";
/** Integer string in the token's smallest unit: 2.50 USDC is `2500000` */
readonly amount: string;
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** What the platform keeps, in the token's smallest unit */
readonly fee: string;
/** What the merchant gets: amount less fee */
readonly netAmount: string;
/** The fee in hundredths of a percent */
readonly feeBps: number;
/** What was given back, in the token's smallest unit */
readonly amountRefunded: string;
/** Who pays */
readonly from: string;
/** Who is paid */
readonly to: string;
/** The transaction's hash */
readonly txHash: string;
/** Which log of its block the settlement is */
readonly logIndex: number;
/** The block of the settlement */
readonly blockNumber: string;
/** The block's time */
readonly blockTimestamp: string;
/** The chain's id (EIP-155) */
readonly chainId: number;
/** The token's contract */
readonly tokenAddress: string;
/** The keccak-256 of the session's id, which ties a payment to it */
readonly ref: string;
/** The payment's id in the contract: the EIP-712 digest of its intent or, with one signature, of its terms; null where the type has none */
readonly paymentId: string | null;
/** Why a payment does not confirm its session: it is of another amount, late, a second one, held by screening, or was taken out of the chain; `none` otherwise */
readonly paymentException: "none" | "underpaid" | "overpaid" | "late" | "duplicate" | "screening" | "reverted";
/** The payment session's id */
readonly sessionId: string | null;
/** The subscription's id */
readonly subscriptionId: string | null;
/** The id of the invoice that it belongs to */
readonly invoiceId: string | null;
/** The customer's id */
readonly customerId: string | null;
/** The transaction's page on the chain's explorer; null where there is none */
readonly explorerUrl: string | null;
/** When its payment became final; null before */
readonly confirmedAt: string | null;
/** When it was made */
readonly createdAt: string;
};

export type WebhookDelivery = {
/** The object's id */
readonly id: string;
/** What kind of object this is */
readonly object: "webhook_delivery";
/** `test` or `live`: each has keys, objects and contracts of its own */
readonly mode: "test" | "live";
/** The event's id */
readonly eventId: string;
/** The webhook endpoint's id */
readonly endpointId: string;
/** Which attempt this is, from 1 */
readonly attempt: number;
/** How the attempt went */
readonly status: "pending" | "succeeded" | "failed" | "exhausted";
/** The status that the receiver answered; null without an answer */
readonly responseCode: number | null;
/** How the receiver's answer began */
readonly responseBody: string | null;
/** Why there was no answer */
readonly error: string | null;
/** How long the attempt took, in milliseconds */
readonly durationMs: number | null;
/** When the attempt was made; null before, and for one that was never made */
readonly attemptedAt: string | null;
/** When the next attempt is due */
readonly nextAttemptAt: string | null;
/** Whether it was asked for by hand */
readonly isReplay: boolean;
/** What was sent; null once it is no longer kept */
readonly requestBody: string | null;
/** When it was made */
readonly createdAt: string;
};

export type WebhookEndpoint = {
/** The object's id */
readonly id: string;
/** What kind of object this is */
readonly object: "webhook_endpoint";
/** `test` or `live`: each has keys, objects and contracts of its own */
readonly mode: "test" | "live";
/** The URL that is called: https, at a public address */
readonly url: string;
/** The event kinds that it is sent */
readonly events: readonly ("payment.created" | "payment.seen" | "payment.completed" | "payment.failed" | "payment.reverted" | "subscription.created" | "subscription.charged" | "subscription.charge_failed" | "subscription.recovery_attempt" | "subscription.recovery_outcome" | "subscription.cancelled" | "subscription.lapsed" | "refund.created" | "refund.completed" | "refund.failed" | "invoice.created" | "invoice.sent" | "invoice.paid" | "invoice.overdue" | "agent.action_executed" | "agent.job_proposed" | "agent.job_completed" | "agent.job_disputed" | "compliance.wallet_flagged" | "compliance.wallet_blocked")[];
/** A text of the merchant's; payers see a session's */
readonly description: string | null;
/** The interface version of its content */
readonly apiVersion: string;
/** Where it stands */
readonly status: "enabled" | "disabled";
/** Why it is disabled; null when it is not */
readonly disabledReason: "user" | "gone_410" | "failing" | null;
/** When it was made */
readonly createdAt: string;
/** When it was last changed */
readonly updatedAt: string;
};

export type WebhookEndpointWithSecret = {
/** The object's id */
readonly id: string;
/** What kind of object this is */
readonly object: "webhook_endpoint";
/** `test` or `live`: each has keys, objects and contracts of its own */
readonly mode: "test" | "live";
/** The URL that is called: https, at a public address */
readonly url: string;
/** The event kinds that it is sent */
readonly events: readonly ("payment.created" | "payment.seen" | "payment.completed" | "payment.failed" | "payment.reverted" | "subscription.created" | "subscription.charged" | "subscription.charge_failed" | "subscription.recovery_attempt" | "subscription.recovery_outcome" | "subscription.cancelled" | "subscription.lapsed" | "refund.created" | "refund.completed" | "refund.failed" | "invoice.created" | "invoice.sent" | "invoice.paid" | "invoice.overdue" | "agent.action_executed" | "agent.job_proposed" | "agent.job_completed" | "agent.job_disputed" | "compliance.wallet_flagged" | "compliance.wallet_blocked")[];
/** A text of the merchant's; payers see a session's */
readonly description: string | null;
/** The interface version of its content */
readonly apiVersion: string;
/** Where it stands */
readonly status: "enabled" | "disabled";
/** Why it is disabled; null when it is not */
readonly disabledReason: "user" | "gone_410" | "failing" | null;
/** When it was made */
readonly createdAt: string;
/** When it was last changed */
readonly updatedAt: string;
/** Shown only in this answer */
readonly secret: string | null;
/** There in the answer to a repeated request alone: the secret was shown before */
readonly secretStatus?: "secret_shown_once";
};

export type WebhookReplay = {
/** The object's id */
readonly id: string;
/** What kind of object this is */
readonly object: "webhook_replay";
/** `test` or `live`: each has keys, objects and contracts of its own */
readonly mode: "test" | "live";
/** The webhook endpoint's id */
readonly endpointId: string;
/** Where it stands */
readonly status: "running" | "completed" | "cancelled" | "stopped";
/** Why it was stopped */
readonly reason: "endpoint_disabled" | "too_many_failures" | null;
/** The `position` of the first event */
readonly fromPosition: number;
/** The `position` of the last event */
readonly toPosition: number;
/** Only what was made at this time or later */
readonly createdAfter: string | null;
/** Only what was made before this time */
readonly createdBefore: string | null;
/** Only events of these types; null, or left out, for all */
readonly types: readonly ("payment.created" | "payment.seen" | "payment.completed" | "payment.failed" | "payment.reverted" | "subscription.created" | "subscription.charged" | "subscription.charge_failed" | "subscription.recovery_attempt" | "subscription.recovery_outcome" | "subscription.cancelled" | "subscription.lapsed" | "refund.created" | "refund.completed" | "refund.failed" | "invoice.created" | "invoice.sent" | "invoice.paid" | "invoice.overdue" | "agent.action_executed" | "agent.job_proposed" | "agent.job_completed" | "agent.job_disputed" | "compliance.wallet_flagged" | "compliance.wallet_blocked" | "webhook.test")[] | null;
/** How many events it sends */
readonly total: number;
/** Sent and accepted so far */
readonly succeeded: number;
/** Sent and refused so far */
readonly failed: number;
/** When it was made */
readonly createdAt: string;
/** When it was over; null before */
readonly endedAt: string | null;
};

/** The kind of an error; each has its HTTP status. */
export type ErrorCode = "invalid_request" | "authentication_error" | "merchant_not_synced" | "permission_denied" | "session_invalid_state" | "not_found" | "idempotency_error" | "rate_limited" | "api_error";

/** Why, as a stable word; the API's reference lists their meanings. */
export type ErrorReason = "validation_failed" | "malformed_json" | "body_too_large" | "nested_too_deep" | "parameter_repeated" | "malformed_cursor" | "position_expired" | "order_mismatch" | "malformed_path" | "malformed_host" | "unknown_path" | "method_not_allowed" | "unknown_version" | "payload_mismatch" | "in_flight" | "resource_missing" | "api_key_missing" | "api_key_malformed" | "api_key_invalid" | "scope_missing" | "secret_key_required" | "token_invalid" | "merchant_missing" | "membership_required" | "api_key_required" | "session_required" | "admin_required" | "admin_suspended" | "mfa_required" | "role_missing" | "step_up_required" | "merchant_key_required" | "malformed_arguments" | "unsupported_media_type" | "origin_mismatch" | "merchant_suspended" | "merchant_closed" | "merchant_not_registered" | "not_deployed" | "too_many_requests" | "too_many_streams" | "payer_limit" | "merchant_budget" | "payer_budget" | "ip_budget" | "endpoint_limit" | "url_not_allowed" | "customer_unknown" | "lifetime_not_allowed" | "metadata_too_large" | "external_ref_taken" | "too_many_customers" | "already_paid" | "already_closed" | "payment_in_flight" | "not_payable" | "payment_session_required" | "chain_mismatch" | "chain_unsupported" | "token_unsupported" | "merchant_mismatch" | "ref_mismatch" | "amount_mismatch" | "one_signature_unsupported" | "nonce_mismatch" | "signature_invalid" | "wallet_not_deployed" | "not_yet_valid" | "expired" | "validity_too_long" | "nonce_used" | "below_relay_minimum" | "insufficient_balance" | "simulation_failed" | "payer_blocked" | "authorization_pending" | "other_wallet_pending" | "chain_unavailable" | "internal_error" | "mode_mismatch" | "too_many_endpoints" | "endpoint_disabled" | "replay_running" | "replay_ended" | "range_malformed" | "range_too_large" | "url_malformed" | "scheme_not_allowed" | "user_info_not_allowed" | "host_not_allowed" | "port_not_allowed" | "address_not_allowed";

/** What an event of each type carries as `data.object`. */
export interface EventObjects {
  "payment.created": PaymentSession;
  "payment.seen": PaymentSession;
  "payment.completed": PaymentSession;
  "payment.failed": PaymentSession;
  "payment.reverted": PaymentSession;
  "subscription.created": { readonly [name: string]: unknown };
  "subscription.charged": { readonly [name: string]: unknown };
  "subscription.charge_failed": { readonly [name: string]: unknown };
  "subscription.recovery_attempt": { readonly [name: string]: unknown };
  "subscription.recovery_outcome": { readonly [name: string]: unknown };
  "subscription.cancelled": { readonly [name: string]: unknown };
  "subscription.lapsed": { readonly [name: string]: unknown };
  "refund.created": { readonly [name: string]: unknown };
  "refund.completed": { readonly [name: string]: unknown };
  "refund.failed": { readonly [name: string]: unknown };
  "invoice.created": { readonly [name: string]: unknown };
  "invoice.sent": { readonly [name: string]: unknown };
  "invoice.paid": { readonly [name: string]: unknown };
  "invoice.overdue": { readonly [name: string]: unknown };
  "agent.action_executed": { readonly [name: string]: unknown };
  "agent.job_proposed": { readonly [name: string]: unknown };
  "agent.job_completed": { readonly [name: string]: unknown };
  "agent.job_disputed": { readonly [name: string]: unknown };
  "compliance.wallet_flagged": { readonly [name: string]: unknown };
  "compliance.wallet_blocked": { readonly [name: string]: unknown };
  "webhook.test": WebhookEndpoint;
}

/** An event as webhooks carry it, by its type. */
export type WebhookEvent = {
  [Type in keyof EventObjects]: Omit<Event, "type" | "data"> & {
    readonly type: Type;
    readonly data: { readonly object: EventObjects[Type] };
  };
}[keyof EventObjects];

/** Every endpoint's input and output, by its name in the API's description. */
export interface Operations {
  cancelSession: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: PaymentSession;
  };
  cancelWebhookReplay: {
    readonly input: {
/** The object's id */
readonly id: string;
/** The replay's id */
readonly replayId: string;
};
    readonly output: WebhookReplay;
  };
  createSession: {
    readonly input: {
/** Integer string in the token's smallest unit: 2.50 USDC is `2500000` */
readonly amount: string;
/** The stablecoin */
readonly currency: "USDC" | "EURC";
/** A text of the merchant's; payers see a session's */
readonly description?: string;
/** Where the payer is sent after paying: https, or http on this machine in test mode. `{SESSION_ID}` behind the host becomes the session's id, else `session_id` is appended. Never a proof of payment */
readonly successUrl?: string;
/** Where the payer goes back to without paying; `{SESSION_ID}` behind the host becomes the session's id */
readonly cancelUrl?: string;
/** The merchant's own keys, at most 50 of 1 to 40 characters. Texts have at most 500 characters; other values together at most 16 kB, nested at most 8 levels */
readonly metadata?: { readonly [name: string]: unknown };
/** The customer's id */
readonly customerId?: string;
/** Until when it can be paid: 30 minutes to 24 hours ahead, 24 hours by default */
readonly expiresAt?: string;
/** The chain's id (EIP-155) */
readonly chainId?: number;
};
    readonly output: PaymentSession;
  };
  createWebhookEndpoint: {
    readonly input: {
/** The URL that is called: https, at a public address */
readonly url: string;
/** The event kinds that it is sent */
readonly events: readonly ("payment.created" | "payment.seen" | "payment.completed" | "payment.failed" | "payment.reverted" | "subscription.created" | "subscription.charged" | "subscription.charge_failed" | "subscription.recovery_attempt" | "subscription.recovery_outcome" | "subscription.cancelled" | "subscription.lapsed" | "refund.created" | "refund.completed" | "refund.failed" | "invoice.created" | "invoice.sent" | "invoice.paid" | "invoice.overdue" | "agent.action_executed" | "agent.job_proposed" | "agent.job_completed" | "agent.job_disputed" | "compliance.wallet_flagged" | "compliance.wallet_blocked")[];
/** `test` or `live`: each has keys, objects and contracts of its own */
readonly mode: "test" | "live";
/** A text of the merchant's; payers see a session's */
readonly description?: string;
};
    readonly output: WebhookEndpointWithSecret;
  };
  createWebhookReplay: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** The `position` of the first event */
readonly fromPosition?: number;
/** The `position` of the last event */
readonly toPosition?: number;
/** Only what was made at this time or later */
readonly createdAfter?: string;
/** Only what was made before this time */
readonly createdBefore?: string;
/** Only events of these types; null, or left out, for all */
readonly types?: readonly ("payment.created" | "payment.seen" | "payment.completed" | "payment.failed" | "payment.reverted" | "subscription.created" | "subscription.charged" | "subscription.charge_failed" | "subscription.recovery_attempt" | "subscription.recovery_outcome" | "subscription.cancelled" | "subscription.lapsed" | "refund.created" | "refund.completed" | "refund.failed" | "invoice.created" | "invoice.sent" | "invoice.paid" | "invoice.overdue" | "agent.action_executed" | "agent.job_proposed" | "agent.job_completed" | "agent.job_disputed" | "compliance.wallet_flagged" | "compliance.wallet_blocked" | "webhook.test")[];
};
    readonly output: WebhookReplay;
  };
  deleteWebhookEndpoint: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: DeletedWebhookEndpoint;
  };
  disableWebhookEndpoint: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: WebhookEndpoint;
  };
  enableWebhookEndpoint: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: WebhookEndpoint;
  };
  expireSession: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: PaymentSession;
  };
  getCustomer: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: Customer;
  };
  getMerchantCard: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: MerchantCard;
  };
  getOwnMerchant: {
    readonly input: Record<never, never>;
    readonly output: Merchant;
  };
  getPermitNonce: {
    readonly input: {
/** The token's contract */
readonly address: string;
/** Whose nonce is asked for */
readonly owner: string;
/** The chain's id (EIP-155) */
readonly chainId?: string;
};
    readonly output: {
/** The owner's next permit nonce (EIP-2612) */
readonly nonce: string;
};
  };
  getPublicSession: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: PaymentSession;
  };
  getSession: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: PaymentSession;
  };
  getSignedInAdmin: {
    readonly input: Record<never, never>;
    readonly output: AdminUser;
  };
  getSignedInMerchant: {
    readonly input: Record<never, never>;
    readonly output: Merchant;
  };
  getSubmission: {
    readonly input: {
/** The client's name for the submission: it is made once */
readonly idempotencyKey: string;
};
    readonly output: RelaySubmission;
  };
  getToken: {
    readonly input: {
/** The token's contract */
readonly address: string;
/** The chain's id (EIP-155) */
readonly chainId?: string;
};
    readonly output: Token;
  };
  getTransaction: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: Transaction;
  };
  getWebhookDelivery: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: WebhookDelivery;
  };
  getWebhookEndpoint: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: WebhookEndpoint;
  };
  getWebhookReplay: {
    readonly input: {
/** The object's id */
readonly id: string;
/** The replay's id */
readonly replayId: string;
};
    readonly output: WebhookReplay;
  };
  health: {
    readonly input: Record<never, never>;
    readonly output: {
/** Where it stands */
readonly status: "ok";
/** The version of Stipend */
readonly version: string;
/** For how long the process has run, in seconds */
readonly uptimeSeconds: number;
};
  };
  listCustomers: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: string;
/** `nextCursor` of the page before */
readonly cursor?: string;
/** The merchant's own reference, unique per mode */
readonly externalRef?: string;
};
    readonly output: {
/** What kind of object this is */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (Customer)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The URL that is called: https, at a public address */
readonly url: string;
};
  };
  listEvents: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: string;
/** `nextCursor` of the page before */
readonly cursor?: string;
/** Its kind */
readonly type?: "payment.created" | "payment.seen" | "payment.completed" | "payment.failed" | "payment.reverted" | "subscription.created" | "subscription.charged" | "subscription.charge_failed" | "subscription.recovery_attempt" | "subscription.recovery_outcome" | "subscription.cancelled" | "subscription.lapsed" | "refund.created" | "refund.completed" | "refund.failed" | "invoice.created" | "invoice.sent" | "invoice.paid" | "invoice.overdue" | "agent.action_executed" | "agent.job_proposed" | "agent.job_completed" | "agent.job_disputed" | "compliance.wallet_flagged" | "compliance.wallet_blocked" | "webhook.test";
/** The id of the object that the event is about */
readonly resourceId?: string;
/** Only events of a higher `sequence` */
readonly afterSequence?: string;
/** `desc`: newest first, the default. `asc`: by position, oldest first, without a gap; the filters are for `desc` alone */
readonly order?: "asc" | "desc";
/** Only events behind this position, in order; by default it begins with the oldest */
readonly after?: string;
/** Seconds, at most 30, to wait for an event where none is behind `after` */
readonly wait?: string;
};
    readonly output: {
/** What kind of object this is */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (ListedEvent)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The URL that is called: https, at a public address */
readonly url: string;
};
  };
  listSessions: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: string;
/** `nextCursor` of the page before */
readonly cursor?: string;
/** Where it stands */
readonly status?: "created" | "pending" | "confirmed" | "expired" | "cancelled" | "refunded";
/** The customer's id */
readonly customerId?: string;
/** Only what was made at this time or later */
readonly createdAfter?: string;
/** Only what was made before this time */
readonly createdBefore?: string;
};
    readonly output: {
/** What kind of object this is */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (PaymentSession)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The URL that is called: https, at a public address */
readonly url: string;
};
  };
  listTransactions: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: string;
/** `nextCursor` of the page before */
readonly cursor?: string;
/** Where it stands */
readonly status?: "pending" | "reorged" | "confirmed";
/** Its kind */
readonly type?: "payment" | "subscription_charge" | "refund" | "agent_job" | "unmatched_deposit";
/** The stablecoin */
readonly currency?: "USDC" | "EURC";
/** The customer's id */
readonly customerId?: string;
/** The payment session's id */
readonly sessionId?: string;
/** The subscription's id */
readonly subscriptionId?: string;
/** Only what was made at this time or later */
readonly createdAfter?: string;
/** Only what was made before this time */
readonly createdBefore?: string;
};
    readonly output: {
/** What kind of object this is */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (Transaction)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The URL that is called: https, at a public address */
readonly url: string;
};
  };
  listWebhookDeliveries: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: string;
/** `nextCursor` of the page before */
readonly cursor?: string;
/** The webhook endpoint's id */
readonly endpointId?: string;
/** The event's id */
readonly eventId?: string;
/** Where it stands */
readonly status?: "pending" | "succeeded" | "failed" | "exhausted";
};
    readonly output: {
/** What kind of object this is */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (WebhookDelivery)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The URL that is called: https, at a public address */
readonly url: string;
};
  };
  listWebhookEndpoints: {
    readonly input: {
/** 1 to 100, default 20 */
readonly limit?: string;
/** `nextCursor` of the page before */
readonly cursor?: string;
};
    readonly output: {
/** What kind of object this is */
readonly object: "list";
/** The page's rows, newest first */
readonly data: readonly (WebhookEndpoint)[];
/** Whether there is a further page */
readonly hasMore: boolean;
/** The `cursor` of the next page; null on the last */
readonly nextCursor: string | null;
/** The URL that is called: https, at a public address */
readonly url: string;
};
  };
  ready: {
    readonly input: {
/** Asks whether this mode can settle */
readonly mode?: "test" | "live";
};
    readonly output: {
/** Where it stands */
readonly status: "ok" | "degraded" | "fail";
/** What was looked at, by name; `docs/operations.md` explains each */
readonly checks: { readonly [name: string]: {
/** Where it stands */
readonly status: "ok" | "warn" | "fail";
/** What was found, for people */
readonly detail: string | null;
} };
/** Whether payments are settled now, by mode */
readonly modes: {
/** Test mode */
readonly test: {
/** Whether payments of this mode are settled now */
readonly settles: boolean;
/** Why they are not */
readonly reasons: readonly (string)[];
};
/** Live mode */
readonly live: {
/** Whether payments of this mode are settled now */
readonly settles: boolean;
/** Why they are not */
readonly reasons: readonly (string)[];
};
};
};
  };
  recordSessionPayer: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** The e-mail address */
readonly email: string;
/** The wallet's address */
readonly walletAddress: string;
};
    readonly output: {
/** What kind of object this is */
readonly object: "checkout_payer";
/** The payment session's id */
readonly sessionId: string;
/** Whether it was noted */
readonly recorded: boolean;
};
  };
  relayPayment: {
    readonly input: {
/** The client's name for the submission: it is made once */
readonly idempotencyKey: string;
/** The merchant's id in the on-chain registry */
readonly merchantId: string;
/** The token's contract */
readonly token: string;
/** The payer's EIP-3009 authorization, as it was signed */
readonly auth: {
/** Who pays */
readonly from: string;
/** Integer string */
readonly amount: string;
/** From when the authorization holds, in seconds since 1970 */
readonly validAfter: string;
/** Until when the authorization holds, in seconds since 1970 */
readonly validBefore: string;
/** The authorization's nonce */
readonly nonce: string;
};
/** The keccak-256 of the session's id, which ties a payment to it */
readonly ref: string;
/** The payer's signature of the authorization */
readonly authSignature: {
/** The recovery id: 0, 1, 27 or 28 */
readonly v: number;
/** The first half of the signature */
readonly r: string;
/** The second half of the signature */
readonly s: string;
} | string;
/** The payer's signature of the payment intent (EIP-712); left out with one signature */
readonly intentSignature?: {
/** The recovery id: 0, 1, 27 or 28 */
readonly v: number;
/** The first half of the signature */
readonly r: string;
/** The second half of the signature */
readonly s: string;
} | string;
/** With one signature: the `salt` of `PaymentTerms`, whose EIP-712 digest is `auth.nonce`; below 2^96 */
readonly salt?: string;
/** The payment session's id */
readonly sessionId?: string;
/** The chain's id (EIP-155) */
readonly chainId?: number;
};
    readonly output: RelaySubmission;
  };
  replayWebhookDelivery: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: WebhookDelivery;
  };
  rotateWebhookSecret: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: WebhookEndpointWithSecret;
  };
  streamEvents: {
    readonly input: {
/** Only events behind this position; `Last-Event-ID` goes before it */
readonly after?: string;
};
    readonly output: ListedEvent;
  };
  testWebhookEndpoint: {
    readonly input: {
/** The object's id */
readonly id: string;
};
    readonly output: {
/** What kind of object this is */
readonly object: "event";
/** The object's id */
readonly id: string;
/** Its kind */
readonly type: string;
};
  };
  updateWebhookEndpoint: {
    readonly input: {
/** The object's id */
readonly id: string;
} & {
/** The URL that is called: https, at a public address */
readonly url?: string;
/** The event kinds that it is sent */
readonly events?: readonly ("payment.created" | "payment.seen" | "payment.completed" | "payment.failed" | "payment.reverted" | "subscription.created" | "subscription.charged" | "subscription.charge_failed" | "subscription.recovery_attempt" | "subscription.recovery_outcome" | "subscription.cancelled" | "subscription.lapsed" | "refund.created" | "refund.completed" | "refund.failed" | "invoice.created" | "invoice.sent" | "invoice.paid" | "invoice.overdue" | "agent.action_executed" | "agent.job_proposed" | "agent.job_completed" | "agent.job_disputed" | "compliance.wallet_flagged" | "compliance.wallet_blocked")[];
/** A text of the merchant's; payers see a session's */
readonly description?: string | null;
};
    readonly output: WebhookEndpoint;
  };
  upsertCustomer: {
    readonly input: {
/** The wallet's address */
readonly walletAddress: string;
/** The e-mail address */
readonly email?: string | null;
/** The name */
readonly name?: string | null;
/** The merchant's own reference, unique per mode */
readonly externalRef?: string | null;
/** The merchant's own keys, at most 50 of 1 to 40 characters. Texts have at most 500 characters; other values together at most 16 kB, nested at most 8 levels */
readonly metadata?: { readonly [name: string]: unknown };
};
    readonly output: Customer;
  };
}
