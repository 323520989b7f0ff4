CREATE TABLE "refund_authorizations" (
	"refund_id" text PRIMARY KEY NOT NULL,
	"chain_id" integer NOT NULL,
	"deployment_id" text NOT NULL,
	"from_address" "bytea" NOT NULL,
	"nonce" "bytea" NOT NULL,
	"valid_before" numeric(78,0) NOT NULL,
	"signature" "bytea" NOT NULL,
	"sender_has_code" boolean NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"obstacle" text,
	"rounds" integer DEFAULT 0 NOT NULL,
	"wallet" "bytea",
	"batch_id" text,
	"tx_hash" "bytea",
	"next_check_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "refund_authorizations_addresses" CHECK (octet_length("refund_authorizations"."from_address") = 20 and octet_length("refund_authorizations"."wallet") = 20),
	CONSTRAINT "refund_authorizations_hashes" CHECK (octet_length("refund_authorizations"."nonce") = 32 and octet_length("refund_authorizations"."tx_hash") = 32),
	CONSTRAINT "refund_authorizations_signature" CHECK (octet_length("refund_authorizations"."signature") <= 2048),
	CONSTRAINT "refund_authorizations_state" CHECK ("refund_authorizations"."state" in ('queued', 'signed', 'in_flight', 'mined', 'done', 'superseded', 'dead')),
	CONSTRAINT "refund_authorizations_obstacle" CHECK ("refund_authorizations"."obstacle" in ('insufficient_balance', 'token_paused', 'address_blocked', 'sender_not_merchant', 'exceeds_refundable', 'already_refunded', 'authorization_used', 'authorization_expired', 'signature_refused', 'proof_refused', 'payer_blocked', 'screening_unavailable', 'reverted', 'nonce_taken', 'given_up'))
);
--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_failure_reason";--> statement-breakpoint
ALTER TABLE "relay_batches" DROP CONSTRAINT "relay_batches_kind";--> statement-breakpoint
ALTER TABLE "refund_authorizations" ADD CONSTRAINT "refund_authorizations_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_authorizations" ADD CONSTRAINT "refund_authorizations_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_authorizations" ADD CONSTRAINT "refund_authorizations_batch_id_relay_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."relay_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_authorizations_open" ON "refund_authorizations" USING btree ("chain_id","created_at") WHERE "refund_authorizations"."state" in ('queued', 'signed', 'in_flight', 'mined');--> statement-breakpoint
CREATE INDEX "refund_authorizations_by_batch" ON "refund_authorizations" USING btree ("batch_id") WHERE "refund_authorizations"."batch_id" is not null;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_failure_reason" CHECK ("refunds"."failure_reason" in ('transaction_reverted', 'no_transfer', 'sender_mismatch', 'amount_mismatch', 'before_creation', 'transfer_used', 'other_refund', 'ref_used', 'authorization_expired', 'authorization_consumed'));--> statement-breakpoint
ALTER TABLE "relay_batches" ADD CONSTRAINT "relay_batches_kind" CHECK ("relay_batches"."kind" in ('settle_batch', 'pay', 'pay_signed', 'settle_terms_batch', 'pay_terms', 'pay_terms_signed', 'subscribe', 'subscribe_signed', 'charge_batch', 'permit', 'create_wallet', 'operator_call', 'propose_job', 'release_job', 'refund', 'noop'));