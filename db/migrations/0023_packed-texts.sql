ALTER TABLE "events" ALTER COLUMN "object" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ALTER COLUMN "answer" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "packed" "bytea";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "packed_answer" "bytea";