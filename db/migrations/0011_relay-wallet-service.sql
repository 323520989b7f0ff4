ALTER TABLE "relay_batches" DROP CONSTRAINT "relay_batches_kind";--> statement-breakpoint
ALTER TABLE "relay_batches" ALTER COLUMN "deployment_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "relay_wallets" ADD COLUMN "blocked_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "relay_wallets" ADD COLUMN "blocked_reason" text;--> statement-breakpoint
ALTER TABLE "relay_wallets" ADD COLUMN "seen_count" bigint;--> statement-breakpoint
ALTER TABLE "relay_wallets" ADD COLUMN "seen_block" bigint;--> statement-breakpoint
ALTER TABLE "relay_wallets" ADD COLUMN "seen_hash" text;--> statement-breakpoint
ALTER TABLE "relay_wallets" ADD COLUMN "retired_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "relay_batches" ADD CONSTRAINT "relay_batches_kind" CHECK ("relay_batches"."kind" in ('settle_batch', 'pay', 'pay_signed', 'noop'));--> statement-breakpoint
ALTER TABLE "relay_wallets" ADD CONSTRAINT "relay_wallets_blocked_reason" CHECK ("relay_wallets"."blocked_reason" in ('fee_cap', 'no_gas', 'nonce_behind'));--> statement-breakpoint
drop trigger relay_batches_final on relay_batches;
--> statement-breakpoint
create trigger relay_batches_final before update of state on relay_batches
  for each row when (current_setting('stipend.reopen_nonces', true) is distinct from 'on')
  execute function forbid_leaving_final_state('consumed');
