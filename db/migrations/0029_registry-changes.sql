CREATE TABLE "registry_changes" (
	"chain_id" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"deployment_id" text NOT NULL,
	"chain_merchant_id" numeric(78,0) NOT NULL,
	"owner" text,
	"payout" text,
	"fee_bps" integer,
	"status" text,
	"settle_until" timestamp (3) with time zone,
	"metadata_hash" text,
	CONSTRAINT "registry_changes_chain_id_block_number_log_index_pk" PRIMARY KEY("chain_id","block_number","log_index"),
	CONSTRAINT "registry_changes_status" CHECK ("registry_changes"."status" in ('none', 'active', 'suspended', 'closed'))
);
--> statement-breakpoint
ALTER TABLE "merchant_registrations" ADD COLUMN "status" text DEFAULT 'active' NOT NULL;--> statement-breakpoint
ALTER TABLE "merchant_registrations" ADD COLUMN "settle_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "registry_changes" ADD CONSTRAINT "registry_changes_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registry_changes" ADD CONSTRAINT "registry_changes_event" FOREIGN KEY ("chain_id","block_number","log_index") REFERENCES "public"."chain_events"("chain_id","block_number","log_index") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "registry_changes_by_merchant" ON "registry_changes" USING btree ("deployment_id","chain_merchant_id");--> statement-breakpoint
ALTER TABLE "merchant_registrations" ADD CONSTRAINT "merchant_registrations_status" CHECK ("merchant_registrations"."status" in ('none', 'active', 'suspended', 'closed'));