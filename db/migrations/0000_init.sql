create function hex_bytes(hex text) returns bytea language sql immutable strict parallel safe
  return decode(substr(hex, 3), 'hex');
--> statement-breakpoint
create function submission_key(merchant_id text, mode text, origin text, key text) returns text
  language sql immutable parallel safe
  return merchant_id || ' ' || mode || ' ' || origin || ' ' || key;
--> statement-breakpoint
create function authorization_key(chain_id integer, token bytea, payer bytea, nonce bytea) returns bytea
  language sql immutable parallel safe
  return int4send(chain_id) || token || payer || nonce;
--> statement-breakpoint
create function screening_key(resource_id text, subject bytea) returns bytea
  language sql immutable parallel safe
  return substr(sha256(subject || resource_id::bytea), 1, 16);
--> statement-breakpoint
create function settlement_hash(deployment_id text, key bytea) returns uuid
  language sql immutable parallel safe
  return encode(substr(sha256(deployment_id::bytea || key), 1, 16), 'hex')::uuid;
--> statement-breakpoint
create function dispatch_key(event_id text, endpoint_id text, replay_id text) returns uuid
  language sql immutable parallel safe
  return encode(substr(sha256((event_id || ' ' || endpoint_id || ' ' || replay_id)::bytea), 1, 16), 'hex')::uuid;
--> statement-breakpoint
create function event_stream(merchant_id text, mode text) returns bigint
  language sql immutable parallel safe
  return hashtextextended(merchant_id || ' ' || mode, 0);
--> statement-breakpoint
create function event_resource(resource_id text) returns bigint
  language sql immutable parallel safe
  return hashtextextended(resource_id, 0);
--> statement-breakpoint
create function customer_hash(customer_id text) returns bigint
  language sql immutable parallel safe
  return hashtextextended(customer_id, 0);
--> statement-breakpoint
-- The id of a row that a statement makes by itself: the prefix, `_` and 24 random base62 characters.
create function new_id(prefix text) returns text language sql volatile as $$
  select prefix || '_' || left(
    translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/=', ''),
    24)
