ALTER TABLE "agent_jobs" ADD COLUMN "withdrawn_block" bigint;--> statement-breakpoint
ALTER TABLE "agent_jobs" ADD COLUMN "withdrawn_hash" "bytea";--> statement-breakpoint
ALTER TABLE "agent_jobs" ADD CONSTRAINT "agent_jobs_withdrawn" CHECK (("agent_jobs"."withdrawn_block" is null) = ("agent_jobs"."withdrawn_hash" is null)
      and coalesce(octet_length("agent_jobs"."withdrawn_hash"), 32) = 32);