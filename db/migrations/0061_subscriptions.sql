CREATE TABLE "subscription_plans" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"deployment_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"amount" numeric(78,0) NOT NULL,
	"currency" text NOT NULL,
	"token_address" "bytea" NOT NULL,
	"interval" text NOT NULL,
	"interval_count" integer DEFAULT 1 NOT NULL,
	"interval_seconds" integer NOT NULL,
	"trial_days" integer DEFAULT 0 NOT NULL,
	"max_cycles" integer,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"ref" "bytea" NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "subscription_plans_addresses" CHECK (octet_length("subscription_plans"."token_address") = 20),
	CONSTRAINT "subscription_plans_hashes" CHECK (octet_length("subscription_plans"."ref") = 32),
	CONSTRAINT "subscription_plans_archived" CHECK ("subscription_plans"."active" = ("subscription_plans"."archived_at" is null)),
	CONSTRAINT "subscription_plans_amount" CHECK ("subscription_plans"."amount" > 0),
	CONSTRAINT "subscription_plans_interval_count" CHECK ("subscription_plans"."interval_count" between 1 and 365),
	CONSTRAINT "subscription_plans_trial_days" CHECK ("subscription_plans"."trial_days" between 0 and 365),
	CONSTRAINT "subscription_plans_max_cycles" CHECK ("subscription_plans"."max_cycles" > 0),
	CONSTRAINT "subscription_plans_mode" CHECK ("subscription_plans"."mode" in ('test', 'live')),
	CONSTRAINT "subscription_plans_currency" CHECK ("subscription_plans"."currency" in ('USDC', 'EURC')),
	CONSTRAINT "subscription_plans_interval" CHECK ("subscription_plans"."interval" in ('daily', 'weekly', 'monthly', 'quarterly', 'yearly'))
);
--> statement-breakpoint
CREATE TABLE "chain_subscriptions" (
	"chain_id" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"deployment_id" text NOT NULL,
	"onchain_id" "bytea" NOT NULL,
	"chain_merchant_id" numeric(78,0) NOT NULL,
	"payer" "bytea" NOT NULL,
	"token_address" "bytea" NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"interval" numeric(78,0) NOT NULL,
	"start_at" numeric(78,0) NOT NULL,
	"end_at" numeric(78,0) NOT NULL,
	"cap" numeric(78,0) NOT NULL,
	"permit_nonce" numeric(78,0) NOT NULL,
	"ref" "bytea" NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	"block_timestamp" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chain_subscriptions_chain_id_block_number_log_index_pk" PRIMARY KEY("chain_id","block_number","log_index"),
	CONSTRAINT "chain_subscriptions_hashes" CHECK (octet_length("chain_subscriptions"."onchain_id") = 32 and octet_length("chain_subscriptions"."ref") = 32 and octet_length("chain_subscriptions"."tx_hash") = 32),
	CONSTRAINT "chain_subscriptions_addresses" CHECK (octet_length("chain_subscriptions"."payer") = 20 and octet_length("chain_subscriptions"."token_address") = 20)
);
--> statement-breakpoint
CREATE TABLE "subscription_charges" (
	"subscription_id" text NOT NULL,
	"period" integer NOT NULL,
	"number" integer NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"transaction_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "subscription_charges_subscription_id_period_number_pk" PRIMARY KEY("subscription_id","period","number"),
	CONSTRAINT "subscription_charges_amount" CHECK ("subscription_charges"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"deployment_id" text NOT NULL,
	"chain_id" integer NOT NULL,
	"chain_merchant_id" numeric(78,0) NOT NULL,
	"plan_id" text,
	"customer_id" text,
	"onchain_id" "bytea" NOT NULL,
	"payer" "bytea" NOT NULL,
	"token_address" "bytea" NOT NULL,
	"currency" text NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"interval_seconds" bigint NOT NULL,
	"start_at" timestamp (3) with time zone NOT NULL,
	"end_at" timestamp (3) with time zone,
	"permit_value" numeric(78,0) NOT NULL,
	"permit_deadline" numeric(78,0) NOT NULL,
	"permit_nonce" numeric(78,0) NOT NULL,
	"ref" "bytea",
	"cap" numeric(78,0),
	"status" text DEFAULT 'pending' NOT NULL,
	"charged" numeric(78,0) DEFAULT 0 NOT NULL,
	"charges_made" integer DEFAULT 0 NOT NULL,
	"current_period" integer,
	"next_charge_at" timestamp (3) with time zone,
	"paid_until" timestamp (3) with time zone,
	"past_due_since" timestamp (3) with time zone,
	"grace_ends_at" timestamp (3) with time zone,
	"failure_code" text,
	"paused_at" timestamp (3) with time zone,
	"cancel_reason" text,
	"cancelled_at" timestamp (3) with time zone,
	"onchain_cancel" text DEFAULT 'none' NOT NULL,
	"enrolled_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "subscriptions_addresses" CHECK (octet_length("subscriptions"."payer") = 20 and octet_length("subscriptions"."token_address") = 20),
	CONSTRAINT "subscriptions_hashes" CHECK (octet_length("subscriptions"."onchain_id") = 32),
	CONSTRAINT "subscriptions_ref" CHECK (coalesce(octet_length("subscriptions"."ref"), 32) = 32),
	CONSTRAINT "subscriptions_amount" CHECK ("subscriptions"."amount" > 0),
	CONSTRAINT "subscriptions_cancelled" CHECK (("subscriptions"."status" = 'cancelled') = ("subscriptions"."cancelled_at" is not null)),
	CONSTRAINT "subscriptions_mode" CHECK ("subscriptions"."mode" in ('test', 'live')),
	CONSTRAINT "subscriptions_currency" CHECK ("subscriptions"."currency" in ('USDC', 'EURC')),
	CONSTRAINT "subscriptions_status" CHECK ("subscriptions"."status" in ('pending', 'trialing', 'active', 'past_due', 'lapsed', 'completed', 'cancelled')),
	CONSTRAINT "subscriptions_failure_code" CHECK ("subscriptions"."failure_code" in ('insufficient_balance', 'insufficient_allowance', 'permit_expired', 'token_paused', 'address_blocked')),
	CONSTRAINT "subscriptions_onchain_cancel" CHECK ("subscriptions"."onchain_cancel" in ('none', 'queued', 'confirmed'))
);
--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD CONSTRAINT "subscription_plans_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD CONSTRAINT "subscription_plans_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_subscriptions" ADD CONSTRAINT "chain_subscriptions_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_subscriptions" ADD CONSTRAINT "chain_subscriptions_event" FOREIGN KEY ("chain_id","block_number","log_index") REFERENCES "public"."chain_events"("chain_id","block_number","log_index") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD CONSTRAINT "subscription_charges_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD CONSTRAINT "subscription_charges_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_plan_id_subscription_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."subscription_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscription_plans_recent" ON "subscription_plans" USING btree ("merchant_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "subscription_plans_recent_by_active" ON "subscription_plans" USING btree ("merchant_id","mode","active","created_at");--> statement-breakpoint
CREATE INDEX "subscription_plans_by_ref" ON "subscription_plans" USING hash ("ref");--> statement-breakpoint
CREATE INDEX "chain_subscriptions_by_id" ON "chain_subscriptions" USING btree ("deployment_id","onchain_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_charges_transaction" ON "subscription_charges" USING btree ("transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_onchain" ON "subscriptions" USING btree ("deployment_id","onchain_id");--> statement-breakpoint
CREATE INDEX "subscriptions_recent" ON "subscriptions" USING btree ("merchant_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "subscriptions_recent_by_status" ON "subscriptions" USING btree ("merchant_id","mode","status","created_at");--> statement-breakpoint
CREATE INDEX "subscriptions_recent_by_plan" ON "subscriptions" USING btree ("merchant_id","mode","plan_id","created_at");--> statement-breakpoint
CREATE INDEX "subscriptions_by_customer" ON "subscriptions" USING btree ("customer_id","created_at") WHERE "subscriptions"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_by_payer" ON "subscriptions" USING btree ("payer","deployment_id","created_at");--> statement-breakpoint
CREATE INDEX "subscriptions_due" ON "subscriptions" USING btree ("chain_id","next_charge_at") WHERE "subscriptions"."next_charge_at" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_open" ON "subscriptions" USING btree ("created_at") WHERE (status || ' open') in ('pending open', 'trialing open', 'active open', 'past_due open');