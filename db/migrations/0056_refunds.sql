CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"transaction_id" text NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"origin" text DEFAULT 'api' NOT NULL,
	"method" text NOT NULL,
	"reason" text,
	"note" text,
	"refund_ref" "bytea" NOT NULL,
	"payout" "bytea" NOT NULL,
	"owner" "bytea" NOT NULL,
	"refund_tx_hash" "bytea",
	"submitted_at" timestamp (3) with time zone,
	"sent_from" "bytea",
	"sent_nonce" bigint,
	"tx_hash" "bytea",
	"log_index" integer,
	"block_number" bigint,
	"chain_id" integer NOT NULL,
	"refund_transaction_id" text,
	"over_refunded" boolean DEFAULT false NOT NULL,
	"failure_reason" text,
	"told" boolean DEFAULT false NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "refunds_hashes" CHECK (octet_length("refunds"."refund_ref") = 32),
	CONSTRAINT "refunds_recorded" CHECK (coalesce(octet_length("refunds"."refund_tx_hash"), 32) = 32 and coalesce(octet_length("refunds"."tx_hash"), 32) = 32),
	CONSTRAINT "refunds_addresses" CHECK (octet_length("refunds"."payout") = 20 and octet_length("refunds"."owner") = 20),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount" > 0),
	CONSTRAINT "refunds_completed" CHECK ("refunds"."status" <> 'completed' or ("refunds"."tx_hash" is not null and "refunds"."log_index" is not null and "refunds"."block_number" is not null and "refunds"."completed_at" is not null)),
	CONSTRAINT "refunds_status" CHECK ("refunds"."status" in ('pending', 'submitted', 'completed', 'failed', 'cancelled')),
	CONSTRAINT "refunds_origin" CHECK ("refunds"."origin" in ('api', 'chain')),
	CONSTRAINT "refunds_method" CHECK ("refunds"."method" in ('contract', 'transfer')),
	CONSTRAINT "refunds_reason" CHECK ("refunds"."reason" in ('customer_request', 'product_issue', 'duplicate_charge', 'fraudulent', 'other')),
	CONSTRAINT "refunds_failure_reason" CHECK ("refunds"."failure_reason" in ('transaction_reverted', 'no_transfer', 'sender_mismatch', 'amount_mismatch', 'before_creation', 'transfer_used', 'other_refund', 'ref_used')),
	CONSTRAINT "refunds_mode" CHECK ("refunds"."mode" in ('test', 'live'))
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind";--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_refund_transaction_id_transactions_id_fk" FOREIGN KEY ("refund_transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refunds_recent" ON "refunds" USING btree ("merchant_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "refunds_recent_by_status" ON "refunds" USING btree ("merchant_id","mode","status","created_at");--> statement-breakpoint
CREATE INDEX "refunds_by_transaction" ON "refunds" USING btree ("transaction_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_recorded_hash" ON "refunds" USING btree ("merchant_id","mode","refund_tx_hash") WHERE "refunds"."refund_tx_hash" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_log" ON "refunds" USING btree ("chain_id","tx_hash","log_index") WHERE "refunds"."tx_hash" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_ref" ON "refunds" USING btree ("refund_ref","transaction_id");--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("due_at") WHERE "refunds"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("created_at") WHERE "refunds"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "refunds_mined" ON "refunds" USING btree ("chain_id","block_number") WHERE "refunds"."block_number" is not null;--> statement-breakpoint
-- Not validated, which would read the table under a lock: the kinds that there were are still taken.
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind" CHECK ("mails"."kind" in ('payment_receipt', 'payment_received', 'refund_receipt', 'refund_completed', 'refund_failed', 'webhook_endpoint_failing', 'webhook_endpoint_disabled')) NOT VALID;
