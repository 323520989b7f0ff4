CREATE TABLE "payer_permits" (
	"id" text PRIMARY KEY NOT NULL,
	"chain_id" integer NOT NULL,
	"deployment_id" text NOT NULL,
	"mode" text NOT NULL,
	"payer" "bytea" NOT NULL,
	"token_address" "bytea" NOT NULL,
	"value" numeric(78,0) NOT NULL,
	"deadline" numeric(78,0) NOT NULL,
	"nonce" numeric(78,0) NOT NULL,
	"signature" "bytea" NOT NULL,
	"payer_has_code" boolean NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"failure" text,
	"rounds" integer DEFAULT 0 NOT NULL,
	"wallet" "bytea",
	"batch_id" text,
	"tx_hash" "bytea",
	"next_check_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "payer_permits_addresses" CHECK (octet_length("payer_permits"."payer") = 20 and octet_length("payer_permits"."token_address") = 20 and octet_length("payer_permits"."wallet") = 20),
	CONSTRAINT "payer_permits_hashes" CHECK (octet_length("payer_permits"."tx_hash") = 32),
	CONSTRAINT "payer_permits_mode" CHECK ("payer_permits"."mode" in ('test', 'live')),
	CONSTRAINT "payer_permits_state" CHECK ("payer_permits"."state" in ('queued', 'signed', 'mined', 'done', 'superseded', 'expired')),
	CONSTRAINT "payer_permits_closed_at" CHECK (("payer_permits"."closed_at" is not null) = ("payer_permits"."state" in ('done', 'superseded', 'expired')))
);
--> statement-breakpoint
ALTER TABLE "relay_batches" DROP CONSTRAINT "relay_batches_kind";--> statement-breakpoint
ALTER TABLE "payer_permits" ADD CONSTRAINT "payer_permits_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payer_permits" ADD CONSTRAINT "payer_permits_batch_id_relay_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."relay_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payer_permits_open" ON "payer_permits" USING btree ("payer","deployment_id","token_address") WHERE "payer_permits"."state" in ('queued', 'signed', 'mined');--> statement-breakpoint
CREATE INDEX "payer_permits_due" ON "payer_permits" USING btree ("chain_id","created_at") WHERE "payer_permits"."state" in ('queued', 'signed', 'mined');--> statement-breakpoint
CREATE INDEX "payer_permits_by_payer" ON "payer_permits" USING btree ("payer","mode","created_at");--> statement-breakpoint
CREATE INDEX "payer_permits_by_batch" ON "payer_permits" USING btree ("batch_id") WHERE "payer_permits"."batch_id" is not null;--> statement-breakpoint
CREATE INDEX "payer_permits_closed" ON "payer_permits" USING btree ("closed_at","id") WHERE "payer_permits"."closed_at" is not null;--> statement-breakpoint
ALTER TABLE "relay_batches" ADD CONSTRAINT "relay_batches_kind" CHECK ("relay_batches"."kind" in ('settle_batch', 'pay', 'pay_signed', 'settle_terms_batch', 'pay_terms', 'pay_terms_signed', 'subscribe', 'subscribe_signed', 'charge_batch', 'permit', 'operator_call', 'noop')) NOT VALID;