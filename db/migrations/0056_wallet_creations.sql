CREATE TABLE "wallet_creations" (
	"id" text PRIMARY KEY NOT NULL,
	"chain_id" integer NOT NULL,
	"payer" "bytea" NOT NULL,
	"factory" "bytea" NOT NULL,
	"call_data" "bytea" NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"failure" text,
	"rounds" integer DEFAULT 0 NOT NULL,
	"wallet" "bytea",
	"batch_id" text,
	"tx_hash" "bytea",
	"closed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "wallet_creations_addresses" CHECK (octet_length("wallet_creations"."payer") = 20 and octet_length("wallet_creations"."factory") = 20 and octet_length("wallet_creations"."wallet") = 20),
	CONSTRAINT "wallet_creations_hashes" CHECK (octet_length("wallet_creations"."tx_hash") = 32),
	CONSTRAINT "wallet_creations_state" CHECK ("wallet_creations"."state" in ('queued', 'signed', 'mined', 'done', 'superseded', 'expired', 'failed')),
	CONSTRAINT "wallet_creations_data" CHECK (octet_length("wallet_creations"."call_data") <= 4096),
	CONSTRAINT "wallet_creations_closed_at" CHECK (("wallet_creations"."closed_at" is not null) = ("wallet_creations"."state" in ('done', 'superseded', 'expired', 'failed')))
);
--> statement-breakpoint
ALTER TABLE "relay_batches" DROP CONSTRAINT "relay_batches_kind";--> statement-breakpoint
ALTER TABLE "wallet_creations" ADD CONSTRAINT "wallet_creations_batch_id_relay_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."relay_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_creations_open" ON "wallet_creations" USING btree ("chain_id","payer") WHERE "wallet_creations"."state" in ('queued', 'signed', 'mined');--> statement-breakpoint
CREATE INDEX "wallet_creations_by_batch" ON "wallet_creations" USING btree ("batch_id") WHERE "wallet_creations"."batch_id" is not null;--> statement-breakpoint
CREATE INDEX "wallet_creations_closed" ON "wallet_creations" USING btree ("closed_at","id") WHERE "wallet_creations"."closed_at" is not null;--> statement-breakpoint
ALTER TABLE "relay_batches" ADD CONSTRAINT "relay_batches_kind" CHECK ("relay_batches"."kind" in ('settle_batch', 'pay', 'pay_signed', 'settle_terms_batch', 'pay_terms', 'pay_terms_signed', 'subscribe', 'subscribe_signed', 'charge_batch', 'permit', 'create_wallet', 'operator_call', 'propose_job', 'release_job', 'noop'));