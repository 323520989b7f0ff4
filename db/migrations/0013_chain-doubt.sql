ALTER TABLE "chain_cursors" ADD COLUMN "doubt_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "chain_cursors" ADD COLUMN "doubt_looks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chain_cursors" ADD COLUMN "doubt_looked_at" timestamp (3) with time zone;