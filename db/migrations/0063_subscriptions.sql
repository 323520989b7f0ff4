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
);--> statement-breakpoint
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
);--> statement-breakpoint
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
);--> statement-breakpoint
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
);--> statement-breakpoint
CREATE TABLE "keeper_wallets" (
	"deployment_id" text NOT NULL,
	"wallet" "bytea" NOT NULL,
	"allowed" boolean NOT NULL,
	"looked_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "keeper_wallets_deployment_id_wallet_pk" PRIMARY KEY("deployment_id","wallet"),
	CONSTRAINT "keeper_wallets_addresses" CHECK (octet_length("keeper_wallets"."wallet") = 20)
);--> statement-breakpoint
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
);--> statement-breakpoint
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
);--> statement-breakpoint
CREATE TABLE "subscription_reminders" (
	"subscription_id" text NOT NULL,
	"kind" text NOT NULL,
	"about" timestamp (3) with time zone NOT NULL,
	"remind_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subscription_reminders_subscription_id_kind_pk" PRIMARY KEY("subscription_id","kind"),
	CONSTRAINT "subscription_reminders_kind" CHECK ("subscription_reminders"."kind" in ('subscription_renewal_upcoming', 'subscription_balance_low', 'subscription_ending'))
);--> statement-breakpoint
CREATE TABLE "subscription_charges" (
	"subscription_id" text NOT NULL,
	"period" integer NOT NULL,
	"number" integer NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"transaction_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "subscription_charges_subscription_id_period_number_pk" PRIMARY KEY("subscription_id","period","number"),
	CONSTRAINT "subscription_charges_amount" CHECK ("subscription_charges"."amount" > 0)
);--> statement-breakpoint
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
);--> statement-breakpoint
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
	CONSTRAINT "subscriptions_amount" CHECK ("subscriptions"."amount" > 0),
	CONSTRAINT "subscriptions_cancelled" CHECK (("subscriptions"."status" = 'cancelled') = ("subscriptions"."cancelled_at" is not null)),
	CONSTRAINT "subscriptions_attempt" CHECK ("subscriptions"."attempt_at" is null or "subscriptions"."status" in ('trialing', 'active', 'past_due')),
	CONSTRAINT "subscriptions_origin" CHECK ("subscriptions"."origin" in ('relay', 'chain')),
	CONSTRAINT "subscriptions_mode" CHECK ("subscriptions"."mode" in ('test', 'live')),
	CONSTRAINT "subscriptions_currency" CHECK ("subscriptions"."currency" in ('USDC', 'EURC')),
	CONSTRAINT "subscriptions_status" CHECK ("subscriptions"."status" in ('pending', 'trialing', 'active', 'past_due', 'lapsed', 'completed', 'cancelled')),
	CONSTRAINT "subscriptions_failure_code" CHECK ("subscriptions"."failure_code" in ('insufficient_balance', 'insufficient_allowance', 'permit_expired', 'token_paused', 'address_blocked')),
	CONSTRAINT "subscriptions_onchain_cancel" CHECK ("subscriptions"."onchain_cancel" in ('none', 'queued', 'confirmed'))
);--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind";--> statement-breakpoint
ALTER TABLE "operator_calls" DROP CONSTRAINT "operator_calls_addresses";--> statement-breakpoint
ALTER TABLE "operator_calls" DROP CONSTRAINT "operator_calls_kind";--> statement-breakpoint
ALTER TABLE "operator_calls" DROP CONSTRAINT "operator_calls_wanted";--> statement-breakpoint
ALTER TABLE "relay_batches" DROP CONSTRAINT "relay_batches_kind";--> statement-breakpoint
ALTER TABLE "chain_cursors" ADD COLUMN "head_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chain_cursors" ADD COLUMN "arrivals_number" bigint;--> statement-breakpoint
ALTER TABLE "operator_calls" ADD COLUMN "subscription_id" text;--> statement-breakpoint
ALTER TABLE "operator_calls" ADD COLUMN "keeper" "bytea";--> statement-breakpoint
ALTER TABLE "operator_calls" ADD COLUMN "is_allowed" boolean;--> statement-breakpoint
-- The table has a row per call that an operator asked for: it is written anew and its index with it in no time. Dropping
-- the column drops the index.
ALTER TABLE "operator_calls" drop column "subject";--> statement-breakpoint
ALTER TABLE "operator_calls" ADD COLUMN "subject" text GENERATED ALWAYS AS (case kind
          when 'sweep_wallet' then 'wallet:' || encode(wallet, 'hex')
          when 'sweep_fees' then deployment_id || ':fees:' || encode(token_address, 'hex')
          when 'cancel_subscription' then 'subscription:' || subscription_id
          when 'set_keeper' then deployment_id || ':keeper:' || encode(keeper, 'hex')
          else deployment_id || ':' || merchant_id || ':' || case kind
            when 'register' then 'registration' when 'set_fee' then 'fee' else 'status' end
        end) STORED NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "operator_calls_in_flight" ON "operator_calls" USING btree ("chain_id","subject") WHERE "operator_calls"."state" in ('signed', 'mined');--> statement-breakpoint
