CREATE TABLE "platform_changes" (
	"chain_id" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"deployment_id" text NOT NULL,
	"event" text NOT NULL,
	"account" "bytea" NOT NULL,
	"acceptable_at" timestamp (3) with time zone,
	"token_address" "bytea",
	"amount" numeric(78,0),
	CONSTRAINT "platform_changes_chain_id_block_number_log_index_pk" PRIMARY KEY("chain_id","block_number","log_index"),
	CONSTRAINT "platform_changes_addresses" CHECK (octet_length("platform_changes"."account") = 20 and octet_length("platform_changes"."token_address") = 20),
	CONSTRAINT "platform_changes_kind" CHECK ("platform_changes"."event" in ('FeesSwept', 'StrayRecovered', 'TreasuryTransferStarted', 'TreasuryChangeAnnounced', 'TreasuryChangeVetoed', 'TreasuryTransferred', 'OperatorTransferStarted', 'OperatorTransferred')),
	CONSTRAINT "platform_changes_amount" CHECK (num_nulls("platform_changes"."token_address", "platform_changes"."amount")
        = case when "platform_changes"."event" in ('FeesSwept', 'StrayRecovered') then 0 else 2 end)
);
--> statement-breakpoint
CREATE TABLE "unbooked_fees" (
	"chain_id" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"deployment_id" text NOT NULL,
	"token_address" "bytea" NOT NULL,
	"fee" numeric(78,0) NOT NULL,
	CONSTRAINT "unbooked_fees_chain_id_block_number_log_index_pk" PRIMARY KEY("chain_id","block_number","log_index"),
	CONSTRAINT "unbooked_fees_addresses" CHECK (octet_length("unbooked_fees"."token_address") = 20)
);
--> statement-breakpoint
ALTER TABLE "platform_changes" ADD CONSTRAINT "platform_changes_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_changes" ADD CONSTRAINT "platform_changes_event" FOREIGN KEY ("chain_id","block_number","log_index") REFERENCES "public"."chain_events"("chain_id","block_number","log_index") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unbooked_fees" ADD CONSTRAINT "unbooked_fees_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unbooked_fees" ADD CONSTRAINT "unbooked_fees_event" FOREIGN KEY ("chain_id","block_number","log_index") REFERENCES "public"."chain_events"("chain_id","block_number","log_index") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "platform_changes_by_deployment" ON "platform_changes" USING btree ("deployment_id","event");--> statement-breakpoint
CREATE INDEX "unbooked_fees_by_token" ON "unbooked_fees" USING btree ("deployment_id","token_address");--> statement-breakpoint
-- Their events about fees and roles were not read before: their history is read once more, and what is
-- stored of it stays. Payments of theirs are seen meanwhile, and final when it has been read.
update "deployment_contracts" set "joined_at" = null, "backfilled_number" = null, "backfilled_hash" = null
where "version" = 2;
