CREATE TABLE "agent_jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"public_id" text NOT NULL,
	"deployment_id" text NOT NULL,
	"chain_id" integer NOT NULL,
	"status" text NOT NULL,
	"vendor_address" "bytea" NOT NULL,
	"assessor_address" "bytea",
	"evaluator_address" "bytea" NOT NULL,
	"treasury_address" "bytea" NOT NULL,
	"description" text NOT NULL,
	"amount" numeric(78,0) NOT NULL,
	"currency" text NOT NULL,
	"token_address" "bytea" NOT NULL,
	"usd_cents" numeric(78,0) NOT NULL,
	"manual_reason" text,
	"funding" text,
	"approved_by" text,
	"approved_at" timestamp (3) with time zone,
	"expires_in_days" smallint NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"proposal" text,
	"proposal_id" "bytea" NOT NULL,
	"proposal_failure" text,
	"rounds" integer DEFAULT 0 NOT NULL,
	"wallet" "bytea",
	"batch_id" text,
	"proposal_tx_hash" "bytea",
	"next_check_at" timestamp (3) with time zone,
	"chain_job_id" numeric(78,0),
	"funded_at" timestamp (3) with time zone,
	"submitted_at" timestamp (3) with time zone,
	"deliverable" "bytea",
	"transaction_id" text,
	"tx_hash" "bytea",
	"block_number" bigint,
	"failure_reason" text,
	"completed_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"told_disputed" boolean DEFAULT false NOT NULL,
	"told_completed" boolean DEFAULT false NOT NULL,
	"due_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "agent_jobs_publicId_unique" UNIQUE("public_id"),
	CONSTRAINT "agent_jobs_addresses" CHECK (octet_length("agent_jobs"."vendor_address") = 20 and octet_length("agent_jobs"."evaluator_address") = 20),
	CONSTRAINT "agent_jobs_accounts" CHECK (octet_length("agent_jobs"."treasury_address") = 20 and octet_length("agent_jobs"."token_address") = 20),
	CONSTRAINT "agent_jobs_further_widths" CHECK (coalesce(octet_length("agent_jobs"."assessor_address"), 20) = 20
      and coalesce(octet_length("agent_jobs"."wallet"), 20) = 20
      and coalesce(octet_length("agent_jobs"."proposal_tx_hash"), 32) = 32
      and coalesce(octet_length("agent_jobs"."deliverable"), 32) = 32
      and coalesce(octet_length("agent_jobs"."tx_hash"), 32) = 32),
	CONSTRAINT "agent_jobs_amount" CHECK ("agent_jobs"."amount" > 0 and "agent_jobs"."usd_cents" > 0),
	CONSTRAINT "agent_jobs_days" CHECK ("agent_jobs"."expires_in_days" between 7 and 90),
	CONSTRAINT "agent_jobs_parties" CHECK ("agent_jobs"."vendor_address" <> "agent_jobs"."evaluator_address"),
	CONSTRAINT "agent_jobs_proposal_of_approved" CHECK ("agent_jobs"."proposal" is null or "agent_jobs"."approved_at" is not null),
	CONSTRAINT "agent_jobs_on_chain_funded" CHECK ("agent_jobs"."funded_at" is null or "agent_jobs"."chain_job_id" is not null),
	CONSTRAINT "agent_jobs_closed" CHECK (("agent_jobs"."closed_at" is not null) = (not status in ('pending_approval', 'approved', 'funded', 'submitted'))),
	CONSTRAINT "agent_jobs_mode" CHECK ("agent_jobs"."mode" in ('test', 'live')),
	CONSTRAINT "agent_jobs_currency" CHECK ("agent_jobs"."currency" in ('USDC', 'EURC')),
	CONSTRAINT "agent_jobs_status" CHECK ("agent_jobs"."status" in ('pending_approval', 'approved', 'funded', 'submitted', 'completed', 'rejected', 'expired', 'failed', 'cancelled')),
	CONSTRAINT "agent_jobs_funding" CHECK ("agent_jobs"."funding" in ('agent', 'awaiting_owner')),
	CONSTRAINT "agent_jobs_proposal" CHECK ("agent_jobs"."proposal" in ('queued', 'signed', 'mined', 'done')),
	CONSTRAINT "agent_jobs_manual_reason" CHECK ("agent_jobs"."manual_reason" in ('above_threshold', 'vendor_day_above_threshold', 'vendor_not_approved', 'monthly_cap', 'foreign_assessor', 'no_policy')),
	CONSTRAINT "agent_jobs_failure" CHECK ("agent_jobs"."failure_reason" in ('vendor_blocked', 'proposal_refused', 'proposal_cancelled'))
);
--> statement-breakpoint
CREATE TABLE "agent_treasuries" (
	"deployment_id" text NOT NULL,
	"merchant_id" text NOT NULL,
	"mode" text NOT NULL,
	"chain_id" integer NOT NULL,
	"address" "bytea" NOT NULL,
	"read_block" bigint NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	"agent" "bytea" NOT NULL,
	"evaluator" "bytea" NOT NULL,
	"threshold_cents" numeric(78,0) NOT NULL,
	"monthly_cap_cents" numeric(78,0) NOT NULL,
	"vendor_day_cents" numeric(78,0) NOT NULL,
	"is_priced" boolean NOT NULL,
	"out_of_step_since" timestamp (3) with time zone,
	"told_out_of_step" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "agent_treasuries_deployment_id_merchant_id_pk" PRIMARY KEY("deployment_id","merchant_id"),
	CONSTRAINT "agent_treasuries_addresses" CHECK (octet_length("agent_treasuries"."address") = 20 and octet_length("agent_treasuries"."agent") = 20 and octet_length("agent_treasuries"."evaluator") = 20),
	CONSTRAINT "agent_treasuries_mode" CHECK ("agent_treasuries"."mode" in ('test', 'live')),
	CONSTRAINT "agent_treasuries_block" CHECK ("agent_treasuries"."read_block" >= 0)
);
--> statement-breakpoint
CREATE TABLE "agent_treasury_looks" (
	"deployment_id" text NOT NULL,
	"merchant_id" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agent_treasury_looks_deployment_id_merchant_id_pk" PRIMARY KEY("deployment_id","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "agent_vendors" (
	"deployment_id" text NOT NULL,
	"merchant_id" text NOT NULL,
	"vendor" "bytea" NOT NULL,
	"read_block" bigint NOT NULL,
	CONSTRAINT "agent_vendors_deployment_id_merchant_id_vendor_pk" PRIMARY KEY("deployment_id","merchant_id","vendor"),
	CONSTRAINT "agent_vendors_addresses" CHECK (octet_length("agent_vendors"."vendor") = 20)
);
--> statement-breakpoint
CREATE TABLE "chain_jobs" (
	"chain_id" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"log_index" integer NOT NULL,
	"deployment_id" text NOT NULL,
	"event" text NOT NULL,
	"chain_job_id" numeric(78,0) NOT NULL,
	"client" "bytea",
	"amount" numeric(78,0),
	"fee" numeric(78,0),
	"fee_bps" integer,
	"deliverable" "bytea",
	"from_status" smallint,
	"tx_hash" "bytea" NOT NULL,
	"block_timestamp" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chain_jobs_chain_id_block_number_log_index_pk" PRIMARY KEY("chain_id","block_number","log_index"),
	CONSTRAINT "chain_jobs_hashes" CHECK (octet_length("chain_jobs"."tx_hash") = 32),
	CONSTRAINT "chain_jobs_widths" CHECK (coalesce(octet_length("chain_jobs"."client"), 20) = 20
        and coalesce(octet_length("chain_jobs"."deliverable"), 32) = 32),
	CONSTRAINT "chain_jobs_event_name" CHECK ("chain_jobs"."event" in ('JobFunded', 'JobSubmitted', 'JobCompleted', 'JobRejected', 'JobExpired'))
);
--> statement-breakpoint
ALTER TABLE "relay_batches" DROP CONSTRAINT "relay_batches_kind";--> statement-breakpoint
ALTER TABLE "agent_jobs" ADD CONSTRAINT "agent_jobs_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_jobs" ADD CONSTRAINT "agent_jobs_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_jobs" ADD CONSTRAINT "agent_jobs_batch_id_relay_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."relay_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_jobs" ADD CONSTRAINT "agent_jobs_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_treasuries" ADD CONSTRAINT "agent_treasuries_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_treasuries" ADD CONSTRAINT "agent_treasuries_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_treasury_looks" ADD CONSTRAINT "agent_treasury_looks_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_treasury_looks" ADD CONSTRAINT "agent_treasury_looks_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_vendors" ADD CONSTRAINT "agent_vendors_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_vendors" ADD CONSTRAINT "agent_vendors_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_jobs" ADD CONSTRAINT "chain_jobs_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_jobs" ADD CONSTRAINT "chain_jobs_event" FOREIGN KEY ("chain_id","block_number","log_index") REFERENCES "public"."chain_events"("chain_id","block_number","log_index") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_jobs_recent" ON "agent_jobs" USING btree ("merchant_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "agent_jobs_recent_by_status" ON "agent_jobs" USING btree ("merchant_id","mode","status","created_at");--> statement-breakpoint
CREATE INDEX "agent_jobs_recent_by_vendor" ON "agent_jobs" USING btree ("merchant_id","mode","vendor_address","created_at");--> statement-breakpoint
CREATE INDEX "agent_jobs_approved" ON "agent_jobs" USING btree ("merchant_id","mode","approved_at") WHERE "agent_jobs"."approved_at" is not null;--> statement-breakpoint
CREATE INDEX "agent_jobs_open" ON "agent_jobs" USING btree ("merchant_id","mode") WHERE status in ('pending_approval', 'approved', 'funded', 'submitted');--> statement-breakpoint
CREATE INDEX "agent_jobs_proposals" ON "agent_jobs" USING btree ("chain_id","approved_at") WHERE proposal in ('queued', 'signed', 'mined');--> statement-breakpoint
CREATE INDEX "agent_jobs_escrowed" ON "agent_jobs" USING btree ("expires_at") WHERE status in ('funded', 'submitted');--> statement-breakpoint
CREATE INDEX "agent_jobs_by_batch" ON "agent_jobs" USING btree ("batch_id") WHERE "agent_jobs"."batch_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "agent_jobs_on_chain" ON "agent_jobs" USING btree ("deployment_id","chain_job_id") WHERE "agent_jobs"."chain_job_id" is not null;--> statement-breakpoint
CREATE INDEX "agent_jobs_mined" ON "agent_jobs" USING btree ("chain_id","block_number") WHERE "agent_jobs"."block_number" is not null;--> statement-breakpoint
CREATE INDEX "agent_jobs_due" ON "agent_jobs" USING btree ("due_at") WHERE "agent_jobs"."due_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "agent_jobs_proposal_id" ON "agent_jobs" USING btree ("proposal_id");--> statement-breakpoint
CREATE INDEX "agent_treasuries_by_merchant" ON "agent_treasuries" USING btree ("merchant_id","mode");--> statement-breakpoint
CREATE UNIQUE INDEX "agent_treasuries_address" ON "agent_treasuries" USING btree ("chain_id","address");--> statement-breakpoint
CREATE INDEX "agent_treasuries_out_of_step" ON "agent_treasuries" USING btree ("out_of_step_since") WHERE "agent_treasuries"."out_of_step_since" is not null;--> statement-breakpoint
CREATE INDEX "chain_jobs_by_job" ON "chain_jobs" USING btree ("deployment_id","chain_job_id");--> statement-breakpoint
CREATE INDEX "chain_jobs_funded" ON "chain_jobs" USING btree ("block_timestamp") WHERE "chain_jobs"."event" = 'JobFunded';--> statement-breakpoint
ALTER TABLE "relay_batches" ADD CONSTRAINT "relay_batches_kind" CHECK ("relay_batches"."kind" in ('settle_batch', 'pay', 'pay_signed', 'settle_terms_batch', 'pay_terms', 'pay_terms_signed', 'subscribe', 'subscribe_signed', 'charge_batch', 'permit', 'operator_call', 'propose_job', 'noop'));
--> statement-breakpoint
-- What agents buy is paid from a treasury: it is no part of the books of payments, which the counters below keep.
do $$
declare
  counted text := 'coalesce(status = ''confirmed'' or (status = ''pending'' and payment_exception = ''screening''), false)';
  of_day text := 'coalesce(t.status = ''confirmed'' or (t.status = ''pending'' and t.payment_exception = ''screening''), false)';
  definition text;
  changed text;
begin
  for definition in
    select pg_get_functiondef(oid) from pg_proc
    where pronamespace = 'public'::regnamespace
      and proname in ('count_new_transactions', 'count_changed_transactions')
  loop
    changed := replace(definition, counted, '(type <> ''agent_job'' and ' || counted || ')');
    changed := replace(changed, of_day, '(t.type <> ''agent_job'' and ' || of_day || ')');
    if changed = definition then
      raise exception 'a counter of transactions is not as it was expected';
    end if;
    execute changed;
  end loop;
end $$;
