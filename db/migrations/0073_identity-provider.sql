CREATE TABLE "challenge_used" (
	"id" "bytea" PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "challenge_used_id" CHECK (octet_length("challenge_used"."id") = 32)
);
--> statement-breakpoint
CREATE TABLE "identity_revocations" (
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "identity_revocations_provider_subject_pk" PRIMARY KEY("provider","subject")
);
--> statement-breakpoint
CREATE TABLE "identity_webhook_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "challenge_used_age" ON "challenge_used" USING btree ("expires_at","id");--> statement-breakpoint
CREATE INDEX "identity_revocations_age" ON "identity_revocations" USING btree ("expires_at","subject");--> statement-breakpoint
CREATE INDEX "identity_webhook_events_age" ON "identity_webhook_events" USING btree ("expires_at","id");