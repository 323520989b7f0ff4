DROP INDEX IF EXISTS "events_newest_after_second";--> statement-breakpoint
ALTER TABLE "chain_cursors" ADD COLUMN "seen_number" bigint DEFAULT -1 NOT NULL;--> statement-breakpoint
ALTER TABLE "chain_cursors" ADD COLUMN "safe_number" bigint DEFAULT -1 NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "confirmation_policy" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "announced" boolean DEFAULT false NOT NULL;
