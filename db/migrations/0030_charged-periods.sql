CREATE TABLE "unrequested_calls" (
	"chain_id" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"kind" text NOT NULL,
	"deployment_id" text NOT NULL,
	"subscription_id" text NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	"block_timestamp" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "unrequested_calls_chain_id_block_number_log_index_pk" PRIMARY KEY("chain_id","block_number","log_index"),
	CONSTRAINT "unrequested_calls_hashes" CHECK (octet_length("unrequested_calls"."tx_hash") = 32),
	CONSTRAINT "unrequested_calls_kind" CHECK ("unrequested_calls"."kind" in ('charge', 'cancellation'))
);
--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "unrequested" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "charged_of_period" numeric(78,0) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "unrequested_calls" ADD CONSTRAINT "unrequested_calls_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unrequested_calls" ADD CONSTRAINT "unrequested_calls_event" FOREIGN KEY ("chain_id","block_number","log_index") REFERENCES "public"."chain_events"("chain_id","block_number","log_index") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "unrequested_calls_recent" ON "unrequested_calls" USING btree ("block_timestamp");--> statement-breakpoint
-- Until now any charge paid its period: what comes due next stays as it was.
UPDATE "subscriptions" s SET "charged_of_period" = k.charged
FROM (
  select c.subscription_id, c.period, sum(c.amount) as charged from subscription_charges c group by 1, 2
) k
WHERE k.subscription_id = s.id AND k.period = s.current_period;
