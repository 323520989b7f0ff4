CREATE TABLE "agent_job_releases" (
	"job_id" text NOT NULL,
	"kind" text NOT NULL,
	"chain_id" integer NOT NULL,
	"state" text NOT NULL,
	"queued_at" timestamp (3) with time zone NOT NULL,
	"failure" text,
	"rounds" integer DEFAULT 0 NOT NULL,
	"wallet" "bytea",
	"batch_id" text,
	"tx_hash" "bytea",
	"next_check_at" timestamp (3) with time zone,
	CONSTRAINT "agent_job_releases_job_id_kind_pk" PRIMARY KEY("job_id","kind"),
	CONSTRAINT "agent_job_releases_kind" CHECK ("agent_job_releases"."kind" in ('claim_refund', 'claim')),
	CONSTRAINT "agent_job_releases_state" CHECK ("agent_job_releases"."state" in ('queued', 'signed', 'mined', 'done')),
	CONSTRAINT "agent_job_releases_widths" CHECK (coalesce(octet_length("agent_job_releases"."wallet"), 20) = 20
        and coalesce(octet_length("agent_job_releases"."tx_hash"), 32) = 32)
);
--> statement-breakpoint
ALTER TABLE "chain_jobs" DROP CONSTRAINT "chain_jobs_event_name";--> statement-breakpoint
ALTER TABLE "relay_batches" DROP CONSTRAINT "relay_batches_kind";--> statement-breakpoint
ALTER TABLE "agent_jobs" ADD COLUMN "held_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "agent_jobs" ADD COLUMN "screened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "agent_treasuries" ADD COLUMN "reserves" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_treasury_looks" ADD COLUMN "seen_block" bigint;--> statement-breakpoint
ALTER TABLE "agent_job_releases" ADD CONSTRAINT "agent_job_releases_job_id_agent_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."agent_jobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_job_releases" ADD CONSTRAINT "agent_job_releases_batch_id_relay_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."relay_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_job_releases_open" ON "agent_job_releases" USING btree ("chain_id","queued_at") WHERE state in ('queued', 'signed', 'mined');--> statement-breakpoint
CREATE INDEX "agent_job_releases_by_batch" ON "agent_job_releases" USING btree ("batch_id") WHERE "agent_job_releases"."batch_id" is not null;--> statement-breakpoint
CREATE INDEX "agent_jobs_held" ON "agent_jobs" USING btree ("held_at") WHERE "agent_jobs"."held_at" is not null;--> statement-breakpoint
CREATE INDEX "agent_treasury_looks_seen" ON "agent_treasury_looks" USING btree ("seen_block") WHERE "agent_treasury_looks"."seen_block" is not null;--> statement-breakpoint
ALTER TABLE "chain_jobs" ADD CONSTRAINT "chain_jobs_event_name" CHECK ("chain_jobs"."event" in ('JobFunded', 'JobSubmitted', 'JobCompleted', 'JobRejected', 'JobExpired', 'PaymentReleased', 'Refunded', 'PaymentHeld'));--> statement-breakpoint
ALTER TABLE "relay_batches" ADD CONSTRAINT "relay_batches_kind" CHECK ("relay_batches"."kind" in ('settle_batch', 'pay', 'pay_signed', 'settle_terms_batch', 'pay_terms', 'pay_terms_signed', 'subscribe', 'subscribe_signed', 'charge_batch', 'permit', 'operator_call', 'propose_job', 'release_job', 'noop'));--> statement-breakpoint
UPDATE "agent_jobs" SET "due_at" = "expires_at" WHERE "status" = 'submitted' AND "due_at" IS NULL;
