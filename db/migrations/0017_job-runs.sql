CREATE TABLE "job_runs" (
	"job" text PRIMARY KEY NOT NULL,
	"finished_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "webhook_endpoints_failing" ON "webhook_endpoints" USING btree ("failing_since") WHERE "webhook_endpoints"."status" = 'enabled' and "webhook_endpoints"."failing_since" is not null;