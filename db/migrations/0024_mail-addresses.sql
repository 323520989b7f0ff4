CREATE TABLE "mail_opt_outs" (
	"address" text NOT NULL,
	"topic" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL,
	CONSTRAINT "mail_opt_outs_address_topic_pk" PRIMARY KEY("address","topic"),
	CONSTRAINT "mail_opt_outs_topic" CHECK ("mail_opt_outs"."topic" in ('receipts', 'subscriptions', 'reminders'))
);
--> statement-breakpoint
CREATE TABLE "mail_refusals" (
	"address" text PRIMARY KEY NOT NULL,
	"failure" text NOT NULL,
	"response" text,
	"created_at" timestamp (3) with time zone DEFAULT clock_now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "mail_refusals_recent" ON "mail_refusals" USING btree ("created_at","address");