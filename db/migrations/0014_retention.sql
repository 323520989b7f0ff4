CREATE TABLE "retention_tasks" (
	"name" text PRIMARY KEY NOT NULL,
	"position_at" timestamp (3) with time zone,
	"position_id" text,
	"finished_at" timestamp (3) with time zone,
	"removed" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "relay_attempts" ALTER COLUMN "raw" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "intent_signature" "bytea";--> statement-breakpoint
-- Of what was settled before: the relay's rows will be removed, and a refund needs the signature.
UPDATE "transactions" t SET "intent_signature" = decode(substr(s."intent_signature", 3), 'hex')
FROM "relay_submissions" s
WHERE s."deployment_id" = t."deployment_id" AND s."payment_id" = t."payment_id"
  AND s."state" IN ('confirmed', 'superseded') AND t."intent_signature" IS NULL;
