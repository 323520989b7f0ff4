CREATE SCHEMA "engine";
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text,
	"mode" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"hash" "bytea" NOT NULL,
	"prefix" text NOT NULL,
	"last4" text NOT NULL,
	"api_version" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revoked_reason" text,
	"rotated_to_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash"),
	CONSTRAINT "api_keys_mode" CHECK ("api_keys"."mode" in ('test', 'live')),
	CONSTRAINT "api_keys_kind" CHECK ("api_keys"."kind" in ('secret', 'publishable', 'platform')),
	CONSTRAINT "api_keys_status" CHECK ("api_keys"."status" in ('active', 'revoked'))
);
--> statement-breakpoint
CREATE TABLE "chain_blocks" (
	"chain_id" integer NOT NULL,
	"number" bigint NOT NULL,
	"hash" text NOT NULL,
	"parent_hash" text NOT NULL,
	"timestamp" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chain_blocks_chain_id_number_pk" PRIMARY KEY("chain_id","number"),
	CONSTRAINT "chain_blocks_hash" UNIQUE("chain_id","hash")
);
--> statement-breakpoint
CREATE TABLE "chain_cursors" (
	"chain_id" integer PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"hash" text NOT NULL,
	"finalized_number" bigint NOT NULL,
	"finalized_at" timestamp (3) with time zone NOT NULL,
	"head_number" bigint NOT NULL,
	"halted_reason" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chain_events" (
	"chain_id" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"tx_hash" text NOT NULL,
	"log_index" integer NOT NULL,
	"deployment_id" text NOT NULL,
	"contract" text NOT NULL,
	"name" text NOT NULL,
	"domain_key" text NOT NULL,
	"args" jsonb NOT NULL,
	CONSTRAINT "chain_events_chain_id_block_number_log_index_pk" PRIMARY KEY("chain_id","block_number","log_index"),
	CONSTRAINT "chain_events_domain_key" UNIQUE("chain_id","domain_key")
);
--> statement-breakpoint
CREATE TABLE "deployments" (
	"id" text PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"chain_id" integer NOT NULL,
	"registry" text NOT NULL,
	"processor" text NOT NULL,
	"usdc" text NOT NULL,
	"eurc" text,
	"start_block" bigint NOT NULL,
	"genesis_hash" text NOT NULL,
	"code_hashes" jsonb NOT NULL,
	"tokens" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deployments_processor" UNIQUE("chain_id","processor"),
	CONSTRAINT "deployments_mode" CHECK ("deployments"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "compliance_screenings" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"subject" text NOT NULL,
	"trigger" text NOT NULL,
	"provider" text NOT NULL,
	"list_version" text NOT NULL,
	"result" text NOT NULL,
	"matches" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"action" text NOT NULL,
	"resource_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "compliance_screenings_once" UNIQUE("subject","list_version","resource_id"),
	CONSTRAINT "compliance_screenings_mode" CHECK ("compliance_screenings"."mode" in ('test', 'live')),
	CONSTRAINT "compliance_screenings_result" CHECK ("compliance_screenings"."result" in ('clear', 'flagged', 'blocked', 'unavailable'))
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"wallet_address" text NOT NULL,
	"email" text,
	"email_source" text,
	"name" text,
	"external_ref" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"email_history" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customers_wallet" UNIQUE("merchant_id","mode","wallet_address"),
	CONSTRAINT "customers_external_ref" UNIQUE("merchant_id","mode","external_ref"),
	CONSTRAINT "customers_mode" CHECK ("customers"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "engine"."cron" (
	"function_id" text NOT NULL,
	"expression" text NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cron_function_id_expression_pk" PRIMARY KEY("function_id","expression")
);
--> statement-breakpoint
CREATE TABLE "engine"."event" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"payload" json NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "engine"."job" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"run_id" text NOT NULL,
	"function_id" text NOT NULL,
	"limit_key" text DEFAULT '' NOT NULL,
	"step_id" text DEFAULT 'step' NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"claims" integer DEFAULT 0 NOT NULL,
	"run_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease_owner" uuid,
	CONSTRAINT "job_once" UNIQUE("run_id","step_id")
);
--> statement-breakpoint
CREATE TABLE "engine"."run" (
	"id" text PRIMARY KEY NOT NULL,
	"function_id" text NOT NULL,
	"event_id" text NOT NULL,
	"limit_key" text DEFAULT '' NOT NULL,
	"singleton_key" text,
	"is_parallel" boolean DEFAULT false NOT NULL,
	"parent_run_id" text,
	"parent_step_id" text,
	"output" json,
	"error" json,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "run_event_once" UNIQUE("function_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "engine"."step" (
	"run_id" text NOT NULL,
	"id" text NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "engine"."step_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"data" json,
	"error" json,
	CONSTRAINT "step_run_id_id_pk" PRIMARY KEY("run_id","id")
);
--> statement-breakpoint
CREATE TABLE "engine"."wait" (
	"run_id" text NOT NULL,
	"step_id" text NOT NULL,
	"kind" text NOT NULL,
	"event_name" text,
	"expression" text,
	"due_at" timestamp (3) with time zone NOT NULL,
	"result" json,
	CONSTRAINT "wait_run_id_step_id_pk" PRIMARY KEY("run_id","step_id"),
	CONSTRAINT "wait_kind" CHECK ("engine"."wait"."kind" in ('sleep', 'event', 'invoke'))
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"type" text NOT NULL,
	"api_version" text NOT NULL,
	"resource_type" text NOT NULL,
	"resource_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"object" json NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "events_sequence" UNIQUE("resource_id","sequence"),
	CONSTRAINT "events_mode" CHECK ("events"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"scope" "bytea" PRIMARY KEY NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"status" integer NOT NULL,
	"body" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_buckets" (
	"key" text PRIMARY KEY NOT NULL,
	"tokens" double precision NOT NULL,
	"refilled_at" timestamp with time zone DEFAULT now() NOT NULL,
	"granted" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "merchant_registrations" (
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"deployment_id" text NOT NULL,
	"chain_merchant_id" numeric(78,0) NOT NULL,
	"owner" text NOT NULL,
	"payout" text NOT NULL,
	"fee_bps" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "merchant_registrations_deployment_id_chain_merchant_id_pk" PRIMARY KEY("deployment_id","chain_merchant_id"),
	CONSTRAINT "merchant_registrations_merchantId_deploymentId_unique" UNIQUE("merchant_id","deployment_id"),
	CONSTRAINT "merchant_registrations_mode" CHECK ("merchant_registrations"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "merchants" (
	"id" text PRIMARY KEY NOT NULL,
	"business_name" text NOT NULL,
	"business_sector" text,
	"country_code" text,
	"website_url" text,
	"logo_url" text,
	"payout_address" text,
	"default_currency" text DEFAULT 'USDC' NOT NULL,
	"email" text,
	"tier" text DEFAULT 'free' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "merchants_status" CHECK ("merchants"."status" in ('active', 'suspended', 'closed')),
	CONSTRAINT "merchants_tier" CHECK ("merchants"."tier" in ('free', 'growth', 'business', 'enterprise')),
	CONSTRAINT "merchants_currency" CHECK ("merchants"."default_currency" in ('USDC', 'EURC'))
);
--> statement-breakpoint
CREATE TABLE "payment_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"deployment_id" text NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"currency" text NOT NULL,
	"token_address" text NOT NULL,
	"ref" text NOT NULL,
	"status" text DEFAULT 'created' NOT NULL,
	"description" text,
	"success_url" text,
	"cancel_url" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"customer_id" text,
	"invoice_id" text,
	"created_via" text NOT NULL,
	"amount_refunded" numeric(78,0) DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_sessions_ref" UNIQUE("deployment_id","ref"),
	CONSTRAINT "payment_sessions_mode" CHECK ("payment_sessions"."mode" in ('test', 'live')),
	CONSTRAINT "payment_sessions_currency" CHECK ("payment_sessions"."currency" in ('USDC', 'EURC')),
	CONSTRAINT "payment_sessions_status" CHECK ("payment_sessions"."status" in ('created', 'pending', 'confirmed', 'expired', 'cancelled', 'refunded')),
	CONSTRAINT "payment_sessions_created_via" CHECK ("payment_sessions"."created_via" in ('api', 'publishable', 'dashboard', 'invoice', 'storefront'))
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"deployment_id" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"currency" text NOT NULL,
	"fee" numeric(78,0) NOT NULL,
	"net_amount" numeric(78,0) NOT NULL,
	"fee_bps" integer NOT NULL,
	"amount_refunded" numeric(78,0) DEFAULT 0 NOT NULL,
	"from_address" text NOT NULL,
	"to_address" text NOT NULL,
	"token_address" text NOT NULL,
	"ref" text NOT NULL,
	"payment_id" text NOT NULL,
	"chain_id" integer NOT NULL,
	"tx_hash" text NOT NULL,
	"log_index" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" text NOT NULL,
	"block_timestamp" timestamp (3) with time zone NOT NULL,
	"session_id" text,
	"subscription_id" text,
	"invoice_id" text,
	"customer_id" text,
	"payment_exception" text DEFAULT 'none' NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "transactions_payment_id" UNIQUE("deployment_id","payment_id"),
	CONSTRAINT "transactions_mode" CHECK ("transactions"."mode" in ('test', 'live')),
	CONSTRAINT "transactions_currency" CHECK ("transactions"."currency" in ('USDC', 'EURC')),
	CONSTRAINT "transactions_type" CHECK ("transactions"."type" in ('payment', 'subscription_charge', 'refund', 'agent_job', 'unmatched_deposit')),
	CONSTRAINT "transactions_status" CHECK ("transactions"."status" in ('pending', 'reorged', 'confirmed')),
	CONSTRAINT "transactions_exception" CHECK ("transactions"."payment_exception" in ('none', 'underpaid', 'overpaid', 'late', 'duplicate', 'screening'))
);
--> statement-breakpoint
CREATE TABLE "gas_budgets" (
	"day" text NOT NULL,
	"subject" text NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "gas_budgets_day_subject_pk" PRIMARY KEY("day","subject")
);
--> statement-breakpoint
CREATE TABLE "relay_attempts" (
	"hash" text PRIMARY KEY NOT NULL,
	"batch_id" text NOT NULL,
	"kind" text NOT NULL,
	"raw" text NOT NULL,
	"max_fee_per_gas" numeric(78,0) NOT NULL,
	"max_priority_fee_per_gas" numeric(78,0) NOT NULL,
	"first_sent_at" timestamp (3) with time zone,
	"last_sent_at" timestamp (3) with time zone,
	"sends" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "relay_attempts_kind" CHECK ("relay_attempts"."kind" in ('payload', 'noop'))
);
--> statement-breakpoint
CREATE TABLE "relay_batch_items" (
	"batch_id" text NOT NULL,
	"submission_id" text NOT NULL,
	"group_index" integer NOT NULL,
	"item_index" integer NOT NULL,
	"open" boolean DEFAULT true NOT NULL,
	CONSTRAINT "relay_batch_items_batch_id_submission_id_pk" PRIMARY KEY("batch_id","submission_id")
);
--> statement-breakpoint
CREATE TABLE "relay_batches" (
	"id" text PRIMARY KEY NOT NULL,
	"chain_id" integer NOT NULL,
	"wallet" text NOT NULL,
	"nonce" bigint NOT NULL,
	"deployment_id" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"call_to" text NOT NULL,
	"call_data" text NOT NULL,
	"gas_limit" bigint NOT NULL,
	"consumed_by" text,
	"consumed_block" bigint,
	"next_action_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"consumed_at" timestamp (3) with time zone,
	CONSTRAINT "relay_batches_nonce" UNIQUE("chain_id","wallet","nonce"),
	CONSTRAINT "relay_batches_kind" CHECK ("relay_batches"."kind" in ('settle_batch', 'pay', 'pay_signed')),
	CONSTRAINT "relay_batches_state" CHECK ("relay_batches"."state" in ('signed', 'in_flight', 'mined', 'consumed')),
	CONSTRAINT "relay_batches_nonce_positive" CHECK ("relay_batches"."nonce" >= 0)
);
--> statement-breakpoint
CREATE TABLE "relay_submissions" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"origin" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"kind" text NOT NULL,
	"deployment_id" text NOT NULL,
	"chain_id" integer NOT NULL,
	"session_id" text,
	"state" text NOT NULL,
	"chain_merchant_id" numeric(78,0) NOT NULL,
	"payer" text NOT NULL,
	"payer_has_code" boolean DEFAULT false NOT NULL,
	"token_address" text NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"ref" text NOT NULL,
	"auth_nonce" text NOT NULL,
	"valid_after" numeric(78,0) NOT NULL,
	"valid_before" numeric(78,0) NOT NULL,
	"auth_signature" text NOT NULL,
	"intent_signature" text NOT NULL,
	"payment_id" text NOT NULL,
	"failure_code" text,
	"rounds" integer DEFAULT 0 NOT NULL,
	"tx_hash" text,
	"transaction_id" text,
	"next_check_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "relay_submissions_key" UNIQUE("merchant_id","mode","origin","idempotency_key"),
	CONSTRAINT "relay_submissions_mode" CHECK ("relay_submissions"."mode" in ('test', 'live')),
	CONSTRAINT "relay_submissions_origin" CHECK ("relay_submissions"."origin" in ('api', 'hosted')),
	CONSTRAINT "relay_submissions_kind" CHECK ("relay_submissions"."kind" in ('payment', 'subscription')),
	CONSTRAINT "relay_submissions_state" CHECK ("relay_submissions"."state" in ('held', 'queued', 'signed', 'broadcast', 'mined', 'confirmed', 'superseded', 'rejected', 'expired', 'failed', 'closed_noop')),
	CONSTRAINT "relay_submissions_amount" CHECK ("relay_submissions"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "relay_wallets" (
	"chain_id" integer NOT NULL,
	"address" text NOT NULL,
	"next_nonce" bigint NOT NULL,
	"balance" numeric(78,0),
	"balance_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"lease_owner" text,
	"fence" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "relay_wallets_chain_id_address_pk" PRIMARY KEY("chain_id","address"),
	CONSTRAINT "relay_wallets_nonce" CHECK ("relay_wallets"."next_nonce" >= 0)
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"dispatch_id" text NOT NULL,
	"event_id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"attempt" integer NOT NULL,
	"is_replay" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"response_code" integer,
	"response_body" text,
	"error" text,
	"duration_ms" integer,
	"request_body" text,
	"next_attempt_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_deliveries_attempt" UNIQUE("dispatch_id","attempt"),
	CONSTRAINT "webhook_deliveries_status" CHECK ("webhook_deliveries"."status" in ('pending', 'succeeded', 'failed', 'exhausted'))
);
--> statement-breakpoint
CREATE TABLE "webhook_dispatches" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"event_id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"fence" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_dispatches_pair" UNIQUE("event_id","endpoint_id"),
	CONSTRAINT "webhook_dispatches_state" CHECK ("webhook_dispatches"."state" in ('pending', 'sending', 'succeeded', 'exhausted', 'discarded'))
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"url" text NOT NULL,
	"destination" text NOT NULL,
	"events" text[] NOT NULL,
	"description" text,
	"api_version" text NOT NULL,
	"secret_sealed" text NOT NULL,
	"status" text DEFAULT 'enabled' NOT NULL,
	"disabled_reason" text,
	"disabled_at" timestamp (3) with time zone,
	"slow" boolean DEFAULT false NOT NULL,
	"last_claimed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_success_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"failed_events" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_endpoints_mode" CHECK ("webhook_endpoints"."mode" in ('test', 'live')),
	CONSTRAINT "webhook_endpoints_status" CHECK ("webhook_endpoints"."status" in ('enabled', 'disabled'))
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_events" ADD CONSTRAINT "chain_events_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compliance_screenings" ADD CONSTRAINT "compliance_screenings_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "engine"."job" ADD CONSTRAINT "job_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "engine"."run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "engine"."run" ADD CONSTRAINT "run_event_id_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "engine"."event"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "engine"."step" ADD CONSTRAINT "step_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "engine"."run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "engine"."wait" ADD CONSTRAINT "wait_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "engine"."run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_registrations" ADD CONSTRAINT "merchant_registrations_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_registrations" ADD CONSTRAINT "merchant_registrations_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_sessions" ADD CONSTRAINT "payment_sessions_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_sessions" ADD CONSTRAINT "payment_sessions_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_sessions" ADD CONSTRAINT "payment_sessions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_session_id_payment_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."payment_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relay_attempts" ADD CONSTRAINT "relay_attempts_batch_id_relay_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."relay_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relay_batch_items" ADD CONSTRAINT "relay_batch_items_batch_id_relay_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."relay_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relay_batch_items" ADD CONSTRAINT "relay_batch_items_submission_id_relay_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."relay_submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relay_batches" ADD CONSTRAINT "relay_batches_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relay_submissions" ADD CONSTRAINT "relay_submissions_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relay_submissions" ADD CONSTRAINT "relay_submissions_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relay_submissions" ADD CONSTRAINT "relay_submissions_session_id_payment_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."payment_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_dispatch_id_webhook_dispatches_id_fk" FOREIGN KEY ("dispatch_id") REFERENCES "public"."webhook_dispatches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_dispatches" ADD CONSTRAINT "webhook_dispatches_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_dispatches" ADD CONSTRAINT "webhook_dispatches_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_merchant_id_mode_index" ON "api_keys" USING btree ("merchant_id","mode");--> statement-breakpoint
CREATE INDEX "chain_events_tx_hash_index" ON "chain_events" USING btree ("tx_hash");--> statement-breakpoint
CREATE INDEX "customers_merchant_id_mode_created_at_id_index" ON "customers" USING btree ("merchant_id","mode","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "event_received_at_index" ON "engine"."event" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "job_due" ON "engine"."job" USING btree ("run_at");--> statement-breakpoint
CREATE INDEX "job_leased" ON "engine"."job" USING btree ("function_id","limit_key") WHERE "engine"."job"."lease_owner" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "run_singleton" ON "engine"."run" USING btree ("function_id","singleton_key") WHERE "engine"."run"."finished_at" is null and "engine"."run"."singleton_key" is not null;--> statement-breakpoint
CREATE INDEX "run_event_id_index" ON "engine"."run" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "run_finished_at_index" ON "engine"."run" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "wait_due" ON "engine"."wait" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "wait_event" ON "engine"."wait" USING btree ("event_name") WHERE "engine"."wait"."event_name" is not null;--> statement-breakpoint
CREATE INDEX "events_list" ON "events" USING btree ("merchant_id","mode","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "outbox_unsent" ON "outbox" USING btree ("id") WHERE "outbox"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payment_sessions_list" ON "payment_sessions" USING btree ("merchant_id","mode","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "payment_sessions_customer" ON "payment_sessions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "payment_sessions_due" ON "payment_sessions" USING btree ("expires_at") WHERE "payment_sessions"."status" in ('created', 'pending');--> statement-breakpoint
CREATE INDEX "transactions_list" ON "transactions" USING btree ("merchant_id","mode","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "transactions_session" ON "transactions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "transactions_unfinal" ON "transactions" USING btree ("chain_id","block_number") WHERE "transactions"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "relay_attempts_batch_id_index" ON "relay_attempts" USING btree ("batch_id");--> statement-breakpoint
CREATE UNIQUE INDEX "relay_batch_items_open" ON "relay_batch_items" USING btree ("submission_id") WHERE "relay_batch_items"."open";--> statement-breakpoint
CREATE INDEX "relay_batches_open" ON "relay_batches" USING btree ("chain_id","wallet","nonce") WHERE "relay_batches"."state" <> 'consumed';--> statement-breakpoint
CREATE UNIQUE INDEX "relay_submissions_authorization" ON "relay_submissions" USING btree ("chain_id","token_address","payer","auth_nonce") WHERE "relay_submissions"."state" not in ('rejected', 'expired', 'failed');--> statement-breakpoint
CREATE UNIQUE INDEX "relay_submissions_open_session" ON "relay_submissions" USING btree ("session_id") WHERE "relay_submissions"."state" in ('held', 'queued', 'signed', 'broadcast', 'mined');--> statement-breakpoint
CREATE INDEX "relay_submissions_due" ON "relay_submissions" USING btree ("chain_id","created_at") WHERE "relay_submissions"."state" in ('held', 'queued');--> statement-breakpoint
CREATE INDEX "relay_submissions_payment" ON "relay_submissions" USING btree ("deployment_id","payment_id");--> statement-breakpoint
CREATE INDEX "relay_submissions_payer" ON "relay_submissions" USING btree ("payer","token_address") WHERE "relay_submissions"."state" in ('held', 'queued', 'signed', 'broadcast', 'mined');--> statement-breakpoint
CREATE INDEX "webhook_deliveries_list" ON "webhook_deliveries" USING btree ("merchant_id","mode","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event_id_index" ON "webhook_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "webhook_dispatches_due" ON "webhook_dispatches" USING btree ("endpoint_id","next_attempt_at") WHERE "webhook_dispatches"."state" in ('pending', 'sending');--> statement-breakpoint
CREATE INDEX "webhook_endpoints_merchant_id_mode_index" ON "webhook_endpoints" USING btree ("merchant_id","mode");