$$;
--> statement-breakpoint
-- The time of the business: what expires, falls due, is overdue or is kept for so long is judged by it. On a
-- local chain's database it is replaced by one that adds a stored offset. SQL without further settings, so
-- that the planner inlines it and indexes serve comparisons with it.
create function clock_now() returns timestamptz language sql stable parallel safe as 'select now()';
--> statement-breakpoint
CREATE SCHEMA "engine";
--> statement-breakpoint
CREATE SEQUENCE "public"."event_arrivals" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;
--> statement-breakpoint
CREATE SEQUENCE "public"."webhook_dispatch_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;
--> statement-breakpoint
CREATE TABLE "admin_users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"role" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"provider" text,
	"subject" text,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "admin_users_identity" UNIQUE("provider","subject"),
	CONSTRAINT "admin_users_role" CHECK ("admin_users"."role" in ('read_only', 'admin', 'super_admin')),
	CONSTRAINT "admin_users_status" CHECK ("admin_users"."status" in ('active', 'suspended'))
);
--> statement-breakpoint
CREATE TABLE "api_key_leaks" (
	"key_id" text PRIMARY KEY NOT NULL,
	"places" jsonb NOT NULL,
	"ended_key" boolean NOT NULL,
	"successor_id" text,
	"revealed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL
);
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
	"allowed_origins" text[],
	"created_by_key" text,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash"),
	CONSTRAINT "api_keys_mode" CHECK ("api_keys"."mode" in ('test', 'live')),
	CONSTRAINT "api_keys_kind" CHECK ("api_keys"."kind" in ('secret', 'publishable', 'platform')),
	CONSTRAINT "api_keys_status" CHECK ("api_keys"."status" in ('active', 'revoked'))
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" text PRIMARY KEY NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_name" text NOT NULL,
	"action" text NOT NULL,
	"merchant_id" text,
	"mode" text,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"reason" text,
	"request_id" text NOT NULL,
	"command" text,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "audit_log_actor" CHECK ("audit_log"."actor_kind" in ('operator', 'admin', 'system', 'key', 'session'))
);
--> statement-breakpoint
CREATE TABLE "authorization_sightings" (
	"chain_id" integer NOT NULL,
	"token" "bytea" NOT NULL,
	"payer" "bytea" NOT NULL,
	"nonce" "bytea" NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" "bytea" NOT NULL,
	"seen_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "authorization_sightings_chain_id_token_payer_nonce_pk" PRIMARY KEY("chain_id","token","payer","nonce")
);
--> statement-breakpoint
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
	"unmatched_at" timestamp (3) with time zone,
	CONSTRAINT "chain_refunds_chain_id_block_number_log_index_pk" PRIMARY KEY("chain_id","block_number","log_index"),
	CONSTRAINT "chain_refunds_hashes" CHECK (octet_length("chain_refunds"."payment_id") = 32 and octet_length("chain_refunds"."refund_ref") = 32 and octet_length("chain_refunds"."tx_hash") = 32),
	CONSTRAINT "chain_refunds_addresses" CHECK (octet_length("chain_refunds"."payer") = 20 and octet_length("chain_refunds"."from_address") = 20 and octet_length("chain_refunds"."token_address") = 20)
);
--> statement-breakpoint
CREATE TABLE "chain_cancellations" (
	"chain_id" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"deployment_id" text NOT NULL,
	"onchain_id" "bytea" NOT NULL,
	"by_address" "bytea" NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	"block_timestamp" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chain_cancellations_chain_id_block_number_log_index_pk" PRIMARY KEY("chain_id","block_number","log_index"),
	CONSTRAINT "chain_cancellations_hashes" CHECK (octet_length("chain_cancellations"."onchain_id") = 32 and octet_length("chain_cancellations"."tx_hash") = 32),
	CONSTRAINT "chain_cancellations_addresses" CHECK (octet_length("chain_cancellations"."by_address") = 20)
);
--> statement-breakpoint
CREATE TABLE "chain_charges" (
	"chain_id" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"deployment_id" text NOT NULL,
	"onchain_id" "bytea" NOT NULL,
	"chain_merchant_id" numeric(78,0) NOT NULL,
	"period" bigint NOT NULL,
	"number" bigint NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"fee" numeric(78,0) NOT NULL,
	"fee_bps" integer NOT NULL,
	"token_address" "bytea" NOT NULL,
	"payout" "bytea" NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	"block_timestamp" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chain_charges_chain_id_block_number_log_index_pk" PRIMARY KEY("chain_id","block_number","log_index"),
	CONSTRAINT "chain_charges_hashes" CHECK (octet_length("chain_charges"."onchain_id") = 32 and octet_length("chain_charges"."tx_hash") = 32),
	CONSTRAINT "chain_charges_addresses" CHECK (octet_length("chain_charges"."token_address") = 20 and octet_length("chain_charges"."payout") = 20)
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
CREATE TABLE "chain_blocks" (
	"chain_id" integer NOT NULL,
	"number" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	"parent_hash" "bytea" NOT NULL,
	"timestamp" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chain_blocks_chain_id_number_pk" PRIMARY KEY("chain_id","number"),
	CONSTRAINT "chain_blocks_hash" UNIQUE("chain_id","hash"),
	CONSTRAINT "chain_blocks_hashes" CHECK (octet_length("chain_blocks"."hash") = 32 and octet_length("chain_blocks"."parent_hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "chain_cursors" (
	"chain_id" integer PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	"finalized_number" bigint NOT NULL,
	"seen_number" bigint DEFAULT -1 NOT NULL,
	"safe_number" bigint DEFAULT -1 NOT NULL,
	"finalized_at" timestamp (3) with time zone NOT NULL,
	"head_number" bigint NOT NULL,
	"head_at" timestamp (3) with time zone,
	"arrivals_number" bigint,
	"halted_reason" text,
	"doubt_since" timestamp (3) with time zone,
	"doubt_looks" integer DEFAULT 0 NOT NULL,
	"doubt_looked_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chain_events" (
	"chain_id" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"deployment_id" text NOT NULL,
	"kind" text NOT NULL,
	"domain_key" "bytea" NOT NULL,
	CONSTRAINT "chain_events_chain_id_block_number_log_index_pk" PRIMARY KEY("chain_id","block_number","log_index"),
	CONSTRAINT "chain_events_domain_key" UNIQUE("chain_id","domain_key")
);
--> statement-breakpoint
CREATE TABLE "deployment_contracts" (
	"deployment_id" text NOT NULL,
	"kind" text NOT NULL,
	"version" integer NOT NULL,
	"chain_id" integer NOT NULL,
	"address" "bytea" NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"start_block" bigint NOT NULL,
	"joined_at" timestamp (3) with time zone,
	"backfilled_number" bigint,
	"backfilled_hash" "bytea",
	"booked_number" bigint,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "deployment_contracts_deployment_id_kind_pk" PRIMARY KEY("deployment_id","kind"),
	CONSTRAINT "deployment_contracts_address" UNIQUE("chain_id","address"),
	CONSTRAINT "deployment_contracts_kind" CHECK ("deployment_contracts"."kind" in ('registry', 'processor', 'refunds', 'subscriptions', 'chargeRefunds', 'escrow'))
);
--> statement-breakpoint
CREATE TABLE "deployments" (
	"id" text PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"chain_id" integer NOT NULL,
	"usdc" "bytea" NOT NULL,
	"eurc" "bytea",
	"genesis_hash" "bytea" NOT NULL,
	"tokens" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "deployments_mode" CHECK ("deployments"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "challenge_used" (
	"id" "bytea" PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "challenge_used_id" CHECK (octet_length("challenge_used"."id") = 32)
);
--> statement-breakpoint
CREATE TABLE "business_clock" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"ahead_ms" bigint DEFAULT 0 NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp (3) with time zone,
	CONSTRAINT "business_clock_one_row" CHECK ("business_clock"."id"),
	CONSTRAINT "business_clock_ahead" CHECK ("business_clock"."ahead_ms" >= 0)
);
--> statement-breakpoint
CREATE TABLE "compliance_screenings" (
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"subject" "bytea" NOT NULL,
	"trigger" text NOT NULL,
	"provider" text NOT NULL,
	"list_version" text NOT NULL,
	"result" text NOT NULL,
	"matches" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"action" text NOT NULL,
	"resource_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "compliance_screenings_addresses" CHECK (octet_length("compliance_screenings"."subject") = 20),
	CONSTRAINT "compliance_screenings_mode" CHECK ("compliance_screenings"."mode" in ('test', 'live')),
	CONSTRAINT "compliance_screenings_result" CHECK ("compliance_screenings"."result" in ('clear', 'flagged', 'blocked', 'unavailable'))
);
--> statement-breakpoint
CREATE TABLE "screening_decisions" (
	"resource_id" text PRIMARY KEY NOT NULL,
	"decision" text NOT NULL,
	"audit_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "screening_decisions_decision" CHECK ("screening_decisions"."decision" in ('released', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"company" text,
	"topic" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contact_messages_topic" CHECK ("contact_messages"."topic" in ('sales', 'support', 'partnership', 'security', 'other'))
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"wallet_address" "bytea" NOT NULL,
	"email" text,
	"email_source" text,
	"name" text,
	"external_ref" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"email_history" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "customers_wallet" UNIQUE("merchant_id","mode","wallet_address"),
	CONSTRAINT "customers_external_ref" UNIQUE("merchant_id","mode","external_ref"),
	CONSTRAINT "customers_addresses" CHECK (octet_length("customers"."wallet_address") = 20),
	CONSTRAINT "customers_mode" CHECK ("customers"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "daily_volumes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "daily_volumes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"payments" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "daily_volumes_of_day" UNIQUE("merchant_id","mode","day","currency"),
	CONSTRAINT "daily_volumes_mode" CHECK ("daily_volumes"."mode" in ('test', 'live')),
	CONSTRAINT "daily_volumes_currency" CHECK ("daily_volumes"."currency" in ('USDC', 'EURC'))
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
CREATE TABLE "event_counters" (
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"last_position" bigint NOT NULL,
	CONSTRAINT "event_counters_pk" PRIMARY KEY("merchant_id","mode"),
	CONSTRAINT "event_counters_mode" CHECK ("event_counters"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "event_horizons" (
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"removed_position" bigint NOT NULL,
	CONSTRAINT "event_horizons_pk" PRIMARY KEY("merchant_id","mode"),
	CONSTRAINT "event_horizons_mode" CHECK ("event_horizons"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "event_streams" (
	"id" text PRIMARY KEY NOT NULL,
	"caller" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"type" text NOT NULL,
	"api_version" text,
	"resource_type" text,
	"resource_id" text NOT NULL,
	"sequence" integer NOT NULL,
	"object" json NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"arrival" bigint DEFAULT nextval('event_arrivals'),
	"position" bigint,
	CONSTRAINT "events_mode" CHECK ("events"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "identity_codes" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"user_id" text,
	"code_hash" "bytea" NOT NULL,
	"password_hash" text,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "identity_codes_hashes" CHECK (octet_length("identity_codes"."token_hash") = 32 and octet_length("identity_codes"."code_hash") = 32),
	CONSTRAINT "identity_codes_purpose" CHECK ("identity_codes"."purpose" in ('sign_up', 'sign_in', 'reset', 'step_up', 'email_change')),
	CONSTRAINT "identity_codes_attempts" CHECK ("identity_codes"."attempts" between 0 and 5)
);
--> statement-breakpoint
CREATE TABLE "identity_recovery_codes" (
	"user_id" text NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "identity_recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash"),
	CONSTRAINT "identity_recovery_codes_hash" CHECK (octet_length("identity_recovery_codes"."code_hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "identity_totp" (
	"user_id" text PRIMARY KEY NOT NULL,
	"secret_sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"auth_time" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"amr" text[] NOT NULL,
	"user_agent" text,
	"address_prefix" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoke_reason" text,
	CONSTRAINT "identity_sessions_token" UNIQUE("token_hash"),
	CONSTRAINT "identity_sessions_hash" CHECK (octet_length("identity_sessions"."token_hash") = 32),
	CONSTRAINT "identity_sessions_reason" CHECK ("identity_sessions"."revoke_reason" in ('signed_out', 'revoked', 'password_changed', 'factors_changed')),
	CONSTRAINT "identity_sessions_revoked" CHECK (("identity_sessions"."revoked_at" is null) = ("identity_sessions"."revoke_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "identity_signing_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"private_sealed" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"activated_at" timestamp (3) with time zone,
	"retired_at" timestamp (3) with time zone,
	CONSTRAINT "identity_signing_keys_status" CHECK ("identity_signing_keys"."status" in ('next', 'active', 'retired'))
);
--> statement-breakpoint
CREATE TABLE "identity_throttles" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"tries" integer DEFAULT 1 NOT NULL,
	"since" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "identity_throttles_key" CHECK (octet_length("identity_throttles"."key") = 32)
);
--> statement-breakpoint
CREATE TABLE "identity_tickets" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"amr" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "identity_tickets_hash" CHECK (octet_length("identity_tickets"."token_hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "identity_users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_verified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"password_hash" text,
	"password_reset_at" timestamp (3) with time zone,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identity_users_status" CHECK ("identity_users"."status" in ('active', 'disabled'))
);
--> statement-breakpoint
CREATE TABLE "identity_revocations" (
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "identity_revocations_provider_subject_pk" PRIMARY KEY("provider","subject")
);
--> statement-breakpoint
CREATE TABLE "identity_step_ups" (
	"session_id" text NOT NULL,
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "identity_step_ups_session_id_provider_subject_pk" PRIMARY KEY("session_id","provider","subject")
);
--> statement-breakpoint
CREATE TABLE "identity_webhook_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "image_references" (
	"merchant_id" text NOT NULL,
	"purpose" text NOT NULL,
	"source_url" text,
	"status" text NOT NULL,
	"sha256" "bytea",
	"attempts" integer DEFAULT 0 NOT NULL,
	"attempt_at" timestamp (3) with time zone,
	"failure" text,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "image_references_merchant_id_purpose_pk" PRIMARY KEY("merchant_id","purpose"),
	CONSTRAINT "image_references_purpose" CHECK ("image_references"."purpose" in ('logo')),
	CONSTRAINT "image_references_status" CHECK ("image_references"."status" in ('pending', 'ok', 'image_unreachable', 'image_invalid')),
	CONSTRAINT "image_references_image" CHECK (("image_references"."status" = 'ok') = ("image_references"."sha256" is not null))
);
--> statement-breakpoint
CREATE TABLE "images" (
	"sha256" "bytea" PRIMARY KEY NOT NULL,
	"data" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"released_at" timestamp (3) with time zone,
	CONSTRAINT "images_sha256" CHECK (octet_length("images"."sha256") = 32),
	CONSTRAINT "images_size" CHECK (octet_length("images"."data") between 1 and 2097152)
);
--> statement-breakpoint
CREATE TABLE "invoice_counters" (
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"last_number" integer NOT NULL,
	CONSTRAINT "invoice_counters_merchant_id_mode_pk" PRIMARY KEY("merchant_id","mode"),
	CONSTRAINT "invoice_counters_mode" CHECK ("invoice_counters"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "invoice_lines" (
	"invoice_id" text NOT NULL,
	"position" smallint NOT NULL,
	"description" text NOT NULL,
	"quantity" integer NOT NULL,
	"unit_amount" numeric(78,0) NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"unit" text,
	"tax_rate" smallint,
	"tax_category" text,
	CONSTRAINT "invoice_lines_invoice_id_position_pk" PRIMARY KEY("invoice_id","position"),
	CONSTRAINT "invoice_lines_amount" CHECK ("invoice_lines"."amount" = "invoice_lines"."quantity" * "invoice_lines"."unit_amount"),
	CONSTRAINT "invoice_lines_tax_category" CHECK ("invoice_lines"."tax_category" in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O'))
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"number" integer NOT NULL,
	"public_id" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"session_id" text NOT NULL,
	"currency" text NOT NULL,
	"subtotal" numeric(78,0) NOT NULL,
	"tax_total" numeric(78,0) NOT NULL,
	"total" numeric(78,0) NOT NULL,
	"taxes" jsonb NOT NULL,
	"customer_name" text,
	"customer_email" text,
	"note" text,
	"seller" jsonb,
	"buyer" jsonb,
	"service_date" text,
	"buyer_reference" text,
	"due_in_days" smallint NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"remind_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"overdue_at" timestamp (3) with time zone,
	"paid_at" timestamp (3) with time zone,
	"voided_at" timestamp (3) with time zone,
	"mailed_at" timestamp (3) with time zone,
	"reminders" smallint DEFAULT 0 NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"last_email_id" text,
	"last_email_status" text,
	"last_email_error" text,
	"last_email_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "invoices_publicId_unique" UNIQUE("public_id"),
	CONSTRAINT "invoices_sessionId_unique" UNIQUE("session_id"),
	CONSTRAINT "invoices_number" UNIQUE("merchant_id","mode","number"),
	CONSTRAINT "invoices_total" CHECK ("invoices"."total" = "invoices"."subtotal" + "invoices"."tax_total"),
	CONSTRAINT "invoices_sent_at" CHECK (case when "invoices"."status" in ('draft', 'void') then true else "invoices"."sent_at" is not null end),
	CONSTRAINT "invoices_mode" CHECK ("invoices"."mode" in ('test', 'live')),
	CONSTRAINT "invoices_currency" CHECK ("invoices"."currency" in ('USDC', 'EURC')),
	CONSTRAINT "invoices_status" CHECK ("invoices"."status" in ('draft', 'sent', 'overdue', 'paid', 'void')),
	CONSTRAINT "invoices_last_email_status" CHECK ("invoices"."last_email_status" in ('queued', 'sent', 'refused', 'failed', 'withheld', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "job_runs" (
	"job" text PRIMARY KEY NOT NULL,
	"finished_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gas_budgets" (
	"day" text NOT NULL,
	"subject" text NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "gas_budgets_day_subject_pk" PRIMARY KEY("day","subject")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"scope" "bytea" PRIMARY KEY NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"status" integer NOT NULL,
	"answer" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_buckets" (
	"key" text PRIMARY KEY NOT NULL,
	"tokens" double precision NOT NULL,
	"refilled_at" timestamp with time zone DEFAULT now() NOT NULL,
	"granted" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text,
	"mode" text NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"facts" jsonb NOT NULL,
	"dedupe_key" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"fence" bigint DEFAULT 0 NOT NULL,
	"message_id" text,
	"failure" text,
	"response" text,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "mails_dedupe_key" UNIQUE("dedupe_key"),
	CONSTRAINT "mails_mode" CHECK ("mails"."mode" in ('test', 'live')),
	CONSTRAINT "mails_kind" CHECK ("mails"."kind" in ('payment_receipt', 'payment_received', 'refund_receipt', 'refund_completed', 'refund_failed', 'webhook_endpoint_failing', 'webhook_endpoint_disabled', 'invoice', 'invoice_reminder', 'invoice_overdue', 'invoice_voided', 'invoice_receipt', 'invoice_paid', 'subscription_confirmation', 'subscription_charge_receipt', 'subscription_renewal_upcoming', 'subscription_charge_failed', 'subscription_balance_low', 'subscription_cancelled', 'subscription_lapsed', 'subscription_ending', 'subscription_started', 'subscription_charged', 'subscription_charge_failed_merchant', 'subscription_recovered', 'subscription_lapsed_merchant', 'subscription_cancelled_merchant', 'identity_code', 'identity_account_exists', 'identity_security', 'api_key_created', 'api_key_leaked', 'contact_message', 'welcome', 'live_mode_unlocked', 'payout_changed', 'owner_changed', 'webhook_secret_rotated')),
	CONSTRAINT "mails_state" CHECK ("mails"."state" in ('queued', 'sending', 'sent', 'refused', 'failed', 'withheld', 'cancelled')),
	CONSTRAINT "mails_closed_at" CHECK (("mails"."closed_at" is null) = ("mails"."state" in ('queued', 'sending'))),
	CONSTRAINT "mails_lease" CHECK (("mails"."lease_until" is not null) = ("mails"."state" = 'sending'))
);
--> statement-breakpoint
CREATE TABLE "merchant_balances" (
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"chain_id" integer NOT NULL,
	"currency" text NOT NULL,
	"address" "bytea" NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"block_number" bigint NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "merchant_balances_merchant_id_mode_chain_id_currency_pk" PRIMARY KEY("merchant_id","mode","chain_id","currency"),
	CONSTRAINT "merchant_balances_mode" CHECK ("merchant_balances"."mode" in ('test', 'live')),
	CONSTRAINT "merchant_balances_currency" CHECK ("merchant_balances"."currency" in ('USDC', 'EURC'))
);
--> statement-breakpoint
CREATE TABLE "merchant_registrations" (
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"deployment_id" text NOT NULL,
	"chain_merchant_id" numeric(78,0) NOT NULL,
	"owner" "bytea" NOT NULL,
	"payout" "bytea" NOT NULL,
	"fee_bps" integer NOT NULL,
	"next_fee_bps" integer,
	"next_fee_at" timestamp (3) with time zone,
	"status" text DEFAULT 'active' NOT NULL,
	"settle_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "merchant_registrations_deployment_id_chain_merchant_id_pk" PRIMARY KEY("deployment_id","chain_merchant_id"),
	CONSTRAINT "merchant_registrations_merchantId_deploymentId_unique" UNIQUE("merchant_id","deployment_id"),
	CONSTRAINT "merchant_registrations_mode" CHECK ("merchant_registrations"."mode" in ('test', 'live')),
	CONSTRAINT "merchant_registrations_status" CHECK ("merchant_registrations"."status" in ('none', 'active', 'suspended', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "merchants" (
	"id" text PRIMARY KEY NOT NULL,
	"business_name" text NOT NULL,
	"business_sector" text,
	"country_code" text,
	"website_url" text,
	"logo_url" text,
	"support_email" text,
	"phone" text,
	"payout_address" "bytea",
	"test_payout_address" "bytea",
	"onboarded_at" timestamp (3) with time zone,
	"live_unlocked_at" timestamp (3) with time zone,
	"fee_lowered_at" timestamp (3) with time zone,
	"default_currency" text DEFAULT 'USDC' NOT NULL,
	"email" text,
	"tier" text DEFAULT 'free' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"confirmation_policy" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"email_prefs" jsonb DEFAULT '{"paymentReceived":true,"subscriptionCharged":true}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "merchants_status" CHECK ("merchants"."status" in ('active', 'suspended', 'closed')),
	CONSTRAINT "merchants_tier" CHECK ("merchants"."tier" in ('free', 'growth', 'business', 'enterprise')),
	CONSTRAINT "merchants_currency" CHECK ("merchants"."default_currency" in ('USDC', 'EURC'))
);
--> statement-breakpoint
CREATE TABLE "registry_changes" (
	"chain_id" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"deployment_id" text NOT NULL,
	"chain_merchant_id" numeric(78,0) NOT NULL,
	"owner" "bytea",
	"payout" "bytea",
	"fee_bps" integer,
	"next_fee_bps" integer,
	"next_fee_at" timestamp (3) with time zone,
	"status" text,
	"settle_until" timestamp (3) with time zone,
	"metadata_hash" "bytea",
	"registration_key" "bytea",
	CONSTRAINT "registry_changes_chain_id_block_number_log_index_pk" PRIMARY KEY("chain_id","block_number","log_index"),
	CONSTRAINT "registry_changes_status" CHECK ("registry_changes"."status" in ('none', 'active', 'suspended', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "wallet_proof_requests" (
	"merchant_id" text NOT NULL,
	"deployment_id" text NOT NULL,
	"payout" "bytea" NOT NULL,
	"owner" "bytea" NOT NULL,
	"nonce" text NOT NULL,
	"issued_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wallet_proof_requests_merchant_id_deployment_id_pk" PRIMARY KEY("merchant_id","deployment_id"),
	CONSTRAINT "wallet_proof_requests_addresses" CHECK (octet_length("wallet_proof_requests"."payout") = 20 and octet_length("wallet_proof_requests"."owner") = 20),
	CONSTRAINT "wallet_proof_requests_nonce" CHECK (char_length("wallet_proof_requests"."nonce") = 32)
);
--> statement-breakpoint
CREATE TABLE "operator_calls" (
	"id" text PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "operator_calls_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"chain_id" integer NOT NULL,
	"deployment_id" text,
	"mode" text,
	"merchant_id" text,
	"owner" "bytea",
	"payout" "bytea",
	"fee_bps" integer,
	"settle_until" timestamp (3) with time zone,
	"token_address" "bytea",
	"recipient" "bytea",
	"subscription_id" text,
	"keeper" "bytea",
	"is_allowed" boolean,
	"wallet" "bytea",
	"subject" text GENERATED ALWAYS AS (case kind
          when 'sweep_wallet' then 'wallet:' || encode(wallet, 'hex')
          when 'sweep_fees' then deployment_id || ':fees:' || encode(token_address, 'hex')
          when 'cancel_subscription' then 'subscription:' || subscription_id
          when 'set_keeper' then deployment_id || ':keeper:' || encode(keeper, 'hex')
          else deployment_id || ':' || merchant_id || ':' || case kind
            when 'register' then 'registration' when 'set_fee' then 'fee' else 'status' end
        end) STORED NOT NULL,
	"requested_by" text NOT NULL,
	"reason" text,
	"state" text DEFAULT 'queued' NOT NULL,
	"failure" text,
	"rounds" integer DEFAULT 0 NOT NULL,
	"batch_id" text,
	"tx_hash" "bytea",
	"next_check_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "operator_calls_number" UNIQUE("number"),
	CONSTRAINT "operator_calls_addresses" CHECK (octet_length("operator_calls"."owner") = 20 and octet_length("operator_calls"."payout") = 20 and octet_length("operator_calls"."token_address") = 20 and octet_length("operator_calls"."recipient") = 20 and octet_length("operator_calls"."wallet") = 20 and octet_length("operator_calls"."keeper") = 20),
	CONSTRAINT "operator_calls_hashes" CHECK (octet_length("operator_calls"."tx_hash") = 32),
	CONSTRAINT "operator_calls_kind" CHECK ("operator_calls"."kind" in ('register', 'set_fee', 'suspend', 'reactivate', 'close', 'sweep_fees', 'sweep_wallet', 'cancel_subscription', 'set_keeper')),
	CONSTRAINT "operator_calls_mode" CHECK ("operator_calls"."mode" in ('test', 'live')),
	CONSTRAINT "operator_calls_state" CHECK ("operator_calls"."state" in ('queued', 'signed', 'mined', 'done', 'refused', 'failed')),
	CONSTRAINT "operator_calls_wanted" CHECK (case "operator_calls"."kind"
        when 'sweep_wallet' then num_nulls("operator_calls"."wallet", "operator_calls"."recipient") = 0
        when 'sweep_fees' then num_nulls("operator_calls"."deployment_id", "operator_calls"."mode", "operator_calls"."token_address") = 0
        when 'set_keeper' then num_nulls("operator_calls"."deployment_id", "operator_calls"."mode", "operator_calls"."keeper", "operator_calls"."is_allowed") = 0
        else num_nulls("operator_calls"."deployment_id", "operator_calls"."mode", "operator_calls"."merchant_id") = 0 and case "operator_calls"."kind"
          when 'register' then num_nulls("operator_calls"."owner", "operator_calls"."payout", "operator_calls"."fee_bps") = 0
          when 'set_fee' then "operator_calls"."fee_bps" is not null
          when 'cancel_subscription' then "operator_calls"."subscription_id" is not null else true end end),
	CONSTRAINT "operator_calls_closed_at" CHECK (("operator_calls"."closed_at" is not null) = ("operator_calls"."state" in ('done', 'refused', 'failed')))
);
--> statement-breakpoint
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
CREATE TABLE "payer_sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"payer" "bytea" NOT NULL,
	"chain_id" integer NOT NULL,
	"nonce" text NOT NULL,
	"issued_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"signed_in_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payer_sessions_addresses" CHECK (octet_length("payer_sessions"."payer") = 20),
	CONSTRAINT "payer_sessions_hashes" CHECK (octet_length("payer_sessions"."token_hash") = 32),
	CONSTRAINT "payer_sessions_mode" CHECK ("payer_sessions"."mode" in ('test', 'live')),
	CONSTRAINT "payer_sessions_nonce" CHECK (char_length("payer_sessions"."nonce") >= 16)
);
--> statement-breakpoint
CREATE TABLE "payment_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"deployment_id" text NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"currency" text NOT NULL,
	"token_address" "bytea" NOT NULL,
	"ref" "bytea" NOT NULL,
	"status" text DEFAULT 'created' NOT NULL,
	"description" text,
	"success_url" text,
	"cancel_url" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"customer_id" text,
	"payer_email" text,
	"receipt_email" text,
	"receipt_wallet" "bytea",
	"customers_made" smallint DEFAULT 0 NOT NULL,
	"invoice_id" text,
	"created_via" text NOT NULL,
	"amount_refunded" numeric(78,0) DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"opened_at" timestamp (3) with time zone,
	"confirmed_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "payment_sessions_addresses" CHECK (octet_length("payment_sessions"."token_address") = 20),
	CONSTRAINT "payment_sessions_receipt" CHECK (case when "payment_sessions"."receipt_email" is null then "payment_sessions"."receipt_wallet" is null
        else octet_length(coalesce("payment_sessions"."receipt_wallet", '')) = 20 end),
	CONSTRAINT "payment_sessions_hashes" CHECK (octet_length("payment_sessions"."ref") = 32),
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
	"from_address" "bytea" NOT NULL,
	"to_address" "bytea" NOT NULL,
	"token_address" "bytea" NOT NULL,
	"ref" "bytea",
	"payment_id" "bytea",
	"chain_id" integer NOT NULL,
	"tx_hash" "bytea" NOT NULL,
	"log_index" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"block_timestamp" timestamp (3) with time zone NOT NULL,
	"session_id" text,
	"subscription_id" text,
	"invoice_id" text,
	"customer_id" text,
	"payment_exception" text DEFAULT 'none' NOT NULL,
	"announced" boolean DEFAULT false NOT NULL,
	"intent_signature" "bytea",
	"intent_nonce" "bytea",
	"salt" numeric(78,0),
	"confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"settlement_key" "bytea",
	CONSTRAINT "transactions_addresses" CHECK (octet_length("transactions"."from_address") = 20 and octet_length("transactions"."to_address") = 20 and octet_length("transactions"."token_address") = 20),
	CONSTRAINT "transactions_settlement_key" CHECK (case when "transactions"."type" in ('payment', 'unmatched_deposit')
        then "transactions"."payment_id" is not null and "transactions"."settlement_key" is null
        else octet_length(coalesce("transactions"."settlement_key", '')) = 32 end),
	CONSTRAINT "transactions_ref" CHECK ("transactions"."ref" is not null or "transactions"."session_id" is not null),
	CONSTRAINT "transactions_hashes" CHECK (octet_length("transactions"."ref") = 32 and octet_length("transactions"."payment_id") = 32 and octet_length("transactions"."tx_hash") = 32),
	CONSTRAINT "transactions_mode" CHECK ("transactions"."mode" in ('test', 'live')),
	CONSTRAINT "transactions_currency" CHECK ("transactions"."currency" in ('USDC', 'EURC')),
	CONSTRAINT "transactions_type" CHECK ("transactions"."type" in ('payment', 'subscription_charge', 'refund', 'agent_job', 'unmatched_deposit')),
	CONSTRAINT "transactions_status" CHECK ("transactions"."status" in ('pending', 'reorged', 'confirmed')),
	CONSTRAINT "transactions_exception" CHECK ("transactions"."payment_exception" in ('none', 'underpaid', 'overpaid', 'late', 'duplicate', 'screening', 'reverted'))
);
--> statement-breakpoint
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
	CONSTRAINT "refunds_origin" CHECK ("refunds"."origin" in ('api', 'chain', 'late_charge')),
	CONSTRAINT "refunds_method" CHECK ("refunds"."method" in ('contract', 'transfer')),
	CONSTRAINT "refunds_reason" CHECK ("refunds"."reason" in ('customer_request', 'product_issue', 'duplicate_charge', 'fraudulent', 'other')),
	CONSTRAINT "refunds_failure_reason" CHECK ("refunds"."failure_reason" in ('transaction_reverted', 'no_transfer', 'sender_mismatch', 'amount_mismatch', 'before_creation', 'transfer_used', 'other_refund', 'ref_used')),
	CONSTRAINT "refunds_mode" CHECK ("refunds"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "relay_open_submissions" (
	"submission_id" text PRIMARY KEY NOT NULL,
	"session_id" text,
	"account" text collate "C" NOT NULL,
	"wallet" "bytea",
	"token_address" "bytea" NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"debited" boolean NOT NULL,
	"queue" text collate "C",
	"due_at" timestamp (3) with time zone NOT NULL,
	"doubt" text collate "C",
	"doubt_at" timestamp (3) with time zone NOT NULL,
	"chain_id" integer NOT NULL,
	"valid_before" numeric(78,0) NOT NULL,
	CONSTRAINT "relay_open_submissions_session" UNIQUE("session_id")
) WITH (fillfactor = 50);
--> statement-breakpoint
CREATE TABLE "relay_wallets" (
	"chain_id" integer NOT NULL,
	"address" "bytea" NOT NULL,
	"next_nonce" bigint NOT NULL,
	"balance" numeric(78,0),
	"balance_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"lease_owner" text,
	"fence" bigint DEFAULT 0 NOT NULL,
	"blocked_until" timestamp (3) with time zone,
	"blocked_reason" text,
	"seen_count" bigint,
	"seen_block" bigint,
	"seen_hash" "bytea",
	"retired_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "relay_wallets_chain_id_address_pk" PRIMARY KEY("chain_id","address"),
	CONSTRAINT "relay_wallets_nonce" CHECK ("relay_wallets"."next_nonce" >= 0),
	CONSTRAINT "relay_wallets_addresses" CHECK (octet_length("relay_wallets"."address") = 20),
	CONSTRAINT "relay_wallets_blocked_reason" CHECK ("relay_wallets"."blocked_reason" in ('fee_cap', 'no_gas', 'nonce_behind'))
);
--> statement-breakpoint
CREATE TABLE "relay_attempts" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"batch_id" text NOT NULL,
	"kind" text NOT NULL,
	"raw" "bytea",
	"max_fee_per_gas" numeric(78,0) NOT NULL,
	"max_priority_fee_per_gas" numeric(78,0) NOT NULL,
	"first_sent_at" timestamp (3) with time zone,
	"last_sent_at" timestamp (3) with time zone,
	"sends" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "relay_attempts_hashes" CHECK (octet_length("relay_attempts"."hash") = 32),
	CONSTRAINT "relay_attempts_kind" CHECK ("relay_attempts"."kind" in ('payload', 'noop'))
);
--> statement-breakpoint
CREATE TABLE "relay_batch_items" (
	"batch_id" text NOT NULL,
	"submission_id" text NOT NULL,
	"group_index" integer NOT NULL,
	"item_index" integer NOT NULL,
	"open" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "relay_batches" (
	"id" text PRIMARY KEY NOT NULL,
	"chain_id" integer NOT NULL,
	"wallet" "bytea" NOT NULL,
	"nonce" bigint NOT NULL,
	"deployment_id" text,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"call_to" "bytea" NOT NULL,
	"gas_limit" bigint NOT NULL,
	"consumed_by" "bytea",
	"consumed_block" bigint,
	"next_action_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"consumed_at" timestamp (3) with time zone,
	CONSTRAINT "relay_batches_nonce" UNIQUE("chain_id","wallet","nonce"),
	CONSTRAINT "relay_batches_addresses" CHECK (octet_length("relay_batches"."wallet") = 20 and octet_length("relay_batches"."call_to") = 20),
	CONSTRAINT "relay_batches_kind" CHECK ("relay_batches"."kind" in ('settle_batch', 'pay', 'pay_signed', 'settle_terms_batch', 'pay_terms', 'pay_terms_signed', 'subscribe', 'subscribe_signed', 'charge_batch', 'permit', 'operator_call', 'noop')),
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
	"subscription_id" text,
	"state" text NOT NULL,
	"chain_merchant_id" numeric(78,0) NOT NULL,
	"payer" "bytea" NOT NULL,
	"payer_has_code" boolean DEFAULT false NOT NULL,
	"token_address" "bytea" NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"ref" "bytea",
	"auth_nonce" "bytea" NOT NULL,
	"valid_after" numeric(78,0) NOT NULL,
	"valid_before" numeric(78,0) NOT NULL,
	"auth_signature" "bytea" NOT NULL,
	"intent_signature" "bytea",
	"salt" numeric(78,0),
	"payment_id" "bytea" NOT NULL,
	"intent_id" "bytea",
	"failure_code" text,
	"wallet" "bytea",
	"rounds" integer DEFAULT 0 NOT NULL,
	"tx_hash" "bytea",
	"transaction_id" text,
	"authorization_released" boolean DEFAULT false NOT NULL,
	"slot_consumed" boolean DEFAULT false NOT NULL,
	"next_check_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "relay_submissions_addresses" CHECK (octet_length("relay_submissions"."payer") = 20 and octet_length("relay_submissions"."token_address") = 20 and octet_length("relay_submissions"."wallet") = 20),
	CONSTRAINT "relay_submissions_subscription" CHECK (("relay_submissions"."kind" = 'subscription') = ("relay_submissions"."subscription_id" is not null)),
	CONSTRAINT "relay_submissions_ref" CHECK ("relay_submissions"."ref" is not null or "relay_submissions"."session_id" is not null),
	CONSTRAINT "relay_submissions_hashes" CHECK (octet_length("relay_submissions"."ref") = 32 and octet_length("relay_submissions"."auth_nonce") = 32 and octet_length("relay_submissions"."payment_id") = 32 and octet_length("relay_submissions"."tx_hash") = 32),
	CONSTRAINT "relay_submissions_mode" CHECK ("relay_submissions"."mode" in ('test', 'live')),
	CONSTRAINT "relay_submissions_origin" CHECK ("relay_submissions"."origin" in ('api', 'hosted')),
	CONSTRAINT "relay_submissions_kind" CHECK ("relay_submissions"."kind" in ('payment', 'subscription')),
	CONSTRAINT "relay_submissions_state" CHECK ("relay_submissions"."state" in ('held', 'queued', 'signed', 'broadcast', 'mined', 'confirmed', 'superseded', 'rejected', 'expired', 'failed', 'closed_noop')),
	CONSTRAINT "relay_submissions_amount" CHECK ("relay_submissions"."amount" > 0),
	CONSTRAINT "relay_submissions_form" CHECK (case when "relay_submissions"."salt" is null
        then "relay_submissions"."intent_signature" is not null and "relay_submissions"."intent_id" is null
        else "relay_submissions"."intent_signature" is null and octet_length(coalesce("relay_submissions"."intent_id", '')) = 32
          and "relay_submissions"."salt" between 0 and 79228162514264337593543950335
          and "relay_submissions"."payment_id" = "relay_submissions"."auth_nonce" end),
	CONSTRAINT "relay_submissions_released" CHECK ("relay_submissions"."authorization_released" = ("relay_submissions"."state" in ('rejected', 'expired', 'failed')))
) WITH (fillfactor = 75);
--> statement-breakpoint
CREATE TABLE "keeper_wallets" (
	"deployment_id" text NOT NULL,
	"wallet" "bytea" NOT NULL,
	"allowed" boolean NOT NULL,
	"looked_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "keeper_wallets_deployment_id_wallet_pk" PRIMARY KEY("deployment_id","wallet"),
	CONSTRAINT "keeper_wallets_addresses" CHECK (octet_length("keeper_wallets"."wallet") = 20)
);
--> statement-breakpoint
CREATE TABLE "recovery_settings" (
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"grace_hours" integer NOT NULL,
	"strategy" text NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "recovery_settings_merchant_id_mode_pk" PRIMARY KEY("merchant_id","mode"),
	CONSTRAINT "recovery_settings_mode" CHECK ("recovery_settings"."mode" in ('test', 'live')),
	CONSTRAINT "recovery_settings_strategy" CHECK ("recovery_settings"."strategy" in ('once', 'twice', 'until_grace_ends')),
	CONSTRAINT "recovery_settings_grace" CHECK ("recovery_settings"."grace_hours" in (24, 48, 72))
);
--> statement-breakpoint
CREATE TABLE "request_log" (
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"request_id" text NOT NULL,
	"method" text NOT NULL,
	"route" text NOT NULL,
	"status" smallint NOT NULL,
	"reason" text,
	"caller" text,
	"merchant_id" text,
	"mode" text,
	"address_prefix" "cidr",
	"duration_ms" integer NOT NULL
) PARTITION BY RANGE ("created_at");
--> statement-breakpoint
CREATE TABLE "retention_tasks" (
	"name" text PRIMARY KEY NOT NULL,
	"position_at" timestamp (3) with time zone,
	"position_id" text,
	"finished_at" timestamp (3) with time zone,
	"removed" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signing_requests" (
	"session_id" text NOT NULL,
	"payer" "bytea" NOT NULL,
	"signatures" smallint NOT NULL,
	"nonce" "bytea" NOT NULL,
	"valid_before" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "signing_requests_session_id_payer_pk" PRIMARY KEY("session_id","payer"),
	CONSTRAINT "signing_requests_addresses" CHECK (octet_length("signing_requests"."payer") = 20),
	CONSTRAINT "signing_requests_hashes" CHECK (octet_length("signing_requests"."nonce") = 32),
	CONSTRAINT "signing_requests_signatures" CHECK ("signing_requests"."signatures" in (1, 2))
);
--> statement-breakpoint
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
	"interval_seconds" bigint NOT NULL,
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
CREATE TABLE "subscription_reminders" (
	"subscription_id" text NOT NULL,
	"kind" text NOT NULL,
	"about" timestamp (3) with time zone NOT NULL,
	"remind_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subscription_reminders_subscription_id_kind_pk" PRIMARY KEY("subscription_id","kind"),
	CONSTRAINT "subscription_reminders_kind" CHECK ("subscription_reminders"."kind" in ('subscription_renewal_upcoming', 'subscription_balance_low', 'subscription_ending'))
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
CREATE TABLE "subscription_renewals" (
	"batch_id" text NOT NULL,
	"subscription_id" text NOT NULL,
	"period" integer NOT NULL,
	"number" integer NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"group_index" integer NOT NULL,
	"item_index" integer NOT NULL,
	"open" boolean DEFAULT true NOT NULL,
	"outcome" text,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "subscription_renewals_batch_id_subscription_id_pk" PRIMARY KEY("batch_id","subscription_id"),
	CONSTRAINT "subscription_renewals_closed" CHECK (not "subscription_renewals"."open" or "subscription_renewals"."outcome" is null),
	CONSTRAINT "subscription_renewals_outcome" CHECK ("subscription_renewals"."outcome" in ('charged', 'reverted', 'unsent', 'excused'))
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"deployment_id" text NOT NULL,
	"chain_id" integer NOT NULL,
	"chain_merchant_id" numeric(78,0) NOT NULL,
	"origin" text NOT NULL,
	"plan_id" text,
	"customer_id" text,
	"payer_email" text,
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
	"signed_terms" "bytea",
	"ref" "bytea",
	"cap" numeric(78,0),
	"status" text DEFAULT 'pending' NOT NULL,
	"charged" numeric(78,0) DEFAULT 0 NOT NULL,
	"charges_made" integer DEFAULT 0 NOT NULL,
	"current_period" integer,
	"next_charge_at" timestamp (3) with time zone,
	"attempt_at" timestamp (3) with time zone,
	"paid_until" timestamp (3) with time zone,
	"past_due_since" timestamp (3) with time zone,
	"grace_ends_at" timestamp (3) with time zone,
	"failed_period" integer,
	"recovery_tries" integer DEFAULT 0 NOT NULL,
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
	CONSTRAINT "subscriptions_signed_terms" CHECK (coalesce(octet_length(signed_terms), 352) = 352),
	CONSTRAINT "subscriptions_amount" CHECK ("subscriptions"."amount" > 0),
	CONSTRAINT "subscriptions_cancelled" CHECK (("subscriptions"."status" = 'cancelled') = ("subscriptions"."cancelled_at" is not null)),
	CONSTRAINT "subscriptions_attempt" CHECK ("subscriptions"."attempt_at" is null or "subscriptions"."status" in ('trialing', 'active', 'past_due')),
	CONSTRAINT "subscriptions_origin" CHECK ("subscriptions"."origin" in ('relay', 'chain')),
	CONSTRAINT "subscriptions_mode" CHECK ("subscriptions"."mode" in ('test', 'live')),
	CONSTRAINT "subscriptions_currency" CHECK ("subscriptions"."currency" in ('USDC', 'EURC')),
	CONSTRAINT "subscriptions_status" CHECK ("subscriptions"."status" in ('pending', 'trialing', 'active', 'past_due', 'lapsed', 'completed', 'cancelled')),
	CONSTRAINT "subscriptions_failure_code" CHECK ("subscriptions"."failure_code" in ('insufficient_balance', 'insufficient_allowance', 'permit_expired', 'token_paused', 'address_blocked')),
	CONSTRAINT "subscriptions_onchain_cancel" CHECK ("subscriptions"."onchain_cancel" in ('none', 'queued', 'confirmed'))
);
--> statement-breakpoint
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
CREATE TABLE "memberships" (
	"user_id" text NOT NULL,
	"merchant_id" text NOT NULL,
	"role" text DEFAULT 'owner' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "memberships_user_id_merchant_id_pk" PRIMARY KEY("user_id","merchant_id"),
	CONSTRAINT "memberships_role" CHECK ("memberships"."role" in ('owner'))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "users_identity" UNIQUE("provider","subject"),
	CONSTRAINT "users_status" CHECK ("users"."status" in ('active', 'disabled'))
);
--> statement-breakpoint
CREATE TABLE "inspected_webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"endpoint_id" text,
	"signature" text NOT NULL,
	"headers" jsonb NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"expires_at" timestamp (3) with time zone DEFAULT now() + interval '7 days' NOT NULL,
	CONSTRAINT "inspected_webhooks_mode" CHECK ("inspected_webhooks"."mode" in ('test', 'live')),
	CONSTRAINT "inspected_webhooks_signature" CHECK ("inspected_webhooks"."signature" in ('valid', 'missing', 'mismatch', 'too_old', 'no_endpoint'))
);
--> statement-breakpoint
CREATE TABLE "webhook_inspectors" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "webhook_inspectors_of_merchant" UNIQUE("merchant_id","mode"),
	CONSTRAINT "webhook_inspectors_mode" CHECK ("webhook_inspectors"."mode" in ('test', 'live'))
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"dispatch_id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"attempt" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"response_code" integer,
	"response_body" text,
	"error" text,
	"duration_ms" integer,
	"next_attempt_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "webhook_deliveries_attempt" UNIQUE("dispatch_id","attempt"),
	CONSTRAINT "webhook_deliveries_status" CHECK ("webhook_deliveries"."status" in ('pending', 'succeeded', 'failed', 'exhausted'))
);
--> statement-breakpoint
CREATE TABLE "webhook_dispatches" (
	"id" text PRIMARY KEY NOT NULL,
	"event_id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"is_replay" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"endpoint_due_at" timestamp (3) with time zone GENERATED ALWAYS AS (case when state in ('pending', 'sending') then next_attempt_at end) STORED,
	"due_at" timestamp (3) with time zone GENERATED ALWAYS AS (case when state in ('pending', 'sending') then next_attempt_at end) STORED,
	"lease_until" timestamp (3) with time zone,
	"fence" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
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
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"created_by_key" text,
	CONSTRAINT "webhook_endpoints_mode" CHECK ("webhook_endpoints"."mode" in ('test', 'live')),
	CONSTRAINT "webhook_endpoints_status" CHECK ("webhook_endpoints"."status" in ('enabled', 'disabled'))
);
--> statement-breakpoint
CREATE TABLE "webhook_replay_items" (
	"dispatch_id" text PRIMARY KEY NOT NULL,
	"replay_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_replays" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"created_by_key" text,
	"from_position" bigint NOT NULL,
	"to_position" bigint NOT NULL,
	"created_after" timestamp (3) with time zone,
	"created_before" timestamp (3) with time zone,
	"types" text[],
	"status" text DEFAULT 'running' NOT NULL,
	"reason" text,
	"next_position" bigint NOT NULL,
	"total" integer NOT NULL,
	"succeeded" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"failures_in_row" integer DEFAULT 0 NOT NULL,
	"progressed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_replays_mode" CHECK ("webhook_replays"."mode" in ('test', 'live')),
	CONSTRAINT "webhook_replays_status" CHECK ("webhook_replays"."status" in ('running', 'completed', 'cancelled', 'stopped'))
);
--> statement-breakpoint
ALTER TABLE "api_key_leaks" ADD CONSTRAINT "api_key_leaks_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "chain_refunds" ADD CONSTRAINT "chain_refunds_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "chain_refunds" ADD CONSTRAINT "chain_refunds_event" FOREIGN KEY ("chain_id","block_number","log_index") REFERENCES "public"."chain_events"("chain_id","block_number","log_index") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "chain_cancellations" ADD CONSTRAINT "chain_cancellations_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "chain_cancellations" ADD CONSTRAINT "chain_cancellations_event" FOREIGN KEY ("chain_id","block_number","log_index") REFERENCES "public"."chain_events"("chain_id","block_number","log_index") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "chain_charges" ADD CONSTRAINT "chain_charges_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "chain_charges" ADD CONSTRAINT "chain_charges_event" FOREIGN KEY ("chain_id","block_number","log_index") REFERENCES "public"."chain_events"("chain_id","block_number","log_index") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "chain_subscriptions" ADD CONSTRAINT "chain_subscriptions_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "chain_subscriptions" ADD CONSTRAINT "chain_subscriptions_event" FOREIGN KEY ("chain_id","block_number","log_index") REFERENCES "public"."chain_events"("chain_id","block_number","log_index") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "chain_events" ADD CONSTRAINT "chain_events_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "deployment_contracts" ADD CONSTRAINT "deployment_contracts_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "compliance_screenings" ADD CONSTRAINT "compliance_screenings_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "screening_decisions" ADD CONSTRAINT "screening_decisions_audit_id_audit_log_id_fk" FOREIGN KEY ("audit_id") REFERENCES "public"."audit_log"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "engine"."job" ADD CONSTRAINT "job_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "engine"."run"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "engine"."run" ADD CONSTRAINT "run_event_id_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "engine"."event"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "engine"."step" ADD CONSTRAINT "step_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "engine"."run"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "engine"."wait" ADD CONSTRAINT "wait_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "engine"."run"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "event_counters" ADD CONSTRAINT "event_counters_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "event_horizons" ADD CONSTRAINT "event_horizons_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "identity_codes" ADD CONSTRAINT "identity_codes_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "identity_recovery_codes" ADD CONSTRAINT "identity_recovery_codes_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "identity_totp" ADD CONSTRAINT "identity_totp_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "identity_sessions" ADD CONSTRAINT "identity_sessions_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "identity_tickets" ADD CONSTRAINT "identity_tickets_user_id_identity_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."identity_users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "image_references" ADD CONSTRAINT "image_references_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "image_references" ADD CONSTRAINT "image_references_sha256_images_sha256_fk" FOREIGN KEY ("sha256") REFERENCES "public"."images"("sha256") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invoice_counters" ADD CONSTRAINT "invoice_counters_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_session_id_payment_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."payment_sessions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "merchant_balances" ADD CONSTRAINT "merchant_balances_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "merchant_registrations" ADD CONSTRAINT "merchant_registrations_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "merchant_registrations" ADD CONSTRAINT "merchant_registrations_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "registry_changes" ADD CONSTRAINT "registry_changes_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "registry_changes" ADD CONSTRAINT "registry_changes_event" FOREIGN KEY ("chain_id","block_number","log_index") REFERENCES "public"."chain_events"("chain_id","block_number","log_index") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "wallet_proof_requests" ADD CONSTRAINT "wallet_proof_requests_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "wallet_proof_requests" ADD CONSTRAINT "wallet_proof_requests_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "operator_calls" ADD CONSTRAINT "operator_calls_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "operator_calls" ADD CONSTRAINT "operator_calls_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "operator_calls" ADD CONSTRAINT "operator_calls_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "operator_calls" ADD CONSTRAINT "operator_calls_batch_id_relay_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."relay_batches"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payer_permits" ADD CONSTRAINT "payer_permits_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payer_permits" ADD CONSTRAINT "payer_permits_batch_id_relay_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."relay_batches"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_sessions" ADD CONSTRAINT "payment_sessions_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_sessions" ADD CONSTRAINT "payment_sessions_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_sessions" ADD CONSTRAINT "payment_sessions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_session_id_payment_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."payment_sessions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_refund_transaction_id_transactions_id_fk" FOREIGN KEY ("refund_transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "relay_attempts" ADD CONSTRAINT "relay_attempts_batch_id_relay_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."relay_batches"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "relay_batch_items" ADD CONSTRAINT "relay_batch_items_batch_id_relay_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."relay_batches"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "relay_batch_items" ADD CONSTRAINT "relay_batch_items_submission_id_relay_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."relay_submissions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "relay_batches" ADD CONSTRAINT "relay_batches_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "relay_submissions" ADD CONSTRAINT "relay_submissions_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "relay_submissions" ADD CONSTRAINT "relay_submissions_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "relay_submissions" ADD CONSTRAINT "relay_submissions_session_id_payment_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."payment_sessions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "keeper_wallets" ADD CONSTRAINT "keeper_wallets_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "recovery_settings" ADD CONSTRAINT "recovery_settings_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "signing_requests" ADD CONSTRAINT "signing_requests_session_id_payment_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."payment_sessions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD CONSTRAINT "subscription_plans_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD CONSTRAINT "subscription_plans_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscription_reminders" ADD CONSTRAINT "subscription_reminders_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD CONSTRAINT "subscription_charges_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD CONSTRAINT "subscription_charges_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscription_renewals" ADD CONSTRAINT "subscription_renewals_batch_id_relay_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."relay_batches"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscription_renewals" ADD CONSTRAINT "subscription_renewals_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_plan_id_subscription_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."subscription_plans"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "platform_changes" ADD CONSTRAINT "platform_changes_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "platform_changes" ADD CONSTRAINT "platform_changes_event" FOREIGN KEY ("chain_id","block_number","log_index") REFERENCES "public"."chain_events"("chain_id","block_number","log_index") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "unbooked_fees" ADD CONSTRAINT "unbooked_fees_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "unbooked_fees" ADD CONSTRAINT "unbooked_fees_event" FOREIGN KEY ("chain_id","block_number","log_index") REFERENCES "public"."chain_events"("chain_id","block_number","log_index") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_inspectors" ADD CONSTRAINT "webhook_inspectors_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_dispatch_id_webhook_dispatches_id_fk" FOREIGN KEY ("dispatch_id") REFERENCES "public"."webhook_dispatches"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_dispatches" ADD CONSTRAINT "webhook_dispatches_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_dispatches" ADD CONSTRAINT "webhook_dispatches_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_replay_items" ADD CONSTRAINT "webhook_replay_items_replay_id_webhook_replays_id_fk" FOREIGN KEY ("replay_id") REFERENCES "public"."webhook_replays"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_replays" ADD CONSTRAINT "webhook_replays_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_replays" ADD CONSTRAINT "webhook_replays_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "admin_users_email" ON "admin_users" USING btree (lower("email"));
--> statement-breakpoint
CREATE INDEX "api_keys_recent" ON "api_keys" USING btree ("merchant_id","mode","created_at");
--> statement-breakpoint
CREATE INDEX "api_keys_by_name" ON "api_keys" USING btree ("merchant_id","mode",lower("name") text_pattern_ops);
--> statement-breakpoint
CREATE INDEX "api_keys_by_prefix" ON "api_keys" USING btree ("merchant_id","mode",lower("prefix") text_pattern_ops);
--> statement-breakpoint
CREATE INDEX "api_keys_of_key" ON "api_keys" USING btree ("created_by_key") WHERE "api_keys"."created_by_key" is not null;
--> statement-breakpoint
CREATE INDEX "audit_log_time" ON "audit_log" USING btree ("created_at","id");
--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_type","subject_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "authorization_sightings_age" ON "authorization_sightings" USING btree ("seen_at");
--> statement-breakpoint
CREATE INDEX "chain_refunds_by_payment" ON "chain_refunds" USING btree ("deployment_id","payment_id");
--> statement-breakpoint
CREATE INDEX "chain_refunds_unmatched" ON "chain_refunds" USING btree ("unmatched_at") WHERE "chain_refunds"."unmatched_at" is not null;
--> statement-breakpoint
CREATE INDEX "chain_cancellations_by_subscription" ON "chain_cancellations" USING btree ("deployment_id","onchain_id");
--> statement-breakpoint
CREATE INDEX "chain_charges_by_subscription" ON "chain_charges" USING btree ("deployment_id","onchain_id");
--> statement-breakpoint
CREATE INDEX "chain_subscriptions_by_id" ON "chain_subscriptions" USING btree ("deployment_id","onchain_id");
--> statement-breakpoint
CREATE INDEX "challenge_used_age" ON "challenge_used" USING btree ("expires_at","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "compliance_screenings_once" ON "compliance_screenings" USING btree (screening_key("resource_id", "subject"),"list_version");
--> statement-breakpoint
CREATE INDEX "contact_messages_expiry" ON "contact_messages" USING btree ("expires_at","id");
--> statement-breakpoint
CREATE INDEX "customers_recent" ON "customers" USING btree ("merchant_id","mode","created_at");
--> statement-breakpoint
CREATE INDEX "customers_by_email" ON "customers" USING btree ("merchant_id","mode",lower("email") text_pattern_ops) WHERE "customers"."email" is not null;
--> statement-breakpoint
CREATE INDEX "customers_by_name" ON "customers" USING btree ("merchant_id","mode",lower("name") text_pattern_ops) WHERE "customers"."name" is not null;
--> statement-breakpoint
CREATE INDEX "daily_volumes_expiry" ON "daily_volumes" USING btree ("expires_at","id");
--> statement-breakpoint
CREATE INDEX "event_received_at_index" ON "engine"."event" USING btree ("received_at");
--> statement-breakpoint
CREATE INDEX "job_due" ON "engine"."job" USING btree ("run_at");
--> statement-breakpoint
CREATE INDEX "job_leased" ON "engine"."job" USING btree ("function_id","limit_key") WHERE "engine"."job"."lease_owner" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "run_singleton" ON "engine"."run" USING btree ("function_id","singleton_key") WHERE "engine"."run"."finished_at" is null and "engine"."run"."singleton_key" is not null;
--> statement-breakpoint
CREATE INDEX "run_event_id_index" ON "engine"."run" USING btree ("event_id");
--> statement-breakpoint
CREATE INDEX "run_finished_at_index" ON "engine"."run" USING btree ("finished_at");
--> statement-breakpoint
CREATE INDEX "wait_due" ON "engine"."wait" USING btree ("due_at");
--> statement-breakpoint
CREATE INDEX "wait_event" ON "engine"."wait" USING btree ("event_name") WHERE "engine"."wait"."event_name" is not null;
--> statement-breakpoint
CREATE INDEX "event_streams_by_caller" ON "event_streams" USING btree ("caller");
--> statement-breakpoint
CREATE UNIQUE INDEX "events_by_resource" ON "events" USING btree (event_resource("resource_id"),"sequence");
--> statement-breakpoint
CREATE UNIQUE INDEX "events_by_position" ON "events" USING btree (event_stream("merchant_id", "mode"),"position") WHERE "events"."position" is not null;
--> statement-breakpoint
CREATE INDEX "events_unnumbered" ON "events" USING btree (("merchant_id" || ' ' || "mode"),"arrival") WHERE "events"."position" is null;
--> statement-breakpoint
CREATE INDEX "events_recent" ON "events" USING btree ("merchant_id","mode","created_at");
--> statement-breakpoint
CREATE INDEX "events_recent_by_type" ON "events" USING btree ("merchant_id","mode","type","created_at");
--> statement-breakpoint
CREATE INDEX "events_newest_after_third" ON "events" USING btree ("merchant_id","mode","created_at","id","sequence") WHERE "events"."sequence" > 3;
--> statement-breakpoint
CREATE INDEX "events_age" ON "events" USING btree (("created_at" at time zone 'UTC'));
--> statement-breakpoint
CREATE INDEX "outbox_unsent" ON "outbox" USING btree ("id") WHERE "outbox"."sent_at" is null;
--> statement-breakpoint
CREATE INDEX "identity_codes_age" ON "identity_codes" USING btree ("expires_at","token_hash");
--> statement-breakpoint
CREATE INDEX "identity_codes_of_user" ON "identity_codes" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "identity_sessions_of_user" ON "identity_sessions" USING btree ("user_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "identity_sessions_age" ON "identity_sessions" USING btree ("expires_at","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "identity_signing_keys_current" ON "identity_signing_keys" USING btree ("status") WHERE "identity_signing_keys"."status" in ('next', 'active');
--> statement-breakpoint
CREATE INDEX "identity_throttles_age" ON "identity_throttles" USING btree ("expires_at","key");
--> statement-breakpoint
CREATE INDEX "identity_tickets_age" ON "identity_tickets" USING btree ("expires_at","token_hash");
--> statement-breakpoint
CREATE INDEX "identity_tickets_of_user" ON "identity_tickets" USING btree ("user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "identity_users_email" ON "identity_users" USING btree (lower("email"));
--> statement-breakpoint
CREATE INDEX "identity_revocations_age" ON "identity_revocations" USING btree ("expires_at","subject");
--> statement-breakpoint
CREATE INDEX "identity_step_ups_age" ON "identity_step_ups" USING btree ("expires_at","session_id");
--> statement-breakpoint
CREATE INDEX "identity_webhook_events_age" ON "identity_webhook_events" USING btree ("expires_at","id");
--> statement-breakpoint
CREATE INDEX "image_references_due" ON "image_references" USING btree ("attempt_at") WHERE "image_references"."attempt_at" is not null;
--> statement-breakpoint
CREATE INDEX "image_references_by_image" ON "image_references" USING btree ("sha256");
--> statement-breakpoint
CREATE INDEX "images_released" ON "images" USING btree ("released_at","sha256") WHERE "images"."released_at" is not null;
--> statement-breakpoint
CREATE INDEX "invoices_recent" ON "invoices" USING btree ("merchant_id","mode","created_at");
--> statement-breakpoint
CREATE INDEX "invoices_recent_by_status" ON "invoices" USING btree ("merchant_id","mode","status","created_at");
--> statement-breakpoint
CREATE INDEX "invoices_by_customer_email" ON "invoices" USING btree ("merchant_id","mode",lower("customer_email") text_pattern_ops) WHERE "invoices"."customer_email" is not null;
--> statement-breakpoint
CREATE INDEX "invoices_by_customer_name" ON "invoices" USING btree ("merchant_id","mode",lower("customer_name") text_pattern_ops) WHERE "invoices"."customer_name" is not null;
--> statement-breakpoint
CREATE INDEX "invoices_due" ON "invoices" USING btree ("due_at") WHERE (status || ' due') in ('sent due');
--> statement-breakpoint
CREATE INDEX "invoices_due_of" ON "invoices" USING btree ("merchant_id","mode","due_at") WHERE (status || ' due') in ('sent due');
--> statement-breakpoint
CREATE INDEX "invoices_to_remind" ON "invoices" USING btree ("remind_at") WHERE "invoices"."remind_at" is not null;
--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "idempotency_keys" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "mails_queued" ON "mails" USING btree ("next_attempt_at") WHERE "mails"."state" = 'queued';
--> statement-breakpoint
CREATE INDEX "mails_lease" ON "mails" USING btree ("lease_until") WHERE "mails"."lease_until" is not null;
--> statement-breakpoint
CREATE INDEX "mails_recent" ON "mails" USING btree ("created_at","id");
--> statement-breakpoint
CREATE INDEX "mails_closed" ON "mails" USING btree ("closed_at","id") WHERE "mails"."closed_at" is not null;
--> statement-breakpoint
CREATE INDEX "mails_unsent" ON "mails" USING btree ("closed_at","id") WHERE "mails"."state" in ('refused', 'failed', 'withheld', 'cancelled');
--> statement-breakpoint
CREATE INDEX "registry_changes_by_merchant" ON "registry_changes" USING btree ("deployment_id","chain_merchant_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "operator_calls_in_flight" ON "operator_calls" USING btree ("chain_id","subject") WHERE "operator_calls"."state" in ('signed', 'mined');
--> statement-breakpoint
CREATE INDEX "operator_calls_open" ON "operator_calls" USING btree ("chain_id","number") WHERE "operator_calls"."state" in ('queued', 'signed', 'mined');
--> statement-breakpoint
CREATE INDEX "operator_calls_by_batch" ON "operator_calls" USING btree ("batch_id") WHERE "operator_calls"."batch_id" is not null;
--> statement-breakpoint
CREATE INDEX "operator_calls_by_subscription" ON "operator_calls" USING btree ("subscription_id") WHERE "operator_calls"."subscription_id" is not null;
--> statement-breakpoint
CREATE INDEX "operator_calls_registrations" ON "operator_calls" USING btree ("deployment_id","merchant_id","number") WHERE "operator_calls"."kind" = 'register';
--> statement-breakpoint
CREATE INDEX "operator_calls_failed_registrations" ON "operator_calls" USING btree ("closed_at") WHERE "operator_calls"."kind" = 'register' and "operator_calls"."state" in ('refused', 'failed');
--> statement-breakpoint
CREATE INDEX "operator_calls_closed" ON "operator_calls" USING btree ("closed_at","id") WHERE "operator_calls"."closed_at" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "payer_permits_open" ON "payer_permits" USING btree ("payer","deployment_id","token_address") WHERE "payer_permits"."state" in ('queued', 'signed', 'mined');
--> statement-breakpoint
CREATE INDEX "payer_permits_due" ON "payer_permits" USING btree ("chain_id","created_at") WHERE "payer_permits"."state" in ('queued', 'signed', 'mined');
--> statement-breakpoint
CREATE INDEX "payer_permits_by_payer" ON "payer_permits" USING btree ("payer","mode","created_at");
--> statement-breakpoint
CREATE INDEX "payer_permits_by_batch" ON "payer_permits" USING btree ("batch_id") WHERE "payer_permits"."batch_id" is not null;
--> statement-breakpoint
CREATE INDEX "payer_permits_closed" ON "payer_permits" USING btree ("closed_at","id") WHERE "payer_permits"."closed_at" is not null;
--> statement-breakpoint
CREATE INDEX "payer_sessions_age" ON "payer_sessions" USING btree ("expires_at","token_hash");
--> statement-breakpoint
CREATE INDEX "payment_sessions_by_ref" ON "payment_sessions" USING hash ("ref");
--> statement-breakpoint
CREATE INDEX "payment_sessions_recent" ON "payment_sessions" USING btree ("merchant_id","mode","created_at");
--> statement-breakpoint
CREATE INDEX "payment_sessions_recent_by_status" ON "payment_sessions" USING btree ("merchant_id","mode","status","created_at");
--> statement-breakpoint
CREATE INDEX "payment_sessions_of_customer" ON "payment_sessions" USING btree (customer_hash("customer_id"),"created_at") WHERE "payment_sessions"."customer_id" is not null;
--> statement-breakpoint
CREATE INDEX "payment_sessions_due" ON "payment_sessions" USING btree ("expires_at") WHERE (status || ' due') in ('created due', 'pending due');
--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_settlement" ON "transactions" USING btree (settlement_hash("deployment_id", coalesce("settlement_key", "payment_id")));
--> statement-breakpoint
CREATE INDEX "transactions_recent" ON "transactions" USING btree ("merchant_id","mode","created_at");
--> statement-breakpoint
CREATE INDEX "transactions_recent_by_type" ON "transactions" USING btree ("merchant_id","mode","type","created_at");
--> statement-breakpoint
CREATE INDEX "transactions_recent_by_currency" ON "transactions" USING btree ("merchant_id","mode","currency","created_at");
--> statement-breakpoint
CREATE INDEX "transactions_by_hash" ON "transactions" USING brin ("tx_hash" bytea_bloom_ops(n_distinct_per_range = 600, false_positive_rate = 0.001)) WITH (pages_per_range=32,autosummarize=true);
--> statement-breakpoint
CREATE INDEX "transactions_recent_unconfirmed" ON "transactions" USING btree ("merchant_id","mode","status","created_at") WHERE (status || ' listed') in ('pending listed', 'reorged listed');
--> statement-breakpoint
CREATE INDEX "transactions_of_customer" ON "transactions" USING btree (customer_hash("customer_id"),"created_at") WHERE "transactions"."customer_id" is not null;
--> statement-breakpoint
CREATE INDEX "transactions_by_subscription" ON "transactions" USING btree ("subscription_id","created_at") WHERE "transactions"."subscription_id" is not null;
--> statement-breakpoint
CREATE INDEX "transactions_by_session" ON "transactions" USING hash ("session_id");
--> statement-breakpoint
CREATE INDEX "transactions_unfinal" ON "transactions" USING btree ("chain_id","block_number") WHERE (status || ' unfinal') in ('pending unfinal');
--> statement-breakpoint
CREATE INDEX "transactions_lost" ON "transactions" USING btree ("chain_id","block_number") WHERE "transactions"."announced" and "transactions"."status" = 'reorged';
--> statement-breakpoint
CREATE INDEX "transactions_held" ON "transactions" USING btree ("chain_id","block_number","log_index") WHERE "transactions"."payment_exception" = 'screening';
--> statement-breakpoint
CREATE INDEX "refunds_recent" ON "refunds" USING btree ("merchant_id","mode","created_at");
--> statement-breakpoint
CREATE INDEX "refunds_recent_by_status" ON "refunds" USING btree ("merchant_id","mode","status","created_at");
--> statement-breakpoint
CREATE INDEX "refunds_by_transaction" ON "refunds" USING btree ("transaction_id","created_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_recorded_hash" ON "refunds" USING btree ("merchant_id","mode","refund_tx_hash") WHERE "refunds"."refund_tx_hash" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_log" ON "refunds" USING btree ("chain_id","tx_hash","log_index") WHERE "refunds"."tx_hash" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_ref" ON "refunds" USING btree ("refund_ref","transaction_id");
--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("due_at") WHERE "refunds"."due_at" is not null;
--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("created_at") WHERE "refunds"."closed_at" is null;
--> statement-breakpoint
CREATE INDEX "refunds_mined" ON "refunds" USING btree ("chain_id","block_number") WHERE "refunds"."block_number" is not null;
--> statement-breakpoint
CREATE INDEX "relay_open_submissions_account" ON "relay_open_submissions" USING btree ("account","wallet");
--> statement-breakpoint
CREATE INDEX "relay_open_submissions_queue" ON "relay_open_submissions" USING btree ("queue","due_at");
--> statement-breakpoint
CREATE INDEX "relay_open_submissions_doubt" ON "relay_open_submissions" USING btree ("doubt","doubt_at");
--> statement-breakpoint
CREATE INDEX "relay_open_submissions_deadline" ON "relay_open_submissions" USING btree ("chain_id","valid_before");
--> statement-breakpoint
CREATE INDEX "relay_attempts_batch_id_index" ON "relay_attempts" USING btree ("batch_id");
--> statement-breakpoint
CREATE INDEX "relay_attempts_raw" ON "relay_attempts" USING btree ("created_at") WHERE "relay_attempts"."raw" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "relay_batch_items_place" ON "relay_batch_items" USING btree ("batch_id","group_index","item_index");
--> statement-breakpoint
CREATE UNIQUE INDEX "relay_batch_items_open" ON "relay_batch_items" USING btree ("submission_id") WHERE "relay_batch_items"."open"::int = 1;
--> statement-breakpoint
CREATE INDEX "relay_batch_items_by_submission" ON "relay_batch_items" USING hash ("submission_id");
--> statement-breakpoint
CREATE INDEX "relay_batches_open" ON "relay_batches" USING btree ("chain_id","wallet","state","nonce") WHERE (state || ' open') in ('signed open', 'in_flight open', 'mined open');
--> statement-breakpoint
CREATE INDEX "relay_submissions_by_session" ON "relay_submissions" USING hash ("session_id");
--> statement-breakpoint
CREATE INDEX "relay_submissions_by_payment" ON "relay_submissions" USING hash ("payment_id");
--> statement-breakpoint
CREATE INDEX "relay_submissions_age" ON "relay_submissions" USING btree (("created_at" at time zone 'UTC'));
--> statement-breakpoint
CREATE INDEX "relay_submissions_by_subscription" ON "relay_submissions" USING hash ("subscription_id") WHERE "relay_submissions"."subscription_id" is not null;
--> statement-breakpoint
CREATE INDEX "request_log_caller" ON "request_log" USING btree ("caller","created_at");
--> statement-breakpoint
CREATE INDEX "request_log_recent" ON "request_log" USING btree ("merchant_id","mode","created_at") WHERE starts_with(caller, 'ak_');
--> statement-breakpoint
CREATE INDEX "request_log_by_route" ON "request_log" USING btree ("merchant_id","mode","route","created_at") WHERE starts_with(caller, 'ak_');
--> statement-breakpoint
CREATE INDEX "request_log_failed" ON "request_log" USING btree ("merchant_id","mode",("status" / 100),"created_at") WHERE starts_with(caller, 'ak_') and status >= 400;
--> statement-breakpoint
CREATE INDEX "signing_requests_age" ON "signing_requests" USING btree ("valid_before","session_id");
--> statement-breakpoint
CREATE INDEX "subscription_plans_recent" ON "subscription_plans" USING btree ("merchant_id","mode","created_at");
--> statement-breakpoint
CREATE INDEX "subscription_plans_by_name" ON "subscription_plans" USING btree ("merchant_id","mode",lower("name") text_pattern_ops);
--> statement-breakpoint
CREATE INDEX "subscription_plans_recent_by_active" ON "subscription_plans" USING btree ("merchant_id","mode","active","created_at");
--> statement-breakpoint
CREATE INDEX "subscription_plans_by_ref" ON "subscription_plans" USING hash ("ref");
--> statement-breakpoint
CREATE INDEX "subscription_reminders_due" ON "subscription_reminders" USING btree ("remind_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_charges_transaction" ON "subscription_charges" USING btree ("transaction_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_renewals_place" ON "subscription_renewals" USING btree ("batch_id","group_index","item_index");
--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_renewals_open" ON "subscription_renewals" USING btree ("subscription_id") WHERE "subscription_renewals"."open"::int = 1;
--> statement-breakpoint
CREATE INDEX "subscription_renewals_by_subscription" ON "subscription_renewals" USING btree ("subscription_id","period");
--> statement-breakpoint
CREATE INDEX "subscription_renewals_reverted" ON "subscription_renewals" USING btree ("subscription_id","period") WHERE "subscription_renewals"."outcome" = 'reverted';
--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_onchain" ON "subscriptions" USING btree ("deployment_id","onchain_id");
--> statement-breakpoint
CREATE INDEX "subscriptions_recent" ON "subscriptions" USING btree ("merchant_id","mode","created_at");
--> statement-breakpoint
CREATE INDEX "subscriptions_recent_by_status" ON "subscriptions" USING btree ("merchant_id","mode","status","created_at");
--> statement-breakpoint
CREATE INDEX "subscriptions_recent_by_plan" ON "subscriptions" USING btree ("merchant_id","mode","plan_id","created_at");
--> statement-breakpoint
CREATE INDEX "subscriptions_by_customer" ON "subscriptions" USING btree ("customer_id","created_at") WHERE "subscriptions"."customer_id" is not null;
--> statement-breakpoint
CREATE INDEX "subscriptions_by_payer" ON "subscriptions" USING btree ("payer","deployment_id","created_at");
--> statement-breakpoint
CREATE INDEX "subscriptions_to_charge" ON "subscriptions" USING btree ("deployment_id","attempt_at") WHERE "subscriptions"."attempt_at" is not null and "subscriptions"."paused_at" is null and ("subscriptions"."plan_id" is not null or "subscriptions"."origin" = 'relay');
--> statement-breakpoint
CREATE INDEX "subscriptions_ends" ON "subscriptions" USING btree ("chain_id","attempt_at") WHERE attempt_at is not null and plan_id is null and origin = 'chain';
--> statement-breakpoint
CREATE INDEX "subscriptions_in_grace" ON "subscriptions" USING btree ("chain_id","payer") WHERE (status || ' grace') in ('past_due grace');
--> statement-breakpoint
CREATE INDEX "subscriptions_open" ON "subscriptions" USING btree ("created_at") WHERE (status || ' open') in ('pending open', 'trialing open', 'active open', 'past_due open');
--> statement-breakpoint
CREATE INDEX "subscriptions_cancelling" ON "subscriptions" USING btree ("closed_at") WHERE "subscriptions"."onchain_cancel" = 'queued';
--> statement-breakpoint
CREATE INDEX "platform_changes_by_deployment" ON "platform_changes" USING btree ("deployment_id","event");
--> statement-breakpoint
CREATE INDEX "unbooked_fees_by_token" ON "unbooked_fees" USING btree ("deployment_id","token_address");
--> statement-breakpoint
CREATE UNIQUE INDEX "memberships_default" ON "memberships" USING btree ("user_id") WHERE "memberships"."is_default";
--> statement-breakpoint
CREATE INDEX "memberships_of_merchant" ON "memberships" USING btree ("merchant_id");
--> statement-breakpoint
CREATE INDEX "inspected_webhooks_recent" ON "inspected_webhooks" USING btree ("merchant_id","mode","created_at");
--> statement-breakpoint
CREATE INDEX "inspected_webhooks_expiry" ON "inspected_webhooks" USING btree ("expires_at","id");
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_recent" ON "webhook_deliveries" USING btree ("merchant_id","mode","created_at");
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_recent_by_endpoint" ON "webhook_deliveries" USING btree ("merchant_id","mode","endpoint_id","created_at");
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_recent_unsuccessful" ON "webhook_deliveries" USING btree ("merchant_id","mode","status","created_at") WHERE (status || ' listed') in ('pending listed', 'failed listed', 'exhausted listed');
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_age" ON "webhook_deliveries" USING btree (("created_at" at time zone 'UTC'));
--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_dispatches_of_pair" ON "webhook_dispatches" USING btree (dispatch_key("event_id", "endpoint_id", case when "is_replay" then "id" else '' end));
--> statement-breakpoint
CREATE INDEX "webhook_dispatches_by_event" ON "webhook_dispatches" USING hash ("event_id");
--> statement-breakpoint
CREATE INDEX "webhook_dispatches_due" ON "webhook_dispatches" USING btree ("endpoint_id","endpoint_due_at","id") WHERE "webhook_dispatches"."endpoint_due_at" is not null;
--> statement-breakpoint
CREATE INDEX "webhook_dispatches_next" ON "webhook_dispatches" USING btree ("due_at") WHERE "webhook_dispatches"."due_at" is not null;
--> statement-breakpoint
CREATE INDEX "webhook_dispatches_lease" ON "webhook_dispatches" USING btree ("lease_until") WHERE "webhook_dispatches"."lease_until" is not null;
--> statement-breakpoint
CREATE INDEX "webhook_endpoints_recent" ON "webhook_endpoints" USING btree ("merchant_id","mode","created_at");
--> statement-breakpoint
CREATE INDEX "webhook_endpoints_by_destination" ON "webhook_endpoints" USING btree ("merchant_id","mode",lower("destination") text_pattern_ops);
--> statement-breakpoint
CREATE INDEX "webhook_endpoints_of_key" ON "webhook_endpoints" USING btree ("created_by_key") WHERE "webhook_endpoints"."created_by_key" is not null;
--> statement-breakpoint
CREATE INDEX "webhook_endpoints_failing" ON "webhook_endpoints" USING btree ("failing_since") WHERE "webhook_endpoints"."status" = 'enabled' and "webhook_endpoints"."failing_since" is not null;
--> statement-breakpoint
CREATE INDEX "webhook_replay_items_by_replay" ON "webhook_replay_items" USING btree ("replay_id");
--> statement-breakpoint
CREATE INDEX "webhook_replays_recent_by_endpoint" ON "webhook_replays" USING btree ("merchant_id","mode","endpoint_id","created_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_replays_running" ON "webhook_replays" USING btree ("endpoint_id") WHERE "webhook_replays"."status" = 'running';
--> statement-breakpoint
CREATE INDEX "webhook_replays_age" ON "webhook_replays" USING btree (("created_at" at time zone 'UTC'));
--> statement-breakpoint
create table request_log_default partition of request_log default;
--> statement-breakpoint
-- What it took is found by its age, to be removed row by row; the other partitions are dropped.
create index request_log_default_age on request_log_default (created_at);
--> statement-breakpoint
-- The days until the job has run for the first time.
do $$
declare
  first date := (now() at time zone 'UTC')::date;
begin
  for day in 0..3 loop
    execute format(
      'create table request_log_%s partition of request_log for values from (%L) to (%L)',
      to_char(first + day, 'YYYYMMDD'), (first + day) || ' 00:00:00Z', (first + day + 1) || ' 00:00:00Z');
  end loop;
end $$;
--> statement-breakpoint
-- Entries of four bytes; what they lead to is compared.
ALTER TABLE "relay_submissions"
  ALTER COLUMN "request_hash" TYPE bytea USING substr("request_hash", 1, 16),
  ADD CONSTRAINT "relay_submissions_key"
    EXCLUDE USING hash (submission_key("merchant_id", "mode", "origin", "idempotency_key") WITH =),
  ADD CONSTRAINT "relay_submissions_authorization"
    EXCLUDE USING hash (authorization_key("chain_id", "token_address", "payer", "auth_nonce") WITH =)
    WHERE (not "authorization_released");
--> statement-breakpoint
ALTER TABLE "images" ALTER COLUMN "data" SET STORAGE EXTERNAL;
--> statement-breakpoint
create function forbid_leaving_final_state() returns trigger language plpgsql as $$
begin
  if old.state = any (tg_argv) and new.state <> old.state then
    raise exception '% % is final: % cannot become %', tg_table_name, old.id, old.state, new.state;
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger relay_submissions_final before update of state on relay_submissions
  for each row when (current_setting('stipend.reopen_submissions', true) is distinct from 'on')
  execute function forbid_leaving_final_state('confirmed', 'superseded', 'rejected', 'expired', 'failed', 'closed_noop');
--> statement-breakpoint
create trigger relay_batches_final before update of state on relay_batches
  for each row when (current_setting('stipend.reopen_nonces', true) is distinct from 'on')
  execute function forbid_leaving_final_state('consumed');
--> statement-breakpoint
create function forbid_rewriting() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % is refused', tg_table_name, tg_op;
end $$;
--> statement-breakpoint
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function forbid_rewriting();
--> statement-breakpoint
create function mark_submission() returns trigger language plpgsql as $$
begin
  new.authorization_released := new.state in ('rejected', 'expired', 'failed');
  new.slot_consumed := new.slot_consumed and new.state in ('signed', 'broadcast', 'mined');
  return new;
end $$;
--> statement-breakpoint
create trigger relay_submissions_marks before insert or update of state on relay_submissions
  for each row when (
    new.slot_consumed or new.authorization_released or new.state in ('rejected', 'expired', 'failed')
  )
  execute function mark_submission();
--> statement-breakpoint
create trigger relay_open_submissions_same before update on relay_open_submissions
  for each row execute function suppress_redundant_updates_trigger();
--> statement-breakpoint
create function keep_open_submission() returns trigger language plpgsql as $$
declare
  kept relay_open_submissions;
  wallet_name text := coalesce('0x' || encode(new.wallet, 'hex'), '');
  sent boolean := new.state in ('signed', 'broadcast', 'mined');
  first_due timestamptz := date_trunc('milliseconds', least(new.created_at, clock_now()));
begin
  if not sent and new.state not in ('held', 'queued') then
    if tg_op = 'UPDATE' then
      delete from relay_open_submissions where submission_id = new.id;
    end if;
    return null;
  end if;
  kept.submission_id := new.id;
  kept.session_id := new.session_id;
  kept.account := new.chain_id || ':0x' || encode(new.payer, 'hex');
  kept.wallet := new.wallet;
  kept.token_address := new.token_address;
  kept.amount := new.amount;
  kept.debited := new.state = 'mined' and new.failure_code is null;
  -- Enrolments wait in queues of their own: nothing that settles payments takes them.
  kept.queue := case
    when new.kind = 'subscription' and new.state = 'held' then new.chain_id || ':enrol-held'
    when new.kind = 'subscription' and new.state = 'queued' and new.payer_has_code
      then new.chain_id || ':enrol-coded'
    when new.kind = 'subscription' and new.state = 'queued' then new.chain_id || ':enrol-plain'
    when new.state = 'held' then new.chain_id || ':held'
    when new.state = 'queued' and new.payer_has_code
      then new.chain_id || ':coded:' || wallet_name
    when new.state = 'queued' then new.chain_id || ':plain:' || wallet_name
  end;
  kept.due_at := coalesce(new.next_check_at, first_due);
  kept.doubt := case
    when new.kind = 'subscription' then new.chain_id || ':enrolled'
    when sent and (new.slot_consumed or new.failure_code is not null) then new.chain_id || ':slot'
    when not sent and new.failure_code = 'nonce_used' then new.chain_id || ':nonce'
  end;
  -- What was never signed for is decided whenever the chain is looked at, however long it waits for its turn.
  kept.doubt_at := case when sent then kept.due_at else first_due end;
  kept.chain_id := new.chain_id;
  kept.valid_before := new.valid_before;
  if tg_op = 'UPDATE' then
    update relay_open_submissions o set
      session_id = kept.session_id, account = kept.account, wallet = kept.wallet,
      token_address = kept.token_address, amount = kept.amount, debited = kept.debited,
      queue = kept.queue, due_at = kept.due_at, doubt = kept.doubt, doubt_at = kept.doubt_at,
      chain_id = kept.chain_id, valid_before = kept.valid_before
    where o.submission_id = kept.submission_id;
    if found then
      return null;
    end if;
  end if;
  insert into relay_open_submissions values (kept.*) on conflict (submission_id) do nothing;
  return null;
end $$;
--> statement-breakpoint
create trigger relay_submissions_open after insert or update on relay_submissions
  for each row execute function keep_open_submission();
--> statement-breakpoint
create function drop_open_submission() returns trigger language plpgsql as $$
begin
  delete from relay_open_submissions where submission_id = old.id;
  return null;
end $$;
--> statement-breakpoint
create trigger relay_submissions_gone after delete on relay_submissions
  for each row execute function drop_open_submission();
--> statement-breakpoint
-- The submissions are locked in the order of their ids, as wherever several are locked.
create function mark_slot_consumed() returns trigger language plpgsql as $$
declare
  ids text[] := array(
    select submission_id from relay_batch_items where batch_id = new.id and open
  );
begin
  perform from relay_submissions where id = any (ids) order by id for no key update;
  update relay_submissions set slot_consumed = (new.state = 'consumed')
  where id = any (ids) and state in ('signed', 'broadcast', 'mined');
  return null;
end $$;
--> statement-breakpoint
create trigger relay_batches_consumed after update of state on relay_batches
  for each row when ((old.state = 'consumed') <> (new.state = 'consumed'))
  execute function mark_slot_consumed();
--> statement-breakpoint
create trigger operator_calls_final before update of state on operator_calls
  for each row when (current_setting('stipend.reopen_nonces', true) is distinct from 'on')
  execute function forbid_leaving_final_state('done', 'refused', 'failed');
--> statement-breakpoint
-- The planner takes a Bloom filter for as costly as the whole table: here it has no other way that costs less.
create function transactions_with_hash(hash bytea, merchant text, in_mode text) returns setof text
  language sql stable set enable_seqscan = off
  as $$
    select id from transactions
    where tx_hash = hash and case when merchant_id = merchant and mode = in_mode then true end
  $$;
--> statement-breakpoint
insert into "business_clock" default values;
