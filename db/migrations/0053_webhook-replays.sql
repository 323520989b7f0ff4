ALTER TABLE "webhook_replays" ADD COLUMN "progressed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;
