CREATE TABLE "chain_refunds" (
	"chain_id" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"deployment_id" text NOT NULL,
	"payment_id" "bytea" NOT NULL,
	"chain_merchant_id" numeric(78,0) NOT NULL,
	"refund_ref" "bytea" NOT NULL,
	"payer" "bytea" NOT NULL,
	"from_address" "bytea" NOT NULL,
	"token_address" "bytea" NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"cumulative" numeric(78,0) NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	"block_timestamp" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chain_refunds_chain_id_block_number_log_index_pk" PRIMARY KEY("chain_id","block_number","log_index"),
	CONSTRAINT "chain_refunds_hashes" CHECK (octet_length("chain_refunds"."payment_id") = 32 and octet_length("chain_refunds"."refund_ref") = 32 and octet_length("chain_refunds"."tx_hash") = 32),
	CONSTRAINT "chain_refunds_addresses" CHECK (octet_length("chain_refunds"."payer") = 20 and octet_length("chain_refunds"."from_address") = 20 and octet_length("chain_refunds"."token_address") = 20)
);
--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "intent_nonce" "bytea";--> statement-breakpoint
ALTER TABLE "chain_refunds" ADD CONSTRAINT "chain_refunds_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_refunds" ADD CONSTRAINT "chain_refunds_event" FOREIGN KEY ("chain_id","block_number","log_index") REFERENCES "public"."chain_events"("chain_id","block_number","log_index") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chain_refunds_by_payment" ON "chain_refunds" USING btree ("deployment_id","payment_id");