ALTER TABLE "relay_submissions" ADD COLUMN "subscription_id" text;--> statement-breakpoint
ALTER TABLE "chain_cancellations" ADD CONSTRAINT "chain_cancellations_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_cancellations" ADD CONSTRAINT "chain_cancellations_event" FOREIGN KEY ("chain_id","block_number","log_index") REFERENCES "public"."chain_events"("chain_id","block_number","log_index") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_charges" ADD CONSTRAINT "chain_charges_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_charges" ADD CONSTRAINT "chain_charges_event" FOREIGN KEY ("chain_id","block_number","log_index") REFERENCES "public"."chain_events"("chain_id","block_number","log_index") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_subscriptions" ADD CONSTRAINT "chain_subscriptions_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_subscriptions" ADD CONSTRAINT "chain_subscriptions_event" FOREIGN KEY ("chain_id","block_number","log_index") REFERENCES "public"."chain_events"("chain_id","block_number","log_index") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keeper_wallets" ADD CONSTRAINT "keeper_wallets_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_settings" ADD CONSTRAINT "recovery_settings_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD CONSTRAINT "subscription_plans_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_plans" ADD CONSTRAINT "subscription_plans_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_reminders" ADD CONSTRAINT "subscription_reminders_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD CONSTRAINT "subscription_charges_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_charges" ADD CONSTRAINT "subscription_charges_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_renewals" ADD CONSTRAINT "subscription_renewals_batch_id_relay_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."relay_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_renewals" ADD CONSTRAINT "subscription_renewals_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_plan_id_subscription_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."subscription_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chain_cancellations_by_subscription" ON "chain_cancellations" USING btree ("deployment_id","onchain_id");--> statement-breakpoint
CREATE INDEX "chain_charges_by_subscription" ON "chain_charges" USING btree ("deployment_id","onchain_id");--> statement-breakpoint
CREATE INDEX "chain_subscriptions_by_id" ON "chain_subscriptions" USING btree ("deployment_id","onchain_id");--> statement-breakpoint
CREATE INDEX "payer_sessions_age" ON "payer_sessions" USING btree ("expires_at","token_hash");--> statement-breakpoint
CREATE INDEX "subscription_plans_recent" ON "subscription_plans" USING btree ("merchant_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "subscription_plans_recent_by_active" ON "subscription_plans" USING btree ("merchant_id","mode","active","created_at");--> statement-breakpoint
CREATE INDEX "subscription_plans_by_ref" ON "subscription_plans" USING hash ("ref");--> statement-breakpoint
CREATE INDEX "subscription_reminders_due" ON "subscription_reminders" USING btree ("remind_at");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_charges_transaction" ON "subscription_charges" USING btree ("transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_renewals_place" ON "subscription_renewals" USING btree ("batch_id","group_index","item_index");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_renewals_open" ON "subscription_renewals" USING btree ("subscription_id") WHERE "subscription_renewals"."open"::int = 1;--> statement-breakpoint
CREATE INDEX "subscription_renewals_by_subscription" ON "subscription_renewals" USING btree ("subscription_id","period");--> statement-breakpoint
CREATE INDEX "subscription_renewals_reverted" ON "subscription_renewals" USING btree ("subscription_id","period") WHERE "subscription_renewals"."outcome" = 'reverted';--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_onchain" ON "subscriptions" USING btree ("deployment_id","onchain_id");--> statement-breakpoint
CREATE INDEX "subscriptions_recent" ON "subscriptions" USING btree ("merchant_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "subscriptions_recent_by_status" ON "subscriptions" USING btree ("merchant_id","mode","status","created_at");--> statement-breakpoint
CREATE INDEX "subscriptions_recent_by_plan" ON "subscriptions" USING btree ("merchant_id","mode","plan_id","created_at");--> statement-breakpoint
CREATE INDEX "subscriptions_by_customer" ON "subscriptions" USING btree ("customer_id","created_at") WHERE "subscriptions"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_by_payer" ON "subscriptions" USING btree ("payer","deployment_id","created_at");--> statement-breakpoint
CREATE INDEX "subscriptions_to_charge" ON "subscriptions" USING btree ("deployment_id","attempt_at") WHERE "subscriptions"."attempt_at" is not null and "subscriptions"."paused_at" is null and ("subscriptions"."plan_id" is not null or "subscriptions"."origin" = 'relay');--> statement-breakpoint
CREATE INDEX "subscriptions_in_grace" ON "subscriptions" USING btree ("chain_id","payer") WHERE (status || ' grace') in ('past_due grace');--> statement-breakpoint
CREATE INDEX "subscriptions_open" ON "subscriptions" USING btree ("created_at") WHERE (status || ' open') in ('pending open', 'trialing open', 'active open', 'past_due open');--> statement-breakpoint
CREATE INDEX "subscriptions_cancelling" ON "subscriptions" USING btree ("closed_at") WHERE "subscriptions"."onchain_cancel" = 'queued';--> statement-breakpoint
ALTER TABLE "operator_calls" ADD CONSTRAINT "operator_calls_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operator_calls_by_subscription" ON "operator_calls" USING btree ("subscription_id") WHERE "operator_calls"."subscription_id" is not null;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind" CHECK ("mails"."kind" in ('payment_receipt', 'payment_received', 'refund_receipt', 'refund_completed', 'refund_failed', 'webhook_endpoint_failing', 'webhook_endpoint_disabled', 'invoice', 'invoice_reminder', 'invoice_overdue', 'invoice_voided', 'invoice_receipt', 'invoice_paid', 'subscription_confirmation', 'subscription_charge_receipt', 'subscription_renewal_upcoming', 'subscription_charge_failed', 'subscription_balance_low', 'subscription_cancelled', 'subscription_lapsed', 'subscription_ending', 'subscription_started', 'subscription_charged', 'subscription_charge_failed_merchant', 'subscription_recovered', 'subscription_lapsed_merchant', 'subscription_cancelled_merchant')) NOT VALID;--> statement-breakpoint
ALTER TABLE "operator_calls" ADD CONSTRAINT "operator_calls_addresses" CHECK (octet_length("operator_calls"."owner") = 20 and octet_length("operator_calls"."payout") = 20 and octet_length("operator_calls"."token_address") = 20 and octet_length("operator_calls"."recipient") = 20 and octet_length("operator_calls"."wallet") = 20 and octet_length("operator_calls"."keeper") = 20) NOT VALID;--> statement-breakpoint
ALTER TABLE "operator_calls" ADD CONSTRAINT "operator_calls_kind" CHECK ("operator_calls"."kind" in ('register', 'set_fee', 'suspend', 'reactivate', 'close', 'sweep_fees', 'sweep_wallet', 'cancel_subscription', 'set_keeper')) NOT VALID;--> statement-breakpoint
ALTER TABLE "operator_calls" ADD CONSTRAINT "operator_calls_wanted" CHECK (case "operator_calls"."kind"
        when 'sweep_wallet' then num_nulls("operator_calls"."wallet", "operator_calls"."recipient") = 0
        when 'sweep_fees' then num_nulls("operator_calls"."deployment_id", "operator_calls"."mode", "operator_calls"."token_address") = 0
        when 'set_keeper' then num_nulls("operator_calls"."deployment_id", "operator_calls"."mode", "operator_calls"."keeper", "operator_calls"."is_allowed") = 0
        else num_nulls("operator_calls"."deployment_id", "operator_calls"."mode", "operator_calls"."merchant_id") = 0 and case "operator_calls"."kind"
          when 'register' then num_nulls("operator_calls"."owner", "operator_calls"."payout", "operator_calls"."fee_bps") = 0
          when 'set_fee' then "operator_calls"."fee_bps" is not null
          when 'cancel_subscription' then "operator_calls"."subscription_id" is not null else true end end) NOT VALID;--> statement-breakpoint
ALTER TABLE "relay_batches" ADD CONSTRAINT "relay_batches_kind" CHECK ("relay_batches"."kind" in ('settle_batch', 'pay', 'pay_signed', 'settle_terms_batch', 'pay_terms', 'pay_terms_signed', 'subscribe', 'subscribe_signed', 'charge_batch', 'operator_call', 'noop')) NOT VALID;--> statement-breakpoint
ALTER TABLE "relay_submissions" ADD CONSTRAINT "relay_submissions_subscription" CHECK (("relay_submissions"."kind" = 'subscription') = ("relay_submissions"."subscription_id" is not null)) NOT VALID;--> statement-breakpoint
create or replace function keep_open_submission() returns trigger language plpgsql as $$
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
