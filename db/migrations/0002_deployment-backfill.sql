ALTER TABLE "deployments" ADD COLUMN "joined_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deployments" ADD COLUMN "backfilled_number" bigint;--> statement-breakpoint
ALTER TABLE "deployments" ADD COLUMN "backfilled_hash" text;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "answer" text NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP COLUMN "body";